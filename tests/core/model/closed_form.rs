//! Which worlds have a formula for their motion, what a loop that places them by it counts, and what it can't do elsewhere.

use crate::common::set_strategy;
use proptest::prelude::*;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::world::body::BodyState;
use tickscope_core::model::world::kind::ClosedForm;
use tickscope_core::model::world::readout::ReadoutValue;
use tickscope_core::model::world::stepped_world::World;
use tickscope_core::model::{strategies, worlds};

/// Where nothing has a formula.
const WITHOUT: [&str; 4] = ["drive", "per-tick", "chaos", "stack"];

fn settings(scene: &str, loops: &[&str]) -> Settings {
    let panes = loops.iter().map(|id| PaneSettings::new(id)).collect();
    Settings { scene: WorldChoice::new(scene), panes, ..Settings::default() }
}

fn report(scene: &str, id: &str, seconds: f64) -> PaneReport {
    Report::new(settings(scene, &[id]), seconds).expect("settings that are allowed").panes.remove(0)
}

fn with_exact_contacts(scene: &str) -> World {
    let mut choice = WorldChoice::new(scene);
    if scene == "jump" {
        choice.options.set("integrator", Value::Word("exact".to_owned()));
    } else {
        choice.options.set("collision", Value::Word("exact".to_owned()));
    }
    worlds::world(&choice, 7).expect("these options are offered")
}

#[test]
fn every_world_says_whether_it_has_a_closed_form_and_why_not() {
    for kind in worlds::ALL {
        let lacks = matches!(kind.closed_form, ClosedForm::Lacks(_));
        assert_eq!(lacks, WITHOUT.contains(&kind.id), "{}", kind.id);
        assert!(kind.closed_form.about().split(' ').count() >= 5, "{}: {}", kind.id, kind.closed_form.about());
        let (able, left_out) = strategies::all_in(kind);
        let unable = strategies::ALL.iter().filter(|strategy| strategy.needs_closed_form && lacks).count();
        assert_eq!((able.len(), left_out.len()), (strategies::ALL.len() - unable, unable), "{}", kind.id);
    }
    assert!(strategies::ALL.iter().any(|strategy| strategy.needs_closed_form), "there is a loop that needs one");
}

#[test]
fn where_there_is_no_formula_the_world_stands_still_and_the_report_says_why() {
    for scene in WITHOUT {
        let report = Report::new(settings(scene, &["closed-form", "variable-delta"]), 3.0).expect("it is not refused in a file");
        let [still, moving] = &report.panes[..] else { panic!("two panes") };
        assert_eq!(
            (still.sim_s, still.metrics.count("updates"), still.metrics.number("speed_ratio")),
            (0.0, 0, Some(0.0)),
            "{scene}"
        );
        assert!(still.metrics.count("frames_displayed") > 170 && moving.sim_s > 2.9, "{scene}: it draws, and the others go on");
        let untouched = worlds::world(&WorldChoice::new(scene), 0).expect("a listed scene").state_hash();
        assert_eq!(still.state_hash, format!("{untouched:016x}"), "{scene}");
        let why = worlds::find(scene).expect("a listed scene").closed_form.lack().expect("it has none");
        assert_eq!(report.notes, [format!("closed-form stands still in {scene}: {why}")]);
    }
    for kind in worlds::ALL.iter().filter(|kind| !WITHOUT.contains(&kind.id)) {
        let report = report(kind.id, "closed-form", 2.0);
        assert!(report.sim_s > 1.9, "{}", kind.id);
    }
}

#[test]
fn a_loop_that_is_chosen_where_it_cannot_run_stands_still_until_another_is_chosen() {
    let mut lab = Lab::new(settings("stack", &["variable-delta"])).expect("allowed");
    lab.advance_to(Time::from_secs(1.0));
    let give = |lab: &mut Lab, id: &str| lab.command(set_strategy(0, id)).expect("allowed");
    give(&mut lab, "closed-form");
    lab.advance_to(Time::from_secs(1.1));
    let stood = lab.panes()[0].computer().world().sim();
    lab.advance_to(Time::from_secs(2.0));
    assert_eq!(lab.panes()[0].computer().world().sim(), stood);
    give(&mut lab, "variable-delta");
    lab.advance_to(Time::from_secs(3.0));
    assert!(lab.panes()[0].computer().world().sim() > stood + Span::from_millis(900.0));
}

proptest! {
    #![proptest_config(crate::common::cases(48))]

    /// Steps with exact contacts go along the same path and count what they meet; a placed world is put there and counts the
    /// same. A step may find out a moment later, so both are compared where nothing is just being touched.
    #[test]
    fn a_placed_world_counts_the_passes_that_steps_with_exact_contacts_count(
        scene in prop::sample::select(vec!["curve-and-wall", "thin-wall", "jump"]),
        steps in prop::collection::vec(1..=FLICKS_PER_SECOND / 6, 1..120),
    ) {
        let (mut stepped, mut placed) = (with_exact_contacts(scene), with_exact_contacts(scene));
        for dt in steps {
            stepped.step(Span::from_flicks(dt));
            placed.jump_to(stepped.sim());
        }
        let (steps, places) = (stepped.tally(), placed.tally());
        let apart = stepped.bodies().iter().zip(placed.bodies()).filter(|(a, b)| a.state != b.state).count() as u64;
        prop_assert_eq!((places.tunnelled, steps.tunnelled), (0, 0));
        prop_assert!(places.caught.abs_diff(steps.caught) <= apart, "{} and {}", places.caught, steps.caught);
        let caught = placed.bodies().iter().any(|body| body.state == BodyState::Caught);
        prop_assert!(places.caught > 0 || !caught, "what stands at the wall has been counted");
    }
}

#[test]
fn passes_that_fall_between_two_placings_are_counted_once_each() {
    for (scene, movers) in [("curve-and-wall", 3), ("thin-wall", 8), ("jump", 1)] {
        let all_at = |moments: &[f64]| {
            let mut world = with_exact_contacts(scene);
            for at in moments {
                world.jump_to(Time::from_secs(*at));
            }
            world.tally()
        };
        let often: Vec<f64> = (1..=4000).map(|n| f64::from(n) / 100.0).collect();
        let (often, seldom, once) = (all_at(&often), all_at(&[7.3, 19.0, 19.01, 40.0]), all_at(&[40.0]));
        assert_eq!((often, seldom), (once, once), "{scene}");
        assert!(once.caught >= movers * 9 && once.tunnelled == 0, "{scene}: {once:?}");
    }
}

#[test]
fn the_race_adds_up_in_f32_whatever_places_it() {
    let number = |report: &PaneReport, name: &str| {
        let found = report.world.iter().find(|readout| readout.name == name).expect("a readout of this name");
        let ReadoutValue::Exact(value) = found.value else { panic!("{name} is a number") };
        value
    };
    // The same intervals, so the same additions.
    let [placed, stepped] = ["closed-form", "variable-delta"].map(|id| report("race", id, 10.0));
    for name in ["in f32", "in f64", "f32 off by"] {
        assert_eq!(number(&placed, name), number(&stepped, name), "{name}");
    }
    assert!(number(&placed, "f32 off by").abs() > 1e-6, "the error is there to be seen");
    assert_eq!(number(&placed, "exact"), placed.sim_s, "and the car that has a formula is where it says");
}
