//! Presses of a button: the worked example, the mistakes that a comparison must catch, and the program against the model.

use crate::agreement::events::{USUAL, any_case, try_cases};
use crate::common::cases;
use crate::models::broken::{self, Break};
use crate::models::computer::{Happening, MILLI, SECOND, millis, tick};
use crate::models::presses::{self, Policy, Press, Tally};
use crate::models::{Case, loads, loops};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tickscope_core::model::config::computer::{Computer, InputRead};

/// Returns the events of a game of some steps a second on a display of 120 Hz, and its clock at the end.
fn steps_on_120(step_hz: f64, seconds: f64) -> (Vec<Happening>, i64) {
    let computer = Computer { refresh_hz: 120.0, ..loads(0.0, 2.0) };
    let (events, clock, _) = loops::model(&Case::new("clamped-accumulator", computer, seconds).with("step_hz", step_hz));
    (events, clock)
}

fn of_policy(policy: Policy, input: InputRead, (events, end): &(Vec<Happening>, i64)) -> Tally {
    let presses = presses::by_metronome(3, 0, *end);
    let taken = presses::taken(events, &presses, (policy, input), None);
    presses::tally(events, &presses, &taken, *end)
}

#[test]
fn an_edge_that_lives_for_a_frame_is_lost_three_times_of_four() {
    let run = steps_on_120(30.0, 60.0);
    let tally = of_policy(Policy::Frame, InputRead::Turn, &run);
    assert!(tally.pressed > 110 && (72..79).contains(&(100 * tally.lost / tally.pressed)), "{tally:?}");
    assert_eq!((tally.doubled, tally.answered + tally.lost), (0, tally.pressed));
    for policy in [Policy::Latched, Policy::Stamped] {
        let tally = of_policy(policy, InputRead::Turn, &run);
        assert_eq!((tally.lost, tally.doubled, tally.answered), (0, 0, tally.pressed), "{policy:?}");
        assert!(tally.late_ms.iter().all(|late| (0.0..100.0).contains(late)), "{tally:?}");
    }
}

#[test]
fn an_edge_is_answered_by_each_step_of_a_long_turn() {
    let tally = of_policy(Policy::Frame, InputRead::Turn, &steps_on_120(480.0, 30.0));
    assert!(tally.pressed > 50 && tally.doubled == tally.pressed && tally.lost == 0, "{tally:?}");
}

#[test]
fn a_button_that_is_only_asked_in_steps_loses_those_presses_that_fall_between() {
    let update = |k: i64| Happening::Update { at: tick(k, 30.0), end: tick(k, 30.0), dt: SECOND / 30, sim: tick(k, 30.0) };
    let events: Vec<Happening> = (1..30 * 600).flat_map(|k| [Happening::Frame { at: tick(k, 30.0) }, update(k)]).collect();
    let (mut pressed, mut answered) = (0, 0);
    for seed in 0..5 {
        let presses = presses::by_metronome(seed, 0, 599 * SECOND);
        assert!(presses.iter().all(|press| (millis(20.0)..=millis(120.0)).contains(&(press.until - press.at))));
        pressed += presses.len();
        answered += presses::taken(&events, &presses, (Policy::Step, InputRead::Update), None).len();
    }
    let share = 1.0 - answered as f64 / pressed as f64;
    assert!((share - 0.0267).abs() < 0.006, "{share}");
}

#[test]
fn two_presses_before_a_step_are_one_to_a_latch_and_two_with_stamps() {
    let at = |ms: i64| ms * MILLI;
    let events = [Happening::Frame { at: at(100) }, Happening::Update { at: at(100), end: at(101), dt: at(100), sim: at(100) }];
    let pressed = [Press { at: at(10), until: at(30) }, Press { at: at(50), until: at(70) }];
    let answered = |policy| presses::taken(&events, &pressed, (policy, InputRead::Turn), None).len();
    assert_eq!(Policy::ALL.map(answered), [2, 0, 1, 2]);
}

/// Generates turns with steps, and presses, in whole milliseconds, so that moments meet.
fn any_run() -> impl Strategy<Value = (Vec<Happening>, Vec<Press>)> {
    let turn = (1..12_i64, prop::collection::vec((0..9_i64, 0..6_i64), 0..4));
    let press = (1..40_i64, 1..20_i64);
    (prop::collection::vec(turn, 20..60), prop::collection::vec(press, 1..12)).prop_map(|(turns, presses)| {
        let (mut clock, mut sim, mut events) = (0, 0, Vec::new());
        for (rest, steps) in turns {
            events.push(Happening::Frame { at: clock });
            for (cost, dt) in steps {
                sim += dt * MILLI;
                events.push(Happening::Update { at: clock, end: clock + cost * MILLI, dt: dt * MILLI, sim });
                clock += cost * MILLI;
            }
            clock += rest * MILLI;
        }
        let mut up = 0;
        let press = |(rest, length): (i64, i64)| {
            let at = up + rest * MILLI;
            up = at + length * MILLI;
            Press { at, until: up }
        };
        (events, presses.into_iter().map(press).collect())
    })
}

