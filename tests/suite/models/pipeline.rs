//! What holds on every frame's way to the display, whatever is set: the queue, the GPU and the display from the outside.

use crate::models::computer::{Happening, MILLI, SECOND, millis, period, tick, tick_from};
use crate::models::{Case, loads};
use tickscope_core::config::{Computer, Present, StallOn};
use tickscope_core::strategies;

/// Every way to present, from no frame ahead to three, with nothing, little and too much for the GPU.
pub fn computers() -> Vec<Computer> {
    let displays = [(Present::Fifo, false), (Present::Fifo, true), (Present::Mailbox, false), (Present::Immediate, false)];
    let mut all = Vec::new();
    for (present, vrr) in displays {
        for queue in 0..=3 {
            for gpu_ms in [0.0, 4.0, 21.0] {
                all.push(Computer { present, vrr, queue, gpu_ms, ..loads(1.0, 7.0) });
            }
        }
    }
    all
}

/// The same where every wait ends late, most by a little and some by a lot, and where frames cost more or less.
pub fn uneven_computers() -> Vec<Computer> {
    let uneven = |computer| Computer {
        wake_hi_ms: 1.0,
        wake_tail: 0.1,
        wake_tail_ms: 3.0,
        render_ms: 0.0,
        noise_lo_ms: 2.0,
        noise_hi_ms: 24.0,
        refresh_hz: 59.95,
        start_ms: 0.5,
        ..computer
    };
    computers().into_iter().map(uneven).collect()
}

fn cases() -> impl Iterator<Item = Case> {
    let stalled = |case: Case| case.hit(0.3, 90.0).hit_on(StallOn::Update, 0.5, 40.0).hit_on(StallOn::Any, 0.7, 150.0).seeded(3);
    let of = |id| computers().into_iter().chain(uneven_computers()).map(move |computer| Case::new(id, computer, 1.2));
    strategies::ALL.iter().flat_map(move |strategy| of(&*strategy.id)).map(stalled)
}

/// One frame's way, as the events tell it.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    submitted: i64,
    begun: i64,
    done: i64,
    /// When the loop goes on; the last render may not tell.
    returned: Option<i64>,
    shown: Option<i64>,
}

/// Of all frames, the first one first.
pub fn ways(events: &[Happening]) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    let mut is_rendering = false;
    for event in events {
        match *event {
            Happening::Render { end, frame, .. } => {
                returns(&mut ways, is_rendering, event.at());
                assert_eq!(frame, ways.len() + 1, "frames are counted from 1");
                ways.push(Way { submitted: end, begun: end, done: end, returned: None, shown: None });
                is_rendering = true;
            }
            Happening::Gpu { .. } | Happening::Display { .. } | Happening::Repeat { .. } => {}
            _ => {
                returns(&mut ways, is_rendering, event.at());
                is_rendering = false;
            }
        }
    }
    for event in events {
        match *event {
            Happening::Gpu { at, end, frame } => (ways[frame - 1].begun, ways[frame - 1].done) = (at, end),
            Happening::Display { at, frame, .. } => {
                let before = ways[frame - 1].shown.replace(at);
                assert_eq!(before, None, "frame {frame} is displayed twice");
            }
            _ => {}
        }
    }
    ways
}

/// What the render of a frame, counted from 1, has to wait for after it has cost what it costs.
pub fn awaited(ways: &[Way], frame: usize, computer: &Computer) -> Option<i64> {
    let queue = computer.queue as usize;
    let way = |back: usize| frame.checked_sub(1 + back).map(|place| ways[place]);
    let awaited = match computer.present {
        Present::Fifo if queue == 0 => return way(0)?.shown,
        Present::Fifo => way(queue)?.shown?,
        _ => way(queue.max(1))?.done,
    };
    (awaited > ways[frame - 1].submitted).then_some(awaited)
}

fn returns(ways: &mut [Way], is_rendering: bool, at: i64) {
    if let Some(newest) = ways.last_mut().filter(|_| is_rendering) {
        newest.returned = Some(at);
    }
}

