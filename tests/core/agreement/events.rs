//! The program against the model, event by event, to the flick.

use crate::models::{Case, Setting, computer, loads, loops, pipeline, unsynced};
use crate::tiers::{count_cases, sampled};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tickscope_core::base::params::param::{Number, Param, Unit, ValueKind, Words};
use tickscope_core::base::params::values::Values;
use tickscope_core::lab::run::bounded::Run;
use tickscope_core::model::config::computer::{Computer, InputRead, MissedRefresh, Present};
use tickscope_core::model::config::settings::{PlannedStall, Presentation, StallOn};
use tickscope_core::model::strategies;

/// Compares the program with the model. The error is the first difference, with what came before it.
pub(super) fn difference(case: &Case) -> Result<(), String> {
    let (played, finished) = case.played();
    let (expected, clock, sim) = loops::model(case);
    if let Some(i) = (0..played.len().max(expected.len())).find(|i| played.get(*i) != expected.get(*i)) {
        let before = &expected[i.saturating_sub(4)..i.min(expected.len())];
        let (program, model) = (played.get(i), expected.get(i));
        return Err(format!("event {i}: the program {program:?}, the model {model:?}\nafter {before:?}\nin {case:?}"));
    }
    let ends = (finished.clock.flicks(), finished.sim.flicks());
    if ends != (clock, sim) {
        return Err(format!("at the end the program {ends:?}, the model {:?}\nin {case:?}", (clock, sim)));
    }
    Ok(())
}

pub fn agree(case: &Case) {
    if let Err(difference) = difference(case) {
        panic!("{difference}");
    }
}

