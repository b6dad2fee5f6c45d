//! Whether the window keeps up with the viewing speed that is chosen.
//!
//! Laboratory time moves at most a tenth of a second in a frame of the window, so a computer that is too slow for what it
//! shows makes all panes slower together, and no number of theirs tells. What is made of the time that passes is measured
//! here, by the moments that the window passes in.

use std::collections::VecDeque;

/// How long is looked at, in seconds.
const LOOKED_AT: f64 = 1.0;
/// The least number of frames that are, so that one hitch of the window is no slow computer.
const FRAMES: usize = 4;
/// It falls short below the first share of the chosen speed, and keeps up again above the second.
const SHARES: (f64, f64) = (0.9, 0.96);

/// A frame of the window, in seconds.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// How long it took.
    real: f64,
    /// How far the laboratory's time was to move.
    wanted: f64,
    /// How far it moved.
    made: f64,
    /// How long the panes were simulated for that.
    simulated: f64,
}

/// What the window makes of the time that passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortfall {
    /// The share of the chosen speed that is reached.
    pub share: f64,
    /// How long a frame of the window takes, in seconds.
    pub frame_s: f64,
    /// The share of that time in which the panes are simulated; in the rest they are drawn.
    pub simulating: f64,
}

/// Measures the last second.
#[derive(Debug, Default)]
pub struct KeepingUp {
    frames: VecDeque<Frame>,
    /// How long the frame in hand has been simulated.
    simulated: f64,
    short: Option<Shortfall>,
}

impl KeepingUp {
    /// After a pause, or for another speed.
    pub fn forget(&mut self) {
        *self = KeepingUp::default();
    }

    /// Adds the time that simulating the panes took since the last frame began.
    pub fn simulated(&mut self, seconds: f64) {
        self.simulated += seconds;
    }

    /// A frame of the window took `real` seconds; in it the laboratory's time was to move by `wanted` and moved by `made`.
    pub fn add(&mut self, real: f64, wanted: f64, made: f64) {
        let simulated = std::mem::take(&mut self.simulated);
        self.frames.push_back(Frame { real, wanted, made, simulated });
        let mut looked_at: f64 = self.frames.iter().map(|frame| frame.real).sum();
        while self.frames.len() > FRAMES && looked_at - self.frames[0].real >= LOOKED_AT {
            looked_at -= self.frames.pop_front().map_or(0.0, |frame| frame.real);
        }
        self.short = self.measured().filter(|now| now.share < if self.short.is_some() { SHARES.1 } else { SHARES.0 });
    }

    /// The last second without its longest frame: a window that was hidden for a while is not slow.
    fn measured(&self) -> Option<Shortfall> {
        let longest = self.frames.iter().enumerate().max_by(|a, b| a.1.real.total_cmp(&b.1.real)).map(|(place, _)| place);
        let counted = || self.frames.iter().enumerate().filter(|(place, _)| Some(*place) != longest).map(|(_, frame)| frame);
        let sum = |value: fn(&Frame) -> f64| counted().map(value).sum::<f64>();
        let (real, wanted) = (sum(|frame| frame.real), sum(|frame| frame.wanted));
        let enough = self.frames.len() >= FRAMES && real >= LOOKED_AT * 0.75;
        (enough && wanted > 0.0).then(|| Shortfall {
            share: sum(|frame| frame.made) / wanted,
            frame_s: real / counted().count() as f64,
            simulating: (sum(|frame| frame.simulated) / real).min(1.0),
        })
    }

    /// By how much it falls short of the chosen speed, if it does.
    pub fn shortfall(&self) -> Option<Shortfall> {
        self.short
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(frames: impl IntoIterator<Item = (f64, f64)>) -> KeepingUp {
        let mut keeping_up = KeepingUp::default();
        for (real, made) in frames {
            keeping_up.simulated(real * 0.75);
            keeping_up.add(real, real, made);
        }
        keeping_up
    }

    #[test]
    fn a_window_that_takes_a_second_a_frame_runs_at_a_tenth() {
        let slow = after([(1.0, 0.1); 5]).shortfall().expect("it is slow");
        assert!((slow.share - 0.1).abs() < 1e-9 && (slow.frame_s - 1.0).abs() < 1e-9 && (slow.simulating - 0.75).abs() < 1e-9);
        assert_eq!(after([(1.0, 0.1); 3]).shortfall(), None, "three frames are too few to tell");
    }

    #[test]
    fn jitter_a_hitch_and_a_hidden_window_are_no_slow_computer() {
        let frame = |n: u32| (1.0 / 60.0 + if n.is_multiple_of(2) { 0.004 } else { -0.004 }, 1.0 / 60.0);
        for hidden in [0.3, 5.0, 1000.0] {
            let mut frames: Vec<(f64, f64)> = (0..300).map(frame).collect();
            frames.insert(150, (hidden, 0.1));
            for count in 0..frames.len() {
                assert_eq!(after(frames[..count].iter().copied()).shortfall(), None, "{count} frames, {hidden} s");
            }
        }
    }

    #[test]
    fn near_the_edge_it_does_not_flicker() {
        let share = |share: f64| std::iter::repeat_n((0.1, 0.1 * share), 30);
        assert!(after(share(0.92)).shortfall().is_none());
        assert!(after(share(0.5).chain(share(0.92))).shortfall().is_some(), "it has to get better than that");
        assert!(after(share(0.5).chain(share(0.98))).shortfall().is_none());
    }
}
