//! Drawing and presenting apart: the worked example, the mistakes that a comparison must catch, and the program against the model.

use super::events::{USUAL, any_computer, try_cases};
use crate::models::broken::{self, Break};
use crate::models::computer::{Happening, MILLI};
use crate::models::scripts::{self, Call};
use crate::models::{Case, loads};
use proptest::prelude::*;
use tickscope_core::model::config::computer::{Computer, Present};
use tickscope_core::model::config::settings::{PlannedStall, StallOn};

/// Returns in milliseconds when frame `k` is submitted, done, handed over and displayed.
fn moments(events: &[Happening], k: usize) -> [f64; 4] {
    let mut moments = [0; 4];
    for event in events {
        match *event {
            Happening::Render { end, frame, .. } if frame == k => moments[0] = end,
            Happening::Gpu { end, frame, .. } if frame == k => moments[1] = end,
            Happening::Present { at, frame } if frame == k => moments[2] = at,
            Happening::Display { at, frame, .. } if frame == k => moments[3] = at,
            _ => {}
        }
    }
    moments.map(|at| at as f64 / MILLI as f64)
}

const EARLY: [Call; 3] = [Call::Draw, Call::SleepUntil(20), Call::Present];
const AT_ONCE: [Call; 2] = [Call::Draw, Call::Present];

#[test]
fn the_worked_example_of_a_sleep_between_draw_and_present_comes_out() {
    let computer = Computer { gpu_ms: 4.0, queue: 0, start_ms: 0.0, ..loads(0.0, 5.0) };
    let of = |calls: &[Call]| scripts::model(&scripts::case(calls, computer.clone(), 0.1), calls).0;
    let near = |found: [f64; 4], expected: [f64; 4]| {
        assert!(
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-3),
            "{found:?} for {expected:?}"
        );
    };
    near(moments(&of(&EARLY), 1), [5.0, 9.0, 20.0, 33.3333]);
    near(moments(&of(&AT_ONCE), 1), [5.0, 9.0, 5.0, 16.6667]);
}

#[test]
fn draw_and_present_in_a_row_are_a_render_but_for_the_line_that_tells_of_it() {
    for computer in crate::models::pipeline::computers() {
        let of = |calls: &[Call]| scripts::model(&scripts::case(calls, computer.clone(), 1.0), calls);
        let (mut apart, clock, sim) = of(&[Call::Update(16), Call::Draw, Call::Present]);
        let all = apart.len();
        apart.retain(|event| !matches!(event, Happening::Present { .. }));
        assert!(all > apart.len());
        assert_eq!((apart, clock, sim), of(&[Call::Update(16), Call::Render]), "{computer:?}");
    }
}

#[test]
fn a_wait_before_present_is_even_and_older_than_one_after_it() {
    // The update takes 4 to 10 ms, the limit is 60 a second, and the display shows frames as they come.
    let noisy = Computer { update_noise_lo_ms: 4.0, update_noise_hi_ms: 10.0, queue: 1, vrr: true, ..loads(0.0, 0.1) };
    let of = |calls: &[Call]| {
        let (events, ..) = scripts::model(&scripts::case(calls, noisy.clone(), 10.0), calls);
        let shown: Vec<usize> = (2..500).collect();
        let spread =
            |values: Vec<f64>| values.iter().copied().fold(0.0, f64::max) - values.iter().copied().fold(f64::MAX, f64::min);
        let all: Vec<[f64; 4]> = shown.into_iter().map(|k| moments(&events, k)).collect();
        let age = all.iter().map(|moment| moment[3] - moment[0]).sum::<f64>() / all.len() as f64;
        (spread(all.windows(2).map(|pair| pair[1][3] - pair[0][3]).collect()), age)
    };
    let (early, early_age) = of(&[Call::Update(17), Call::Draw, Call::SleepUntil(17), Call::Present]);
    let (late, late_age) = of(&[Call::Update(17), Call::Draw, Call::Present, Call::SleepUntil(17)]);
    assert!(early < 0.01 && late > 5.0, "stays differ by {early} and {late} ms");
    assert!(early_age > 5.0 && late_age < 1.0, "pictures are {early_age} and {late_age} ms old");
}

/// Generates a turn that takes time, in a loop that waits by itself or that the system calls.
fn any_calls() -> impl Strategy<Value = Vec<Call>> {
    let call = prop_oneof![
        4 => Just(Call::Draw),
        4 => Just(Call::Present),
        1 => Just(Call::Render),
        1 => (1..30_i64).prop_map(Call::Update),
        1 => (1..20_i64).prop_map(Call::Sleep),
        1 => (1..40_i64).prop_map(Call::SleepUntil),
    ];
    (prop::collection::vec(call, 1..7), 1..30_i64, prop::bool::weighted(0.2)).prop_map(|(calls, ms, is_called)| {
        // A loop that is called asks before its first frame, as published ones do, and shows something before it asks again. Model
        // and program differ on a first call that waits for a frame to be displayed between two refreshes.
        let (begin, end): (&[Call], Call) = if is_called { (&[Call::NextRefresh], Call::Render) } else { (&[], Call::Draw) };
        [begin, &[Call::Update(ms)], &*calls, &[end]].concat()
    })
}

