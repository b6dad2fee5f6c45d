//! A lane on which bullets fly at a wall, one in each pass, after a seeded delay.

use super::body::{Body, BodyState, Tally};
use super::contact::{CollisionMode, Obstacle, Path};
use super::passes::{self, pass_at};
use super::walls::{Wall, Walls};
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{Span, Time};
use glam::DVec2;
use std::cell::{Cell, RefCell};

/// A lane along x. Its bullets begin at x = 0.
pub struct BulletLane {
    /// In world units per second.
    pub speed: f64,
    pub y: f64,
    pub radius: f64,
    period: Span,
    longest_delay: Span,
    /// The random delays, addressed by the number of the pass, so that the delay of any pass can be computed.
    delays: RefCell<CounterRng>,
    /// The pass whose delay was read last, and that delay. It is stored because most steps read the same one.
    known: Cell<(i64, Span)>,
}

impl BulletLane {
    /// Returns the `index`-th lane of a world with this seed, at the height `y`. Each pass lasts `period` and has one bullet of
    /// `radius` and `speed`; the delays are uniform below `longest_delay`.
    pub fn new(seed: u64, index: u32, (speed, y, radius): (f64, f64, f64), (period, longest_delay): (Span, Span)) -> BulletLane {
        let delays = RefCell::new(CounterRng::new(seed, Purpose::SceneBody(index)));
        BulletLane { speed, y, radius, period, longest_delay, delays, known: Cell::new((i64::MIN, Span::ZERO)) }
    }

    /// Returns the reach of the wall: a bullet whose middle is nearer than this to the wall's middle touches it.
    pub fn reach(&self, wall: Wall) -> f64 {
        wall.thickness / 2.0 + self.radius
    }

    /// Returns whether the wall has changed during a pass, so that the pass does not count.
    pub fn is_void(&self, walls: &Walls, pass: i64) -> bool {
        walls.void(pass, self.period)
    }

    /// Predicts a bullet `ahead` seconds from now, but no further than to the wall.
    pub fn predict_to_contact(&self, wall: Wall, body: &Body, ahead: f64) -> Body {
        let mut next = body.coasting(ahead);
        let path = Path::Chord { from: body.pos, to: next.pos };
        if let (BodyState::Moving, Some(share)) = (body.state, path.first_contact(&self.obstacle(wall), self.radius)) {
            next.pos = path.at(share);
        }
        next
    }

    fn obstacle(&self, wall: Wall) -> Obstacle {
        let (middle, half) = (DVec2::new(wall.x, self.y), DVec2::new(wall.thickness / 2.0, 2.0 * self.radius));
        Obstacle::Box { min: middle - half, max: middle + half }
    }

    fn delay(&self, pass: i64) -> Span {
        let (known, delay) = self.known.get();
        if known == pass {
            return delay;
        }
        let delay = Span::from_flicks(self.delays.borrow_mut().whole(pass as u64, 0, self.longest_delay.flicks() - 1));
        self.known.set((pass, delay));
        delay
    }

    pub fn waiting(&self, pass: i64) -> Body {
        Body { pass, state: BodyState::Waiting, ..Body::at(0.0, self.y) }
    }

    /// Returns for how much of a step the bullet flies. The step ends when `since` has passed in the pass.
    fn flying(&self, pass: i64, since: Span, dt: Span) -> Span {
        (since - self.delay(pass)).min(dt).max(Span::ZERO)
    }

    /// Moves a bullet through a part of its pass that ends when `since` has passed in it, and tests no contact.
    fn moved(&self, body: &Body, since: Span, mut dt: Span) -> Body {
        let mut body = *body;
        if body.state == BodyState::Waiting {
            dt = self.flying(body.pass, since, dt);
            if dt > Span::ZERO {
                body.state = BodyState::Moving;
                body.vel = DVec2::new(self.speed, 0.0);
            }
        }
        body.pos += body.vel * dt.as_secs();
        body
    }

    /// Moves a bullet by `dt`, until `since` has passed in its pass, stops it at its first contact with the wall, and judges it.
    fn swept(&self, walls: &Walls, body: &Body, (since, dt): (Span, Span), tally: &mut Tally) -> Body {
        let mut next = self.moved(body, since, dt);
        let path = Path::Chord { from: body.pos, to: next.pos };
        let contact = path.first_contact(&self.obstacle(walls.now()), self.radius).filter(|_| next.state == BodyState::Moving);
        if let Some(share) = contact {
            next.pos = path.at(share);
        }
        let past = next.pos.x > walls.now().x;
        let void = walls.void(next.pass, self.period);
        passes::judge(&mut next, contact.is_some(), past, void, tally);
        next
    }

    /// Moves a bullet through a part of a step, which is given by its end and its length, tests contacts as `mode` says, and
    /// judges the bullet.
    pub fn part(&self, (mode, walls): (CollisionMode, &Walls), from: &Body, step: (Time, Span), tally: &mut Tally) -> Body {
        let void = walls.void(from.pass, self.period);
        if matches!(mode, CollisionMode::Swept | CollisionMode::Exact) {
            let go = |body: &Body, since, dt, tally: &mut Tally| self.swept(walls, body, (since, dt), tally);
            return passes::through_passes(from, step, self.period, void, tally, |pass| self.waiting(pass), go);
        }
        let (body, dt) = passes::advance(from, step, self.period, void, tally, |pass| self.waiting(pass));
        let mut body = self.moved(&body, pass_at(step.0, self.period).since, dt);
        if mode == CollisionMode::Discrete {
            let (wall, void) = (walls.now(), void && body.pass == from.pass);
            let from_wall = body.pos.x - wall.x;
            passes::judge(&mut body, from_wall.abs() < self.reach(wall), from_wall > 0.0, void, tally);
        }
        body
    }

    /// Returns the exact bullet at `at`: in flight, or at the wall that it has met. A wall that is moved onto the bullet stops it
    /// there; a wall that is moved away releases no bullet.
    pub fn exact(&self, walls: &Walls, at: Time) -> Body {
        let pass = pass_at(at, self.period);
        let flown = |since: Span| self.speed * self.flying(pass.number, since, since).as_secs();
        let waiting = self.waiting(pass.number);
        let begin = at - pass.since;
        let until = walls.during(begin, at).skip(1).map(|(next, _)| next).chain([at]);
        for ((since, wall), until) in walls.during(begin, at).zip(until) {
            let (from, face) = (flown(since - begin), wall.x - self.reach(wall));
            if flown(until - begin) >= face && from < wall.x + self.reach(wall) {
                return Body { pos: DVec2::new(face.max(from), self.y), state: BodyState::Caught, ..waiting };
            }
        }
        match flown(pass.since) {
            0.0 => waiting,
            flown => {
                Body { pos: DVec2::new(flown, self.y), vel: DVec2::new(self.speed, 0.0), state: BodyState::Moving, ..waiting }
            }
        }
    }
}
