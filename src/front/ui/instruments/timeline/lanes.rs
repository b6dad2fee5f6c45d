//! The height of a row, and its division into lanes.

use egui::{Rangef, Rect};
use tickscope_core::base::time::Time;
use tickscope_core::lab::recording::pane_recording::Recording;

const TALLEST: f32 = 96.0;
const TALLEST_WITH_ALL: f32 = 150.0;
const GAP: f32 = 0.75;

/// A lane of a pane in the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    Cpu,
    /// Frames that wait, for the GPU and for their flips.
    Queue,
    Gpu,
    Display,
}

impl Lane {
    pub const ALL: [Lane; 4] = [Lane::Cpu, Lane::Queue, Lane::Gpu, Lane::Display];

    pub const fn short(self) -> &'static str {
        match self {
            Lane::Cpu => "CPU",
            Lane::Queue => "queue",
            Lane::Gpu => "GPU",
            Lane::Display => "display",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    pub blocks: Rangef,
    /// The vertical ranges of the queue and the GPU; `None` if the computer has only a CPU.
    pub pipeline: Option<(Rangef, Rangef)>,
    pub frames: Rangef,
}

impl Lanes {
    pub fn of(row: Rangef, has_pipeline: bool) -> Lanes {
        let share = if has_pipeline { 0.25 } else { 0.34 };
        let frames = (row.span() * share).clamp(if has_pipeline { 5.0 } else { 6.0 }, 22.0);
        let frames = Rangef::new(row.max - frames, row.max);
        if !has_pipeline {
            return Lanes { blocks: Rangef::new(row.min, frames.min), pipeline: None, frames };
        }
        let thin = (row.span() * 0.2).clamp(2.5, 24.0);
        let gpu = Rangef::new(frames.min - GAP - thin, frames.min - GAP);
        let queue = Rangef::new(gpu.min - GAP - thin, gpu.min - GAP);
        Lanes { blocks: Rangef::new(row.min, queue.min - GAP), pipeline: Some((queue, gpu)), frames }
    }

    pub fn each(&self) -> impl Iterator<Item = (Lane, Rangef)> {
        let Lanes { blocks, pipeline, frames } = *self;
        let all = [Some(blocks), pipeline.map(|(queue, _)| queue), pipeline.map(|(_, gpu)| gpu), Some(frames)];
        Lane::ALL.into_iter().zip(all).filter_map(|(lane, y)| Some((lane, y?)))
    }

    /// Returns the lane at `y`, or the nearer one if `y` is between two lanes.
    pub fn at(&self, y: f32) -> Lane {
        let distance = |range: Rangef| (range.min - y).max(y - range.max);
        let nearest = self.each().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
        nearest.map_or(Lane::Cpu, |(lane, _)| lane)
    }
}

/// Returns the vertical range of row `place` of `count`. Rows with all lanes may be higher.
pub fn row(rows: Rect, count: usize, place: usize, has_pipeline: bool) -> Rangef {
    let tallest = if has_pipeline { TALLEST_WITH_ALL } else { TALLEST };
    let height = (rows.height() / count.max(1) as f32).min(tallest);
    let top = rows.min.y + height * place as f32;
    Rangef::new(top + 2.0, top + height - 2.0)
}

/// Returns whether frames of a pane had more stages than the CPU and a display with ticks at any time from `from` until `to`.
pub fn has_pipeline(recording: &Recording, from: Time, to: Time) -> bool {
    let mut later = recording.contexts.iter().skip(1).map(|config| config.at).chain([Time::NEVER]);
    recording.contexts.iter().any(|config| {
        let end = later.next().unwrap_or(Time::NEVER);
        config.has_pipeline() && config.at < to && end > from
    })
}

#[cfg(test)]
mod tests {
    use crate::front::ui::instruments::timeline::lanes::*;

    #[test]
    fn lanes_stand_under_each_other_at_every_height_and_every_point_is_in_one() {
        for height in 15..90_u8 {
            let y = Rangef::new(10.0, 10.0 + f32::from(height));
            for has_pipeline in [false, true] {
                let lanes = Lanes::of(y, has_pipeline);
                let all: Vec<(Lane, Rangef)> = lanes.each().collect();
                assert_eq!(all.len(), if has_pipeline { 4 } else { 2 });
                assert_eq!((all[0].1.min, all[all.len() - 1].1.max), (y.min, y.max));
                assert!(all.windows(2).all(|pair| pair[0].1.max <= pair[1].1.min), "{height} points high");
                assert!(all.iter().all(|(_, y)| y.span() >= 1.0), "{height} points high: {all:?}");
                assert!(all.iter().all(|(lane, y)| lanes.at(y.center()) == *lane));
            }
        }
    }
}
