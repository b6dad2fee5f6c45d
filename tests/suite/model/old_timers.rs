//! Old clocks and slips of arithmetic: a first reading that is missing, counters that start over, coarse timers, schedules
//! in whole milliseconds, sums of 32-bit floats. Every expectation is worked out by hand, in the comments and formulas here.

use crate::common::set_strategy;
use std::collections::BTreeSet;
use tickscope_core::config::{Command, Computer, Owner, PaneSettings, Patch, PlannedStall, Present, Settings, WorldChoice};
use tickscope_core::machine::{Event, Observer};
use tickscope_core::panes::Lab;
use tickscope_core::panes::report::Report;
use tickscope_core::params::Value;
use tickscope_core::run::{Finished, Fold, Run};
use tickscope_core::strategies;
use tickscope_core::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::world::Body;

const MILLI: i64 = FLICKS_PER_SECOND / 1000;
/// One refresh, and one step at 60 Hz.
const REFRESH: i64 = FLICKS_PER_SECOND / 60;
/// The ticks of frame skip, and of frame skip with prediction.
const TICK: i64 = 20 * MILLI;

/// The updates of each turn: when, by how much.
type Turns = Vec<(i64, Vec<(i64, i64)>)>;

#[derive(Default)]
struct Watch(Turns);

impl Fold for Watch {}

impl Observer for Watch {
    fn note(&mut self, event: &Event, _: &[Body]) {
        match *event {
            Event::Frame { at } => self.0.push((at.flicks(), Vec::new())),
            Event::Update { at, dt, .. } => self.0.last_mut().unwrap().1.push((at.flicks(), dt.flicks())),
            _ => {}
        }
    }
}

fn settings(strategy: &str, set: &[(&str, &str)], computer: Computer) -> Settings {
    let mut pane = PaneSettings::new(strategy);
    for (name, value) in set {
        pane.params.set(name, Value::parse(value));
    }
    Settings { scene: WorldChoice::new("runner"), computer, panes: vec![pane], ..Settings::default() }
}

fn run(settings: &Settings, seconds: f64) -> (Turns, Finished) {
    let (Watch(turns), finished) = Run::new(settings, 0, seconds).unwrap().fold(Watch::default()).unwrap();
    (turns, finished)
}

fn play(strategy: &str, set: &[(&str, &str)], computer: Computer, seconds: f64) -> (Turns, i64) {
    let (turns, finished) = run(&settings(strategy, set, computer), seconds);
    (turns, finished.sim.flicks())
}

fn unsynced(render_ms: f64) -> Computer {
    Computer { present: Present::Mailbox, render_ms, ..Computer::default() }
}

fn near(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((value - expected).abs() <= tolerance, "{what}: {value} instead of {expected}");
}

// --- A clock that stands somewhere at the start ----------------------------------------------------------------------

/// The clock shows `C` seconds when the loop begins, and the loop takes its first, missing reading for 0. What its first
/// two turns make of that, and how much further the world is after 20 s than with a clock that starts at 0.
struct Leap {
    id: &'static str,
    updates: [usize; 2],
    longest_s: f64,
    ahead_s: f64,
}

const C: f64 = 10.0;

