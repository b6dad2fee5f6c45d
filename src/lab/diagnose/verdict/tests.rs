//! Each rule speaks where it should, and on a real pane of the laboratory.

use super::facts::Facts;
use super::judge::judge;
use super::{Tone, Verdict, verdict};
use crate::base::params::Value;
use crate::base::time::{Span, Time};
use crate::lab::diagnose::symptoms::{Outcome, Stall, Symptoms};
use crate::lab::panes::Lab;
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::{Bounds, Command, Computer, PaneSettings, Pattern, Presentation, SceneChoice, Settings};
use crate::model::strategies::Group;
use crate::model::world::Tally;

const GOOD: Facts = Facts {
    group: Group::FixedStep,
    presentation: Presentation::Latest,
    refresh_hz: 60.0,
    vsync: true,
    limited: true,
    schedule: None,
    wrapped: None,
    largest_step: false,
    oversleeps: false,
    waiting: Span::ZERO,
    responding: true,
    speed: Some(1.0),
    fps: Some(60.0),
    error_ms: 0.0,
    busy_percent: 30.0,
    longest_step: Some(Span::from_flicks(5_880_000)),
    rendered: 120,
    dropped: 0,
    input_ms: Some(30.0),
    symptoms: Symptoms {
        updates_per_s: 120.0,
        still_share: 0.0,
        mean_step: Span::from_flicks(5_880_000),
        cost_per_step: Span::ZERO,
        even_steps: true,
        most_updates: 2,
        none_share: 0.0,
        several_share: 1.0,
        frames_stay: Some((1, 1)),
        moments_stay: Some((1, 1)),
        stall: None,
    },
    recent_passes: Tally { caught: 6, tunnelled: 0 },
    exploded: 0,
};

#[expect(clippy::large_types_passed_by_value, reason = "each is made for its sentence alone")]
fn says(facts: Facts, expected: &str) {
    let Verdict { text, .. } = judge(&facts);
    assert!(text.contains(expected), "{text:?} does not say {expected:?}");
    assert!(text.split_inclusive(". ").all(|sentence| sentence.chars().count() <= 91), "{text:?} is too long");
}

/// What is said of `strategy` after `seconds` on `computer`, in the runner's world.
fn said_of(strategy: &str, computer: Computer, presentation: Option<Presentation>, stall_ms: Option<f64>) -> String {
    said_after(4.0, PaneSettings { presentation, ..PaneSettings::new(strategy) }, computer, stall_ms)
}

fn said_after(seconds: f64, pane: PaneSettings, computer: Computer, stall_ms: Option<f64>) -> String {
    let presentation = pane.presentation;
    let settings = Settings { scene: SceneChoice::new("runner"), computer, panes: vec![pane], ..Settings::default() };
    let mut lab = Lab::new(settings).expect("these settings are allowed");
    lab.advance_to(Time::from_secs(seconds));
    if let Some(ms) = stall_ms {
        lab.command(Command::Hitch { ms }).expect("a stall is allowed");
        lab.advance_to(lab.now() + Span::from_millis(ms) + Span::from_secs(0.4));
    }
    let pane = &lab.panes()[0];
    let drawn = presentation.unwrap_or(pane.strategy().presentation);
    let text = verdict(PaneView::Now(pane), lab.settings().computer_of(0), drawn, lab.now()).text;
    assert!(text.split_inclusive(". ").all(|sentence| sentence.chars().count() <= 91), "{text:?} is too long");
    text
}

fn assert_said(text: &str, expected: &str) {
    assert!(text.contains(expected), "{text:?} does not say {expected:?}");
}

fn renders(render_ms: f64) -> Computer {
    Computer { render_ms, ..Computer::default() }
}

#[test]
fn a_loop_that_hangs_is_said_to_hang_before_anything_else() {
    says(Facts { responding: false, waiting: Span::from_secs(12.0), speed: Some(0.1), ..GOOD }, "no new frame for 12 s");
}

#[test]
fn before_two_frames_there_is_nothing_to_say() {
    says(Facts { speed: None, fps: None, ..GOOD }, "Waiting for its first frames");
}

