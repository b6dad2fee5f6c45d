//! A wall that is moved and made thicker while its world runs: where it stood, and since when.
//!
//! It is a part of what the exact motion depends on, so a world keeps every place that its wall has had, by its own
//! simulated time. A pass during which the wall has changed is no fair pass: it would not have met the wall that it began
//! with, and the one that it ends at came out of nowhere. It is void and counts in neither tally.

use super::passes::pass_at;
use super::sketch::WorldRect;
use crate::base::params::{Param, Value, Values};
use crate::base::time::{Span, Time};
use glam::DVec2;

/// Where a wall stands, and how thick it is, in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Its place along x: what part of it stands there is for its world to say.
    pub x: f64,
    /// How thick it is.
    pub thickness: f64,
}

/// The live options that move a wall and make it thicker.
#[derive(Clone, Copy, Debug)]
pub struct WallOptions {
    /// Where it stands.
    pub x: &'static Param,
    /// How thick it is.
    pub thickness: &'static Param,
}

impl WallOptions {
    /// Writes a wall into a world's options.
    pub fn write(self, wall: Wall, options: &mut Values) {
        options.set(&self.x.name, Value::Number(wall.x));
        options.set(&self.thickness.name, Value::Number(wall.thickness));
    }

    fn read(self, options: &Values) -> Wall {
        let number = |param: &Param| options.number(param).unwrap_or_default();
        Wall { x: number(self.x), thickness: number(self.thickness) }
    }
}

/// A wall that can be moved, as it stands in its world.
#[derive(Clone, Debug)]
pub struct StandingWall {
    /// What moves it.
    pub options: WallOptions,
    /// How they are set.
    pub wall: Wall,
    /// What it fills.
    pub area: WorldRect,
    /// The radius of what must meet it.
    pub ball: f64,
    /// Where the exact motion of each body does.
    pub meets: Vec<DVec2>,
}

/// Every place that the wall of one world has had.
#[derive(Clone, Debug)]
pub struct Walls {
    options: WallOptions,
    /// From simulated time 0, or from when the world was made.
    first: Wall,
    /// Each is another than the one before it; in the order of time, one a moment.
    changes: Vec<(Time, Wall)>,
}

impl Walls {
    /// A wall that has not been moved.
    pub fn new(options: WallOptions, values: &Values) -> Walls {
        Walls { options, first: options.read(values), changes: Vec::new() }
    }

    /// From simulated time `at` on it stands as `values` say; `at` is never before an earlier one.
    pub fn set(&mut self, at: Time, values: &Values) {
        // What is set twice at one moment is what was said last.
        while self.changes.last().is_some_and(|(last, _)| *last >= at) {
            self.changes.pop();
        }
        let wall = self.options.read(values);
        if wall != self.now() {
            self.changes.push((at, wall));
        }
    }

    /// The newest.
    pub fn now(&self) -> Wall {
        self.changes.last().map_or(self.first, |(_, wall)| *wall)
    }

    /// The one that stands at simulated time `at`.
    pub fn at(&self, at: Time) -> Wall {
        match self.changes.partition_point(|(since, _)| *since <= at) {
            0 => self.first,
            count => self.changes[count - 1].1,
        }
    }

    /// Every wall from simulated time `from` to `to`, with the moment from which it counts: the first with `from`.
    pub fn during(&self, from: Time, to: Time) -> impl Iterator<Item = (Time, Wall)> {
        let first = self.changes.partition_point(|(since, _)| *since <= from);
        let later = self.changes[first..].iter().copied().take_while(move |(since, _)| *since <= to);
        std::iter::once((from, self.at(from))).chain(later)
    }

    /// Whether the wall has changed after the beginning of pass `number` of those that begin every `period`, and before its
    /// end.
    pub fn void(&self, number: i64, period: Span) -> bool {
        let newest_first = self.changes.iter().rev().map(|(since, _)| pass_at(*since, period));
        let mut of_pass = newest_first.skip_while(|pass| pass.number > number).take_while(|pass| pass.number == number);
        of_pass.any(|pass| pass.since > Span::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static X: Param = Param::plain("wall_x", 10.0, (0.0, 100.0), "").live();
    static THICKNESS: Param = Param::plain("wall_thickness", 2.0, (0.5, 20.0), "").live();
    const OPTIONS: WallOptions = WallOptions { x: &X, thickness: &THICKNESS };

    fn at_x(x: f64) -> Values {
        let mut values = Values::default();
        values.set("wall_x", Value::Number(x));
        values
    }

    fn moved(changes: &[(f64, f64)]) -> Walls {
        let mut walls = Walls::new(OPTIONS, &Values::default());
        for (at, x) in changes {
            walls.set(Time::from_secs(*at), &at_x(*x));
        }
        walls
    }

    #[test]
    fn every_moment_has_the_wall_that_stood_then() {
        let walls = moved(&[(1.5, 20.0), (2.5, 30.0), (2.5, 40.0)]);
        let x = |at: f64| walls.at(Time::from_secs(at)).x;
        assert_eq!([x(0.0), x(1.4), x(1.5), x(2.4), x(2.5), x(9.0)], [10.0, 10.0, 20.0, 20.0, 40.0, 40.0]);
        let during: Vec<f64> = walls.during(Time::from_secs(1.0), Time::from_secs(2.5)).map(|(_, wall)| wall.x).collect();
        assert_eq!((during, walls.now().x, walls.now().thickness), (vec![10.0, 20.0, 40.0], 40.0, 2.0));
    }

    #[test]
    fn only_a_pass_in_the_middle_of_which_the_wall_has_changed_is_void() {
        let walls = moved(&[(1.5, 20.0), (3.0, 30.0), (4.2, 30.0), (5.5, 40.0), (5.5, 30.0)]);
        let void: Vec<bool> = (0..7).map(|pass| walls.void(pass, Span::from_secs(1.0))).collect();
        // The third begins with the change; the fourth is told what is so already, and the fifth takes it back at once.
        assert_eq!(void, [false, true, false, false, false, false, false]);
    }
}
