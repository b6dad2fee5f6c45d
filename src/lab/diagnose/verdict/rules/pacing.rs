//! How evenly frames come, and what they cost.

use crate::base::time::Span;
use crate::lab::diagnose::pipeline::Pipeline;
use crate::lab::diagnose::symptoms::Symptoms;
use crate::lab::diagnose::verdict::facts::Facts;
use crate::lab::diagnose::verdict::finding::{Finding, Uneven};
use crate::model::config::Presentation;
use crate::model::strategies::Group;

/// A share of the frames is told only of at least this many.
const MANY: u64 = 20;

/// Steps by elapsed time are 0 only where the timer shows the same twice.
pub fn coarse_timer(f: &Facts) -> Option<Finding> {
    let share = f.symptoms.still_share;
    (f.timer > Span::ZERO && f.follows_clock() && share > 0.1 && f.is_uneven()).then_some(Finding::TimerStandsStill(share))
}

pub fn none_and_two(f: &Facts) -> Option<Finding> {
    let Symptoms { none_share, several_share, most_updates, .. } = f.symptoms;
    let rate = f.steps_per_s();
    let alike = f.fps.is_some_and(|fps| (0.9..1.1).contains(&(rate / fps)));
    let timer = Some(f.timer).filter(|timer| *timer > Span::ZERO);
    let causes = Uneven { woken_late: f.wakes_late, timer, rounded: f.rounds_sums };
    (alike && none_share > 0.05 && several_share > 0.05 && f.is_uneven()).then_some(Finding::NoneAndTwo {
        none: none_share,
        most: most_updates,
        steps_per_s: rate,
        hz: Some(f.refresh_hz).filter(|_| f.has_ticks),
        causes,
    })
}

/// Steps are drawn as they come, and the display does not divide by them.
pub fn raw_steps(f: &Facts) -> Option<Finding> {
    let sparse = f.symptoms.even_steps && f.steps_per_s() < f.refresh_hz * 0.95;
    if !sparse || f.presentation != Presentation::Latest || !f.is_uneven() || !f.is_right() || none_and_two(f).is_some() {
        return None;
    }
    let uneven = |stays: Option<(u64, u64)>| stays.filter(|(least, most)| most > least && *least > 0 && *most <= least + 2);
    let frames = uneven(f.symptoms.frames_stay);
    let stays = frames.or_else(|| uneven(f.symptoms.moments_stay))?;
    Some(Finding::RawSteps { steps_per_s: f.steps_per_s(), hz: f.refresh_hz, repeated: frames.is_none(), stays })
}

/// Frames come evenly, but the steps between them are as long as its turns: some turns contain a wait for the queue. A loop
/// that renders without a queue waits for its own flip, so that its turns are as even as its frames.
pub fn times_its_waits(f: &Facts) -> Option<Finding> {
    let Symptoms { frames_stay, pipeline, stall, .. } = f.symptoms;
    let (even, timed) = (frames_stay.is_some_and(|(least, most)| least == most), pipeline.timed?);
    let explained = (0.8..1.25).contains(&(timed.turns_ms / f.error_ms));
    if !(f.vsync && f.queue > 0 && even && f.is_uneven() && explained && pipeline.held_share > 0.0) {
        return None;
    }
    let told = none_and_two(f).is_some() || coarse_timer(f).is_some() || stall.is_some() || !f.is_right();
    let counts = f.group == Group::VariableStep && f.symptoms.most_updates == 1 && timed.flips_ms < f.error_ms * 0.5;
    (!told).then_some(Finding::TimesItsWaits { error_ms: f.error_ms, counted_ms: counts.then_some(timed.flips_ms) })
}

pub fn judders(f: &Facts) -> Option<Finding> {
    let told = none_and_two(f).is_some()
        || raw_steps(f).is_some()
        || coarse_timer(f).is_some()
        || times_its_waits(f).is_some()
        || f.symptoms.stall.is_some();
    (f.is_uneven() && f.is_right() && !told).then_some(Finding::Judders(f.error_ms))
}

/// Many frames are never seen, and each of them was work.
pub fn drops(f: &Facts) -> Option<Finding> {
    let share = f.symptoms.pipeline.overtaken_share;
    (f.overtakes && share >= 0.1 && f.rendered >= MANY).then_some(Finding::Dropped(share))
}

/// The GPU has no rest, and the CPU has.
pub fn gpu_bound(f: &Facts) -> Option<Finding> {
    let (gpu, cpu) = (f.symptoms.pipeline, f.busy_percent);
    let bound = gpu.gpu_busy > 0.97 && gpu.gpu_work > Span::ZERO && cpu < 95.0;
    bound.then_some(Finding::GpuBound { work: gpu.gpu_work, cpu_percent: cpu })
}

/// Nearly every render waits for the display, and every frame behind those before it.
pub fn queue_full(f: &Facts) -> Option<Finding> {
    let Pipeline { held_share, shown_after, .. } = f.symptoms.pipeline;
    let refreshes = f.has_ticks.then(|| shown_after.ratio(f.refresh()));
    (held_share > 0.9 && f.rendered >= MANY).then_some(Finding::QueueFull { shown_after, refreshes })
}

pub fn tears(f: &Facts) -> Option<Finding> {
    let share = f.symptoms.pipeline.torn_share;
    let in_the_middle = !f.has_ticks && f.repeats_below_hz.is_none();
    (in_the_middle && share >= 0.1).then_some(Finding::Torn(share))
}

pub fn repeats(f: &Facts) -> Option<Finding> {
    let share = f.symptoms.pipeline.repeated_share;
    f.repeats_below_hz.filter(|_| share >= 0.1).map(|below_hz| Finding::Repeated { share, below_hz })
}

pub fn slow_to_answer(f: &Facts) -> Option<Finding> {
    f.input_ms.filter(|ms| *ms >= 100.0).map(Finding::SlowToAnswer)
}

pub fn never_waits(f: &Facts) -> Option<Finding> {
    ((!f.vsync || f.spins) && f.busy_percent > 99.9).then_some(Finding::NeverWaits { spins: f.spins })
}

/// Beside a fault; alone it is told by [`super::well::well`].
pub fn few_frames(f: &Facts) -> Option<Finding> {
    let fps = f.fps.filter(|fps| *fps < f.few_fps() && raw_steps(f).is_none())?;
    Some(Finding::FewFrames(fps, f.longest_step.filter(|_| f.group != Group::NoSteps)))
}