fn leaps() -> Vec<Leap> {
    let leap = |id, first, second, longest_s, ahead_s| Leap { id, updates: [first, second], longest_s, ahead_s };
    let frame = 1.0 / 60.0;
    // The second turn of those that wait has the time since the missing reading.
    let late = C + frame;
    vec![
        // No clock, or none that is measured by: nothing happens.
        leap("frame-based", 1, 1, frame, 0.0),
        leap("fixed-fps-relative", 1, 1, frame, 0.0),
        leap("counted-refreshes", 1, 1, frame, 0.0),
        // The world leaps, in one step …
        leap("variable-delta", 1, 1, C, C),
        leap("variable-delta-wait", 1, 1, late, C),
        leap("refresh-multiples-passthrough", 1, 1, C, C),
        leap("closed-form", 1, 1, C, C),
        // … or in as many as it takes, all in one turn.
        leap("semi-fixed", 600, 1, frame, C),
        leap("refresh-multiples", 150, 1, 4.0 * frame, C),
        // It catches up in fast-forward.
        leap("fixed-fps", 1, 1, 0.04, C),
        leap("frame-skip", 10, 10, 0.02, C),
        leap("frame-skip-predicted", 5, 5, 0.04, C),
        leap("spread-updates", 100, 100, 0.002, C),
        // A clamp saves it: 0.1 s; 8 steps of 1/120 s, of which one stays left over until there is more; 0.1 s; 0.25 s; two halves
        // of 0.1 s; 5 parts of 101. The last drops all but 0.1 s of its second turn, and in its first it only thinks.
        leap("variable-delta-clamped", 1, 1, 0.1, 0.1),
        leap("fixed-interval", 7, 2, 0.5 * frame, 8.0 / 120.0),
        leap("clamped-accumulator", 6, 1, frame, 0.1),
        leap("fixed-interpolated", 15, 1, frame, 0.25),
        leap("refresh-multiples-slowdown", 2, 1, 0.05, 0.1),
        leap("beautiful-timer", 5, 1, C / 101.0, 5.0 * C / 101.0),
        leap("draw-every-nth", 1, 1, late, C),
        // Its first turn sleeps nothing, and moves by 40 ms in 16.7; both runs then overshoot 60 frames a second a little.
        leap("adaptive-fps", 1, 1, 1.0 / 24.0, 0.029_956_535),
        leap("mean-fps-cap", 5, 5, 0.04, C),
        leap("multi-rate", 0, 10, 0.01, 0.08),
        // More than eight refreshes are taken for one, where the first time is none otherwise.
        leap("snapped-delta", 1, 1, frame, frame),
        // The clock is read before the first callback, which comes a refresh later.
        leap("callback-clock-delta", 1, 1, late, C),
        leap("callback-delta", 1, 1, late, C),
        leap("callback-accumulator", 15, 1, frame, 0.25 - frame),
    ]
}

#[test]
fn every_loop_leaps_or_catches_up_or_is_saved_by_its_clamp_when_its_clock_stands_somewhere_at_the_start() {
    let leaps = leaps();
    let ids: BTreeSet<&str> = leaps.iter().map(|leap| leap.id).collect();
    assert_eq!(ids, strategies::ALL.iter().map(|strategy| &*strategy.id).collect());
    for Leap { id, updates, longest_s, ahead_s } in leaps {
        let (turns, sim) = play(id, &[], Computer { clock_at_s: C, ..Computer::default() }, 20.0);
        let (_, usual) = play(id, &[], Computer::default(), 20.0);
        assert_eq!([turns[0].1.len(), turns[1].1.len()], updates, "{id}");
        let longest = turns.iter().flat_map(|(_, updates)| updates).map(|(_, dt)| *dt).max().unwrap();
        let seconds = |flicks: i64| flicks as f64 / FLICKS_PER_SECOND as f64;
        near(seconds(longest), longest_s, 2e-9, &format!("the longest step of {id}"));
        near(seconds(sim - usual), ahead_s, 2e-8, &format!("what {id} is ahead by"));
    }
}

#[test]
fn the_first_step_of_the_variable_delta_is_what_the_clock_shows() {
    for clock_at_s in [0.001, 0.5, 10.0, 600.0] {
        let (turns, _) = play("variable-delta", &[], Computer { clock_at_s, ..Computer::default() }, 1.0);
        assert_eq!(turns[0].1[0].1, Span::from_secs(clock_at_s).flicks());
        assert!(turns[1..].iter().all(|(_, updates)| updates[0].1 == REFRESH));
        let (turns, _) = play("fixed-interval", &[], Computer { clock_at_s, ..Computer::default() }, 1.0);
        let most = turns.iter().map(|(_, updates)| updates.len()).max().unwrap();
        assert_eq!(most, if clock_at_s < 0.05 { 2 } else { 7 }, "a clamp is a clamp, at {clock_at_s} s");
    }
}

