//! What is told first, in which words, and how the sentences read.

use super::facts::Facts;
use super::finding::{FastCause, Finding, How, SlowCause, Spiral, StalledTurns, Uneven};
use super::judge::judge;
use super::pause::Pause;
use super::{Tone, Verdict};
use crate::base::time::Span;
use crate::lab::diagnose::pipeline::{Pipeline, Timed};
use crate::lab::diagnose::stall::{Return, StallOutcome};
use crate::lab::diagnose::symptoms::Symptoms;
use crate::model::config::Presentation;
use crate::model::strategies::Group;
use crate::model::world::Tally;

const MS: Span = Span::from_flicks(705_600);
const STEP: Span = Span::from_flicks(5_880_000);
const FRAME: Span = Span::from_flicks(11_760_000);

const GOOD: Facts = Facts {
    group: Group::FixedStep,
    presentation: Presentation::Latest,
    refresh_hz: 60.0,
    vsync: true,
    has_ticks: true,
    overtakes: false,
    repeats_below_hz: None,
    queue: 0,
    spins: false,
    limited: true,
    schedule: None,
    wrapped: None,
    largest_step: false,
    timer: Span::ZERO,
    scheduler: Span::ZERO,
    rounds_sums: false,
    wakes_late: false,
    waiting: Span::ZERO,
    responding: true,
    speed: Some(1.0),
    game_speed: Some(1.0),
    fps: Some(60.0),
    error_ms: 0.0,
    busy_percent: 30.0,
    age_min: Some(FRAME),
    longest_step: Some(STEP),
    rendered: 120,
    input_ms: Some(30.0),
    symptoms: SYMPTOMS,
    recent_passes: Tally { caught: 6, tunnelled: 0 },
    missed_by: None,
    judges_frames: false,
    exploded: 0,
    alarm: None,
};

const SYMPTOMS: Symptoms = Symptoms {
    updates_per_s: 120.0,
    still_share: 0.0,
    mean_step: STEP,
    cost_per_step: Span::ZERO,
    usual_cost_per_step: Span::ZERO,
    even_steps: true,
    most_updates: 2,
    most_simulated: FRAME,
    turns: 120,
    mean_turn: FRAME,
    usual_turn: FRAME,
    longest_turn: FRAME,
    cost_per_turn: STEP,
    most_cost: STEP,
    none_share: 0.0,
    several_share: 1.0,
    shown: Span::from_flicks(2 * 705_600_000),
    gained: Span::ZERO,
    leap: Span::ZERO,
    lead: Span::from_flicks(-11_760_000),
    beyond: Span::ZERO,
    frames_stay: Some((1, 1)),
    moments_stay: Some((1, 1)),
    stands_still: false,
    stall: None,
    stalled: None,
    pipeline: PIPELINE,
};

const PIPELINE: Pipeline = Pipeline {
    gpu_busy: 0.0,
    gpu_work: Span::ZERO,
    least_delay: STEP,
    shown_after: STEP,
    held_share: 0.0,
    overtaken_share: 0.0,
    torn_share: 0.0,
    repeated_share: 0.0,
    timed: None,
};

#[expect(clippy::large_types_passed_by_value, reason = "it becomes a part of what is made")]
fn with(symptoms: Symptoms) -> Facts {
    Facts { symptoms, ..GOOD }
}

fn first(facts: &Facts) -> Finding {
    judge(facts).findings.swap_remove(0)
}

fn says(facts: &Facts, expected: &str) {
    let Verdict { text, .. } = judge(facts);
    assert!(text.contains(expected), "{text:?} does not say {expected:?}");
}

#[test]
fn a_loop_that_hangs_is_said_to_hang_before_anything_else() {
    let hanging = Facts { responding: false, waiting: Span::from_secs(12.0), speed: Some(0.1), game_speed: Some(0.1), ..GOOD };
    says(&hanging, "no new frame for 12 s");
    assert_eq!(first(&hanging), Finding::NotResponding(Span::from_secs(12.0)));
}

#[test]
fn before_two_frames_there_is_nothing_to_say() {
    says(&Facts { speed: None, fps: None, ..GOOD }, "Waiting for its first frames");
}

