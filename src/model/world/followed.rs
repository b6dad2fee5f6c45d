//! The bodies of a world whose motion is shown through time, and how the path of one becomes a line.

use super::body::Body;

/// The most bodies that are followed in a world.
pub const MOST_FOLLOWED: usize = 2;

/// What of a world is shown through time: where a body stands along its path, as one number.
pub struct Followed {
    /// The places of the bodies in their world, the first one leads; at most [`MOST_FOLLOWED`].
    pub bodies: &'static [usize],
    /// How far a body reaches along its path to both sides of its middle, in the unit of the path.
    pub half: f64,
    /// Where a body stands along its path; nothing while it is not there.
    pub along: fn(&Body) -> Option<f64>,
    /// The unit of the path, as it follows a number: ` units`, `°`.
    pub unit: &'static str,
    /// How the path lies on a line.
    pub axis: PathAxis,
}

/// How a path lies on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathAxis {
    /// Along x: the line is the world's own x axis, as its pane shows it.
    WorldX,
    /// From one end to the other; what is beyond them is not shown.
    Line {
        /// Where the line begins.
        from: f64,
        /// Where it ends.
        to: f64,
    },
    /// Again and again: `to` is `from` of the next lap.
    Lap {
        /// Where a lap begins.
        from: f64,
        /// Where it ends.
        to: f64,
    },
}

/// Something fixed that lies across a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathMark {
    /// Where its middle is along the path.
    pub at: f64,
    /// How far it reaches to both sides of that.
    pub half: f64,
    /// Whether the leading body must not get past it; else it is only passed.
    pub is_wall: bool,
}

impl Followed {
    /// The first body by its x, in units, as a world has it that says nothing else.
    pub const FIRST_BY_X: Followed =
        Followed { bodies: &[0], half: 0.0, along: |body| Some(body.pos.x), unit: " units", axis: PathAxis::WorldX };

    /// Whether a body that stands there touches the mark.
    pub fn touches(&self, along: f64, mark: &PathMark) -> bool {
        // Contacts are tested in double precision, places are kept in single.
        const ROUNDING: f64 = 1e-3;
        (along - mark.at).abs() <= self.half + mark.half + ROUNDING
    }
}

impl PathAxis {
    /// A place on this axis: within a lap where it has laps.
    pub fn wrapped(self, along: f64) -> f64 {
        match self {
            PathAxis::WorldX | PathAxis::Line { .. } => along,
            PathAxis::Lap { from, to } => from + (along - from).rem_euclid(to - from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lap_begins_again_where_it_ends_and_a_line_does_not() {
        let lap = PathAxis::Lap { from: -180.0, to: 180.0 };
        assert_eq!([-181.0, -180.0, 0.0, 180.0, 725.0].map(|at| lap.wrapped(at)), [179.0, -180.0, 0.0, -180.0, 5.0]);
        assert_eq!(PathAxis::Line { from: 0.0, to: 1.0 }.wrapped(7.0), 7.0);
    }
}