/// Computers that matter, each with the seconds that are worth running it.
fn computers() -> Vec<(Computer, f64)> {
    let usual = Computer::default;
    let mut all: Vec<(Computer, f64)> = [
        usual(),
        loads(0.0, 25.0),
        loads(0.0, 45.0),
        loads(0.0, 200.0),
        loads(0.0, 0.0),
        unsynced(0.0, 5.0),
        unsynced(0.0, 23.0),
        // A frame that ends exactly on a refresh.
        unsynced(0.0, 50.0),
        loads(0.0, 50.0),
        Computer { refresh_hz: 59.94, ..usual() },
        Computer { refresh_hz: 165.0, ..usual() },
        Computer { refresh_hz: 144.0, ..usual() },
        Computer { refresh_hz: 144.0, ..unsynced(0.0, 5.0) },
        Computer { refresh_hz: 59.94, ..unsynced(0.0, 2.0) },
        Computer { timer_ms: 15.625, ..usual() },
        Computer { timer_ms: 55.0, ..usual() },
        Computer { timer_ms: 55.0, ..unsynced(0.0, 3.0) },
        Computer { sleep_ms: 1.0, ..usual() },
        Computer { sleep_ms: 10.0, ..usual() },
        Computer { sleep_ms: 15.625, ..unsynced(0.0, 1.0) },
        Computer { sleep_ms: 15.625, timer_ms: 15.625, ..usual() },
        loads(3.0, 5.0),
        unsynced(3.0, 5.0),
        Computer { start_ms: 0.5, ..usual() },
        Computer { start_ms: 7.0, ..loads(3.0, 5.0) },
        Computer { start_ms: 7.0, timer_ms: 10.0, sleep_ms: 10.0, ..unsynced(0.0, 7.0) },
        Computer { wake_lo_ms: 1.0, wake_hi_ms: 1.0, ..usual() },
        Computer { wake_lo_ms: 1.0, wake_hi_ms: 1.0, start_ms: 0.5, ..loads(0.0, 25.0) },
        Computer { wake_lo_ms: 17.0, wake_hi_ms: 17.0, sleep_ms: 1.0, ..loads(1.0, 5.0) },
        Computer { wake_lo_ms: 0.25, wake_hi_ms: 0.25, ..unsynced(0.0, 5.0) },
        Computer { noise_lo_ms: 21.0, noise_hi_ms: 21.0, ..usual() },
        Computer { noise_lo_ms: 10.0, noise_hi_ms: 40.0, ..usual() },
        Computer { update_noise_lo_ms: 0.0, update_noise_hi_ms: 9.0, ..loads(5.0, 5.0) },
        Computer { update_noise_lo_ms: 2.0, update_noise_hi_ms: 4.0, update_us_per_body: 40.0, ..unsynced(0.0, 3.0) },
        Computer { update_spike_every: 20, update_spike_ms: 70.0, ..loads(0.5, 5.0) },
        Computer { spike_every: 7, spike_ms: 50.0, ..usual() },
        Computer { spike_every: 1, spike_ms: 11.0, ..unsynced(0.0, 0.0) },
        usual().ordinary_pc(),
        loads(8.0, 8.0).ordinary_pc(),
        Computer { wake_lo_ms: 0.0, wake_hi_ms: 3.0, sleep_ms: 1.0, ..unsynced(1.0, 5.0) },
        // Frames that are done exactly on a refresh, with a frame ahead and without; and a GPU that is always behind.
        Computer { gpu_ms: 40.0, ..loads(0.0, 10.0) },
        Computer { gpu_ms: 40.0, queue: 1, ..loads(0.0, 10.0) },
        Computer { gpu_ms: 12.0, queue: 1, ..loads(0.0, 8.0) },
        Computer { queue: 3, ..loads(0.0, 70.0) },
        Computer { gpu_ms: 30.0, queue: 2, present: Present::Immediate, ..loads(0.0, 2.0) },
        // The awaited frame is over exactly when the next is submitted: no wait, and nothing to wake late from.
        Computer { queue: 1, refresh_hz: 50.0, wake_lo_ms: 1.0, wake_hi_ms: 1.0, ..loads(0.0, 10.0) },
        Computer { gpu_ms: 10.0, queue: 1, wake_lo_ms: 1.0, wake_hi_ms: 1.0, ..unsynced(0.0, 10.0) },
        // A system that waits for another refresh after a missed one.
        Computer { missed_refresh: MissedRefresh::Next, queue: 2, ..loads(1.0, 17.0) },
        Computer {
            missed_refresh: MissedRefresh::Next,
            timer_ms: 1.0,
            wake_lo_ms: 0.0,
            wake_hi_ms: 7.0,
            queue: 1,
            ..loads(1.0, 12.0)
        },
        // A frame is done exactly when the display would show the old one again.
        Computer { vrr: true, vrr_lo_hz: 50.0, vrr_hi_hz: 144.0, ..loads(0.0, 20.0) },
    ]
    .map(|computer| (computer, 2.0))
    .into();
    all.push((unsynced(0.0, 1.0), 0.5));
    // Old clocks and loads that depend on the world.
    all.extend(
        [
            Computer { clock_at_s: 0.7, ..usual() },
            Computer { clock_at_s: 5.0, ..unsynced(0.25, 8.0) },
            Computer { clock_at_s: 3.0, timer_ms: 55.0, start_ms: 7.0, ..usual() },
            Computer { wraps_at_s: 1.0, ..usual() },
            Computer { wraps_at_s: 0.995, ..unsynced(0.0, 3.0) },
            Computer { wraps_at_s: 0.52, ..loads(1.0, 45.0) },
            Computer { wraps_at_s: 1.1, clock_at_s: 0.3, timer_ms: 15.625, ..usual() },
            Computer { update_us_per_body: 300.0, render_us_per_body: 1000.0, ..usual() },
            Computer { update_us_per_body: 0.7, render_us_per_body: 33.3, ..unsynced(0.5, 0.0) },
            Computer { largest_step: true, ..usual() },
            Computer { largest_step: true, ..loads(0.0, 45.0) },
            Computer { largest_step: true, clock_at_s: 0.5, ..unsynced(1.0, 7.0) },
        ]
        .map(|computer| (computer, 2.0)),
    );
    // Expensive updates: some loops spiral, and their turns get as long as they can.
    all.push((loads(30.0, 5.0), 1.0));
    all.push((unsynced(30.0, 5.0), 1.0));
    all
}

