//! A wall that a person moves and makes thicker while its world runs.
//!
//! The exact motion depends on the wall, so a world stores every position that its wall has had, by its own simulated time. A
//! pass during which the wall has changed proves nothing about the loop: the wall that the body flew at is no longer there, and
//! the new one came only during the flight. Such a pass is void and counts in neither tally.

use super::passes::pass_at;
use super::sketch::WorldRect;
use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// The position along x, in world units; each world defines which part of the wall is meant.
    pub x: f64,
    /// In world units.
    pub thickness: f64,
}

#[derive(Clone, Copy, Debug)]
pub struct WallOptions {
    pub x: &'static Param,
    pub thickness: &'static Param,
}

impl WallOptions {
    fn read(self, options: &Values) -> Wall {
        let number = |param: &Param| options.number(param).unwrap_or_default();
        Wall { x: number(self.x), thickness: number(self.thickness) }
    }
}

#[derive(Clone, Debug)]
pub struct StandingWall {
    pub options: WallOptions,
    pub wall: Wall,
    pub area: WorldRect,
}

/// All positions that the wall of one world has had.
#[derive(Clone, Debug)]
pub struct Walls {
    options: WallOptions,
    first: Wall,
    /// The changes in the order of time, at most one at a moment; each differs from the wall before it.
    changes: Vec<(Time, Wall)>,
}

impl Walls {
    pub fn new(options: WallOptions, values: &Values) -> Walls {
        Walls { options, first: options.read(values), changes: Vec::new() }
    }

    /// Moves the wall from simulated time `at` on. `at` must not be before an earlier change; a change at the same moment is
    /// replaced.
    pub fn set(&mut self, at: Time, values: &Values) {
        while self.changes.last().is_some_and(|(last, _)| *last >= at) {
            self.changes.pop();
        }
        let wall = self.options.read(values);
        if wall != self.now() {
            self.changes.push((at, wall));
        }
    }

    pub fn now(&self) -> Wall {
        self.changes.last().map_or(self.first, |(_, wall)| *wall)
    }

    pub fn at(&self, at: Time) -> Wall {
        match self.changes.partition_point(|(since, _)| *since <= at) {
            0 => self.first,
            count => self.changes[count - 1].1,
        }
    }

    /// Returns every position of the wall between simulated time `from` and `to`, each with the moment from which it holds;
    /// `from` for the first.
    pub fn during(&self, from: Time, to: Time) -> impl Iterator<Item = (Time, Wall)> {
        let first = self.changes.partition_point(|(since, _)| *since <= from);
        let later = self.changes[first..].iter().copied().take_while(move |(since, _)| *since <= to);
        std::iter::once((from, self.at(from))).chain(later)
    }

    /// Returns whether the wall has changed within pass `number`, if a pass begins every `period`. A change at the very beginning
    /// of the pass does not count.
    pub fn void(&self, number: i64, period: Span) -> bool {
        let newest_first = self.changes.iter().rev().map(|(since, _)| pass_at(*since, period));
        let mut of_pass = newest_first.skip_while(|pass| pass.number > number).take_while(|pass| pass.number == number);
        of_pass.any(|pass| pass.since > Span::ZERO)
    }
}
