//! A way with a velocity that changes at random moments, in closed form.
//!
//! The way is a line from knot to knot. The knots' moments are spread at random about every 0.6 s, and so are their places
//! about the way of a steady run; of every other pair the second is now and then where the first is, so that the figure stands
//! in between. A knot is a function of its number, so any moment can be asked for.

use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span};
use std::cell::{Cell, RefCell};

/// How far knots are from each other on the average, and how late a knot is at most.
const APART: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 5);
const LATEST: i64 = FLICKS_PER_SECOND * 3 / 10;
/// How far ahead of a steady run a knot is at most, in units.
const AHEAD: f64 = 288.0;
/// In this share of the pairs the figure stands.
const STANDING: f64 = 0.4;

/// All changes of a run.
pub struct Changes {
    /// Of the steady run that the figure keeps near, units/s.
    speed: f64,
    draws: RefCell<CounterRng>,
    /// The stretch that was last asked for: most steps ask for the same one.
    known: Cell<Option<Stretch>>,
}

/// The way from one change to the next.
#[derive(Clone, Copy)]
pub struct Stretch {
    number: i64,
    from: Knot,
    to: Knot,
}

#[derive(Clone, Copy)]
struct Knot {
    at: Span,
    place: f64,
}

impl Changes {
    /// Those of a seed, about a steady run of `speed` units/s.
    pub fn new(seed: u64, speed: f64) -> Changes {
        Changes { speed, draws: RefCell::new(CounterRng::new(seed, Purpose::SceneBody(0))), known: Cell::new(None) }
    }

    fn knot(&self, number: i64) -> Knot {
        let (mut draws, index) = (self.draws.borrow_mut(), number as u64 * 3);
        // The first one is where and when the run begins.
        let late = if number == 0 { 0 } else { draws.whole(index, 0, LATEST) };
        let at = APART * number + Span::from_flicks(late);
        let stands = number % 2 == 1 && draws.unit(index + 2) < STANDING;
        let placed = if stands { number - 1 } else { number };
        let ahead = if placed == 0 { 0.0 } else { draws.unit(placed as u64 * 3 + 1) * AHEAD };
        Knot { at, place: self.speed * (APART * placed).as_secs() + ahead }
    }

    /// The stretch that the figure is on when it has run for so long.
    pub fn at(&self, run: Span) -> Stretch {
        if let Some(known) = self.known.get().filter(|known| known.from.at <= run && run < known.to.at) {
            return known;
        }
        let next = run.whole(APART).max(0);
        let number = if self.knot(next).at <= run { next } else { next - 1 };
        let stretch = Stretch { number, from: self.knot(number), to: self.knot(number + 1) };
        self.known.set(Some(stretch));
        stretch
    }
}

impl Stretch {
    /// How many changes there were before it.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// In units a second.
    pub fn speed(&self) -> f64 {
        (self.to.place - self.from.place) / (self.to.at - self.from.at).as_secs()
    }

    /// Where the figure is when it has run for so long, in units.
    pub fn place(&self, run: Span) -> f64 {
        self.from.place + (self.to.place - self.from.place) * (run - self.from.at).ratio(self.to.at - self.from.at)
    }
}