/// Returns every loop on every computer.
fn every_pair() -> impl Iterator<Item = Case> {
    let of = |id| computers().into_iter().map(move |(computer, seconds)| Case::new(id, computer, seconds));
    sampled(strategies::ALL.iter().flat_map(move |strategy| of(&*strategy.id)))
}

fn presentations() -> [Option<Presentation>; 4] {
    [None, Some(Presentation::Latest), Some(Presentation::Interpolate), Some(Presentation::Extrapolate)]
}

#[test]
fn every_loop_does_what_its_published_text_says() {
    for case in every_pair() {
        for presentation in presentations() {
            agree(&Case { presentation, ..case.clone() });
        }
        let many = case.hit(0.0, 30.0).hit(0.4, 120.0).hit(0.41, 70.0).hit(0.411, 0.0).hit(1.2, 400.0);
        for presentation in presentations() {
            agree(&Case { presentation, ..many.clone() });
        }
    }
}

#[test]
fn every_frame_takes_the_way_through_queue_and_gpu_that_the_page_says() {
    for strategy in strategies::ALL {
        for computer in sampled(pipeline::computers().into_iter().chain(pipeline::uneven_computers())) {
            let case = Case::new(&strategy.id, computer, 1.5).seeded(11);
            agree(&case);
            // Several at a time, of one kind and of all.
            for on in [StallOn::Render, StallOn::Update, StallOn::Any] {
                let case =
                    case.clone().hit(0.3, 40.0).hit_on(on, 0.3, 120.0).hit_on(on, 0.4, 0.0).hit_on(StallOn::Any, 0.9, 250.0);
                agree(&case.hit_on(on, 0.901, 33.3));
            }
        }
    }
}

#[test]
fn a_display_repeats_its_last_frame_for_as_long_as_the_loop_begins_something() {
    // Two turns of three show nothing: each begins exactly when the display would show the old frame again.
    let computer = Computer { vrr: true, vrr_lo_hz: 50.0, ..loads(20.0, 5.0) };
    for length_ms in (100..300).step_by(5) {
        let case = Case::new("draw-every-nth", computer.clone(), f64::from(length_ms) / 1000.0);
        agree(&case.with("draw_every", 3.0).with("max_fps", 1000.0));
    }
}

#[test]
fn a_sleep_that_burns_its_end_is_never_early_and_late_only_where_the_scheduler_was() {
    let of = |computer: Computer| [computer.clone(), Computer { wake_lo_ms: 0.2, wake_hi_ms: 3.0, ..computer }];
    let computers = [loads(0.5, 3.0), unsynced(0.5, 3.0), Computer { sleep_ms: 15.625, timer_ms: 1.0, ..unsynced(0.5, 3.0) }];
    let waiting: Vec<_> = strategies::ALL.iter().filter(|strategy| strategy.param("spin_ms").is_some()).collect();
    assert!(waiting.len() >= 8, "every loop that sleeps can spin");
    for strategy in waiting {
        for computer in computers.iter().cloned().flat_map(of) {
            for spin_ms in [0.25, 2.0, 17.0, 100.0] {
                let case = Case::new(&strategy.id, computer.clone(), 2.0).with("spin_ms", spin_ms);
                agree(&case);
                agree(&case.hit_on(StallOn::Any, 0.5, 77.0).hit(0.9, 200.0));
            }
        }
    }
}

/// An estimate needs three seconds to be used, and one that is wrong many more to move.
#[test]
fn the_display_s_rate_is_estimated_as_published_however_frames_come() {
    let mut cases: Vec<Case> = [59.94, 60.4, 144.0]
        .map(|refresh_hz| Case::new("godot-jitter-fix", Computer { refresh_hz, ..Computer::default() }, 25.0))
        .into();
    // The first reading is too low, then all are higher; and frames of which the means differ by a hertz or two.
    cases.push(Case::new("godot-jitter-fix", unsynced(0.0, 15.0), 25.0).hit(0.2, 180.0));
    for seed in 0..4 {
        let noisy = Computer { noise_lo_ms: 0.0, noise_hi_ms: 12.0, ..unsynced(0.0, 8.0) };
        cases.push(Case::new("godot-jitter-fix", noisy, 25.0).seeded(seed));
    }
    // Dropped frames in every reading: far below, until the estimate gives way.
    cases.push(
        (0..40)
            .fold(Case::new("godot-jitter-fix", loads(0.0, 5.0), 45.0), |case, second| case.hit(5.0 + f64::from(second), 150.0)),
    );
    cases.iter().for_each(agree);
}

