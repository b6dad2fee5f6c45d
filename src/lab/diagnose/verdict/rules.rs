//! The rules, each a sentence if it applies. A sentence is at most ninety letters long.

use super::facts::Facts;
use super::tone::Tone;
use crate::base::time::Span;
use crate::lab::diagnose::symptoms::{Outcome, Stall, Symptoms};
use crate::model::config::Presentation;
use crate::model::strategies::Group;
use crate::model::world::Tally;

type Rule = fn(&Facts) -> Option<String>;

/// What is wrong, the gravest first.
pub const FAULTS: &[Rule] =
    &[hangs, spirals, frozen, stalled, too_slow, too_fast, tunnels, explodes, coarse_timer, none_and_two, raw_steps, judders];
/// What else is worth knowing, the most telling first.
pub const NOTES: &[Rule] = &[drops, slow_to_answer, never_waits, few_frames];

/// Speeds nearer to 1 than this are real speed.
const REAL: std::ops::RangeInclusive<f64> = 0.97..=1.03;
/// Ticks that run wild do so at once when a schedule starts over; their speed is seen for as long as numbers reach back.
const WILD: Span = Span::from_flicks(5 * crate::base::time::FLICKS_PER_SECOND);
/// An animation error above this is seen, in ms.
const SEEN: f64 = 2.0;

fn hangs(f: &Facts) -> Option<String> {
    (!f.responding).then(|| format!("Not responding: no new frame for {:.0} s.", f.waiting.as_secs()))
}

/// An update that costs more than it simulates makes the next turn longer, unless something limits it.
fn spirals(f: &Facts) -> Option<String> {
    let Symptoms { mean_step, cost_per_step, most_updates, .. } = f.symptoms;
    let costly = mean_step > Span::ZERO && cost_per_step >= mean_step && most_updates >= 2;
    let behind = !f.responding || f.speed.is_some_and(|speed| speed < *REAL.start());
    if !(costly && behind && f.group != Group::NoClock && f.group != Group::FixedRate) {
        return None;
    }
    let (cost, step) = (cost_per_step.as_millis(), mean_step.as_millis());
    let costs = format!("updates cost more than they simulate, {cost:.1} ms for {step:.1}");
    let dies = !f.responding || f.fps.is_none_or(|fps| fps < 2.0) || (most_updates > 30 && !f.limited);
    Some(match f.limited {
        _ if dies => format!("Spiral of death: {costs}."),
        true => format!("Only its limit keeps it running: {costs}."),
        false => format!("A spiral without a limit: {costs}."),
    })
}

/// It waits for a reading that is 49.7 days away, or, after ticks that ran wild, for its schedule.
fn frozen(f: &Facts) -> Option<String> {
    (f.wrapped.is_some() && f.symptoms.updates_per_s == 0.0)
        .then(|| "Its world stands still: the counter of milliseconds has started over.".to_owned())
}

fn stalled(f: &Facts) -> Option<String> {
    let Stall { length, outcome } = f.symptoms.stall?;
    let ms = length.as_millis();
    let step = f.longest_step.unwrap_or(Span::ZERO);
    Some(match outcome {
        Outcome::Jumped if f.group == Group::NoSteps => {
            format!("A stall of {ms:.0} ms left a gap, and everything where it belongs.")
        }
        Outcome::Jumped if step >= length.scaled(0.6) => {
            format!("A stall of {ms:.0} ms came back as one step of {:.0} ms.", step.as_millis())
        }
        Outcome::Jumped => format!("A stall of {ms:.0} ms came back as a jump of up to {} steps.", f.symptoms.most_updates),
        Outcome::FastForward => format!("A stall of {ms:.0} ms: it catches up in fast-forward."),
        Outcome::Forgot(forgotten) => format!("A stall of {ms:.0} ms: it dropped {:.0} ms of it.", forgotten.as_millis()),
    })
}

