//! A crowd that replicates.
//!
//! It begins with 100 bodies and doubles every two seconds of simulated time: after t seconds there are ⌊100 · 2^(t/2)⌋,
//! until all are there. Two seconds later the pass is over and the next one begins, with 100 bodies again. In every two
//! seconds each body splits once, in the order of their numbers; the new one begins where the old one is, with a velocity
//! of its own. Those that are not born wait: they are neither stepped nor drawn nor counted.
//!
//! With a load per body an update then costs more and more. A loop that makes one step a frame only gets slower; one
//! that makes up for lost time with more steps is in a spiral from the moment at which a step's update takes longer than
//! the step.
//!
//! Source: "BeautifulTimer": a flock of enemies that replicates exponentially makes the game logic stutter, and is
//! probably a bug.

use super::mover::{HALF, Mover};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::passes::pass_at;

/// How many there are at the beginning of a pass.
pub const FIRST: usize = 100;
/// In which time they become twice as many.
const DOUBLING: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// How long they are all there before it begins again.
const STAY: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);

/// How a crowd grows within a pass.
pub struct Growth {
    period: Span,
}

impl Growth {
    /// Growth up to this many bodies.
    pub fn new(bodies: usize) -> Growth {
        Growth { period: birth(bodies - 1) + STAY }
    }

    /// The pass that `at` falls into, and how long it has been going on.
    pub fn pass(&self, at: Time) -> (i64, Span) {
        let pass = pass_at(at, self.period);
        (pass.number, pass.since)
    }
}

/// When body `index` is born, from the beginning of its pass.
fn birth(index: usize) -> Span {
    if index < FIRST {
        return Span::ZERO;
    }
    DOUBLING.scaled(libm::log2((index + 1) as f64 / FIRST as f64))
}

/// Gives every mover its birth, at the place of the one that it comes from.
pub fn bear(movers: &mut [Mover]) {
    let mut generation = FIRST;
    for index in FIRST..movers.len() {
        if index == 2 * generation {
            generation *= 2;
        }
        let (born, parent) = (birth(index), &movers[index - generation]);
        let (place, _) = parent.exact(born);
        let room = HALF - movers[index].radius;
        movers[index].born = born;
        movers[index].place = place.clamp(-room, room);
    }
}