#[test]
fn every_slip_of_arithmetic_is_as_published() {
    for strategy in strategies::ALL {
        let slips = strategy.params.iter().filter_map(|param| Some((&*param.name, words(&param.kind)?)));
        for (name, word) in slips.flat_map(|(name, words)| words.iter().map(move |word| (name, *word))) {
            for (computer, seconds) in sampled(computers()) {
                let case = Case::new(&strategy.id, computer, seconds).choosing(name, word).hit(0.4, 130.0).hit(1.2, 600.0);
                agree(&case);
                // A rate whose period is no whole number of milliseconds.
                if let Some(rate) = strategy.params.iter().find(|param| number(&param.kind).is_some()) {
                    agree(&case.clone().with(&rate.name, 60.0));
                    agree(&case.with(&rate.name, 144.0));
                }
            }
        }
    }
}

/// A window that is over within the run, and what the default leaves out.
#[test]
fn what_takes_time_to_begin_is_as_described() {
    for (computer, seconds) in computers() {
        for (window_s, every, settle_ms) in [(0.1, 3.0, 10.0), (0.5, 5.0, 3.0)] {
            let ended = |case: Case| agree(&case.hit(0.7, 130.0));
            ended(Case::new("mean-fps-cap", computer.clone(), seconds).with("window_s", window_s));
            ended(Case::new("draw-every-nth", computer.clone(), seconds).with("draw_every", every));
            ended(Case::new("adaptive-fps", computer.clone(), seconds).with("settle_ms", settle_ms));
        }
    }
    let settled = Case::new("adaptive-fps", unsynced(0.0, 5.0), 20.0).with("settle_ms", 10.0);
    agree(&settled);
    agree(&Case::new("mean-fps-cap", unsynced(0.0, 5.0), 25.0).hit(12.0, 500.0));
}

#[test]
fn a_long_stall_and_what_follows_it_is_as_published() {
    for strategy in strategies::ALL {
        for presentation in presentations() {
            for computer in [Computer::default(), unsynced(0.0, 8.0), Computer { refresh_hz: 144.0, ..loads(1.0, 3.0) }] {
                agree(&Case { presentation, ..Case::new(&strategy.id, computer, 5.0).hit(1.0, 1000.0) });
            }
        }
    }
}

#[test]
fn a_pause_is_an_update_by_zero_in_the_loop_that_knows_one_and_nothing_to_the_others() {
    for going in every_pair() {
        let paused = Case { pauses: vec![(0.0, true), (0.1, false), (0.25, true), (1.3, false)], ..going.clone() };
        agree(&paused);
        let strategy = strategies::find(going.strategy).unwrap();
        assert_eq!(strategy.pauses, paused.events() != going.events(), "{paused:?}");
    }
}

#[test]
fn a_run_that_ends_before_it_starts_shows_nothing() {
    for strategy in strategies::ALL {
        let late = Computer { start_ms: 500.0, ..Computer::default() };
        for seconds in [0.001, 0.25, 0.5] {
            let case = Case::new(&strategy.id, late.clone(), seconds);
            assert_eq!(case.events(), [], "{}", strategy.id);
            agree(&case);
        }
        agree(&Case::new(&strategy.id, late, 0.6));
    }
}

