//! Bodies that fly at a wall again and again. Each pass begins at a whole multiple of a period of simulated time and is judged: a
//! body that moves exactly meets the wall in every pass.
//!
//! A pass is *void* if the wall has changed during it. A void pass counts in neither tally.

use super::body::{Body, BodyState, Tally};
use crate::base::time::{Span, Time};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Counted from 0.
    pub number: i64,
    pub since: Span,
}

/// Returns the pass in which `moment` lies, if a pass begins every `period`.
pub fn pass_at(moment: Time, period: Span) -> Pass {
    let number = (moment - Time::ZERO).whole(period);
    Pass { number, since: moment - (Time::ZERO + period * number) }
}

/// Returns the body that has to be moved in a step of `dt` that ends at `end`, and by how much time: `from` and all of `dt`, or,
/// if a new pass has begun, a `fresh` body and the time since that pass began. Counts a pass that ended without a contact as
/// tunnelled, and every pass in between; `void` excludes the first pass from the tally.
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
    let unjudged = matches!(from.state, BodyState::Moving | BodyState::Waiting) && !void;
    tally.tunnelled += (pass.number - from.pass - 1) as u64 + u64::from(unjudged);
    (Body { pass: pass.number, ..fresh(pass.number) }, pass.since)
}

/// Judges a body after its step: it is caught if it `touches` the wall, and has tunnelled if it is `past` the wall. In a `void`
/// pass the wall still stops the body, but the tally does not change.
pub fn judge(body: &mut Body, touches: bool, past: bool, void: bool, tally: &mut Tally) {
    if body.state != BodyState::Moving {
        return;
    }
    if touches {
        body.state = BodyState::Caught;
        body.vel = glam::DVec2::ZERO;
        body.spin = 0.0;
        tally.caught += u64::from(!void);
    } else if past && !void {
        body.state = BodyState::Tunnelled;
        tally.tunnelled += 1;
    }
}

/// Moves the body `from` through the part of a step that is `dt` long and ends at `end`, and judges it in every pass that the
/// part touches: the rest of its own pass, the whole passes in between, and the beginning of the last one. A pass begins every
/// `period`.
///
/// `fresh(pass)` returns the body at the beginning of a pass. `go(body, since, dt, tally)` moves a body by `dt`, until `since`
/// has passed in its pass, and judges it. All whole passes share one call, so `go` must judge them alike. If the first pass is
/// `void`, its tunnelling is not counted here, and `go` must not count it either.
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
    let is_open = |body: &Body| matches!(body.state, BodyState::Moving | BodyState::Waiting);
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

/// Counts the passes of a body that has jumped to its exact place without a step. The exact motion meets the wall once in every
/// pass, so every pass that has ended since counts as caught, and so does the new one if the body is caught in it. A `void` pass
/// at the start of the jump does not count.
pub fn count_placed(from: &Body, to: &Body, void: bool, tally: &mut Tally) {
    let is_open = |body: &Body| matches!(body.state, BodyState::Moving | BodyState::Waiting);
    let is_caught = u64::from(to.state == BodyState::Caught);
    tally.caught += match to.pass - from.pass {
        0 if is_open(from) && !void => is_caught,
        passes @ 1.. => u64::from(is_open(from) && !void) + (passes - 1) as u64 + is_caught,
        _ => 0,
    };
}

/// Judges a body by a rendered `frame`, in which the body `touches` the wall or is `past` it. A caught body stops where the frame
/// shows it, in both states, so that every later frame shows it there.
pub fn judge_frame(
    before: &mut Body,
    now: &mut Body,
    frame: &Body,
    (touches, past): (bool, bool),
    void: bool,
    tally: &mut Tally,
) {
    let pos = now.pos;
    if now.state == BodyState::Moving && touches {
        (now.pos, now.heading) = (frame.pos, frame.heading);
    }
    judge(now, touches, past, void, tally);
    if now.pos != pos {
        *before = *now;
    }
}
