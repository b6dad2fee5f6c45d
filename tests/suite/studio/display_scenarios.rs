//! The scenarios of the queue, the GPU, the display and the input show what their texts say.

use tickscope::studio::scenario::{Scenario, builtin};
use tickscope_core::machine::{Event, Observer};
use tickscope_core::panes::report::{PaneReport, Report};
use tickscope_core::run::{Fold, Run};
use tickscope_core::time::Time;
use tickscope_core::world::Body;

fn scenario(id: &str) -> Scenario {
    builtin::find(id).expect("it comes with the program").scenario().expect("it is read")
}

fn reports(id: &str) -> Vec<PaneReport> {
    let scenario = scenario(id);
    Report::new(&scenario.script, scenario.seconds.expect("its length")).expect("it runs").panes
}

/// A number of every pane, near what its text says.
fn each(panes: &[PaneReport], what: &str, of: impl Fn(&PaneReport) -> Option<f64>, expected: &[f64], tolerance: f64) {
    let found: Vec<f64> = panes.iter().map(|pane| of(pane).expect(what)).collect();
    assert_eq!(found.len(), expected.len());
    let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= tolerance);
    assert!(is_near, "{what}: {found:?} instead of {expected:?}");
}

#[derive(Default)]
struct Events(Vec<Event>);

impl Fold for Events {}

impl Observer for Events {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.0.push(*event);
    }
}

fn events(scenario: &Scenario, pane: usize) -> Vec<Event> {
    let run = Run::new(&scenario.script, pane, scenario.seconds.expect("its length")).expect("it is allowed");
    run.fold(Events::default()).expect("nothing fails").0.0
}

#[test]
fn a_queue_doubles_the_frame_rate_once_and_then_only_costs_time() {
    let panes = reports("queue");
    each(&panes, "FPS", |pane| pane.metrics.number("fps_mean"), &[30.0, 60.0, 60.0, 60.0], 0.01);
    let refresh = 1000.0 / 60.0;
    // The age of each pane's frames, once its queue is full.
    each(&panes, "age", |pane| pane.metrics.number("state_age_mean_ms"), &[2.0, 2.0, 3.0, 4.0].map(|count| count * refresh), 0.2);
    let latency = |pane: &PaneReport| pane.metrics.number("input_to_display_mean_ms");
    let latencies: Vec<f64> = panes.iter().map(|pane| latency(pane).expect("inputs")).collect();
    assert!(latencies[1] < latencies[0], "{latencies:?}");
    assert!((latencies[2] - latencies[1] - refresh).abs() < 0.01 && (latencies[3] - latencies[2] - refresh).abs() < 0.01);
}

#[test]
fn frames_that_come_evenly_show_uneven_steps_where_the_loop_measures_its_own_waiting() {
    let panes = reports("even-frames");
    each(&panes, "FPS", |pane| pane.metrics.number("fps_mean"), &[41.9, 60.0, 60.0, 60.0], 0.05);
    each(&panes, "error", |pane| pane.metrics.number("animation_error_mean_ms"), &[8.6, 3.24, 1.0, 1.33], 0.05);
    for pane in &panes[1..] {
        assert_eq!(pane.metrics.distribution("cadence").keys().collect::<Vec<_>>(), [&1], "every frame on its refresh");
        assert!((pane.metrics.number("speed_ratio").expect("frames") - 1.0).abs() < 0.005);
    }
    assert_eq!(panes[0].metrics.distribution("cadence").len(), 2, "one or two refreshes");
}

#[test]
fn a_gpu_bound_game_is_as_fast_as_its_gpu_once_the_cpu_may_be_ahead() {
    let panes = reports("gpu-bound");
    each(&panes, "FPS", |pane| pane.metrics.number("fps_mean"), &[30.0, 50.0, 50.0, 50.0], 0.05);
    each(&panes, "error", |pane| pane.metrics.number("animation_error_mean_ms"), &[0.0, 6.7, 6.7, 0.0], 0.05);
    each(&panes, "age", |pane| pane.metrics.number("state_age_mean_ms"), &[33.3, 40.0, 79.8, 40.0], 0.2);
    let scenario = scenario("gpu-bound");
    for pane in 1..4 {
        let work = events(&scenario, pane);
        let work = work.iter().filter_map(|event| if let Event::Gpu { at, end, .. } = *event { Some((at, end)) } else { None });
        let work: Vec<(Time, Time)> = work.collect();
        assert!(work.len() > 480 && work.windows(2).all(|pair| pair[0].1 == pair[1].0), "the GPU rests in pane {pane}");
    }
}

#[test]
fn a_frame_is_shown_sooner_without_vsync_and_soonest_where_it_tears() {
    let panes = reports("tearing");
    each(&panes, "latency", |pane| pane.metrics.number("input_to_display_mean_ms"), &[25.0, 22.0, 14.0], 0.5);
    each(&panes, "error", |pane| pane.metrics.number("animation_error_mean_ms"), &[0.0, 2.27, 0.0], 0.05);
    let drawn_to_shown = |pane: &PaneReport| (pane.metrics.count("frames_rendered"), pane.metrics.count("frames_displayed"));
    assert_eq!(panes.iter().map(drawn_to_shown).collect::<Vec<_>>(), [(600, 600), (1112, 601), (1112, 1112)]);
}