#[test]
fn maxima_that_are_off_hold_nothing_back() {
    let cases = [
        ("fixed-interval", "min_fps"),
        ("variable-delta-clamped", "clamp_ms"),
        ("beautiful-timer", "max_cycles"),
        ("clamped-accumulator", "clamp_ms"),
        ("frame-skip", "max_frameskip"),
        ("frame-skip-predicted", "max_frameskip"),
        ("fixed-interpolated", "clamp_ms"),
        ("callback-accumulator", "clamp_ms"),
        ("mean-fps-cap", "max_frameskip"),
        ("spread-updates", "max_frameskip"),
        ("multi-rate", "clamp_ms"),
    ];
    for (id, maximum) in cases {
        for presentation in presentations() {
            let case = Case { presentation, ..Case::new(id, loads(1.0, 5.0), 4.0).without(maximum).hit(1.0, 1500.0) };
            agree(&case);
            let behind = case.report().metrics.number("lost_s").unwrap();
            assert!(behind.abs() < 0.1, "{id} has lost {behind} s with {maximum} off");
        }
    }
}

#[test]
fn the_registry_offers_the_published_loops_and_their_parameters() {
    assert_eq!(strategies::ALL.len(), loops::ALL.len());
    for strategy in strategies::ALL {
        let published = loops::find(&strategy.id);
        assert_eq!(strategy.alpha, published.has_alpha, "{}", strategy.id);
        let defaults = strategy.params.iter().filter_map(|param| Some((&*param.name, number(&param.kind)?.default)));
        let offered: Vec<(&str, f64)> = defaults.collect();
        assert_eq!(offered, published.params, "{}", strategy.id);
        for param in strategy.params.iter().filter(|param| param.derived.is_some()) {
            let derived = Values::default().get(param);
            assert_eq!(derived, param.default_value(), "{} of {}: as it follows from the defaults", param.name, strategy.id);
        }
        let choices = strategy.params.iter().filter_map(|param| Some((&*param.name, words(&param.kind)?)));
        let offered: Vec<_> = choices.collect();
        assert_eq!(offered, published.choices, "{}", strategy.id);
    }
}

#[test]
fn a_fixed_interval_that_could_never_move_is_refused() {
    for (max_fps, min_fps, allowed) in [(29.0, 15.0, false), (29.99, 15.0, false), (30.0, 15.0, true), (31.0, 15.0, true)] {
        let settings = Case::new("fixed-interval", Computer::default(), 1.0).with("max_fps", max_fps).with("min_fps", min_fps);
        assert_eq!(tickscope_core::model::check::settings(&settings.settings()).is_ok(), allowed, "{max_fps} against {min_fps}");
    }
}

fn number(kind: &ValueKind) -> Option<Number> {
    if let ValueKind::Number(number) = kind { Some(*number) } else { None }
}

fn words(kind: &ValueKind) -> Option<&'static [&'static str]> {
    if let ValueKind::Choice(Words::Listed(words)) = kind { Some(words) } else { None }
}

/// Generates values near the default, or anywhere: whole numbers and thirds of a unit alike.
fn any_value(param: &Param) -> BoxedStrategy<Setting> {
    let Some(Number { default, min, max, unit, whole, can_be_off }) = number(&param.kind) else {
        return prop::sample::select(words(&param.kind).unwrap()).prop_map(Setting::Word).boxed();
    };
    // What is nothing, or off, unless it is set has no size of its own.
    let default = match default {
        0.0 => 4.0,
        f64::INFINITY => 40.0,
        size => size,
    };
    let factor = prop_oneof![3 => -2.0..2.0, 1 => -10.0..10.0].prop_map(f64::exp2);
    let value = (factor, 1..4u8).prop_map(move |(factor, parts)| {
        let grain = match unit {
            // Whole flicks, also by halves: the rounding of half a threshold is not published.
            Unit::Milliseconds => 4.0,
            _ if whole => 1.0,
            _ => f64::from(parts),
        };
        Setting::Number(((default * factor * grain).round() / grain).clamp(min, max))
    });
    if can_be_off {
        prop_oneof![4 => value, 1 => Just(Setting::Off)].boxed()
    } else if param.derived.is_some() {
        prop_oneof![2 => value, 1 => Just(Setting::Word("derived"))].boxed()
    } else {
        value.boxed()
    }
}

