//! The pulse of a pane, held against closed forms.

use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::pulse::{Pulse, PulseBar};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, StallOn, WorldChoice};

fn lab(strategy: &str, render_ms: f64) -> Lab {
    let settings = Settings {
        scene: WorldChoice::new("runner"),
        computer: Computer { render_ms, ..Computer::default() },
        panes: vec![PaneSettings::new(strategy)],
        ..Settings::default()
    };
    Lab::new(settings).expect("they are allowed")
}

fn seconds(at: f64) -> Time {
    Time::from_secs(at)
}

fn pulse_of(lab: &Lab, index: usize, from: f64) -> Pulse {
    lab.panes()[index].seen_at(lab.now()).pulse(seconds(from))
}

/// Lets a loop run for four seconds, and returns the pulse of the last two.
fn steady(strategy: &str, render_ms: f64) -> Pulse {
    let mut lab = lab(strategy, render_ms);
    lab.advance_to(seconds(4.0));
    pulse_of(&lab, 0, 2.0)
}

/// Lets a loop run for two seconds, stalls it for 700 ms, and returns the pulse of the time around that.
fn stalled(strategy: &str) -> Pulse {
    let mut lab = lab(strategy, 2.0);
    lab.advance_to(seconds(2.0));
    lab.command(Command::Stall { ms: 700.0, on: StallOn::default() }).expect("it is allowed");
    lab.advance_to(seconds(3.4));
    pulse_of(&lab, 0, 1.5)
}

/// Returns a length of time in refreshes of a 60 Hz display.
fn refreshes(span: Span) -> f64 {
    span.as_secs() * 60.0
}

/// Asserts what every bar gains and takes, in refreshes, in how many steps, and whether it is evidence.
fn all_are(pulse: &Pulse, (gained, passed): (f64, f64), steps: usize, is_evidence: bool) {
    assert!(pulse.bars.len() > 10, "{} bars", pulse.bars.len());
    for bar in &pulse.bars {
        assert!((refreshes(bar.gained) - gained).abs() < 1e-3, "{bar:?}");
        assert!((refreshes(bar.passed) - passed).abs() < 1e-3, "{bar:?}");
        assert_eq!((bar.steps, bar.is_evidence), (steps, is_evidence), "{bar:?}");
        assert_eq!(pulse.splits(bar).len(), steps.saturating_sub(1), "{bar:?}");
    }
}

#[test]
fn a_loop_that_counts_frames_gains_one_refresh_while_three_pass() {
    let pulse = steady("frame-based", 45.0);
    all_are(&pulse, (1.0, 3.0), 1, true);
    let ages: Vec<f64> = pulse.bars.iter().map(|bar| refreshes(bar.age)).collect();
    assert!(ages.windows(2).all(|pair| (pair[1] - pair[0] - 2.0).abs() < 1e-3), "it grows by what is not gained");
}

#[test]
fn a_step_limit_is_seven_small_steps_below_what_passed() {
    let pulse = steady("fixed-interval", 70.0);
    all_are(&pulse, (3.5, 5.0), 7, true);
    let bar = &pulse.bars[0];
    for (number, split) in pulse.splits(bar).iter().enumerate() {
        assert!((refreshes(*split) - 0.5 * (number + 1) as f64).abs() < 1e-3, "{split:?}");
    }
}

#[test]
fn fifty_steps_on_sixty_refreshes_leave_one_of_six_out() {
    let mut lab = lab("frame-skip", 5.0);
    lab.advance_to(seconds(6.0));
    let pulse = pulse_of(&lab, 0, 4.0);
    let (long, short): (Vec<&PulseBar>, Vec<&PulseBar>) = pulse.bars.iter().partition(|bar| refreshes(bar.passed) > 1.5);
    assert!(long.len() * 5 >= short.len() - 5 && long.len() * 3 < short.len(), "{} of {}", long.len(), pulse.bars.len());
    for bar in &pulse.bars {
        assert_eq!(bar.gained, Span::from_millis(20.0), "{bar:?}");
        assert_eq!(bar.steps, 1, "{bar:?}");
    }
    assert!(long.iter().filter(|bar| bar.is_evidence).count() * 10 >= long.len() * 8, "the long ones are evidence");
    assert!(short.iter().all(|bar| !bar.is_evidence), "the others are as even as they can be");
}