#[test]
fn slow_motion_has_its_reason() {
    says(Facts { speed: Some(0.5), group: Group::NoClock, ..GOOD }, "50 % speed: the loop never reads the clock");
    says(Facts { speed: Some(0.8), group: Group::FixedRate, ..GOOD }, "80 % speed: its frames take too long");
    says(Facts { speed: Some(0.6), ..GOOD }, "60 % speed: it makes up for less time than passes");
    assert_said(&said_of("frame-based", renders(25.0), None, None), "50 % speed: the loop never reads the clock");
    assert_said(&said_of("fixed-fps", renders(45.0), None, None), "80 % speed: its frames take too long");
    assert_said(&said_of("fixed-interval", renders(90.0), None, None), "makes up for less time than passes");
}

#[test]
fn a_loop_that_sleeps_too_long_is_told_so() {
    let coarse = Computer { sleep_ms: 15.625, vsync: false, ..renders(5.0) };
    assert_said(&said_of("fixed-fps-relative", coarse, None, None), "it oversleeps");
}

#[test]
fn fast_forward_has_its_reason() {
    says(Facts { speed: Some(2.4), group: Group::NoClock, ..GOOD }, "240 % speed: frames come faster");
    says(Facts { speed: Some(5.0), group: Group::FrameSkip, ..GOOD }, "500 % speed: it catches up");
}

#[test]
fn updates_that_cost_more_than_they_simulate_are_a_spiral_or_are_held_by_a_limit() {
    let costly = Computer { update_ms: 30.0, ..Computer::default() };
    let text = said_of("semi-fixed", costly.clone(), None, None);
    assert_said(&text, "Spiral of death: updates cost more than they simulate, 30.0 ms for 16.7");
    assert_said(&said_of("clamped-accumulator", costly, None, None), "Only its limit keeps it running: updates cost more");
    let costly = Symptoms { most_updates: 9, cost_per_step: Span::from_millis(5.0), ..GOOD.symptoms };
    says(Facts { speed: Some(0.5), symptoms: costly, ..GOOD }, "makes up for less time");
}

#[test]
fn a_young_spiral_has_a_limit_only_where_its_loop_has_one() {
    let costly = Symptoms { most_updates: 9, cost_per_step: Span::from_millis(9.0), ..GOOD.symptoms };
    let young = Facts { speed: Some(0.5), fps: Some(8.0), symptoms: costly, ..GOOD };
    says(young, "Only its limit keeps it running: updates cost more than they simulate, 9.0 ms for 8.3.");
    says(Facts { limited: false, ..young }, "A spiral without a limit: updates cost more than they simulate, 9.0 ms for 8.3.");
    // Thirty updates a turn are no death where there is a limit that says so.
    let many = Symptoms { most_updates: 100, ..costly };
    says(Facts { symptoms: many, ..young }, "Only its limit keeps it running");
    says(Facts { symptoms: many, limited: false, ..young }, "Spiral of death");

    let computer = |update_ms| Computer { update_ms, ..Computer::default() };
    let after = |seconds, pane: &PaneSettings, update_ms| said_after(seconds, pane.clone(), computer(update_ms), None);
    let semi_fixed = PaneSettings::new("semi-fixed");
    assert_said(&after(0.8, &semi_fixed, 20.0), "A spiral without a limit: updates cost more");
    let clamped = PaneSettings::new("clamped-accumulator");
    assert_said(&after(1.0, &clamped, 20.0), "Only its limit keeps it running: updates cost more");
    let mut free = clamped;
    free.params.set("clamp_ms", Value::off());
    assert_said(&after(0.8, &free, 20.0), "A spiral without a limit: updates cost more");
}