fn too_slow(f: &Facts) -> Option<String> {
    let speed = f.speed.filter(|speed| speed < REAL.start() && !is_told(f))?;
    let percent = speed * 100.0;
    Some(match f.group {
        Group::NoClock => format!("{percent:.0} % speed: the loop never reads the clock."),
        Group::FixedRate if f.oversleeps && f.busy_percent < 80.0 => {
            format!("{percent:.0} % speed, though busy for only {:.0} %: it oversleeps.", f.busy_percent)
        }
        Group::FixedRate => format!("{percent:.0} % speed: its frames take too long, and it steps once a frame."),
        _ => format!("{percent:.0} % speed: it makes up for less time than passes."),
    })
}

fn too_fast(f: &Facts) -> Option<String> {
    let speed = f.speed.filter(|speed| speed > REAL.end() && !is_told(f))?;
    let percent = speed * 100.0;
    Some(match f.group {
        Group::NoClock => format!("{percent:.0} % speed: frames come faster than its author's did."),
        _ if f.wrapped.is_some_and(|since| since < WILD) => {
            format!("{percent:.0} % speed: its schedule has started over before its counter.")
        }
        _ if f.schedule.is_some_and(|schedule| is_due_to(speed, f.symptoms.mean_step.ratio(schedule))) => {
            let (step, schedule) = (f.symptoms.mean_step.as_millis(), f.schedule.map_or(0.0, Span::as_millis));
            format!("{percent:.1} % speed: its schedule has {schedule:.0} whole ms for steps of {step:.1}.")
        }
        _ => format!("{percent:.0} % speed: it catches up in fast-forward."),
    })
}

/// Another sentence says already why the speed is not real speed.
fn is_told(f: &Facts) -> bool {
    spirals(f).is_some() || frozen(f).is_some() || stalled(f).is_some()
}

/// Whether a schedule that is shorter than its steps explains the speed.
fn is_due_to(speed: f64, pace: f64) -> bool {
    pace > *REAL.end() && (speed / pace - 1.0).abs() < 0.01
}

fn tunnels(f: &Facts) -> Option<String> {
    let Tally { caught, tunnelled } = f.recent_passes;
    let passes = caught + tunnelled;
    let step = step_ms(f);
    (tunnelled > 0).then(|| format!("Steps up to {step:.0} ms: {tunnelled} of the last {passes} went through the wall."))
}

fn explodes(f: &Facts) -> Option<String> {
    let masses = if f.exploded == 1 { "1 mass has".to_owned() } else { format!("{} masses have", f.exploded) };
    (f.exploded > 0).then(|| format!("{masses} exploded, with steps up to {:.1} ms.", step_ms(f)))
}

fn coarse_timer(f: &Facts) -> Option<String> {
    let percent = f.symptoms.still_share * 100.0;
    (follows_clock(f) && percent > 10.0 && f.error_ms > SEEN)
        .then(|| format!("{percent:.0} % of its steps are 0 ms long: its timer stands still between them."))
}

/// Whether a step of no length means that no time had passed. To others it is a step that is held back.
fn follows_clock(f: &Facts) -> bool {
    matches!(f.group, Group::VariableStep | Group::NoSteps) && !f.largest_step
}

fn steps_per_s(f: &Facts) -> f64 {
    f.symptoms.updates_per_s * if follows_clock(f) { 1.0 } else { 1.0 - f.symptoms.still_share }
}

fn none_and_two(f: &Facts) -> Option<String> {
    let Symptoms { none_share, several_share, .. } = f.symptoms;
    let rate = steps_per_s(f);
    let alike = f.fps.is_some_and(|fps| (0.9..1.1).contains(&(rate / fps)));
    (alike && none_share > 0.05 && several_share > 0.05 && f.error_ms > SEEN)
        .then(|| format!("None and two steps alternate: {rate:.0} steps/s on {:.0} Hz, woken late.", f.refresh_hz))
}