#[test]
fn frame_skip_makes_ten_ticks_a_frame_until_it_has_caught_up() {
    for clock_at_s in [1.0, 77.7, 600.0] {
        let clock_at = Span::from_secs(clock_at_s).flicks();
        let (turns, _) = play("frame-skip", &[], Computer { clock_at_s, ..Computer::default() }, clock_at_s + 1.0);
        // Before turn n, begun at n refreshes, 10·n ticks were made of those that lie before it on the schedule.
        let behind = |turn: i64| (clock_at + turn * REFRESH + TICK - 1) / TICK - 10 * turn;
        let caught_up = (0..100_000).find(|turn| behind(*turn) < 10).unwrap();
        let counts: Vec<usize> = turns.iter().map(|(_, updates)| updates.len()).collect();
        let (frantic, calm) = counts.split_at(caught_up as usize);
        assert!(frantic.iter().all(|made| *made == 10) && frantic.len() >= (5.0 * clock_at_s) as usize);
        assert_eq!(calm[0] as i64, behind(caught_up));
        assert!(calm[1..].iter().all(|made| *made <= 1));
    }
}

#[test]
fn a_new_loop_misses_its_first_reading_too() {
    let mut lab = Lab::new(settings("frame-based", &[], Computer { clock_at_s: 2.0, ..Computer::default() })).unwrap();
    let sim = |lab: &Lab| lab.panes()[0].computer().world().sim();
    lab.advance_to(Time::from_secs(1.5));
    let before = sim(&lab);
    lab.command(set_strategy(0, "variable-delta")).unwrap();
    lab.advance_to(Time::from_secs(1.6));
    // It takes 2 s before the run began for the moment at which it started.
    near((sim(&lab) - before).as_secs(), 2.0 + 1.6, 0.02, "the leap");
}

// --- A counter that starts over --------------------------------------------------------------------------------------

/// Turns begin every 16.67 ms. The tick of 1.02 s is to come after the turn of 1.0167 s; at the next one, 1.0333 s, the
/// counter has started over, and the tick's reading is some 4 294 967 286 ms ahead of it.
const FREEZES_AT: f64 = 1.03;

#[test]
fn a_clock_that_starts_over_before_the_schedule_freezes_the_world_for_the_rest_of_the_run() {
    for seconds in [5.0, 20.0, 600.0] {
        let (turns, sim) = play("frame-skip", &[], Computer { wraps_at_s: FREEZES_AT, ..Computer::default() }, seconds);
        // The ticks of 0, 20, … 1000 ms.
        assert_eq!(sim, 51 * TICK);
        assert_eq!(turns.len() as f64, seconds * 60.0, "frames go on");
        assert!(turns.iter().all(|(at, updates)| updates.is_empty() || *at < Span::from_secs(FREEZES_AT).flicks()));
    }
    // With 25 ticks a second, that of 1.04 s is to come at the turn of 1.05 s: only those of 0, 40, … 1000 ms are made.
    let (_, sim) = play("frame-skip-predicted", &[], Computer { wraps_at_s: 1.0499, ..Computer::default() }, 20.0);
    assert_eq!(sim, 26 * 2 * TICK);
}

/// Turns begin every millisecond. At 1.001 s the tick of 1.000 s is made, and the next one, 1.020 s, has started over while
/// the clock has not: it looks far behind. Ten ticks in each of the 15 turns that begin at 1.001 to 1.015 s.
const GOES_WILD_AT: f64 = 1.0155;

#[test]
fn a_schedule_that_starts_over_before_the_clock_runs_wild_and_then_stands_still() {
    let (turns, sim) = play("frame-skip", &[], Computer { wraps_at_s: GOES_WILD_AT, ..unsynced(1.0) }, 20.0);
    let busy = |from: i64, to: i64| turns.iter().filter(move |(at, _)| (from * MILLI..to * MILLI).contains(at));
    assert!(busy(0, 1001).all(|(_, updates)| updates.len() <= 1));
    assert_eq!(busy(1001, 1016).map(|(_, updates)| updates.len()).collect::<Vec<_>>(), [10; 15]);
    // 150 ticks from 1.000 s on: the next is that of 4.000 s, and until then there is none.
    assert!(busy(1016, 4001).all(|(_, updates)| updates.is_empty()));
    assert_eq!(busy(4001, 4002).map(|(_, updates)| updates.len()).sum::<usize>(), 1);
    assert_eq!(sim, 1000 * TICK, "and in the end nothing is lost");
    let (turns, _) = play("frame-skip-predicted", &[], Computer { wraps_at_s: GOES_WILD_AT, ..unsynced(1.0) }, 20.0);
    assert_eq!(turns.iter().map(|(_, updates)| updates.len()).max(), Some(5));
}

