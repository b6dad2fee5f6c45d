//! The stages of the time from an input to the display.

use crate::base::time::Span;

/// A part of the time from an input to the display. Each part begins where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The time from the input until the loop reads it.
    Read,
    /// The time from the reading until the CPU has finished the first frame that knows of the input.
    Submit,
    /// The time from then until the GPU begins to work on that frame.
    Queue,
    /// The time from then until the GPU is done with it.
    Gpu,
    /// The time from then until the display changes to it.
    Display,
}

impl Stage {
    /// All stages, in the order of [`Answer::stages`](crate::model::machine::inputs::Answer::stages).
    pub const ALL: [Stage; 5] = [Stage::Read, Stage::Submit, Stage::Queue, Stage::Gpu, Stage::Display];

    /// Returns the key of the metric for the stage's mean time.
    pub const fn mean_id(self) -> &'static str {
        match self {
            Stage::Read => "stage_read_mean_ms",
            Stage::Submit => "stage_submit_mean_ms",
            Stage::Queue => "stage_queue_mean_ms",
            Stage::Gpu => "stage_gpu_mean_ms",
            Stage::Display => "stage_display_mean_ms",
        }
    }

    /// Returns the key of the metric for the stage's longest time.
    pub const fn longest_id(self) -> &'static str {
        match self {
            Stage::Read => "stage_read_worst_ms",
            Stage::Submit => "stage_submit_worst_ms",
            Stage::Queue => "stage_queue_worst_ms",
            Stage::Gpu => "stage_gpu_worst_ms",
            Stage::Display => "stage_display_worst_ms",
        }
    }

    /// Returns the stage's word in a legend.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Read => "read",
            Stage::Submit => "submit",
            Stage::Queue => "GPU begins",
            Stage::Gpu => "GPU",
            Stage::Display => "flip",
        }
    }

    /// Describes the stage in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Read => "until read",
            Stage::Submit => "until submitted",
            Stage::Queue => "before the GPU",
            Stage::Gpu => "on the GPU",
            Stage::Display => "until the flip",
        }
    }
}

/// The time that inputs spent in one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTimes {
    /// The sum of the times, in flicks.
    pub sum: i128,
    pub longest: Span,
}

impl StageTimes {
    pub fn add(&mut self, other: StageTimes) {
        self.sum += other.sum;
        self.longest = other.longest.max(self.longest);
    }
}
