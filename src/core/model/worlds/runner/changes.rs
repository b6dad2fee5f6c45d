//! A motion whose velocity changes at random moments, in closed form.
//!
//! Position over time is a line from knot to knot. Knots come about every 0.6 s, at random moments and at random positions near
//! those of a steady run. In some of every other pair the second knot has the position of the first, so that the figure stands in
//! between. A knot is a function of its number, so the position at any moment can be computed.

use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span};
use std::cell::{Cell, RefCell};

/// The mean time between knots.
const APART: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 5);
/// The largest delay of a knot, in flicks.
const LATEST: i64 = FLICKS_PER_SECOND * 3 / 10;
/// The largest lead of a knot over a steady run, in world units.
const AHEAD: f64 = 288.0;
/// The share of the eligible pairs of knots between which the figure stands.
const STANDING: f64 = 0.4;

pub struct Changes {
    /// The speed of the steady run that the figure stays near, in world units per second.
    speed: f64,
    draws: RefCell<CounterRng>,
    /// The segment that was read last: most steps read the same one.
    known: Cell<Option<Stretch>>,
}

/// The line from one knot to the next.
#[derive(Clone, Copy)]
pub struct Stretch {
    /// The number of changes before this segment.
    pub number: i64,
    from: Knot,
    to: Knot,
}

#[derive(Clone, Copy)]
struct Knot {
    at: Span,
    place: f64,
}

impl Changes {
    /// Returns the changes for `seed`, near a steady run of `speed` world units per second.
    pub fn new(seed: u64, speed: f64) -> Changes {
        Changes { speed, draws: RefCell::new(CounterRng::new(seed, Purpose::SceneBody(0))), known: Cell::new(None) }
    }

    fn knot(&self, number: i64) -> Knot {
        let (mut draws, index) = (self.draws.borrow_mut(), number as u64 * 3);
        // The first knot is the beginning of the run.
        let late = if number == 0 { 0 } else { draws.whole(index, 0, LATEST) };
        let at = APART * number + Span::from_flicks(late);
        let stands = number % 2 == 1 && draws.unit(index + 2) < STANDING;
        let placed = if stands { number - 1 } else { number };
        let ahead = if placed == 0 { 0.0 } else { draws.unit(placed as u64 * 3 + 1) * AHEAD };
        Knot { at, place: self.speed * (APART * placed).as_secs() + ahead }
    }

    /// Returns the segment that the figure is on after it has run for `run`.
    pub fn at(&self, run: Span) -> Stretch {
        if let Some(known) = self.known.get().filter(|known| known.from.at <= run && run < known.to.at) {
            return known;
        }
        let next = run.whole(APART).max(0);
        // A coarse timer that is set while a loop runs may lead to a moment before the beginning, where the first segment is
        // continued.
        let number = if self.knot(next).at <= run { next } else { (next - 1).max(0) };
        let stretch = Stretch { number, from: self.knot(number), to: self.knot(number + 1) };
        self.known.set(Some(stretch));
        stretch
    }
}

impl Stretch {
    /// In units per second.
    pub fn speed(&self) -> f64 {
        (self.to.place - self.from.place) / (self.to.at - self.from.at).as_secs()
    }

    /// Returns the figure's position after it has run for `run`, in world units.
    pub fn place(&self, run: Span) -> f64 {
        self.from.place + (self.to.place - self.from.place) * (run - self.from.at).ratio(self.to.at - self.from.at)
    }
}