#[test]
fn differences_run_on_across_the_start_over_signed_ones_on_time_and_unsigned_ones_a_tick_late() {
    for id in ["frame-skip", "frame-skip-predicted"] {
        for (wraps_at_s, computer) in
            [(FREEZES_AT, Computer::default()), (GOES_WILD_AT, unsynced(1.0)), (1.0499, Computer::default())]
        {
            let on = |compare, wraps_at_s| {
                let (turns, sim) = play(id, &[("compare", compare)], Computer { wraps_at_s, ..computer.clone() }, 20.0);
                (turns.iter().map(|(_, updates)| updates.len()).max(), sim)
            };
            let tick = Span::from_hz(if id == "frame-skip" { 50.0 } else { 25.0 }).flicks();
            let (_, published) = on("ticks", 0.0);
            assert_eq!(on("signed", wraps_at_s), (Some(1), published), "{id} at {wraps_at_s}");
            assert_eq!(on("difference", wraps_at_s), (Some(1), published - tick), "{id} at {wraps_at_s}");
            assert_ne!(on("ticks", wraps_at_s), (Some(1), published), "{id} at {wraps_at_s}");
        }
    }
}

#[test]
fn spread_updates_freeze_run_wild_and_run_on_part_by_part() {
    let part = 2 * MILLI;
    // At the turn of 1.0167 s the reading is that of 1.016 s in whole milliseconds, and all parts before that are made; at
    // the next turn the counter has started over.
    let (turns, sim) = play("spread-updates", &[], Computer { wraps_at_s: FREEZES_AT, ..Computer::default() }, 20.0);
    assert_eq!(sim, 508 * part);
    assert!(turns.iter().all(|(at, updates)| updates.is_empty() || *at < Span::from_secs(FREEZES_AT).flicks()));
    // At 1.001 s the part of 1.000 s is made, and that of 1.002 s has started over: a hundred parts at once, then none until
    // the counter shows what the schedule does.
    let wild = Computer { wraps_at_s: 1.0015, ..unsynced(1.0) };
    let (turns, sim) = play("spread-updates", &[], wild.clone(), 3.0);
    let made = |from: i64, to: i64| -> Vec<usize> {
        turns.iter().filter(|(at, _)| (from * MILLI..to * MILLI).contains(at)).map(|(_, updates)| updates.len()).collect()
    };
    assert_eq!(made(1001, 1002), [100]);
    assert!(made(1002, 1199).iter().all(|made| *made == 0));
    assert_eq!(sim, 1500 * part, "and in the end nothing is lost");
    let (_, published) = play("spread-updates", &[], unsynced(1.0), 3.0);
    for (compare, late) in [("signed", 0), ("difference", part)] {
        let (turns, sim) = play("spread-updates", &[("compare", compare)], wild.clone(), 3.0);
        assert_eq!(sim, published - late, "{compare}");
        assert!(turns.iter().all(|(_, updates)| updates.len() <= 1), "{compare}");
    }
}

#[test]
fn zero_less_all_ones_is_one_and_not_zero_so_that_the_remedy_holds() {
    // The commenter's own example: the schedule stands at 4 294 967 295 when the counter shows 0. Here that is one
    // millisecond before the start-over and at it.
    let computer = Computer { wraps_at_s: 2.0, ..Computer::default() };
    let world = tickscope_core::worlds::world(&WorldChoice::new("runner"), 0).unwrap();
    let host = tickscope_core::machine::Host::new(tickscope_core::machine::VirtualComputer::new(&computer, 0, world));
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
        near((sim(&lab) - before).as_secs() / 10.0, speed, 0.01, compare);
    }
}