/// Generates zero half of the time, else a number up to `most`.
fn sometimes(most: f64) -> impl Strategy<Value = f64> {
    prop_oneof![2 => Just(0.0), 1 => 0.0..most, 1 => (0.0..most).prop_map(f64::round)]
}

/// The range of a random case: values that a person would try, or the ends of every range.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    seconds: f64,
    update_ms: f64,
    /// Not less, so that a long run has no more frames than a short one.
    least_render_ms: f64,
    most_render_ms: f64,
    /// Timer, sleep, waking late, start.
    waits_ms: f64,
    hitch_ms: f64,
    /// The time that an old clock shows at the start.
    clock_at_s: f64,
}

pub(super) const USUAL: Reach = Reach {
    seconds: 3.0,
    update_ms: 6.0,
    least_render_ms: 0.0,
    most_render_ms: 250.0,
    waits_ms: 60.0,
    hitch_ms: 700.0,
    clock_at_s: 4.0,
};
const EXTREME: Reach = Reach {
    seconds: 60.0,
    update_ms: 10_000.0,
    least_render_ms: 5.0,
    most_render_ms: 10_000.0,
    waits_ms: 10_000.0,
    hitch_ms: 10_000.0,
    clock_at_s: 30.0,
};

pub(super) fn any_computer(reach: Reach) -> impl Strategy<Value = Computer> {
    let render = prop_oneof![2 => reach.least_render_ms..40.0, 1 => reach.least_render_ms..reach.most_render_ms];
    let loads = (sometimes(reach.update_ms), render);
    let refresh = prop_oneof![
        2 => Just(60.0),
        1 => prop::sample::select(vec![59.94, 75.0, 120.0, 144.0, 165.0, 240.0]),
        1 => (1..=1000).prop_map(f64::from),
        1 => 1.0..1000.0,
    ];
    let wait = || sometimes(reach.waits_ms);
    let wake = (wait(), sometimes(5.0)).prop_map(|(lo, more)| (lo, (lo + more).min(10_000.0)));
    let tail = prop_oneof![3 => Just((0.0, 2.0)), 1 => (0.0..=1.0, wait())];
    let waits = (wait(), wait(), wake, tail, wait());
    let pattern = prop_oneof![
        4 => Just(((0.0, 0.0), (30, 0.0))),
        1 => (reach.least_render_ms..50.0, 0.0..50.0).prop_map(|(lo, more)| ((lo, lo + more), (30, 0.0))),
        1 => (1..40u32, 0.0..reach.hitch_ms).prop_map(|spike| ((0.0, 0.0), spike)),
    ];
    let update_pattern = prop_oneof![
        4 => Just(((0.0, 0.0), (30, 0.0))),
        1 => (0.0..reach.update_ms, 0.0..reach.update_ms).prop_map(|(a, b)| ((a, b), (30, 0.0))),
        1 => (1..40u32, 0.0..reach.update_ms * 20.0).prop_map(|(every, ms): (u32, f64)| ((0.0, 0.0), (every, ms.min(10_000.0)))),
    ];
    let patterns = (pattern, update_pattern);
    let rarely = |most: f64| prop_oneof![4 => Just(0.0), 1 => 0.0..most];
    // Microseconds in whole sixteenths, as the rounding of half a flick is not published.
    let per_body = || rarely(1000.0).prop_map(|us| (us * 16.0).round() / 16.0);
    let odd = (rarely(reach.clock_at_s), rarely(reach.seconds), per_body(), per_body(), prop::bool::weighted(0.2));
    (loads, any_display(reach, refresh), waits, patterns, odd).prop_map(
        |((update_ms, render_ms), display, waits, (pattern, update_pattern), odd)| {
            let (timer_ms, sleep_ms, (wake_lo_ms, wake_hi_ms), (wake_tail, wake_tail_ms), start_ms) = waits;
            let ((noise_lo_ms, noise_hi_ms), (spike_every, spike_ms)) = pattern;
            let ((update_noise_lo_ms, update_noise_hi_ms), (update_spike_every, update_spike_ms)) = update_pattern;
            let (clock_at_s, wraps_at_s, update_us_per_body, render_us_per_body, largest_step) = odd;
            Computer {
                update_ms,
                render_ms,
                noise_lo_ms,
                noise_hi_ms,
                spike_every,
                spike_ms,
                update_noise_lo_ms,
                update_noise_hi_ms,
                update_spike_every,
                update_spike_ms,
                timer_ms,
                sleep_ms,
                wake_lo_ms,
                wake_hi_ms,
                wake_tail,
                wake_tail_ms,
                start_ms,
                update_us_per_body,
                render_us_per_body,
                clock_at_s,
                wraps_at_s,
                largest_step,
                ..display
            }
        },
    )
}

