//! What the time from an input to the display is made of.

use crate::base::time::{FLICKS_PER_SECOND, Span};
use serde::{Serialize, Serializer};

/// A part of the way from an input to the display; each begins where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Until the loop reads the input.
    Read,
    /// Until the CPU has finished the frame that shows it.
    Submit,
    /// Until the GPU begins to work on that frame.
    Queue,
    /// Until the GPU is done with it.
    Gpu,
    /// Until the display changes to it.
    Display,
}

impl Stage {
    /// All of them, in order; as in [`Answer::stages`](crate::model::machine::Answer::stages).
    pub const ALL: [Stage; 5] = [Stage::Read, Stage::Submit, Stage::Queue, Stage::Gpu, Stage::Display];

    /// Its word in the keys of a report.
    pub const fn id(self) -> &'static str {
        match self {
            Stage::Read => "read",
            Stage::Submit => "submit",
            Stage::Queue => "queue",
            Stage::Gpu => "gpu",
            Stage::Display => "display",
        }
    }

    /// What it is called in a legend.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Read => "read",
            Stage::Submit => "submit",
            Stage::Queue => "GPU begins",
            Stage::Gpu => "GPU",
            Stage::Display => "flip",
        }
    }

    /// What happens in it, in few words.
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

/// How long a stage takes, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageTime {
    /// In the mean over all inputs that were seen. Those of all stages add up to the mean time from input to display.
    pub mean_ms: f64,
    /// At most. These need not come from one input, so that they add up to the greatest time or more.
    pub worst_ms: f64,
}

/// How long every stage takes; nothing until an input is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LatencyStages(Option<[StageTime; 5]>);

impl LatencyStages {
    /// Means and maxima of the `sums` over inputs, of which `seen` were seen.
    pub(super) fn of(sums: &[StageSum; 5], seen: u64) -> LatencyStages {
        let milli = FLICKS_PER_SECOND as f64 / 1000.0;
        let time = |stage: Stage| {
            let (sum, worst) = sums[stage as usize];
            StageTime { mean_ms: sum as f64 / seen as f64 / milli, worst_ms: worst.as_millis() }
        };
        LatencyStages((seen > 0).then(|| Stage::ALL.map(time)))
    }

    /// How long `stage` takes.
    pub fn get(&self, stage: Stage) -> Option<StageTime> {
        self.0.map(|times| times[stage as usize])
    }

    /// Every stage with its time, in order; empty until an input is seen.
    pub fn iter(&self) -> impl Iterator<Item = (Stage, StageTime)> + use<> {
        Stage::ALL.into_iter().zip(self.0.into_iter().flatten())
    }
}

/// As `stage_read_mean_ms`, `stage_read_worst_ms` and so on.
impl Serialize for LatencyStages {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(Stage::ALL.into_iter().flat_map(|stage| {
            let (time, id) = (self.get(stage), stage.id());
            let mean = (format!("stage_{id}_mean_ms"), time.map(|time| time.mean_ms));
            [mean, (format!("stage_{id}_worst_ms"), time.map(|time| time.worst_ms))]
        }))
    }
}

/// The sum of a stage's times, in flicks, and the longest of them.
pub(super) type StageSum = (i128, Span);
