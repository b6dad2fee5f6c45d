//! What loops that the system calls are said to do, in numbers.

use crate::models::computer::{Happening, MILLI, SECOND, period};
use crate::models::pipeline::{computers, uneven_computers};
use crate::models::{Case, loads};
use tickscope_core::config::{Computer, MissedRefresh};

const REFRESH: i64 = SECOND / 60;

/// Every step of a run but the first.
fn steps(case: &Case) -> Vec<i64> {
    let dt = |event: &Happening| if let Happening::Update { dt, .. } = *event { Some(dt) } else { None };
    case.events().iter().filter_map(dt).skip(1).collect()
}

fn turns(case: &Case) -> Vec<i64> {
    let at = |event: &Happening| if let Happening::Frame { at } = *event { Some(at) } else { None };
    case.events().iter().filter_map(at).collect()
}

fn flips(case: &Case) -> Vec<i64> {
    case.events().iter().filter(|event| event.is_display()).map(Happening::at).collect()
}

#[test]
fn a_callback_comes_at_every_refresh_and_the_first_at_the_first() {
    for hz in [60.0, 144.0, 59.94] {
        let case = Case::new("callback-delta", Computer { refresh_hz: hz, start_ms: 0.5, ..Computer::default() }, 1.0);
        let expected: Vec<i64> =
            (1..=200).map(|k| (f64::from(k) * SECOND as f64 / hz).round() as i64).take_while(|at| *at < SECOND).collect();
        assert_eq!(turns(&case), expected, "{hz} Hz");
    }
}

#[test]
fn waking_late_is_in_the_clock_and_not_in_the_timestamp() {
    let late = Computer { wake_hi_ms: 9.0, ..Computer::default() };
    let of = |id| steps(&Case::new(id, late.clone(), 5.0));
    assert!(of("callback-delta").iter().all(|dt| *dt == REFRESH));
    assert!(of("callback-clock-delta").windows(2).all(|pair| pair[0] != pair[1]));
    let flips = flips(&Case::new("callback-clock-delta", late, 5.0));
    assert!(flips.windows(2).all(|pair| pair[1] - pair[0] == REFRESH), "though the frames are even");
}

#[test]
fn timestamps_have_the_resolution_of_the_timer() {
    let coarse = Computer { timer_ms: 1.0, ..Computer::default() };
    let steps = steps(&Case::new("callback-delta", coarse, 1.0));
    assert_eq!(steps[..6], [17, 17, 16, 17, 17, 16].map(|ms| ms * MILLI));
}

/// Frames of 20 ms on a display of 60 Hz.
#[test]
fn a_callback_that_has_missed_its_refresh_comes_at_once_or_at_the_next() {
    let case = |queue, missed_refresh| Case::new("callback-delta", Computer { queue, missed_refresh, ..loads(0.0, 20.0) }, 1.0);
    let now = case(2, MissedRefresh::Now);
    let expected: Vec<i64> = (0..48).map(|turn| REFRESH + turn * 20 * MILLI).take_while(|at| *at < SECOND).collect();
    let turns_now = turns(&now);
    assert_eq!(turns_now[..6], expected[..6], "one after the other");
    assert_eq!(
        steps(&now)[..5].iter().map(|dt| dt / REFRESH).collect::<Vec<_>>(),
        [1, 1, 1, 1, 2],
        "and now and then two refreshes"
    );
    let next = case(2, MissedRefresh::Next);
    assert!(turns(&next).windows(2).all(|pair| pair[1] - pair[0] == 2 * REFRESH));
    assert!(steps(&next).iter().all(|dt| *dt == 2 * REFRESH));
    // Without a queue the flip is waited for in any case.
    assert_eq!(turns(&case(0, MissedRefresh::Now)), turns(&next));
}

#[test]
fn a_callback_waits_while_more_frames_than_the_queue_holds_are_undisplayed() {
    for computer in computers().into_iter().chain(uneven_computers()) {
        for missed_refresh in [MissedRefresh::Now, MissedRefresh::Next] {
            let case = Case::new("callback-delta", Computer { missed_refresh, ..computer.clone() }, 1.2).hit(0.4, 90.0);
            let events = case.events();
            let shown = |frame: usize| {
                let is_it = |event: &&Happening| matches!(event, Happening::Display { frame: of, .. } if *of == frame);
                events.iter().find(is_it).map(Happening::at)
            };
            let mut rendered = Vec::new();
            for event in &events {
                match *event {
                    Happening::Frame { at } => {
                        // A dropped frame is never displayed, and nothing waits for it.
                        let waiting = rendered.iter().filter(|frame| shown(**frame).is_some_and(|shown| shown > at)).count();
                        assert!(waiting <= case.computer.queue as usize, "{waiting} frames at {at} in {case:?}");
                    }
                    Happening::Render { frame, .. } => rendered.push(frame),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn in_a_callback_loop_render_returns_at_the_end_of_its_work() {
    // Frames of a millisecond that wait 40 for the GPU, three of them at a time.
    let computer = Computer { gpu_ms: 40.0, queue: 3, ..loads(0.0, 1.0) };
    let events = Case::new("callback-accumulator", computer, 1.0).events();
    let turns = turns(&Case::new("callback-accumulator", Computer { gpu_ms: 0.0, ..loads(0.0, 1.0) }, 1.0));
    let first: Vec<i64> =
        events.iter().filter(|event| matches!(event, Happening::Frame { .. })).map(Happening::at).take(4).collect();
    assert_eq!(first, turns[..4], "as if there were no GPU, until its queue is full");
}

#[test]
fn with_a_variable_refresh_a_callback_comes_at_each_flip_and_the_first_at_once() {
    let noisy = Computer { vrr: true, noise_lo_ms: 3.0, noise_hi_ms: 25.0, start_ms: 2.0, ..loads(0.0, 0.0) };
    let case = Case::new("callback-delta", noisy, 2.0);
    let (turns, flips) = (turns(&case), flips(&case));
    assert_eq!(turns[0], 2 * MILLI);
    assert_eq!(turns[1..], flips[..turns.len() - 1]);
    assert!(flips.windows(2).all(|pair| pair[1] - pair[0] >= period(144.0)));
    assert_eq!(steps(&case)[1..], flips.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>()[..turns.len() - 2]);
}

#[test]
fn at_75_hz_every_fifth_frame_of_60_steps_moves_nothing() {
    let case = Case::new("callback-accumulator", Computer { refresh_hz: 75.0, ..Computer::default() }, 2.0);
    let mut made = Vec::new();
    for event in case.events() {
        match event {
            Happening::Frame { .. } => made.push(0),
            Happening::Update { .. } => *made.last_mut().expect("a turn has begun") += 1,
            _ => {}
        }
    }
    assert!(made[1..].windows(5).all(|five| five.iter().sum::<i32>() == 4), "{made:?}");
}
