//! Distances added up step by step, as the published function does it, and what they should come to.

/// Units a millisecond.
const SPEED: f64 = 0.001;

/// What a step of these milliseconds adds, in double precision.
pub fn step_f64(milliseconds: f64) -> f64 {
    SPEED * milliseconds
}

/// What a step of these milliseconds adds, in single precision throughout.
pub fn step_f32(milliseconds: f64) -> f32 {
    SPEED as f32 * milliseconds as f32
}

/// A game that runs at `rate` updates a second for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive {
    /// Updates a second.
    pub rate: u32,
    /// How long it runs, s.
    pub seconds: u32,
    /// Whether a step is 1000/rate milliseconds in whole numbers, as published, with what is left over cut off.
    pub whole: bool,
}

impl Drive {
    /// The length of a step in milliseconds.
    pub fn milliseconds(self) -> f64 {
        if self.whole { f64::from(1000 / self.rate) } else { 1000.0 / f64::from(self.rate) }
    }

    /// How many steps there are: as published, until the whole milliseconds add up to the time or more; else as many as
    /// belong in it.
    pub fn steps(self) -> u32 {
        if self.whole { (self.seconds * 1000).div_ceil(1000 / self.rate) } else { self.seconds * self.rate }
    }

    /// The distance in single precision.
    pub fn in_f32(self) -> f32 {
        let step = step_f32(self.milliseconds());
        (0..self.steps()).fold(0.0, |distance, _| distance + step)
    }

    /// The distance in double precision.
    pub fn in_f64(self) -> f64 {
        let step = step_f64(self.milliseconds());
        (0..self.steps()).fold(0.0, |distance, _| distance + step)
    }

    /// The distance in thousandths of a unit, without any rounding.
    pub fn thousandths(self) -> u32 {
        if self.whole { self.steps() * (1000 / self.rate) } else { self.seconds * 1000 }
    }
}