#[test]
fn a_display_that_stands_still_is_no_display_at_right_speed() {
    let still = Facts { waiting: MS * 460, ..with(Symptoms { stands_still: true, ..SYMPTOMS }) };
    says(&still, "The display stands still: no new frame for 460 ms.");
    assert_eq!(judge(&still).tone, Tone::Bad);
}

#[test]
fn less_than_a_step_is_no_speed() {
    let second = Some(Span::from_secs(1.0));
    assert_eq!(
        first(&Facts { speed: Some(1.4), game_speed: Some(1.4), longest_step: second, ..GOOD }),
        Finding::WithinAStep(Span::from_secs(1.0))
    );
    assert!(matches!(first(&Facts { speed: Some(1.6), game_speed: Some(1.6), longest_step: second, ..GOOD }), Finding::Fast(..)));
    assert!(matches!(first(&Facts { speed: Some(0.9), game_speed: Some(0.9), ..GOOD }), Finding::Slow(..)));
}

#[test]
fn a_game_that_does_not_run_as_it_is_drawn_is_told_beside_what_is_drawn() {
    let hidden = Facts { game_speed: Some(0.39), ..with(Symptoms { beyond: MS * 60, ..SYMPTOMS }) };
    says(&hidden, "Its game runs at 39 %; drawn beyond its last step it seems to run at 100 %.");
    assert_eq!(judge(&hidden).tone, Tone::Bad);
    let latest = Facts { speed: Some(0.25), game_speed: Some(0.12), group: Group::NoClock, ..GOOD };
    assert!(!judge(&latest).text.contains("Its game"), "what is drawn as it is has the speed of the game");
}

#[test]
fn a_stall_of_a_loop_that_was_slow_or_fast_before_is_told_beside_its_other_turns() {
    let struck = Symptoms { mean_turn: MS * 102, usual_turn: MS * 66, mean_step: FRAME, stalled: Some(MS * 1000), ..SYMPTOMS };
    for group in [Group::NoClock, Group::FixedRate] {
        let slow = Facts { group, speed: Some(0.16), game_speed: Some(0.16), ..with(struck) };
        says(&slow, "16 % speed: a stall of 1000 ms, and turns of 66.0 ms that simulate 16.7.");
    }
    let quick = Symptoms { mean_turn: MS * 7, usual_turn: MS * 5, ..struck };
    let fast = Facts { group: Group::NoClock, speed: Some(2.33), game_speed: Some(2.33), ..with(quick) };
    says(&fast, "233 % speed: a stall of 1000 ms, and turns of 5.0 ms that simulate 16.7.");
}

#[test]
fn the_steps_of_a_jump_are_told_where_they_make_it_up() {
    let jump = |longest_step, steps, beyond| Finding::Stalled {
        length: MS * 2000,
        back: Some(Return::Jump { by: MS * 2082, longest_step, steps, beyond }),
        lost: Span::ZERO,
        placed: false,
    };
    let says = |finding: Finding, expected: &str| assert_eq!(finding.to_string(), expected);
    says(jump(MS * 40, 52, Span::ZERO), "A stall of 2000 ms came back as a jump of 2082 ms in 52 steps.");
    says(jump(MS * 40, 5, MS * 1882), "A stall of 2000 ms came back as a predicted jump of 2082 ms.");
    says(jump(MS * 40, 5, Span::ZERO), "A stall of 2000 ms came back as a jump of 2082 ms.");
}