/// Returns any path of a frame to the display, and any place at which the loop reads its input.
pub(super) fn any_display(reach: Reach, refresh: impl Strategy<Value = f64>) -> impl Strategy<Value = Computer> {
    let present = prop_oneof![2 => Just(Present::Fifo), 1 => Just(Present::Mailbox), 1 => Just(Present::Immediate)];
    let queue = prop_oneof![1 => Just(0), 1 => 0..=3u32];
    let rates = (1.0..100.0, 0.5..900.0).prop_map(|(lo_hz, more)| (true, lo_hz, lo_hz + more));
    let variable = prop_oneof![2 => Just((false, 48.0, 144.0)), 1 => rates];
    let gpu = prop_oneof![2 => Just(0.0), 2 => 0.0..40.0, 1 => 0.0..reach.most_render_ms];
    let input = prop::sample::select(vec![InputRead::Update, InputRead::Turn]);
    let missed = prop::sample::select(vec![MissedRefresh::Now, MissedRefresh::Next]);
    (refresh, present, queue, variable, gpu, (input, missed)).prop_map(|(refresh_hz, present, queue, vrr, gpu_ms, read)| {
        let (input, missed_refresh) = read;
        let (vrr, vrr_lo_hz, vrr_hi_hz) = vrr;
        Computer { refresh_hz, present, queue, vrr, vrr_lo_hz, vrr_hi_hz, gpu_ms, missed_refresh, input, ..Computer::default() }
    })
}

/// Generates cases. With `sums` time is added up in these numbers, and only loops that have the choice are drawn.
pub(super) fn any_case(reach: Reach, sums: Option<&'static str>) -> impl Strategy<Value = Case> {
    let has_sums = |index: &usize| sums.is_none() || strategies::ALL[*index].param("sums").is_some();
    let offered: Vec<usize> = (0..strategies::ALL.len()).filter(has_sums).collect();
    let params = prop::sample::select(offered).prop_flat_map(|index| {
        let strategy = &strategies::ALL[index];
        let values: Vec<_> = strategy.params.iter().map(|param| prop::option::weighted(0.7, any_value(param))).collect();
        values.prop_map(move |values| {
            let names = strategy.params.iter().map(|param| &*param.name);
            (&*strategy.id, names.zip(values).filter_map(|(name, value)| Some((name, value?))).collect::<Vec<_>>())
        })
    });
    let kinds = prop::sample::select(vec![StallOn::Render, StallOn::Update, StallOn::Any]);
    let hitch = (0.0..reach.seconds, sometimes(reach.hitch_ms), kinds).prop_map(|(at_s, ms, on)| PlannedStall { at_s, ms, on });
    let hitches = prop::collection::vec(hitch, 0..4);
    let presentation = prop::option::of(prop::sample::select(Presentation::ALL.to_vec()));
    let pauses = prop::collection::vec(0.0..reach.seconds, 0..4).prop_map(|mut moments| {
        moments.sort_by(f64::total_cmp);
        moments.into_iter().zip([true, false, true]).collect()
    });
    (params, any_computer(reach), hitches, pauses, presentation, (0.1..reach.seconds, any::<u64>())).prop_map(
        move |((strategy, mut params), computer, hitches, pauses, presentation, (seconds, seed))| {
            params.retain(|(name, _)| sums.is_none() || *name != "sums");
            params.extend(sums.map(|word| ("sums", Setting::Word(word))));
            let mut case = Case { params, presentation, hitches, seed, pauses, ..Case::new(strategy, computer, seconds) };
            stay_allowed(&mut case);
            case
        },
    )
}

