//! Movers that come again and again: each pass begins at a whole multiple of a period of simulated time, meets a wall
//! if it moves exactly, and is judged.

use super::Tally;
use super::body::{Body, State};
use crate::base::time::{Span, Time};

/// Where a moment falls among the passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    pub number: i64,
    /// How long it has been going on.
    pub since: Span,
}

pub fn pass_at(moment: Time, period: Span) -> Pass {
    let number = (moment - Time::ZERO).whole(period);
    Pass { number, since: moment - (Time::ZERO + period * number) }
}

/// What a body does in a step that ends at `end`: it goes on from `from` for all of `dt`, or, where a new pass has begun,
/// from `fresh` for the part of the step that belongs to it. What ended without a contact has tunnelled, and so has every
/// pass that fell between two steps.
pub fn advance(
    from: &Body,
    end: Time,
    dt: Span,
    period: Span,
    tally: &mut Tally,
    fresh: impl FnOnce(i64) -> Body,
) -> (Body, Span) {
    let pass = pass_at(end, period);
    if pass.number == from.pass {
        return (*from, dt);
    }
    let unjudged = matches!(from.state, State::Moving | State::Waiting);
    tally.tunnelled += (pass.number - from.pass - 1) as u64 + u64::from(unjudged);
    (Body { pass: pass.number, ..fresh(pass.number) }, pass.since)
}

/// Judges a body after its step: caught where it touches, tunnelled once it is past what it should have touched.
pub fn judge(body: &mut Body, touches: bool, past: bool, tally: &mut Tally) {
    if body.state != State::Moving {
        return;
    }
    if touches {
        body.state = State::Caught;
        body.vel = glam::DVec2::ZERO;
        body.spin = 0.0;
        tally.caught += 1;
    } else if past {
        body.state = State::Tunnelled;
        tally.tunnelled += 1;
    }
}