fn any_reading() -> impl Strategy<Value = (Policy, InputRead)> {
    (prop::sample::select(Policy::ALL.to_vec()), prop::sample::select(vec![InputRead::Update, InputRead::Turn]))
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn no_press_is_answered_before_it_is_made_and_none_twice_but_by_frames((events, pressed) in any_run(), reading in any_reading()) {
        let taken = presses::taken(&events, &pressed, reading, None);
        prop_assert!(taken.iter().all(|taken| pressed[taken.press].at <= taken.at));
        for press in 0..pressed.len() {
            let answers = taken.iter().filter(|taken| taken.press == press).count();
            prop_assert!(answers <= 1 || reading.0 == Policy::Frame, "{answers} answers to {press} with {reading:?}");
        }
    }
}

/// Returns whether some of many random runs differ with the mistake.
fn is_caught(mistake: Break) -> bool {
    use proptest::strategy::ValueTree as _;
    let mut runner = TestRunner::deterministic();
    (0..400).any(|_| {
        let ((events, pressed), reading) = (any_run(), any_reading()).new_tree(&mut runner).unwrap().current();
        let of = |broken| presses::taken(&events, &pressed, reading, broken);
        of(None) != of(Some(mistake))
    })
}

/// Returns what the model says of a case in the world of presses.
fn model(case: &Case, policy: Policy) -> Vec<Happening> {
    let (events, clock, _) = loops::model(case);
    let pressed = presses::by_metronome(case.seed, millis(case.computer.start_ms), clock);
    let taken = presses::taken(&events, &pressed, (policy, case.computer.input), None);
    presses::with_lines(&events, &pressed, &taken)
}

#[test]
fn every_policy_takes_the_presses_that_the_model_says() {
    for policy in Policy::ALL {
        for input in [InputRead::Update, InputRead::Turn] {
            for (id, step_hz) in [("clamped-accumulator", 30.0), ("clamped-accumulator", 250.0), ("fixed-interpolated", 60.0)] {
                let computer = Computer { input, refresh_hz: 120.0, ..loads(0.5, 2.0) };
                let case = Case::new(id, computer, 8.0).with("step_hz", step_hz).hit(3.0, 400.0).seeded(7);
                let expected = model(&case, policy);
                let lines = expected.iter().filter(|event| matches!(event, Happening::Press { .. })).count();
                assert!(lines > 10, "{lines} presses in 8 s");
                let case = Case { world: "presses", presses: policy, ..case };
                assert_eq!(case.events(), expected, "{case:?}");
            }
        }
    }
}

/// The loop whose readings of input are calls of their own, which the model of presses does not know.
const READS_APART: &str = "multi-rate";

/// Returns the events without the presses after the last operation: where a display might still repeat its frame, the program does not
/// tell them any more.
fn until_the_last_operation(mut events: Vec<Happening>) -> Vec<Happening> {
    let is_press = |event: &Happening| matches!(event, Happening::Press { .. });
    let last = events.iter().filter(|event| event.rank() == 2 && !is_press(event)).map(Happening::at).max();
    events.retain(|event| !is_press(event) || Some(event.at()) <= last);
    events
}

/// Compares the program with the model in the world of presses. Costs per body are left out, as the two worlds have not the same bodies.
fn agrees(case: Case, policy: Policy) -> Result<(), TestCaseError> {
    let mut case = case;
    (case.computer.update_us_per_body, case.computer.render_us_per_body) = (0.0, 0.0);
    let expected = until_the_last_operation(model(&case, policy));
    let case = Case { world: "presses", presses: policy, ..case };
    let played = until_the_last_operation(case.events());
    let first = (0..played.len().max(expected.len())).find(|i| played.get(*i) != expected.get(*i));
    let differs =
        first.map(|i| format!("event {i}: the program {:?}, the model {:?} in {case:?}", played.get(i), expected.get(i)));
    prop_assert!(differs.is_none(), "{}", differs.unwrap_or_default());
    Ok(())
}

#[test]
fn every_loop_takes_presses_as_the_model_says_whatever_is_set() {
    let policy = prop::sample::select(Policy::ALL.to_vec());
    let cases =
        (any_case(USUAL, None), policy).prop_filter("the model knows its readings", |(case, _)| case.strategy != READS_APART);
    try_cases(2000, &cases, |(case, policy)| agrees(case, policy));
}

#[test]
fn every_mistake_about_presses_is_caught() {
    for mistake in broken::OF_PRESSES {
        assert!(is_caught(mistake), "{mistake:?}");
    }
}
