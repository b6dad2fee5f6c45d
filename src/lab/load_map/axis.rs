//! The two loads that a map is made over, and its scale.

use crate::model::config::Computer;

/// A load that is moved while everything else stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// What a frame costs.
    Render,
    /// What an update costs.
    Update,
}

impl Axis {
    /// Both.
    pub const ALL: [Axis; 2] = [Axis::Render, Axis::Update];
    /// The scale is logarithmic from here on, in ms: a frame never costs less.
    pub const LEAST_MS: f64 = 0.1;
    /// The end of the scale, in ms.
    pub const MOST_MS: f64 = 100.0;

    /// The load of a computer.
    pub fn load_ms(self, computer: &Computer) -> f64 {
        match self {
            Axis::Render => computer.render_ms,
            Axis::Update => computer.update_ms,
        }
    }

    /// The same load, to be set.
    pub fn load_mut(self, computer: &mut Computer) -> &mut f64 {
        match self {
            Axis::Render => &mut computer.render_ms,
            Axis::Update => &mut computer.update_ms,
        }
    }

    /// In a sentence: `render load`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Axis::Render => "render load",
            Axis::Update => "update load",
        }
    }

    /// The load at a place of the scale from 0 to 1, in ms. An update may cost nothing at all: that is its 0.
    pub fn load_at(self, place: f64) -> f64 {
        if place <= 0.0 && self == Axis::Update {
            return 0.0;
        }
        Axis::LEAST_MS * libm::pow(Axis::MOST_MS / Axis::LEAST_MS, place.clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_goes_from_the_least_to_the_most_in_equal_factors() {
        for axis in Axis::ALL {
            assert!((axis.load_at(1.0) - 100.0).abs() < 1e-9);
            assert!((axis.load_at(2.0 / 3.0) - 10.0).abs() < 1e-9);
        }
        assert_eq!((Axis::Render.load_at(0.0), Axis::Update.load_at(0.0)), (0.1, 0.0));
    }
}