#[test]
fn a_young_spiral_has_a_limit_only_where_its_loop_has_one() {
    let costly = Symptoms { most_updates: 9, cost_per_step: MS * 9, usual_cost_per_step: MS * 9, ..SYMPTOMS };
    let young = Facts { speed: Some(0.5), game_speed: Some(0.5), fps: Some(8.0), ..with(costly) };
    says(&young, "It spirals up to its limit: an update costs 9.0 ms and simulates 8.3.");
    let unlimited = Facts { limited: false, ..young.clone() };
    says(&unlimited, "It spirals ever further behind: an update costs 9.0 ms and simulates 8.3.");
    // However many updates and however few frames: what is limited does not die.
    let many = Facts { fps: Some(0.5), ..with(Symptoms { most_updates: 100, ..costly }) };
    says(&Facts { speed: Some(0.5), game_speed: Some(0.5), ..many.clone() }, "It spirals up to its limit");
    says(&Facts { speed: Some(0.5), game_speed: Some(0.5), limited: false, ..many }, "Spiral of death");
    // A drawing at real speed may hide a game that is not.
    says(&Facts { game_speed: Some(0.5), ..with(costly) }, "its limit");
    // One update alone that cost so much was struck by a stall.
    let struck = Symptoms { usual_cost_per_step: MS, ..costly };
    assert!(!matches!(first(&Facts { speed: Some(0.5), game_speed: Some(0.5), ..with(struck) }), Finding::Spiral { .. }));
    let cheap = Symptoms { cost_per_step: MS * 5, ..costly };
    assert!(matches!(first(&Facts { speed: Some(0.5), game_speed: Some(0.5), ..with(cheap) }), Finding::Slow(..)));
}

#[test]
fn what_comes_of_a_stall_is_told() {
    let stalled =
        |back, lost: i64| with(Symptoms { stall: Some(StallOutcome { length: MS * 500, back, lost: MS * lost }), ..SYMPTOMS });
    let jump = |by: i64, longest_step: i64, steps| {
        Some(Return::Jump { by: MS * by, longest_step: MS * longest_step, steps, beyond: Span::ZERO })
    };
    says(&stalled(None, 0), "A stall of 500 ms.");
    says(&stalled(Some(Return::Never), 483), "A stall of 500 ms: it dropped 483 ms of it.");
    says(&stalled(jump(517, 517, 1), 0), "A stall of 500 ms came back as one step of 517 ms.");
    says(&stalled(jump(200, 40, 5), 290), "A stall of 500 ms came back as a jump of 200 ms in 5 steps, and 290 ms are lost.");
    says(&stalled(Some(Return::FastForward { goes_on: true }), 90), "A stall of 500 ms: it catches up in fast-forward.");
    let over = stalled(Some(Return::FastForward { goes_on: false }), 90);
    says(&over, "A stall of 500 ms: it caught up in fast-forward, and 90 ms are lost.");
    let placed = Facts { group: Group::NoSteps, ..stalled(jump(517, 517, 1), 0) };
    says(&placed, "A stall of 500 ms left a gap, and everything where it belongs.");
}

#[test]
fn catching_up_goes_from_behind_the_clock_up_to_it_and_over_several_frames() {
    let fast = Symptoms { gained: MS * 500, leap: MS * 20, lead: MS * -300, ..SYMPTOMS };
    let cause = |symptoms: Symptoms| match first(&Facts { speed: Some(1.25), game_speed: Some(1.25), ..with(symptoms) }) {
        Finding::Fast(_, cause) => cause,
        other => panic!("{other}"),
    };
    assert_eq!(cause(fast), FastCause::CatchesUp);
    let leap = Symptoms { leap: MS * 480, ..fast };
    assert_eq!(cause(leap), FastCause::Leap(MS * 480));
    let ahead = Symptoms { lead: MS * 300, ..fast };
    assert_eq!(cause(ahead), FastCause::RunsAhead);
}

#[test]
fn a_limit_is_blamed_only_where_more_has_passed_than_it_lets_through() {
    let slow = |symptoms: Symptoms, limited| first(&Facts { speed: Some(0.6), game_speed: Some(0.6), limited, ..with(symptoms) });
    let held = Symptoms { most_simulated: MS * 58, longest_turn: MS * 96, ..SYMPTOMS };
    assert_eq!(slow(held, true), Finding::Slow(0.6, SlowCause::Limit(MS * 58, MS * 96)));
    assert_eq!(slow(held, false), Finding::Slow(0.6, SlowCause::Unknown));
    assert_eq!(slow(SYMPTOMS, true), Finding::Slow(0.6, SlowCause::Unknown));
}

