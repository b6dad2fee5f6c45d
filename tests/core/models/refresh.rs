//! The refreshes of a display that is no clock, and how it shows a frame again if the next one comes late.
//!
//! What the decision leaves open, and how it is read here:
//! - *Before the first stay there is no g.* Then n = 1.
//! - *g* is a whole number of flicks, rounded down, and n = ⌈11 g / (10 L)⌉ in whole numbers with L = 1/LO in flicks, so that no last bit
//!   of a float decides. HI ≥ 2.2 LO is compared as 10 HI ≥ 22 LO for the same reason.
//! - *Until k is done* means until the GPU is done and, where drawing and presenting are apart, the frame is handed over; a repeat at
//!   that very moment does not come.
//! - *A page that begins to ask for refreshes* counts stays from the last tick on, as its variable refresh does.
//! - *A callback without a frame on its way* still comes 1/LO after the last one: the even repeats move no callback.

use crate::models::broken::Break;
use crate::models::computer::period;

/// How many stays are remembered.
const REMEMBERED: usize = 8;

/// When a frame that stays long is shown again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lfc {
    /// At the last moment.
    Last,
    /// In even parts of the stay that is expected.
    #[default]
    Even,
}

#[derive(Clone)]
pub struct Pace {
    broken: Option<Break>,
    /// The longest time between two refreshes.
    longest: i64,
    is_even: bool,
    /// The newest flip, and the last stays before it.
    flipped: i64,
    stays: Vec<i64>,
    refreshed: Option<i64>,
    /// How often the newest frame was shown again.
    repeated: i64,
}

impl Pace {
    pub fn new((lo_hz, hi_hz): (f64, f64), lfc: Lfc, broken: Option<Break>) -> Pace {
        let is_wide = 10.0 * hi_hz >= 22.0 * lo_hz || broken == Some(Break::AnyRange);
        let is_even = lfc == Lfc::Even && is_wide;
        let longest = period(lo_hz);
        Pace { broken, longest, is_even, flipped: 0, stays: Vec::new(), refreshed: None, repeated: 0 }
    }

    /// Begins anew with a frame that is shown since `moment`.
    pub fn begin(&mut self, moment: i64) {
        self.refreshed = None;
        self.stays.clear();
        self.flip(moment);
    }

    pub fn refreshed(&self) -> Option<i64> {
        self.refreshed
    }

    pub fn flip(&mut self, moment: i64) {
        if self.refreshed.is_some() {
            self.stays.push(moment - self.flipped);
        }
        (self.flipped, self.refreshed, self.repeated) = (moment, Some(moment), 0);
    }

    pub fn repeat(&mut self, moment: i64) {
        (self.refreshed, self.repeated) = (Some(moment), self.repeated + 1);
    }

    /// Returns the expected stay and into how many parts it is cut.
    fn parts(&self) -> (i64, i64) {
        let remembered = if self.broken == Some(Break::OneStay) { 1 } else { REMEMBERED };
        let newest = &self.stays[self.stays.len().saturating_sub(remembered)..];
        if !self.is_even || newest.is_empty() {
            return (0, 1);
        }
        let expected = newest.iter().sum::<i64>() / newest.len() as i64;
        let tenths = if self.broken == Some(Break::NoMargin) { 10 } else { 11 };
        let whole = 10 * self.longest;
        (expected, ((tenths * expected + whole - 1) / whole).max(1))
    }

    /// Returns when the newest frame is shown again if nothing else comes; `None` before the first one.
    pub fn next_repeat(&self) -> Option<i64> {
        let (stay, parts) = self.parts();
        let number = self.repeated + 1;
        let part = if self.broken == Some(Break::RoundsUp) { (stay + parts - 1) / parts } else { stay / parts };
        self.refreshed.map(|refreshed| match () {
            () if number < parts => self.flipped + number * part,
            () if self.broken == Some(Break::GoesOnEvenly) && parts > 1 => refreshed + part,
            () => refreshed + self.longest,
        })
    }

    /// Returns how often the newest frame will have been shown again by then, beyond what is known.
    pub fn count_repeats_by(&self, now: i64) -> usize {
        let mut later = self.clone();
        while let Some(again) = later.next_repeat().filter(|again| *again <= now) {
            later.repeat(again);
        }
        (later.repeated - self.repeated) as usize
    }
}