#[test]
fn a_variable_refresh_follows_the_frames_until_it_has_to_repeat_one() {
    let scenario = scenario("variable-refresh");
    let expected = [[60.0, 60.0, 30.0], [72.0, 48.0, 36.0], [1000.0 / 11.0, 62.5, 36.0]];
    for (pane, expected) in expected.into_iter().enumerate() {
        let events = events(&scenario, pane);
        for (from, expected) in [1.0, 5.0, 9.0].into_iter().zip(expected) {
            let span = Time::from_secs(from)..Time::from_secs(from + 2.5);
            let count = |is: fn(&Event) -> bool| events.iter().filter(|event| span.contains(&event.at()) && is(event)).count();
            let flips = count(|event| matches!(event, Event::Display { .. }));
            assert!((flips as f64 / 2.5 - expected).abs() < 0.5, "{flips} flips from {from} s in pane {pane}");
            let repeats = count(|event| matches!(event, Event::Repeat { .. }));
            assert_eq!(repeats, if pane == 2 && from > 8.0 { flips } else { 0 }, "repeats from {from} s in pane {pane}");
        }
    }
}

/// How long after the frame before it the first late frame after `since` comes, and how much further on it is, and the same
/// for the frame after it: ms.
fn late_frame(events: &[Event], since: f64) -> [(f64, f64); 2] {
    let frames =
        events.iter().filter_map(|event| if let Event::Display { at, drawn, .. } = *event { Some((at, drawn)) } else { None });
    let frames: Vec<(Time, Time)> = frames.collect();
    let between = |place: usize| {
        let [(before, was), (at, drawn)] = [frames[place - 1], frames[place]];
        ((at - before).as_millis(), (drawn - was).as_millis())
    };
    let is_late = |place: &usize| frames[place - 1].0 >= Time::from_secs(since - 0.05) && between(*place).0 > 400.0;
    let late = (1..frames.len()).find(is_late).expect("a late frame");
    [between(late), between(late + 1)]
}

#[test]
fn a_stall_before_the_clock_is_read_is_in_the_frame_that_it_delays_and_one_after_it_in_the_next() {
    let scenario = scenario("before-the-reading");
    let refresh = 1000.0 / 60.0;
    let usual = [(500.0 + refresh, refresh), (refresh, 500.0 + refresh)];
    let of_a = [(500.0 + 2.0 * refresh, 2.0 * refresh), (refresh, 500.0 + refresh)];
    let before_the_reading = [(500.0 + 2.0 * refresh, 500.0 + 2.0 * refresh), (2.0 * refresh, 2.0 * refresh)];
    // Ten ticks of 20 ms are the most in a turn.
    let (drawn_first, ticks_first) = ([(500.0 + refresh, 20.0), (refresh, 200.0)], [(500.0 + refresh, 200.0), (refresh, 200.0)]);
    let expected = [[of_a, of_a, before_the_reading], [usual, usual, usual], [drawn_first, ticks_first, ticks_first]];
    for (pane, expected) in expected.into_iter().enumerate() {
        let events = events(&scenario, pane);
        for (since, expected) in [2.0, 5.0, 8.0].into_iter().zip(expected) {
            let found = late_frame(&events, since);
            let is_so = found.iter().zip(expected).all(|(a, b)| (a.0 - b.0).abs() < 0.01 && (a.1 - b.1).abs() < 0.01);
            assert!(is_so, "pane {pane} at {since} s: {found:?} instead of {expected:?}");
        }
    }
}

#[test]
fn input_that_is_read_once_a_turn_is_older_in_every_update_but_the_first() {
    let panes = reports("input-once-a-turn");
    assert_eq!(panes.iter().map(|pane| pane.metrics.count("updates_per_frame_max")).collect::<Vec<_>>(), [5, 5, 1, 1]);
    let latency = |place: usize| panes[place].metrics.number("input_to_display_mean_ms").expect("inputs");
    assert!(latency(1) - latency(0) > 30.0, "{} and {}", latency(0), latency(1));
    assert_eq!(latency(2), latency(3));
    // The updates of a turn begin 10 ms apart, the first one at its top.
    let events = events(&scenario("input-once-a-turn"), 1);
    let mut top = Time::ZERO;
    let mut oldest = Vec::new();
    for event in &events {
        match *event {
            Event::Frame { at } => {
                top = at;
                oldest.push(0.0);
            }
            Event::Update { at, .. } => *oldest.last_mut().expect("a turn") = (at - top).as_millis(),
            _ => {}
        }
    }
    // Four turns until they have all the updates that they can't do in less time.
    assert!(oldest[4..].iter().all(|age| (age - 40.0).abs() < 1e-9), "{oldest:?}");
}
