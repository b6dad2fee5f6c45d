//! Which moment a frame shows: what a loop says of each way to draw it is what its trace does.

use crate::models::computer::{Happening, MILLI, SECOND};
use crate::models::{Case, loads, unsynced};
use tickscope_core::model::config::settings::Presentation::{self, Extrapolate, Interpolate, Latest};
use tickscope_core::model::strategies;

/// Returns the distance of each drawn moment from the clock when drawing begins, in flicks, and the step; after a second.
fn leads(case: &Case) -> (Vec<i64>, i64) {
    let events = case.events();
    let lead = |event: &Happening| match *event {
        Happening::Render { at, drawn, .. } if at >= SECOND => Some(drawn - at),
        _ => None,
    };
    let step = events.iter().find_map(|event| if let Happening::Update { dt, .. } = *event { Some(dt) } else { None });
    (events.iter().filter_map(lead).collect(), step.unwrap())
}

#[test]
fn every_way_to_draw_a_loop_shows_the_moment_that_it_promises() {
    for strategy in strategies::ALL.iter().filter(|strategy| strategy.alpha) {
        let compares: &[&str] = if strategy.param("compare").is_some() { &["ticks", "difference", "signed"] } else { &[""] };
        for compare in compares {
            for presentation in Presentation::ALL {
                for computer in [loads(0.0, 5.0), loads(0.0, 25.0), unsynced(0.0, 3.0)] {
                    let mut case = Case { presentation: Some(presentation), ..Case::new(&strategy.id, computer, 4.0) };
                    if !compare.is_empty() {
                        case = case.choosing("compare", compare);
                    }
                    // Game time that is not the clock's may leave it by this part of a step; smoothed, by more.
                    let stray = if strategy.own_time { 0.5 } else { 0.0 };
                    if strategy.own_time {
                        case = case.choosing("smoothing", "off");
                    }
                    let params = case.settings().panes[0].params.clone();
                    let (least, most) = strategy.lead(&params, presentation).unwrap();
                    let (leads, step) = leads(&case);
                    // Readings are compared in whole milliseconds, where not those of the clock itself are.
                    let whole = ["difference", "signed"].contains(compare);
                    let early = if whole && presentation == Latest { MILLI } else { 0 };
                    let allowed = ((least - stray) * step as f64) as i64 - early - 2..=((most + stray) * step as f64) as i64 + 2;
                    assert!(leads.len() > 30 && leads.iter().all(|lead| allowed.contains(lead)), "{allowed:?}: {case:?}");
                }
            }
        }
    }
}

#[test]
fn interpolation_is_in_the_past_for_accumulators_and_at_the_clock_for_schedules() {
    let says = |id: &str, params: &[(&str, &str)], presentation| {
        let mut set = tickscope_core::base::params::values::Values::default();
        for (name, value) in params {
            set.set(name, tickscope_core::base::params::value::Value::parse(value));
        }
        strategies::find(id).unwrap().shows(&set, presentation)
    };
    assert!(says("fixed-interpolated", &[], Interpolate).contains("one step behind the clock"));
    assert!(says("fixed-interpolated", &[], Extrapolate).contains("exactly at the clock"));
    for id in ["frame-skip", "frame-skip-predicted", "mean-fps-cap", "spread-updates"] {
        assert!(says(id, &[], Interpolate).contains("exactly at the clock"), "{id}");
        assert!(says(id, &[], Extrapolate).contains("one step ahead of the clock"), "{id}");
        assert!(says(id, &[("compare", "difference")], Extrapolate).contains("up to two steps past the newest state"), "{id}");
    }
    assert!(says("variable-delta", &[], Interpolate).contains("has no alpha"));
    // The age that a class can read: 5 ms and the wait for the tick, less a whole tick of 40 ms.
    let age = Case::new("frame-skip-predicted", loads(0.0, 5.0), 10.0).report().metrics.number("state_age_mean_ms").unwrap();
    assert!((age + 70.0 / 3.0).abs() < 1e-9, "{age}");
}

#[test]
fn every_loop_tells_what_to_expect_of_it() {
    for strategy in strategies::ALL {
        let text = strategy.expect().unwrap_or_else(|| panic!("{} has no \"Expect:\"", strategy.id));
        assert!(text.len() > 60 && text.ends_with(['.', ')']) && !text.contains('`'), "{}: {text}", strategy.id);
        assert!(!strategy.source.is_empty() && strategy.about.ends_with('.'), "{}", strategy.id);
    }
}