#[test]
fn the_gpu_draws_one_frame_after_the_other_and_none_before_it_is_submitted() {
    for case in cases() {
        let work = millis(case.computer.gpu_ms);
        let mut free = 0;
        for (place, way) in ways(&case.events()).into_iter().enumerate() {
            assert_eq!(way.begun, way.submitted.max(free), "frame {} in {case:?}", place + 1);
            assert_eq!(way.done, way.begun + work, "frame {} in {case:?}", place + 1);
            free = way.done;
        }
        let told = case.events().iter().any(|event| matches!(event, Happening::Gpu { .. }));
        assert_eq!(told, work > 0, "a GPU without work is not told of: {case:?}");
    }
}

#[test]
fn in_fifo_every_frame_is_shown_in_its_turn_and_none_before_it_is_done() {
    for case in cases().filter(|case| case.computer.present == Present::Fifo) {
        let mut before = i64::MIN;
        for way in ways(&case.events()) {
            let shown = way.shown.unwrap_or_else(|| panic!("{way:?} is dropped in {case:?}"));
            assert!(shown >= way.done && shown > before, "{way:?} in {case:?}");
            if !case.computer.vrr {
                let hz = case.computer.refresh_hz;
                let number = (shown as f64 * hz / SECOND as f64).round() as i64;
                assert_eq!(shown, tick(number, hz), "{way:?} in {case:?}");
            }
            before = shown;
        }
    }
}

#[test]
fn a_loop_is_never_more_frames_ahead_than_its_queue_is_long() {
    for case in cases() {
        let queue = case.computer.queue as usize;
        let ways = ways(&case.events());
        let mut most = 0;
        for (place, way) in ways.iter().enumerate() {
            let Some(returned) = way.returned else { continue };
            // Fifo counts to the flip; the others hold the loop back by the GPU alone, and let it be ahead by one at least.
            let (allowed, is_over): (usize, fn(&Way, i64) -> bool) = match case.computer.present {
                Present::Fifo => (queue, |way, now| way.shown.is_some_and(|shown| shown <= now)),
                _ => (queue.max(1), |way, now| way.done <= now),
            };
            let ahead = ways[..=place].iter().rev().take_while(|way| !is_over(way, returned)).count();
            assert!(ahead <= allowed, "{ahead} frames ahead after {way:?} in {case:?}");
            most = most.max(ahead);
        }
        // With too much for the GPU the queue is full sooner or later, if the loop doesn't wait by itself.
        if case.computer.gpu_ms > 20.0 && case.strategy == "frame-based" {
            assert_eq!(most, if case.computer.present == Present::Fifo { queue } else { queue.max(1) }, "{case:?}");
        }
    }
}

#[test]
fn a_loop_goes_on_as_soon_as_its_queue_has_room() {
    // A loop that the system calls goes on at a refresh.
    for case in cases().filter(|case| case.computer.wake_hi_ms == 0.0 && !case.strategy.starts_with("callback-")) {
        let ways = ways(&case.events());
        for (place, way) in ways.iter().enumerate() {
            let room = awaited(&ways, place + 1, &case.computer).unwrap_or(way.submitted);
            assert!(way.returned.is_none_or(|returned| returned == room), "{way:?} instead of at {room} in {case:?}");
        }
    }
}

#[test]
fn a_mailbox_shows_the_newest_frame_at_a_tick_and_never_an_older_one() {
    for case in cases().filter(|case| case.computer.present == Present::Mailbox) {
        let hz = case.computer.refresh_hz;
        let ways = ways(&case.events());
        let mut before = 0;
        for (place, way) in ways.iter().enumerate() {
            let newer = ways.get(place + 1);
            let Some(shown) = way.shown else {
                let (_, first) = tick_from(1, way.done, hz);
                assert!(newer.is_some_and(|newer| newer.done <= first), "{way:?} is dropped for nothing in {case:?}");
                continue;
            };
            assert!(shown > before && shown >= way.done, "{way:?} in {case:?}");
            assert!(newer.is_none_or(|newer| newer.done > shown), "{way:?} though there is {newer:?} in {case:?}");
            assert_eq!(shown, tick_from(1, way.done, hz).1, "{way:?} in {case:?}");
            before = shown;
        }
    }
}

#[test]
fn immediate_shows_every_frame_when_it_is_done() {
    for case in cases().filter(|case| case.computer.present == Present::Immediate) {
        for way in ways(&case.events()) {
            assert_eq!(way.shown, Some(way.done), "{case:?}");
        }
    }
}