#[test]
fn tunnelling_explosions_alarms_and_judder_are_told_in_that_order() {
    let through = Facts { recent_passes: Tally { caught: 2, tunnelled: 4 }, missed_by: Some(MS * 50), error_ms: 9.0, ..GOOD };
    says(&through, "4 of the last 6 bodies went through the wall: steps of up to 50 ms.");
    says(&through, "it judders");
    let in_frames = Facts { judges_frames: true, ..through };
    says(&in_frames, "4 of the last 6 bodies went through the wall: only drawn frames test it.");
    says(&Facts { exploded: 3, error_ms: 9.0, ..GOOD }, "3 bodies have exploded");
    let of_its_own = Facts { alarm: Some("1 run got through the gate.".to_owned()), ..in_frames };
    says(&of_its_own, "1 run got through the gate. Right speed, but it judders");
    let alarmed = Facts { alarm: Some("The stack has fallen.".to_owned()), ..GOOD };
    assert_eq!((judge(&alarmed).text.as_str(), judge(&alarmed).tone), ("The stack has fallen.", Tone::Bad));
    says(&Facts { error_ms: 8.04, fps: Some(25.0), ..GOOD }, "it judders: frames are 8.0 ms off. 25 frames a second");
}

#[test]
fn the_reason_of_none_and_two_steps_is_named_where_there_is_one() {
    let uneven = Symptoms { updates_per_s: 60.0, none_share: 0.25, several_share: 0.25, ..SYMPTOMS };
    let facts = |timer, wakes_late| Facts { error_ms: 9.0, timer, wakes_late, ..with(uneven) };
    says(&facts(Span::ZERO, true), "25 % of its frames hold no step, others two: 60 steps/s on 60 Hz, woken late.");
    says(&facts(MS * 10, false), "25 % of its frames hold no step, others two: 60 steps/s on 60 Hz, timer 10 ms.");
    says(&facts(MS * 10, true), "others two: woken late, timer 10 ms.");
    says(&facts(Span::ZERO, false), "25 % of its frames hold no step, others two: 60 steps/s on 60 Hz.");
    let rounding = Facts { rounds_sums: true, ..facts(Span::ZERO, false) };
    says(&rounding, "25 % of its frames hold no step, others two: 60 steps/s on 60 Hz, rounded sums.");
}

#[test]
fn a_step_that_is_held_back_is_no_timer_that_stands_still_and_no_step_either() {
    let holding = Symptoms { still_share: 0.25, updates_per_s: 40.0, moments_stay: Some((1, 3)), ..SYMPTOMS };
    let facts = Facts { error_ms: 9.0, timer: MS * 10, ..with(holding) };
    says(&facts, "30 steps/s drawn raw on 60 Hz: every step is shown 1 to 3 times.");
    says(&Facts { group: Group::VariableStep, ..facts.clone() }, "25 % of its steps are 0 ms long");
    for other in [
        Facts { group: Group::VariableStep, largest_step: true, ..facts.clone() },
        Facts { group: Group::VariableStep, timer: Span::ZERO, ..facts },
    ] {
        assert!(!judge(&other).text.contains("0 ms long"));
    }
}

#[test]
fn the_first_sentence_has_the_tone() {
    says(&Facts { vsync: false, busy_percent: 100.0, ..GOOD }, "It never waits: 100 % busy");
    let late = Facts { input_ms: Some(140.0), ..GOOD };
    says(&late, "An input takes 140 ms to be seen.");
    assert_eq!(judge(&late).tone, Tone::Good);
}

#[test]
fn a_loop_that_does_well_is_told_how() {
    says(&GOOD, "Right speed, a new frame at every refresh, steps up to 8.3 ms.");
    says(&Facts { presentation: Presentation::Interpolate, ..GOOD }, "drawn between its last two steps");
    let predicted = Facts { presentation: Presentation::Extrapolate, age_min: Some(MS * -23), ..GOOD };
    says(&predicted, "Right speed, predicted between its steps, up to 23 ms ahead of the clock.");
    let beyond = Facts { presentation: Presentation::Interpolate, ..with(Symptoms { beyond: MS * 36, ..SYMPTOMS }) };
    says(&beyond, "Right speed, drawn up to 36 ms beyond its last step, steps up to 8.3 ms.");
    let behind = Facts { age_min: Some(MS * 571), ..GOOD };
    says(&behind, "Right speed, but 571 ms behind the clock.");
    assert_eq!((judge(&GOOD).tone, judge(&behind).tone), (Tone::Good, Tone::Plain));
    let some = with(Symptoms { frames_stay: Some((1, 2)), ..SYMPTOMS });
    says(&Facts { fps: Some(57.0), ..some.clone() }, "Right speed at 57 frames a second, steps up to 8 ms.");
    assert_eq!(judge(&Facts { fps: Some(20.0), ..some }).tone, Tone::Plain);
}

