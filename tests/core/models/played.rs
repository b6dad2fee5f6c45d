//! The load of a capture that is played, again: the row that ran, found by looking at one after the other.

use crate::models::computer::{SECOND, millis, seconds};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::capture::{Capture, CapturedFrame, SampleTimes};
use tickscope_core::model::config::computer::{Computer, PlayLoad};
use tickscope_core::model::config::settings::PaneSettings;

/// The rows of a capture: when each begins, and what it costs the CPU and the GPU, in milliseconds; and when the last one ends.
#[derive(Clone, Debug, Default)]
pub struct Captured {
    pub rows: Vec<[f64; 3]>,
    pub end_ms: f64,
}

impl Captured {
    /// Returns a pane that plays it.
    pub fn pane(&self) -> PaneSettings {
        let at = |ms: f64| Time::from_flicks(millis(ms));
        let frame = |(number, [begins, cpu, gpu]): (usize, &[f64; 3])| CapturedFrame {
            begins: at(*begins),
            sample: at(*begins),
            flip: at(self.rows.get(number + 1).map_or(self.end_ms, |next| next[0])),
            cpu: Span::from_flicks(millis(*cpu)),
            gpu: Span::from_flicks(millis(*gpu)),
            ..CapturedFrame::default()
        };
        let frames = self.rows.iter().enumerate().map(frame).collect();
        let capture = Capture::new("rows.csv", SampleTimes::CpuStart, frames).expect("its rows are in order");
        PaneSettings::of_capture(capture)
    }

    /// Returns what the row that runs `now` costs the CPU and the GPU.
    pub fn load(&self, computer: &Computer, now: i64) -> (i64, i64) {
        let (first, last) = (computer.play_lo_s.min(computer.play_hi_s), computer.play_lo_s.max(computer.play_hi_s));
        let (first, last) = (seconds(first), seconds(last).min(millis(self.end_ms)));
        let mut at = first + now;
        match computer.play_load {
            PlayLoad::Off => return (0, 0),
            _ if self.rows.is_empty() || last <= first => return (0, 0),
            PlayLoad::Once if at >= last => return (0, 0),
            PlayLoad::Once => {}
            PlayLoad::Loop => {
                while at >= last {
                    at -= last - first;
                }
            }
        }
        let mut found = (0, 0);
        for (number, [begins, cpu, gpu]) in self.rows.iter().enumerate() {
            let ends = self.rows.get(number + 1).map_or(self.end_ms, |next| next[0]);
            if millis(*begins) <= at && at < millis(ends) {
                // Where the file does not say how long the CPU was busy, the whole row stands in.
                let busy = if self.rows.iter().all(|row| row[1] == 0.0) { millis(ends) - millis(*begins) } else { millis(*cpu) };
                found = (busy.min(10 * SECOND), millis(*gpu).min(10 * SECOND));
            }
        }
        found
    }
}
