//! What the time from an input to the display is made of.

use super::totals::Totals;
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
    /// `seen` is how many inputs the `totals` are about.
    pub(super) fn of(totals: &Totals, seen: u64) -> LatencyStages {
        let milli = FLICKS_PER_SECOND as f64 / 1000.0;
        let time = |stage: Stage| {
            let (sum, worst) = totals.stages[stage as usize];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_means_of_the_stages_add_up_and_the_worst_ones_are_each_stages_own() {
        let mut totals = Totals::default();
        totals.add_latency([10.0, 2.0, 3.0, 6.0, 4.0].map(Span::from_millis));
        totals.add_latency([1.0, 20.0, 0.0, 6.0, 9.0].map(Span::from_millis));
        let stages = LatencyStages::of(&totals, 2);
        let times: Vec<(f64, f64)> = stages.iter().map(|(_, time)| (time.mean_ms, time.worst_ms)).collect();
        assert_eq!(times, [(5.5, 10.0), (11.0, 20.0), (1.5, 3.0), (6.0, 6.0), (6.5, 9.0)]);
        assert_eq!(stages.iter().map(|(_, time)| time.mean_ms).sum::<f64>(), 30.5);
        assert_eq!(LatencyStages::of(&Totals::default(), 0).iter().count(), 0);
        let written = serde_json::to_value(stages).expect("numbers are JSON");
        assert_eq!((&written["stage_submit_mean_ms"], &written["stage_submit_worst_ms"]), (&11.0.into(), &20.0.into()));
        assert!(serde_json::to_value(LatencyStages::default()).expect("JSON")["stage_gpu_mean_ms"].is_null());
    }
}