/// Steps are drawn as they come, and the display does not divide by them.
fn raw_steps(f: &Facts) -> Option<String> {
    let right = f.speed.is_some_and(|speed| REAL.contains(&speed));
    let sparse = f.symptoms.even_steps && steps_per_s(f) < f.refresh_hz * 0.95;
    if !sparse || f.presentation != Presentation::Latest || f.error_ms <= SEEN || !right || none_and_two(f).is_some() {
        return None;
    }
    let (rate, hz) = (steps_per_s(f), f.refresh_hz);
    let uneven = |stays: Option<(u64, u64)>| stays.filter(|(least, most)| most > least && *least > 0 && *most <= least + 2);
    let or =
        |(least, most): (u64, u64)| if most == least + 1 { format!("{least} or {most}") } else { format!("{least} to {most}") };
    if let Some(stays) = uneven(f.symptoms.frames_stay) {
        return Some(format!("{rate:.0} steps/s shown raw on {hz:.0} Hz: every frame stays {} refreshes.", or(stays)));
    }
    let stays = uneven(f.symptoms.moments_stay)?;
    Some(format!("{rate:.0} steps/s drawn raw on {hz:.0} Hz: every step is shown {} times.", or(stays)))
}

fn judders(f: &Facts) -> Option<String> {
    let right = f.speed.is_some_and(|speed| REAL.contains(&speed));
    let told = none_and_two(f).is_some() || raw_steps(f).is_some() || coarse_timer(f).is_some() || f.symptoms.stall.is_some();
    (f.error_ms > SEEN && right && !told).then(|| format!("Right speed, but it judders: frames are {:.1} ms off.", f.error_ms))
}

/// Most frames are never seen, and each of them was work.
fn drops(f: &Facts) -> Option<String> {
    let percent = 100.0 * f.dropped as f64 / f.rendered.max(1) as f64;
    (!f.vsync && percent >= 10.0).then(|| format!("{percent:.0} % of its frames are never seen: it draws without vsync."))
}

fn slow_to_answer(f: &Facts) -> Option<String> {
    let ms = f.input_ms.filter(|ms| *ms >= 100.0)?;
    Some(format!("An input takes {ms:.0} ms to be seen."))
}

fn never_waits(f: &Facts) -> Option<String> {
    let burns = !f.vsync && f.busy_percent > 99.0;
    burns.then(|| "It never waits: 100 % busy, at the cost of the battery.".to_owned())
}

/// Beside a fault; alone it is told by [`well`].
fn few_frames(f: &Facts) -> Option<String> {
    let fps = f.fps.filter(|fps| *fps < f.refresh_hz * 0.7)?;
    let faulty = FAULTS.iter().any(|rule| rule(f).is_some());
    (faulty && raw_steps(f).is_none()).then(|| match f.group {
        Group::NoSteps => format!("{fps:.0} frames a second."),
        _ => format!("{fps:.0} frames a second, in steps up to {:.0} ms.", step_ms(f)),
    })
}

/// Where nothing is wrong.
pub fn well(f: &Facts) -> (Tone, String) {
    let fps = f.fps.unwrap_or(0.0);
    let few = fps < f.refresh_hz * 0.7;
    if f.group == Group::NoSteps {
        let text =
            if few { format!("Right speed at {fps:.0} frames a second") } else { "Right speed, without a step".to_owned() };
        return (if few { Tone::Plain } else { Tone::Good }, format!("{text}: everything is where the clock puts it."));
    }
    if few {
        let text = format!("Right speed at {fps:.0} frames a second, in steps up to {:.0} ms.", step_ms(f));
        return (Tone::Plain, text);
    }
    let how = match f.presentation {
        Presentation::Extrapolate => "predicted between its steps",
        Presentation::ExtrapolateToContact => "predicted between its steps, up to the first contact",
        Presentation::Interpolate => "drawn between its last two steps",
        Presentation::Latest => "every frame on time",
    };
    (Tone::Good, format!("Right speed, {how}, steps up to {:.1} ms.", step_ms(f)))
}

fn step_ms(f: &Facts) -> f64 {
    f.longest_step.map_or(0.0, Span::as_millis)
}