#[test]
fn waking_late_shows_none_one_and_two_steps_a_refresh() {
    let mut settings = lab("clamped-accumulator", 5.0).settings().clone();
    settings.computer = Computer { wake_hi_ms: 1.0, start_ms: 0.5, ..settings.computer };
    let mut lab = Lab::new(settings).expect("they are allowed");
    lab.advance_to(seconds(6.0));
    let pulse = pulse_of(&lab, 0, 4.0);
    let has = |gained: f64, passed: f64| {
        let is = |bar: &&PulseBar| (refreshes(bar.gained) - gained).abs() < 0.1 && (refreshes(bar.passed) - passed).abs() < 0.1;
        pulse.bars.iter().filter(is).count()
    };
    assert!(has(2.0, 1.0) > 3 && has(1.0, 2.0) > 3 && has(1.0, 1.0) > 3, "{} bars", pulse.bars.len());
    for bar in &pulse.bars {
        let is_even = (refreshes(bar.gained) - refreshes(bar.passed)).abs() < 0.1;
        assert_eq!(bar.is_evidence, !is_even, "{bar:?}");
    }
}

#[test]
fn a_leap_empties_the_age_at_once() {
    let pulse = stalled("variable-delta");
    assert_eq!(pulse.stalls.len(), 1);
    let stall = pulse.stalls[0];
    assert!((690.0..730.0).contains(&(stall.to - stall.from).as_millis()), "{stall:?}");
    let leaps: Vec<&PulseBar> = pulse.bars.iter().filter(|bar| bar.gained > Span::from_millis(600.0)).collect();
    assert_eq!(leaps.len(), 1);
    assert!(leaps[0].is_evidence && leaps[0].age < Span::from_millis(40.0), "{leaps:?}");
}

#[test]
fn fast_forward_empties_the_age_in_stairs() {
    let pulse = stalled("frame-skip");
    let stairs: Vec<&PulseBar> = pulse.bars.iter().filter(|bar| bar.gained > Span::from_millis(60.0)).collect();
    assert!(stairs.len() > 2, "{stairs:?}");
    assert!(stairs.iter().all(|bar| bar.is_evidence && bar.steps >= 3), "{stairs:?}");
    assert!(stairs.windows(2).all(|pair| pair[1].age < pair[0].age), "{stairs:?}");
}

#[test]
fn time_that_is_given_up_leaves_the_age_where_it_is() {
    let mut lab = lab("clamped-accumulator", 2.0);
    lab.advance_to(seconds(2.0));
    let before = pulse_of(&lab, 0, 1.0).behind.expect("there is a picture").span();
    lab.command(Command::Stall { ms: 700.0, on: StallOn::default() }).expect("it is allowed");
    lab.advance_to(seconds(3.4));
    let after = pulse_of(&lab, 0, 1.5).behind.expect("there is a picture").span();
    assert!((500.0..700.0).contains(&(after - before).as_millis()), "{before:?} {after:?}");
}

#[test]
fn a_picture_between_two_steps_is_not_split() {
    let settings = Settings {
        scene: WorldChoice::new("runner"),
        panes: vec![PaneSettings { presentation: Some(Presentation::Interpolate), ..PaneSettings::new("frame-skip") }],
        ..Settings::default()
    };
    let mut lab = Lab::new(settings).expect("they are allowed");
    lab.advance_to(seconds(4.0));
    let pulse = pulse_of(&lab, 0, 2.0);
    assert!(pulse.bars.len() > 100 && pulse.bars.iter().all(|bar| pulse.splits(bar).is_empty()));
    assert!(pulse.bars.iter().filter(|bar| bar.steps == 0).count() > 80, "nearly none ends at a step");
}

#[test]
fn the_pulse_of_a_past_moment_is_what_it_was_then() {
    let mut lab = lab("fixed-interval", 70.0);
    lab.advance_to(seconds(3.0));
    let then = pulse_of(&lab, 0, 1.5);
    lab.advance_to(seconds(9.0));
    let again = lab.panes()[0].seen_at(seconds(3.0)).pulse(seconds(1.5));
    let newest = |pulse: &Pulse| pulse.newest.map(|flip| (flip.at, flip.drawn));
    assert_eq!((&then.bars, &then.stalls, newest(&then)), (&again.bars, &again.stalls, newest(&again)));
}

#[test]
fn a_display_that_stands_still_is_a_stall_that_has_not_ended() {
    let mut lab = lab("variable-delta", 2.0);
    lab.advance_to(seconds(2.0));
    lab.command(Command::Stall { ms: 3000.0, on: StallOn::default() }).expect("it is allowed");
    lab.advance_to(seconds(3.0));
    let pulse = pulse_of(&lab, 0, 1.0);
    let stall = pulse.stalls.last().expect("it is seen");
    assert_eq!(stall.to, lab.now());
    assert!((0.9..=1.0).contains(&(stall.to - stall.from).as_secs()), "{stall:?}");
}
