//! Old clocks: what a counter that starts over shows, and what it would make of a loop without a limit. The second model holds
//! every loop against its text on such clocks (`tests/core/agreement/events.rs`).

use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::settings::{PaneSettings, Settings, WorldChoice};
use tickscope_core::model::machine::computer::VirtualComputer;
use tickscope_core::model::machine::host::Host;
use tickscope_core::model::{check, scripts};

const MILLI: i64 = FLICKS_PER_SECOND / 1000;

fn settings(strategy: &str, set: &[(&str, &str)], computer: Computer) -> Settings {
    let mut pane = PaneSettings::new(strategy);
    for (name, value) in set {
        pane.params.set(name, Value::parse(value));
    }
    Settings { scene: WorldChoice::new("runner"), computer, panes: vec![pane], ..Settings::default() }
}

#[test]
fn zero_less_all_ones_is_one_and_not_zero_so_that_the_remedy_holds() {
    // The commenter's own example: the schedule stands at 4 294 967 295 when the counter shows 0. Here that is one
    // millisecond before the start-over and at it.
    let computer = Computer { wraps_at_s: 2.0, ..Computer::default() };
    let world = tickscope_core::model::worlds::world(&WorldChoice::new("runner"), 0).unwrap();
    let host = Host::new(VirtualComputer::new(&computer, 0, world));
    let shown = |seconds: f64| (host.counter(Time::from_secs(seconds)).flicks() / MILLI) as u32;
    assert_eq!((shown(2.0), shown(1.999)), (0, u32::MAX));
    assert_eq!(shown(2.0).wrapping_sub(shown(1.999)), 1);
    // And the other one: 5, less 4 294 967 295, is 6.
    assert_eq!(shown(2.005).wrapping_sub(shown(1.999)), 6);
    // A moment before the run began, as of a missing first reading.
    assert_eq!(shown(-1.0), u32::MAX - 2999);
}

#[test]
fn an_unsigned_difference_runs_wild_for_ever_when_the_clock_is_set_back_and_a_signed_one_waits() {
    for (compare, speed) in [("difference", 12.0), ("signed", 1.0), ("ticks", 1.0)] {
        let mut lab = Lab::new(settings("frame-skip", &[("compare", compare)], Computer::default())).unwrap();
        let sim = |lab: &Lab| lab.panes()[0].computer().world().sim();
        lab.advance_to(Time::from_secs(1.08));
        // From now on readings are multiples of 55 ms: the next one is 1.045 s, and the tick of 1.06 s is to come.
        lab.command(Command::Set(Patch::one(Owner::Computer.path("timer_ms"), 55.0))).unwrap();
        lab.advance_to(Time::from_secs(2.0));
        let before = sim(&lab);
        lab.advance_to(Time::from_secs(12.0));
        // Ten ticks of 20 ms in every frame.
        let made = (sim(&lab) - before).as_secs() / 10.0;
        assert!((made - speed).abs() <= 0.01, "{compare}: {made} instead of {speed}");
    }
}

#[test]
fn what_would_make_ticks_for_seven_weeks_within_one_turn_is_refused() {
    let allowed = |set: &[(&str, &str)], computer| check::settings(&settings("frame-skip", set, computer)).is_ok();
    let wraps = |update_ms| Computer { wraps_at_s: 1.0, update_ms, ..Computer::default() };
    assert!(!allowed(&[("max_frameskip", "off"), ("compare", "difference")], Computer::default()));
    assert!(!allowed(&[("max_frameskip", "off")], wraps(0.0)));
    assert!(allowed(&[("max_frameskip", "off")], wraps(0.5)));
    assert!(allowed(&[("max_frameskip", "off"), ("compare", "signed")], wraps(0.0)));
    assert!(allowed(&[("max_frameskip", "off")], Computer::default()));
    assert!(allowed(&[], wraps(0.0)));

    // Three bodies of 0.7 ms each: more than a tick of 2 ms makes up for, less than one of 2.5 ms.
    for (strategy, ticks, ends) in [("frame-skip", "500", false), ("frame-skip", "400", true), ("spread-updates", "500", false)] {
        let computer = Computer { update_us_per_body: 700.0, ..Computer::default() };
        let settings = settings(strategy, &[("ticks_per_s", ticks), ("max_frameskip", "off")], computer);
        assert_eq!(Run::new(&settings, 0, 1.0).is_ok(), ends, "{strategy} at {ticks} a second");
    }
}

#[test]
fn a_listing_in_whole_milliseconds_reads_a_clock_of_them_on_a_computer_that_no_other_listing_shares() {
    let timers = |loops: &[&str], compiled: &[usize], timer_ms: f64| -> (f64, Vec<Option<f64>>) {
        let panes = loops.iter().map(|id| PaneSettings::new(id)).collect();
        let computer = Computer { timer_ms, ..Computer::default() };
        let mut settings = Settings { computer, panes, ..Settings::default() }.lettered();
        scripts::as_compiled(&settings, compiled).change(&mut settings).expect("its paths are there");
        check::settings(&settings).expect("what a listing sets is allowed");
        let own = settings.panes.iter().map(|pane| pane.computer.as_ref().map(|own| own.timer_ms)).collect();
        (settings.computer.timer_ms, own)
    };
    let witters = ["fixed-fps", "frame-skip", "frame-skip-predicted"];
    assert_eq!(timers(&witters, &[0, 1, 2], 0.0), (1.0, vec![None; 3]), "all of them read it");
    assert_eq!(timers(&witters, &[1], 0.0), (0.0, vec![None, Some(1.0), None]), "one of them does");
    assert_eq!(timers(&witters[..1], &[0], 0.25), (1.0, vec![None]), "a finer clock");
    assert_eq!(timers(&witters, &[0, 1, 2], 15.625), (15.625, vec![None; 3]), "a coarser clock stays");
    assert_eq!(timers(&["frame-skip", "variable-delta"], &[0, 1], 0.0), (0.0, vec![Some(1.0), None]));
    assert_eq!(timers(&["fixed-interval", "refresh-multiples"], &[0, 1], 0.0), (0.0, vec![None; 2]), "seconds in floats");
}

#[test]
fn the_published_threshold_is_a_sixth_of_the_rate_in_seconds() {
    for (refresh_hz, threshold_ms) in [("60", 10_000.0), ("144", 24_000.0), ("1", 500.0 / 3.0), ("1000", 500_000.0 / 3.0)] {
        for strategy in ["refresh-multiples-slowdown", "refresh-multiples-passthrough"] {
            let mut settings = settings(strategy, &[("refresh_hz", refresh_hz)], Computer::default()).lettered();
            scripts::as_compiled(&settings, &[0]).change(&mut settings).expect("its paths are there");
            check::settings(&settings).expect("what a listing sets is allowed");
            let Some(Value::Number(set)) = settings.panes[0].params.named("threshold_ms") else { panic!("{strategy} has none") };
            assert!((set - threshold_ms).abs() < 1e-9, "{strategy} at {refresh_hz} Hz: {set}");
        }
    }
}
