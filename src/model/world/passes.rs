//! Movers that come again and again: each pass begins at a whole multiple of a period of simulated time, meets a wall
//! if it moves exactly, and is judged.

use super::body::{Body, State};
use super::tally::Tally;
use crate::base::time::{Span, Time};

/// Where a moment falls among the passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Its number, counted from 0.
    pub number: i64,
    /// How long it has been going on.
    pub since: Span,
}

/// The pass that `moment` falls in, where one begins every `period`.
pub fn pass_at(moment: Time, period: Span) -> Pass {
    let number = (moment - Time::ZERO).whole(period);
    Pass { number, since: moment - (Time::ZERO + period * number) }
}

/// What a body does in a step that ends at `end`: it goes on from `from` for all of `dt`, or, where a new pass has begun,
/// from `fresh` for the part of the step that belongs to it. What ended without a contact has tunnelled, and so has every
/// pass that fell between two steps; but a pass that is `void` has not.
pub fn advance(
    from: &Body,
    (end, dt): (Time, Span),
    period: Span,
    void: bool,
    tally: &mut Tally,
    fresh: impl FnOnce(i64) -> Body,
) -> (Body, Span) {
    let pass = pass_at(end, period);
    if pass.number == from.pass {
        return (*from, dt);
    }
    let unjudged = matches!(from.state, State::Moving | State::Waiting) && !void;
    tally.tunnelled += (pass.number - from.pass - 1) as u64 + u64::from(unjudged);
    (Body { pass: pass.number, ..fresh(pass.number) }, pass.since)
}

/// Judges a body after its step: caught where it touches, tunnelled once it is past what it should have touched. In a pass
/// that is `void` there is nothing that it should have touched, and what it touches stops it uncounted.
pub fn judge(body: &mut Body, touches: bool, past: bool, void: bool, tally: &mut Tally) {
    if body.state != State::Moving {
        return;
    }
    if touches {
        body.state = State::Caught;
        body.vel = glam::DVec2::ZERO;
        body.spin = 0.0;
        tally.caught += u64::from(!void);
    } else if past && !void {
        body.state = State::Tunnelled;
        tally.tunnelled += 1;
    }
}

/// A part of a step that ends at `end`, of a body that comes again every `period`, with nothing left untested: what the
/// body still did in the pass that it was in, the passes that begin and end in between, and what it has done of the last.
///
/// `go` moves a body for the `Span` that ends a `Span` after its pass began, and judges it; the order is (since, for how
/// long). Every pass must go as any other one does, as far as its judgement is concerned, but for the first where that is
/// `void`.
pub fn through_passes(
    from: &Body,
    (end, dt): (Time, Span),
    period: Span,
    void: bool,
    tally: &mut Tally,
    fresh: impl Fn(i64) -> Body,
    go: impl Fn(&Body, Span, Span, &mut Tally) -> Body,
) -> Body {
    let pass = pass_at(end, period);
    if pass.number == from.pass {
        return go(from, pass.since, dt, tally);
    }
    let is_open = |body: &Body| matches!(body.state, State::Moving | State::Waiting);
    let jumped = pass.number - from.pass - 1;
    let rest = dt - pass.since - period * jumped;
    if is_open(from) {
        let ended = go(from, period, rest.max(Span::ZERO), tally);
        tally.tunnelled += u64::from(is_open(&ended) && !void);
    }
    if jumped > 0 {
        let mut one = Tally::default();
        let ended = go(&fresh(from.pass + 1), period, period, &mut one);
        one.tunnelled += u64::from(is_open(&ended));
        tally.caught += one.caught * jumped as u64;
        tally.tunnelled += one.tunnelled * jumped as u64;
    }
    go(&fresh(pass.number), pass.since, pass.since, tally)
}

/// Counts what a body has done that was put from where it was to where it exactly is, without a step: its exact motion
/// meets the wall once in every pass, so every pass that has ended since was caught, and the one that it is in if it is. The
/// pass that it was in does not count where it is `void`.
pub fn count_placed(from: &Body, to: &Body, void: bool, tally: &mut Tally) {
    let is_open = |body: &Body| matches!(body.state, State::Moving | State::Waiting);
    let is_caught = u64::from(to.state == State::Caught);
    tally.caught += match to.pass - from.pass {
        0 if is_open(from) && !void => is_caught,
        passes @ 1.. => u64::from(is_open(from) && !void) + (passes - 1) as u64 + is_caught,
        _ => 0,
    };
}

/// Judges a body by a frame that is rendered from its states `before` and `now`; caught, it stands where the frame shows
/// it, between whatever states it is drawn.
pub fn judge_frame(
    before: &mut Body,
    now: &mut Body,
    frame: &Body,
    (touches, past): (bool, bool),
    void: bool,
    tally: &mut Tally,
) {
    let pos = now.pos;
    if now.state == State::Moving && touches {
        (now.pos, now.heading) = (frame.pos, frame.heading);
    }
    judge(now, touches, past, void, tally);
    if now.pos != pos {
        *before = *now;
    }
}
