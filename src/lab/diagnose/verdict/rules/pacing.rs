//! How evenly frames come, and what they cost.

use crate::base::time::Span;
use crate::lab::diagnose::symptoms::Symptoms;
use crate::lab::diagnose::verdict::facts::Facts;
use crate::lab::diagnose::verdict::finding::{Finding, Uneven};
use crate::model::config::Presentation;
use crate::model::strategies::Group;

/// An animation error above this is seen, in ms.
const SEEN: f64 = 2.0;
/// A share of the frames is told only of at least this many.
const MANY: u64 = 20;

/// Steps by elapsed time are 0 only where the timer shows the same twice.
pub fn coarse_timer(f: &Facts) -> Option<Finding> {
    let share = f.symptoms.still_share;
    (f.timer > Span::ZERO && f.follows_clock() && share > 0.1 && f.error_ms > SEEN).then_some(Finding::TimerStandsStill(share))
}

pub fn none_and_two(f: &Facts) -> Option<Finding> {
    let Symptoms { none_share, several_share, most_updates, .. } = f.symptoms;
    let rate = f.steps_per_s();
    let alike = f.fps.is_some_and(|fps| (0.9..1.1).contains(&(rate / fps)));
    let timer = Some(f.timer).filter(|timer| *timer > Span::ZERO);
    let causes = Uneven { woken_late: f.wakes_late, timer, rounded: f.rounds_sums };
    (alike && none_share > 0.05 && several_share > 0.05 && f.error_ms > SEEN).then_some(Finding::NoneAndTwo {
        none: none_share,
        most: most_updates,
        steps_per_s: rate,
        hz: f.refresh_hz,
        causes,
    })
}

/// Steps are drawn as they come, and the display does not divide by them.
pub fn raw_steps(f: &Facts) -> Option<Finding> {
    let sparse = f.symptoms.even_steps && f.steps_per_s() < f.refresh_hz * 0.95;
    if !sparse || f.presentation != Presentation::Latest || f.error_ms <= SEEN || !f.is_right() || none_and_two(f).is_some() {
        return None;
    }
    let uneven = |stays: Option<(u64, u64)>| stays.filter(|(least, most)| most > least && *least > 0 && *most <= least + 2);
    let frames = uneven(f.symptoms.frames_stay);
    let stays = frames.or_else(|| uneven(f.symptoms.moments_stay))?;
    Some(Finding::RawSteps { steps_per_s: f.steps_per_s(), hz: f.refresh_hz, repeated: frames.is_none(), stays })
}

pub fn judders(f: &Facts) -> Option<Finding> {
    let told = none_and_two(f).is_some() || raw_steps(f).is_some() || coarse_timer(f).is_some() || f.symptoms.stall.is_some();
    (f.error_ms > SEEN && f.is_right() && !told).then_some(Finding::Judders(f.error_ms))
}

/// Many frames are never seen, and each of them was work.
pub fn drops(f: &Facts) -> Option<Finding> {
    let share = f.dropped as f64 / f.rendered.max(1) as f64;
    (!f.vsync && share >= 0.1 && f.rendered >= MANY).then_some(Finding::Dropped(share))
}

pub fn slow_to_answer(f: &Facts) -> Option<Finding> {
    f.input_ms.filter(|ms| *ms >= 100.0).map(Finding::SlowToAnswer)
}

pub fn never_waits(f: &Facts) -> Option<Finding> {
    (!f.vsync && f.busy_percent > 99.9).then_some(Finding::NeverWaits)
}

/// Beside a fault; alone it is told by [`super::well::well`].
pub fn few_frames(f: &Facts) -> Option<Finding> {
    let fps = f.fps.filter(|fps| *fps < f.refresh_hz * 0.7 && raw_steps(f).is_none())?;
    Some(Finding::FewFrames(fps, f.longest_step.filter(|_| f.group != Group::NoSteps)))
}