fn any_case() -> impl Strategy<Value = (Vec<Call>, Case)> {
    let kinds = prop::sample::select(StallOn::ALL.to_vec());
    let stall = (0.0..2.0, 0.0..300.0, kinds).prop_map(|(at_s, ms, on)| PlannedStall { at_s, ms, on });
    (any_calls(), any_computer(USUAL), prop::collection::vec(stall, 0..3), any::<u64>()).prop_map(
        |(calls, computer, hitches, seed)| {
            let case = scripts::case(&calls, computer, 1.5);
            (calls, Case { hitches, seed, ..case })
        },
    )
}

fn try_many(cases: u32, test: impl Fn(Vec<Call>, Case) -> Result<(), TestCaseError>) {
    try_cases(cases, &any_case(), |(calls, case)| test(calls, case));
}

/// Compares the program with the model.
fn agree(calls: &[Call], case: &Case) -> Result<(), TestCaseError> {
    let (mut played, finished) = case.played();
    // A frame that is displayed as it is handed over comes after what the loop has begun at the same moment.
    played.sort_by_key(|event| (event.at(), event.rank()));
    let (expected, clock, sim) = scripts::model(case, calls);
    if let Some(i) = (0..played.len().max(expected.len())).find(|i| played.get(*i) != expected.get(*i)) {
        let before = &expected[i.saturating_sub(4)..i.min(expected.len())];
        let (program, model) = (played.get(i), expected.get(i));
        return Err(TestCaseError::fail(format!(
            "event {i}: the program {program:?}, the model {model:?}\nafter {before:?}\nin {case:?}"
        )));
    }
    prop_assert_eq!((finished.clock.flicks(), finished.sim.flicks()), (clock, sim));
    Ok(())
}

#[test]
#[cfg_attr(not(feature = "own-loops"), ignore = "the text of a loop needs the engine")]
fn every_loop_of_calls_does_what_the_model_says() {
    try_many(2000, |calls, case| agree(&calls, &case));
}

#[test]
fn every_mistake_about_drawing_and_presenting_is_caught() {
    for mistake in broken::OF_PRESENT {
        assert!(is_caught(mistake), "{mistake:?}");
    }
}

/// Tells whether a run of some calls differs with the mistake.
fn is_caught(mistake: Break) -> bool {
    let wide = Computer { vrr: true, vrr_lo_hz: 50.0, queue: 1, gpu_ms: 3.0, ..loads(1.0, 5.0) };
    let computers = crate::models::pipeline::computers().into_iter().chain([wide]);
    let loops: [&[Call]; 3] = [
        &[Call::Update(16), Call::Draw, Call::SleepUntil(30), Call::Present],
        &[Call::Update(16), Call::Draw, Call::Update(1), Call::Draw, Call::Sleep(3), Call::Present],
        &[Call::Update(16), Call::Draw, Call::Draw, Call::Present, Call::Present, Call::Render],
    ];
    computers.into_iter().any(|computer| {
        loops.iter().any(|calls| {
            let case = scripts::case(calls, computer.clone(), 0.5);
            let wrong = Case { broken: Some(mistake), ..case.clone() };
            scripts::model(&case, calls) != scripts::model(&wrong, calls)
        })
    })
}

#[test]
fn a_second_draw_drops_the_first_and_present_without_a_frame_does_nothing() {
    let calls = [Call::Present, Call::Draw, Call::Draw, Call::Present, Call::Present];
    for present in [Present::Fifo, Present::Mailbox, Present::Immediate] {
        let computer = Computer { present, gpu_ms: 2.0, ..loads(0.0, 5.0) };
        let (events, ..) = scripts::model(&scripts::case(&calls, computer, 0.5), &calls);
        let presented: Vec<usize> = events
            .iter()
            .filter_map(|event| if let Happening::Present { frame, .. } = event { Some(*frame) } else { None })
            .collect();
        assert!(presented.len() > 5 && presented.iter().enumerate().all(|(i, frame)| *frame == 2 * i + 2), "{presented:?}");
        let worked = events.iter().filter(|event| matches!(event, Happening::Gpu { .. })).count();
        assert_eq!(worked, 2 * presented.len(), "the GPU has drawn both");
    }
}