#[test]
fn what_stands_between_the_cpu_and_the_display_is_told() {
    let piped = |pipeline: Pipeline| with(Symptoms { pipeline, ..SYMPTOMS });
    let bound = Pipeline { gpu_busy: 1.0, gpu_work: MS * 20, held_share: 1.0, shown_after: MS * 50, ..PIPELINE };
    says(&piped(bound), "GPU-bound: the GPU takes 20.0 ms a frame, the CPU is 30 % busy.");
    says(
        &Facts { busy_percent: 99.0, ..piped(bound) },
        "The queue is full: a frame is shown 50 ms after it is drawn, 3.0 refreshes.",
    );
    says(&Facts { has_ticks: false, busy_percent: 99.0, ..piped(bound) }, "50 ms after it is drawn.");
    let torn = Facts { has_ticks: false, vsync: false, ..piped(Pipeline { torn_share: 1.0, ..PIPELINE }) };
    says(&torn, "100 % of its frames tear");
    let repeated = Facts { repeats_below_hz: Some(48.0), ..piped(Pipeline { repeated_share: 0.5, ..PIPELINE }) };
    says(&repeated, "50 % of the refreshes repeat a frame: new ones come too late for 48 Hz.");
    let spinning = Facts { spins: true, busy_percent: 100.0, ..GOOD };
    says(&spinning, "It spins while it waits: 100 % busy");
    let half = Pipeline { overtaken_share: 0.5, ..PIPELINE };
    says(&Facts { vsync: false, overtakes: true, ..piped(half) }, "50 % of its frames are never seen");
    assert!(!judge(&Facts { vsync: false, ..piped(half) }).text.contains("never seen"), "frames that tear are all seen");
}

#[test]
fn a_loop_that_times_its_own_waits_is_told_from_one_whose_frames_judder() {
    let pipeline = Pipeline { held_share: 0.5, timed: Some(Timed { turns_ms: 3.2, flips_ms: 0.4 }), ..PIPELINE };
    let uneven = Facts { queue: 2, error_ms: 3.2, ..with(Symptoms { pipeline, ..SYMPTOMS }) };
    says(&uneven, "Even frames, but 3.2 ms off: the loop times its own waits, not refreshes.");
    let follows = Facts { group: Group::VariableStep, ..uneven.clone() };
    let one = Facts { symptoms: Symptoms { most_updates: 1, ..follows.symptoms }, ..follows };
    says(&one, "Even frames, but 3.2 ms off: it times its own waits; counted refreshes: 0.4 ms.");
    let stay = |frames_stay| Facts { symptoms: Symptoms { frames_stay, ..uneven.symptoms }, ..uneven.clone() };
    for other in [Facts { queue: 0, ..uneven.clone() }, stay(Some((1, 2))), stay(None), Facts { error_ms: 8.0, ..uneven.clone() }]
    {
        assert!(judge(&other).text.contains("it judders"), "{}", judge(&other).text);
    }
}