/// Some combinations are refused: a fixed interval that never moves, and a turn without end. Near the latter a turn is
/// merely very long, and takes too long to compute.
fn stay_allowed(case: &mut Case) {
    let set = |case: &Case, name: &str, default: f64| match case.params.iter().find(|(known, _)| *known == name) {
        None => Some(default),
        Some((_, Setting::Number(number))) => Some(*number),
        Some(_) => None,
    };
    if case.strategy == "fixed-interval" {
        let most = set(case, "max_fps", 120.0).unwrap();
        if set(case, "min_fps", 15.0).is_some_and(|least| most < 2.0 * least) {
            let most = most.max(2.0);
            case.params = vec![("max_fps", Setting::Number(most)), ("min_fps", Setting::Number(most / 2.0))];
        }
    }
    if set(case, "max_frameskip", 1.0).is_none() {
        let tick_ms = (1000.0 / set(case, "ticks_per_s", 50.0).unwrap()).floor();
        case.computer.update_ms = case.computer.update_ms.min(0.7 * tick_ms);
        (case.computer.update_noise_lo_ms, case.computer.update_noise_hi_ms, case.computer.update_spike_ms) = (0.0, 0.0, 0.0);
        case.computer.update_us_per_body = case.computer.update_us_per_body.min(50.0 * tick_ms);
        // An unsigned difference, or a schedule that starts over first, is refused without a limit.
        if !case.params.contains(&("compare", Setting::Word("signed"))) {
            case.params.retain(|(name, _)| *name != "compare");
            case.computer.wraps_at_s = 0.0;
        }
    }
}

/// Tries cases, the same ones every time, because a test must not depend on chance.
pub fn try_cases<S: Strategy>(count: u32, of: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = ProptestConfig { cases: count_cases(count), failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner.run(of, test).unwrap_or_else(|failure| panic!("{failure}"));
}

fn try_many(cases: u32, reach: Reach, sums: Option<&'static str>) {
    try_cases(cases, &any_case(reach, sums), |case| difference(&case).map_err(TestCaseError::fail));
}

#[test]
fn every_loop_is_as_published_whatever_is_set() {
    try_many(2000, USUAL, None);
}

#[test]
fn every_loop_is_as_published_at_the_ends_of_every_range() {
    try_many(1000, EXTREME, None);
}

#[test]
fn every_sum_of_floats_is_the_listing_s_whatever_is_set() {
    for sums in ["f64", "f32"] {
        try_many(1000, USUAL, Some(sums));
        try_many(500, EXTREME, Some(sums));
    }
}

#[test]
fn a_turn_that_would_never_end_is_refused_and_a_long_one_is_not() {
    for (id, step_ms) in [("frame-skip", 20.0), ("frame-skip-predicted", 40.0)] {
        for (update_ms, limited, allowed) in [
            (step_ms, false, false),
            (10_000.0, false, false),
            (step_ms * 0.9, false, true),
            (step_ms, true, true),
            (step_ms * 2.0, true, true),
        ] {
            let case = Case::new(id, loads(update_ms, 5.0), 1.0);
            let case = if limited { case } else { case.without("max_frameskip") };
            let settings = case.settings();
            assert_eq!(Run::new(&settings, 0, case.seconds).is_ok(), allowed, "{case:?}");
            if allowed {
                agree(&case);
            }
        }
    }
}

#[test]
fn the_model_places_refreshes_where_the_design_says() {
    assert_eq!(computer::tick_from(1, 0, 60.0), (1, 11_760_000));
    assert_eq!(computer::tick_from(1, 11_760_000, 60.0), (1, 11_760_000));
    assert_eq!(computer::tick_from(1, 11_760_001, 60.0), (2, 23_520_000));
    assert_eq!(computer::tick_from(5, 0, 60.0), (5, 58_800_000));
}