#[test]
fn parts_of_updates_and_thoughts_count_for_what_they_cost_together() {
    let computer = |update_ms| Computer { update_ms, ..Computer::default() };
    // Twenty parts of 1.5 ms for 40 ms: no spiral, though 30 ms is more than a part simulates.
    let text = said_of("spread-updates", computer(30.0), None, None);
    assert!(!text.contains("cost more"), "{text}");
    assert_said(&said_of("spread-updates", computer(60.0), None, None), "Only its limit keeps it running: updates cost more");
    // 100 steps of 5 ms and 10 thoughts of 5 ms: 550 ms a second. With 20 ms it is 1100.
    let text = said_of("multi-rate", computer(10.0), None, None);
    assert!(!text.contains("cost more"), "{text}");
    let text = said_of("multi-rate", computer(20.0), None, None);
    assert_said(&text, "Only its limit keeps it running: updates cost more than they simulate, 11.");
}

#[test]
fn a_step_that_is_held_back_is_no_timer_that_stands_still_and_no_step_either() {
    let holding = Symptoms { still_share: 0.25, updates_per_s: 40.0, moments_stay: Some((1, 3)), ..GOOD.symptoms };
    let facts = Facts { error_ms: 9.0, symptoms: holding, ..GOOD };
    says(facts, "30 steps/s drawn raw on 60 Hz");
    says(Facts { group: Group::VariableStep, ..facts }, "25 % of its steps are 0 ms long");
    let held = Facts { group: Group::VariableStep, largest_step: true, ..facts };
    assert!(!judge(&held).text.contains("0 ms long"));
}

#[test]
fn the_closed_form_has_no_steps_to_speak_of() {
    assert_said(&said_of("closed-form", renders(5.0), None, None), "Right speed, without a step: everything is where the clock");
    assert_said(&said_of("closed-form", renders(45.0), None, None), "Right speed at 20 frames a second: everything is where");
    assert_said(&said_of("closed-form", renders(5.0), None, Some(500.0)), "left a gap, and everything where it belongs");
    let coarse = Computer { timer_ms: 55.0, ..renders(5.0) };
    assert_said(&said_of("closed-form", coarse, None, None), "its timer stands still between them");
}

#[test]
fn a_schedule_that_was_cut_or_has_started_over_is_the_reason_of_the_speed() {
    let mut pane = PaneSettings::new("frame-skip");
    pane.params.set("ticks_per_s", Value::Number(60.0));
    pane.params.set("whole_ms", Value::Word("on".to_owned()));
    let text = said_after(8.0, pane, renders(5.0), None);
    assert_said(&text, "104.2 % speed: its schedule has 16 whole ms for steps of 16.7.");

    let wraps = |wraps_at_s, vsync, render_ms| Computer { render_ms, vsync, wraps_at_s, ..Computer::default() };
    let stands = "Its world stands still: the counter of milliseconds has started over.";
    assert_said(&said_of("frame-skip", wraps(1.03, true, 5.0), None, None), stands);
    // Though its frames fly on, further and further ahead.
    assert_said(&said_of("frame-skip-predicted", wraps(1.0499, true, 5.0), None, None), stands);
    let wild = said_after(1.1, PaneSettings::new("frame-skip"), wraps(1.0155, false, 1.0), None);
    assert_said(&wild, "its schedule has started over before its counter.");
    let mut signed = PaneSettings::new("frame-skip");
    signed.params.set("compare", Value::Word("signed".to_owned()));
    let text = said_after(4.0, signed, wraps(1.03, true, 5.0), None);
    assert!(!text.contains("started over"), "{text}");
}

#[test]
fn what_comes_of_a_stall_is_told() {
    let stall = |outcome| Symptoms { stall: Some(Stall { length: Span::from_millis(500.0), outcome }), ..GOOD.symptoms };
    let forgot = stall(Outcome::Forgot(Span::from_millis(400.0)));
    says(Facts { speed: Some(0.8), symptoms: forgot, ..GOOD }, "A stall of 500 ms: it dropped 400 ms of it.");
    let jumped = Facts { longest_step: Some(Span::from_millis(517.0)), symptoms: stall(Outcome::Jumped), ..GOOD };
    says(jumped, "came back as one step of 517 ms");
    assert_said(&said_of("variable-delta", renders(5.0), None, Some(500.0)), "came back as one step of");
    assert_said(&said_of("frame-skip", renders(5.0), None, Some(900.0)), "it catches up in fast-forward");
    assert_said(&said_of("fixed-fps", renders(5.0), None, Some(900.0)), "it catches up in fast-forward");
    assert_said(&said_of("clamped-accumulator", renders(5.0), None, Some(900.0)), "it dropped 8");
    assert_said(&said_of("frame-based", renders(5.0), None, Some(500.0)), "it dropped 5");
    assert_said(&said_of("semi-fixed", renders(5.0), None, Some(500.0)), "a jump of up to 31 steps");
}

