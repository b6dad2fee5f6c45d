//! One plain sentence about a pane, computed from what it does.
//!
//! The rules stand in the order of their weight; the first that applies speaks. Each has a test.

use super::seen::Seen;
use crate::scenes::Tally;
use crate::settings::{Computer, Presentation};
use crate::strategies::Group;
use crate::time::{Span, Time};

/// Whether a sentence is good news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Plain,
    Bad,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub tone: Tone,
    pub text: String,
}

/// What the sentence is made of: the last two seconds of a pane.
#[derive(Clone, Copy, Debug)]
struct Facts {
    group: Group,
    presentation: Presentation,
    refresh_hz: f64,
    /// Since the last new picture.
    waiting: Span,
    responding: bool,
    speed: Option<f64>,
    fps: Option<f64>,
    error_ms: f64,
    longest_step: Option<Span>,
    /// Passes that ended in the last seconds.
    recent: Tally,
    /// Bodies that have left all bounds.
    exploded: usize,
}

/// The sentence for `pane`, which runs on `computer`, at the laboratory time `now` at which it is looked at.
pub fn verdict(pane: Seen, computer: &Computer, presentation: Presentation, now: Time) -> Verdict {
    let (live, strategy) = (pane.live(), pane.strategy());
    judge(&Facts {
        group: strategy.group,
        presentation: if strategy.alpha { presentation } else { Presentation::Latest },
        refresh_hz: computer.refresh_hz,
        waiting: live.waiting(now),
        responding: live.is_responding(now),
        speed: live.speed(now),
        fps: live.fps(now),
        error_ms: live.animation_error_ms(now).unwrap_or(0.0),
        longest_step: live.longest_step(),
        recent: pane.recent_tally(now),
        exploded: pane.exploded(),
    })
}

fn judge(facts: &Facts) -> Verdict {
    let say = |tone, text: String| Verdict { tone, text };
    if !facts.responding {
        return say(Tone::Bad, format!("Not responding: no new picture for {:.0} s.", facts.waiting.as_secs()));
    }
    let (Some(speed), Some(fps)) = (facts.speed, facts.fps) else {
        return say(Tone::Plain, "Waiting for its first pictures.".to_owned());
    };
    let percent = speed * 100.0;
    if speed < 0.97 {
        return say(
            Tone::Bad,
            match facts.group {
                Group::NoClock => format!("{percent:.0} % speed: the loop never looks at the clock."),
                Group::FixedRate => format!("{percent:.0} % speed: its frames take too long, and it steps once a frame."),
                _ => format!("{percent:.0} % speed: it makes up for less time than passes."),
            },
        );
    }
    if speed > 1.03 {
        return say(
            Tone::Bad,
            match facts.group {
                Group::NoClock => format!("{percent:.0} % speed: frames come faster than its author's did."),
                _ => format!("{percent:.0} % speed: it catches up in fast-forward."),
            },
        );
    }
    let step_ms = facts.longest_step.map_or(0.0, Span::as_millis);
    if facts.recent.tunnelled > 0 {
        let Tally { caught, tunnelled } = facts.recent;
        let text = format!("Steps up to {step_ms:.0} ms: {tunnelled} of the last {} went through the wall.", caught + tunnelled);
        return say(Tone::Bad, text);
    }
    if facts.exploded > 0 {
        let masses = if facts.exploded == 1 { "1 mass has".to_owned() } else { format!("{} masses have", facts.exploded) };
        return say(Tone::Bad, format!("{masses} exploded, with steps up to {step_ms:.1} ms."));
    }
    if facts.error_ms > 2.0 {
        return say(Tone::Bad, format!("Right speed, but it judders: pictures are {:.1} ms off.", facts.error_ms));
    }
    if fps < facts.refresh_hz * 0.7 {
        return say(Tone::Plain, format!("Right speed at {fps:.0} pictures a second, in steps up to {step_ms:.0} ms."));
    }
    let how = match facts.presentation {
        Presentation::Extrapolate => "predicted between its steps",
        Presentation::Interpolate => "drawn between its last two steps",
        Presentation::Latest => "every picture on time",
    };
    say(Tone::Good, format!("Right speed, {how}, steps up to {step_ms:.1} ms."))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Facts = Facts {
        group: Group::FixedStep,
        presentation: Presentation::Latest,
        refresh_hz: 60.0,
        waiting: Span::ZERO,
        responding: true,
        speed: Some(1.0),
        fps: Some(60.0),
        error_ms: 0.0,
        longest_step: Some(Span::from_flicks(5_880_000)),
        recent: Tally { caught: 6, tunnelled: 0 },
        exploded: 0,
    };

    fn says(facts: Facts, expected: &str) {
        let Verdict { text, .. } = judge(&facts);
        assert!(text.contains(expected), "{text:?} does not say {expected:?}");
    }

    #[test]
    fn a_loop_that_hangs_is_said_to_hang_before_anything_else() {
        says(Facts { responding: false, waiting: Span::from_secs(12.0), speed: Some(0.1), ..GOOD }, "no new picture for 12 s");
    }

    #[test]
    fn before_two_pictures_there_is_nothing_to_say() {
        says(Facts { speed: None, fps: None, ..GOOD }, "Waiting for its first pictures");
    }

    #[test]
    fn slow_motion_has_its_reason() {
        says(Facts { speed: Some(0.5), group: Group::NoClock, ..GOOD }, "50 % speed: the loop never looks at the clock");
        says(Facts { speed: Some(0.8), group: Group::FixedRate, ..GOOD }, "80 % speed: its frames take too long");
        says(Facts { speed: Some(0.6), ..GOOD }, "60 % speed: it makes up for less time than passes");
    }

    #[test]
    fn fast_forward_has_its_reason() {
        says(Facts { speed: Some(2.4), group: Group::NoClock, ..GOOD }, "240 % speed: frames come faster");
        says(Facts { speed: Some(5.0), group: Group::FrameSkip, ..GOOD }, "500 % speed: it catches up");
    }

    #[test]
    fn tunnelling_explosions_judder_and_few_pictures_are_told_in_that_order() {
        let step = Some(Span::from_millis(50.0));
        let through = Facts { recent: Tally { caught: 2, tunnelled: 4 }, longest_step: step, error_ms: 9.0, ..GOOD };
        says(through, "Steps up to 50 ms: 4 of the last 6 went through the wall");
        says(Facts { exploded: 3, error_ms: 9.0, ..GOOD }, "3 masses have exploded, with steps up to 8.3 ms");
        says(Facts { error_ms: 8.04, fps: Some(25.0), ..GOOD }, "it judders: pictures are 8.0 ms off");
        says(Facts { fps: Some(20.0), longest_step: step, ..GOOD }, "at 20 pictures a second, in steps up to 50 ms");
    }

    #[test]
    fn a_loop_that_does_well_is_told_how() {
        says(GOOD, "every picture on time, steps up to 8.3 ms");
        says(Facts { presentation: Presentation::Extrapolate, ..GOOD }, "predicted between its steps");
        says(Facts { presentation: Presentation::Interpolate, ..GOOD }, "drawn between its last two steps");
        assert_eq!(judge(&GOOD).tone, Tone::Good);
    }
}