/// Every kind of finding, each with its longest numbers.
fn every_finding() -> Vec<Finding> {
    let (long, much) = (MS * 99_999, 9.999);
    let jump = |longest_step| Some(Return::Jump { by: long, longest_step, steps: 999, beyond: long });
    let stalled = |back, lost, placed| Finding::Stalled { length: long, back, lost, placed };
    let right = |how, fps, ahead| Finding::Right { how, fps, ahead, step: MS * 999 };
    let mut all = vec![
        Finding::NotResponding(long),
        Finding::CounterStartedOver,
        Finding::StandsStill(long),
        stalled(None, long, false),
        stalled(Some(Return::Never), long, false),
        stalled(jump(long), long, true),
        stalled(jump(long), long, false),
        stalled(jump(MS), long, false),
        stalled(Some(Return::FastForward { goes_on: true }), long, false),
        stalled(Some(Return::FastForward { goes_on: false }), long, false),
        Finding::GameSpeed { game: much, drawn: much },
        Finding::WithinAStep(long),
        Finding::Tunnelled { missed: 9999, passes: 99_999, step: Some(long) },
        Finding::Tunnelled { missed: 9999, passes: 99_999, step: None },
        Finding::Exploded(1),
        Finding::Exploded(99),
        Finding::TimerStandsStill(1.0),
        Finding::NoneAndTwo {
            none: 0.5,
            most: 20,
            steps_per_s: 1000.0,
            hz: Some(1000.0),
            causes: Uneven { woken_late: true, timer: Some(MS * 55), rounded: true },
        },
        Finding::RawSteps { steps_per_s: 1000.0, hz: 1000.0, repeated: false, stays: (10, 12) },
        Finding::RawSteps { steps_per_s: 1000.0, hz: 1000.0, repeated: true, stays: (10, 12) },
        Finding::Judders(999.9),
        Finding::Dropped(1.0),
        Finding::SlowToAnswer(99_999.0),
        Finding::NeverWaits { spins: false },
        Finding::NeverWaits { spins: true },
        Finding::NoneAndTwo { none: 0.5, most: 20, steps_per_s: 1000.0, hz: None, causes: Uneven::default() },
        Finding::TimesItsWaits { error_ms: 99.9, counted_ms: None },
        Finding::TimesItsWaits { error_ms: 99.9, counted_ms: Some(49.9) },
        Finding::GpuBound { work: long, cpu_percent: 94.0 },
        Finding::QueueFull { shown_after: long, refreshes: Some(999.9) },
        Finding::QueueFull { shown_after: long, refreshes: None },
        Finding::Torn(1.0),
        Finding::Repeated { share: 1.0, below_hz: 1000.0 },
        Finding::FewFrames(999.0, None),
        Finding::FewFrames(999.0, Some(long)),
        Finding::NoFrames,
        Finding::Paused(Pause::Obeyed),
        Finding::Paused(Pause::Over),
        Finding::Paused(Pause::Ignored),
        Finding::Behind(long),
        right(How::Beyond(long), None, Some(long)),
        right(How::Beyond(long), None, None),
        right(How::Placed, None, Some(long)),
        right(How::Placed, Some(999.0), Some(long)),
        right(How::Steps(Presentation::Latest), Some(999.0), Some(long)),
    ];
    all.extend(Presentation::ALL.map(|drawn| right(How::Steps(drawn), None, Some(MS * 99))));
    all.extend([Spiral::Death, Spiral::Unlimited, Spiral::Limited].map(|kind| Finding::Spiral { kind, cost: long, step: long }));
    let slow = [
        SlowCause::CountsTurns(long, long),
        SlowCause::Stalled(StalledTurns { stall: long, turn: long, step: MS * 9999 }),
        SlowCause::Load(long, long),
        SlowCause::Vsync(long, long),
        SlowCause::Gpu(long, long),
        SlowCause::Serial(long, MS * 9999),
        SlowCause::Oversleeps(long, long),
        SlowCause::OversleepsRefresh(long, MS * 999),
        SlowCause::Limit(long, long),
        SlowCause::Counter,
        SlowCause::Unknown,
    ];
    all.extend(slow.map(|cause| Finding::Slow(0.99, cause)));
    let fast = [
        FastCause::CountsTurns(long, long),
        FastCause::Stalled(StalledTurns { stall: long, turn: long, step: MS * 9999 }),
        FastCause::Counter,
        FastCause::WholeMillis(long, long),
        FastCause::CatchesUp,
        FastCause::Leap(long),
        FastCause::RunsAhead,
    ];
    all.extend(fast.map(|cause| Finding::Fast(much, cause)));
    all
}

#[test]
fn a_sentence_has_at_most_ninety_letters_and_one_full_stop() {
    for finding in every_finding() {
        let text = finding.to_string();
        assert!(text.chars().count() <= 90, "{} letters: {text}", text.chars().count());
        assert!(text.ends_with('.') && !text.trim_end_matches('.').contains(". "), "{text}");
    }
}