#[test]
fn a_display_that_is_no_clock_refreshes_neither_too_soon_nor_too_late_and_repeats_no_frame_while_there_is_a_newer_one() {
    for case in cases() {
        let events = case.events();
        let is_refresh = |event: &&Happening| matches!(event, Happening::Display { .. } | Happening::Repeat { .. });
        let repeats: Vec<i64> =
            events.iter().filter(|event| matches!(event, Happening::Repeat { .. })).map(Happening::at).collect();
        if !case.computer.vrr {
            assert!(repeats.is_empty(), "{case:?}");
            continue;
        }
        let ways = ways(&events);
        let refreshes: Vec<i64> = events.iter().filter(is_refresh).map(Happening::at).collect();
        assert_eq!(refreshes.first().copied(), ways.first().map(|first| first.done), "{case:?}");
        let (longest, shortest) = (period(case.computer.vrr_lo_hz), period(case.computer.vrr_hi_hz));
        for pair in refreshes.windows(2) {
            assert!((shortest..=longest).contains(&(pair[1] - pair[0])), "{pair:?} in {case:?}");
        }
        for at in repeats {
            let before = refreshes[refreshes.partition_point(|refresh| *refresh < at) - 1];
            assert_eq!(at - before, longest, "{case:?}");
            let waits = |way: &&Way| way.done <= at && way.shown.is_some_and(|shown| shown > at);
            assert!(ways.iter().find(waits).is_none(), "the old frame is shown again at {at} in {case:?}");
        }
        // A frame is late only because the display has just refreshed.
        for (way, shown) in ways.iter().filter_map(|way| Some((way, way.shown?))).filter(|(way, shown)| *shown > way.done) {
            let before = refreshes[refreshes.partition_point(|refresh| *refresh < shown) - 1];
            assert_eq!(shown - before, shortest, "{way:?} in {case:?}");
        }
    }
}

/// How far the events are longer than they are without stalls, by kind: update or thought, render, sleep.
fn stalled(case: &Case) -> [i64; 3] {
    let computer = &case.computer;
    let (update, render) = (millis(computer.update_ms), millis(computer.render_ms));
    let mut over = [0; 3];
    for event in case.events() {
        match event {
            Happening::Update { at, end, .. } | Happening::Thought { at, end, .. } => over[0] += (end - at - update).max(0),
            Happening::Render { at, end, .. } => over[1] += end - at - render,
            Happening::Sleep { at, end, .. } => over[2] += (end - at - 100 * MILLI).max(0),
            _ => {}
        }
    }
    over
}

#[test]
fn a_stall_strikes_the_kind_of_operation_that_it_is_meant_for_and_each_strikes_once() {
    for strategy in strategies::ALL.iter().filter(|strategy| !["spread-updates", "multi-rate"].contains(&&*strategy.id)) {
        for computer in computers() {
            let case = Case::new(&strategy.id, computer, 2.0);
            for (on, over) in [(StallOn::Render, [0, 200, 0]), (StallOn::Update, [200, 0, 0])] {
                let struck = stalled(&case.clone().hit_on(on, 0.6, 150.0).hit_on(on, 0.6, 50.0));
                assert_eq!(struck, over.map(|ms| ms * MILLI), "{on:?} in {case:?}");
            }
        }
        // The first operation after the moment, of whatever kind it is.
        let case = Case::new(&strategy.id, loads(3.0, 5.0), 2.0);
        for at_s in (0..50).map(|step| 0.5 + f64::from(step) * 0.001) {
            let at = (at_s * SECOND as f64).round() as i64;
            let begins = |event: &&Happening| event.at() >= at && event.rank() == 2 && !matches!(event, Happening::Frame { .. });
            let (calm, struck) = (case.events(), case.clone().hit_on(StallOn::Any, at_s, 321.0).events());
            let (before, after) = (calm.iter().find(begins).unwrap(), struck.iter().find(begins).unwrap());
            assert_eq!(length(after) - length(before), 321 * MILLI, "{before:?} becomes {after:?} at {at_s} in {case:?}");
            assert_eq!(before.at(), after.at());
        }
    }
}

fn length(event: &Happening) -> i64 {
    match *event {
        Happening::Update { at, end, .. }
        | Happening::Thought { at, end, .. }
        | Happening::Sleep { at, end, .. }
        | Happening::Render { at, end, .. } => end - at,
        _ => panic!("{event:?} has no length"),
    }
}