#[test]
fn tunnelling_explosions_judder_and_few_frames_are_told_in_that_order() {
    let step = Some(Span::from_millis(50.0));
    let through = Facts { recent_passes: Tally { caught: 2, tunnelled: 4 }, longest_step: step, error_ms: 9.0, ..GOOD };
    says(through, "Steps up to 50 ms: 4 of the last 6 went through the wall");
    says(through, "it judders");
    says(Facts { exploded: 3, error_ms: 9.0, ..GOOD }, "3 masses have exploded, with steps up to 8.3 ms");
    says(Facts { error_ms: 8.04, fps: Some(25.0), ..GOOD }, "it judders: frames are 8.0 ms off. 25 frames a second");
    says(Facts { fps: Some(20.0), longest_step: step, ..GOOD }, "at 20 frames a second, in steps up to 50 ms");
}

#[test]
fn steps_shown_raw_stay_unevenly() {
    let text = said_of("fixed-fps", renders(5.0), None, None);
    assert_said(&text, "25 steps/s shown raw on 60 Hz: every frame stays 2 or 3 refreshes.");
    let text = said_of("frame-skip-predicted", renders(5.0), Some(Presentation::Latest), None);
    assert_said(&text, "25 steps/s drawn raw on 60 Hz: every step is shown 2 or 3 times.");
    let noise = Pattern::Noise(Bounds { lo_ms: 5.0, hi_ms: 30.0 });
    let text = said_of("variable-delta", Computer { pattern: noise, ..Computer::default() }, None, None);
    assert_said(&text, "Right speed, but it judders");
    let text = said_of("frame-skip-predicted", renders(5.0), None, None);
    assert_said(&text, "Right speed, predicted between its steps");
}

#[test]
fn on_an_ordinary_pc_none_and_two_steps_alternate() {
    let ordinary = Computer { start_ms: 0.5, wake_ms: Bounds { lo_ms: 0.0, hi_ms: 1.0 }, ..renders(5.0) };
    let text = said_of("clamped-accumulator", ordinary.clone(), None, None);
    assert_said(&text, "None and two steps alternate: 60 steps/s on 60 Hz");
    assert_said(&said_of("variable-delta", ordinary, None, None), "Right speed, every frame on time");
}

#[test]
fn a_coarse_timer_is_told_by_its_steps_of_nothing() {
    let coarse = Computer { timer_ms: 55.0, ..renders(5.0) };
    let text = said_of("variable-delta", coarse, None, None);
    assert_said(&text, "of its steps are 0 ms long: its timer stands still between them.");
}

#[test]
fn dropped_frames_long_answers_and_a_burning_battery_are_notes() {
    let text = said_of("variable-delta", Computer { vsync: false, ..renders(5.0) }, None, None);
    assert_said(&text, "70 % of its frames are never seen: it draws without vsync.");
    says(Facts { vsync: false, busy_percent: 100.0, ..GOOD }, "It never waits: 100 % busy");
    says(Facts { input_ms: Some(140.0), ..GOOD }, "An input takes 140 ms to be seen.");
    assert_eq!(judge(&Facts { input_ms: Some(140.0), ..GOOD }).tone, Tone::Good, "the first sentence has the tone");
}

#[test]
fn a_loop_that_does_well_is_told_how() {
    says(GOOD, "every frame on time, steps up to 8.3 ms");
    says(Facts { presentation: Presentation::Extrapolate, ..GOOD }, "predicted between its steps");
    says(Facts { presentation: Presentation::Interpolate, ..GOOD }, "drawn between its last two steps");
    assert_eq!(judge(&GOOD).tone, Tone::Good);
}