#[test]
fn what_would_make_ticks_for_seven_weeks_within_one_turn_is_refused() {
    let allowed =
        |set: &[(&str, &str)], computer| tickscope_core::check::settings(&settings("frame-skip", set, computer)).is_ok();
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
fn loops_that_subtract_readings_do_not_mind_a_counter_that_starts_over() {
    for strategy in strategies::ALL.iter().filter(|strategy| strategy.param("compare").is_none()) {
        for wraps_at_s in [FREEZES_AT, GOES_WILD_AT] {
            let wrapped = play(&strategy.id, &[], Computer { wraps_at_s, ..unsynced(1.0) }, 3.0);
            assert_eq!(wrapped, play(&strategy.id, &[], unsynced(1.0), 3.0), "{}", strategy.id);
        }
    }
}

// --- Whole milliseconds ----------------------------------------------------------------------------------------------

/// A rate, and its period in whole milliseconds.
const RATES: [(i64, i64); 8] = [(25, 40), (30, 33), (50, 20), (60, 16), (75, 13), (120, 8), (144, 6), (240, 4)];

#[test]
fn a_schedule_in_whole_milliseconds_is_fast_by_what_was_cut_off() {
    for (hz, whole) in RATES {
        let rate = hz.to_string();
        let step = FLICKS_PER_SECOND / hz;
        // A frame takes 1 ms; the last turn of 100 s, or the last reading before it, sees every tick but none after.
        for (id, name) in [("fixed-fps", "fps"), ("frame-skip", "ticks_per_s"), ("frame-skip-predicted", "ticks_per_s")] {
            let sim = |whole_ms| play(id, &[(name, &rate), ("whole_ms", whole_ms)], unsynced(1.0), 100.0).1;
            let ticks = (100_000 + whole - 1) / whole;
            assert_eq!(sim("on"), ticks * step, "{id} at {hz} a second");
            assert_eq!(sim("off"), 100 * hz * step, "{id} at {hz} a second");
        }
    }
    // 62.5 / 60, to the digit: the turn that begins at 16 s sees the ticks of 0 to 15.984 s.
    let (_, sim) = play("frame-skip", &[("ticks_per_s", "60"), ("whole_ms", "on")], Computer::default(), 16.01);
    assert_eq!(sim, 1000 * REFRESH);
    near(sim as f64 / (16 * FLICKS_PER_SECOND) as f64, 1.041_666_666_7, 1e-10, "the speed");
}

#[test]
fn a_display_that_is_slower_than_the_schedule_holds_fixed_fps_back() {
    let (_, sim) = play("fixed-fps", &[("fps", "60"), ("whole_ms", "on")], Computer::default(), 16.0);
    assert_eq!(sim, 960 * REFRESH, "one step a refresh, and the schedule runs away");
}

// --- Sums of 32-bit floats -------------------------------------------------------------------------------------------

/// The steps of the turn that follows a stall which makes a frame last `refreshes` refreshes, in flicks.
fn after_frame_of(refreshes: i64, id: &str, sums: &str) -> Vec<i64> {
    let mut settings = settings(id, &[("sums", sums)], Computer::default());
    // It falls in the middle of a refresh, and a frame of 5 ms begins at each.
    settings.hitches = vec![PlannedStall::of_render(1.0, (refreshes as f64 - 0.5) * 1000.0 / 60.0 - 5.0)];
    let (turns, _) = run(&settings, 3.0);
    let long = turns.windows(2).position(|pair| pair[1].0 - pair[0].0 == refreshes * REFRESH).unwrap();
    turns[long + 1].1.iter().map(|(_, dt)| *dt).collect()
}

#[test]
fn floats_leave_a_residue_that_is_an_update_of_its_own() {
    // 1/15 in 32 bits is 0.066 666 670 143 604 28, which is 47 040 002.45 flicks.
    let slice = 47_040_002;
    // Sixteen times 1/60, added up in 32 bits, is 1.49·10⁻⁸ more than four times 1/15 taken away again: 10.5 flicks.
    assert_eq!(after_frame_of(16, "refresh-multiples", "f32"), [slice, slice, slice, slice, 11]);
    assert_eq!(after_frame_of(16, "refresh-multiples", "exact"), [4 * REFRESH; 4]);
    // Twenty-one intervals are counted as twenty, and 7.45·10⁻⁸ s.
    assert_eq!(after_frame_of(21, "refresh-multiples", "f32"), [slice, slice, slice, slice, slice, 53]);
    // Up to fifteen nothing is left.
    for refreshes in 4..=15 {
        let steps = after_frame_of(refreshes, "refresh-multiples", "f32");
        assert_eq!(steps.len() as i64, (refreshes + 3) / 4, "{steps:?}");
        assert!(steps.iter().all(|dt| *dt > REFRESH / 2), "{steps:?}");
    }
}

#[test]
fn floats_count_three_intervals_as_two_and_make_up_for_it_once() {
    // A frame of 45 ms stays for three refreshes: 0.05 s in 32 bits is a little less than three times 1/60.
    let slow = Computer { render_ms: 45.0, ..Computer::default() };
    let (turns, sim) = play("refresh-multiples", &[("sums", "f32")], slow.clone(), 10.0);
    let intervals = |turn: usize| turns[turn].1.iter().map(|(_, dt)| *dt as f64 / REFRESH as f64).sum::<f64>();
    near(intervals(1), 2.0, 1e-6, "the first three");
    assert!((2..turns.len()).all(|turn| (intervals(turn) - 3.0).abs() < 1e-6), "from then on a part of one is kept");
    let (_, exact) = play("refresh-multiples", &[], slow, 10.0);
    near((exact - sim) as f64 / REFRESH as f64, 1.0, 1e-4, "what it is behind by");
}

#[test]
fn a_threshold_in_floats_is_exceeded_by_the_seventh_interval_like_the_exact_one() {
    for (id, beyond) in [("refresh-multiples-slowdown", vec![35_280_001; 2]), ("refresh-multiples-passthrough", vec![82_320_000])]
    {
        // Six intervals are the threshold itself, and nothing has rounded yet.
        assert_eq!(after_frame_of(6, id, "f32").len(), 2);
        // Half of 0.1 in 32 bits is 0.050 000 000 745 s. Seven intervals are 0.116 666 667 163 s.
        assert_eq!(after_frame_of(7, id, "f32"), beyond, "{id}");
    }
    assert_eq!(after_frame_of(7, "refresh-multiples-slowdown", "exact"), [50 * MILLI; 2]);
}

#[test]
fn the_article_s_own_slip_of_a_constant_makes_the_threshold_ten_seconds() {
    // The refresh rate divided by six, in seconds.
    let computer = Computer { render_ms: 2000.0, ..Computer::default() };
    let set = [("threshold_ms", "10000"), ("sums", "f32")];
    let settings = settings("refresh-multiples-slowdown", &set, computer);
    let speed = Report::new(&settings, 60.0).unwrap().panes.remove(0).metrics.number("speed_ratio").unwrap();
    near(speed, 1.0, 0.01, "at half a frame a second nothing is slowed down");
}

// --- A timer of 55 ms ------------------------------------------------------------------------------------------------

#[test]
fn a_timer_of_55_ms_stands_still_for_three_frames_and_then_leaps() {
    // How many updates a turn may have, and how long they may be, in flicks.
    let grain = 55 * MILLI;
    let remainder = grain - 3 * REFRESH;
    let table: [(&str, &[usize], &[i64]); 15] = [
        ("frame-based", &[1], &[REFRESH]),
        ("fixed-fps-relative", &[1], &[REFRESH]),
        ("variable-delta", &[1], &[0, grain]),
        ("variable-delta-wait", &[1], &[0, grain]),
        ("beautiful-timer", &[1], &[0, grain]),
        ("closed-form", &[1], &[0, grain]),
        ("semi-fixed", &[0, 4], &[REFRESH, remainder]),
        // 3.3 steps of 1/60, 6.6 of 1/120, 5.5 of 1/100, 2.75 ticks of 20 ms, 1.375 of 40, 27.5 of 2.
        ("clamped-accumulator", &[0, 3, 4], &[REFRESH]),
        ("fixed-interpolated", &[0, 3, 4], &[REFRESH]),
        ("refresh-multiples", &[0, 1], &[3 * REFRESH, 4 * REFRESH]),
        ("fixed-interval", &[0, 6, 7], &[REFRESH / 2]),
        ("multi-rate", &[0, 5, 6], &[10 * MILLI]),
        ("frame-skip", &[0, 2, 3], &[TICK]),
        ("frame-skip-predicted", &[0, 1, 2], &[2 * TICK]),
        ("spread-updates", &[0, 27, 28], &[2 * MILLI]),
    ];
    for (id, counts, steps) in table {
        let (turns, sim) = play(id, &[], Computer { timer_ms: 55.0, ..Computer::default() }, 30.0);
        let made: BTreeSet<usize> = turns.iter().map(|(_, updates)| updates.len()).collect();
        let lengths: BTreeSet<i64> = turns.iter().flat_map(|(_, updates)| updates).map(|(_, dt)| *dt).collect();
        assert!(made.iter().all(|made| counts.contains(made)), "{id} made {made:?} updates a turn");
        assert!(lengths.iter().all(|dt| steps.contains(dt)), "{id} made steps of {lengths:?}");
        assert_eq!(lengths.len(), steps.len(), "{id} made steps of {lengths:?}");
        if id != "fixed-fps-relative" {
            near(sim as f64 / FLICKS_PER_SECOND as f64, 30.0, 0.1, &format!("{id} has the right speed"));
        }
    }
    // A schedule is only as good as the clock: it sleeps too long by what the reading is old, and is in time on average.
    let (turns, sim) = play("fixed-fps", &[], Computer { timer_ms: 55.0, ..Computer::default() }, 30.0);
    near(sim as f64 / FLICKS_PER_SECOND as f64, 30.0, 0.1, "fixed-fps");
    let stays: BTreeSet<i64> = turns.windows(2).map(|pair| (pair[1].0 - pair[0].0) / MILLI).collect();
    assert!(stays.len() > 2 && *stays.last().unwrap() > 50, "unsteadily: {stays:?}");
}

#[test]
fn a_timer_of_10_to_16_ms_makes_steps_of_whole_grains() {
    for timer_ms in [10.0, 15.625, 16.0] {
        let grain = Span::from_millis(timer_ms).flicks();
        for id in ["variable-delta", "closed-form"] {
            let (turns, _) = play(id, &[], Computer { timer_ms, ..Computer::default() }, 10.0);
            let steps: BTreeSet<i64> = turns[1..].iter().map(|(_, updates)| updates[0].1).collect();
            assert_eq!(steps.into_iter().collect::<Vec<_>>(), [grain, 2 * grain], "{id} with {timer_ms} ms");
        }
    }
}

// --- Every step the longest ------------------------------------------------------------------------------------------

#[test]
fn with_the_longest_step_alone_every_update_that_moves_moves_by_it_and_the_speed_stays() {
    let longest = [
        ("semi-fixed", REFRESH),
        ("beautiful-timer", 100 * MILLI),
        ("variable-delta-clamped", 100 * MILLI),
        ("refresh-multiples", 4 * REFRESH),
        ("refresh-multiples-slowdown", 4 * REFRESH),
    ];
    for (id, step) in longest {
        let computer = Computer { largest_step: true, render_ms: 11.0, refresh_hz: 75.0, ..Computer::default() };
        let (turns, sim) = play(id, &[], computer, 20.0);
        let steps: BTreeSet<i64> = turns.iter().flat_map(|(_, updates)| updates).map(|(_, dt)| *dt).collect();
        assert!(steps.iter().all(|dt| *dt == 0 || *dt == step), "{id}: {steps:?}");
        near(sim as f64 / FLICKS_PER_SECOND as f64, 20.0, 0.12, id);
    }
    // A loop without a limit, or with one step length only, behaves as before.
    for id in ["variable-delta", "closed-form", "frame-skip", "spread-updates", "multi-rate", "fixed-fps"] {
        let with = |largest_step| play(id, &[], Computer { largest_step, ..Computer::default() }, 3.0);
        assert_eq!(with(true), with(false), "{id}");
    }
    let without_clamp = |largest_step| {
        play("variable-delta-clamped", &[("clamp_ms", "off")], Computer { largest_step, ..Computer::default() }, 3.0)
    };
    assert_eq!(without_clamp(true), without_clamp(false), "a limit that is off");
}
