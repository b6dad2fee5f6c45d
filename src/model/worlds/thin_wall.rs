//! Eight lanes of bullets and a wall two units thin.
//!
//! A bullet of radius r is caught only if one of its steps ends within w/2 + r of the wall's middle. With a random phase
//! that fails with probability max(0, 1 − (w + 2r)/(v·dt)): the counts beside the lanes approach it. The start of every
//! pass is delayed by a seeded amount, the same in every pane, uniform over one second and so uniform over any whole
//! number of steps a second.
//!
//! With `collision` it is tested otherwise ([`contact`]): `swept` and `exact` test the line of flight, which here is one
//! and the same, and no bullet passes any more, however long the step; `substeps` only moves the speed at which bullets
//! begin to pass; `picture` tests what is drawn, so that bullets pass according to the frame rate.

use crate::base::params::Values;
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::contact::{self, COLLISION, Obstacle, Path, Rule, SUBSTEPS, Test};
use crate::model::world::passes::{self, pass_at};
use crate::model::world::{Body, BodyStyle, GhostClock, Ink, Scene, SceneKind, Sketch, State, Tally, WorldRect};
use glam::DVec2;
use std::cell::RefCell;

pub const KIND: SceneKind = SceneKind {
    name: "Thin wall",
    about: "Bullets of eight speeds against a wall two units thin: the faster and the longer the step, the more pass.",
    options: &[COLLISION, SUBSTEPS],
    ghost: GhostClock::Simulated,
    ..SceneKind::of("thin-wall", make)
};

/// Units per second.
pub const SPEEDS: [f64; 8] = [200.0, 400.0, 600.0, 800.0, 1200.0, 1600.0, 2000.0, 2400.0];
/// A bullet's radius, in units.
pub const BULLET: f64 = 4.0;
/// How thick the wall is, in units.
pub const WALL: f64 = 2.0;
const WALL_X: f64 = 640.0;
const LANE_LENGTH: f64 = 800.0;
const LANE_HEIGHT: f64 = 48.0;
/// Contact at less than this from the wall's middle.
const REACH: f64 = WALL / 2.0 + BULLET;
const LONGEST_DELAY: i64 = FLICKS_PER_SECOND;

struct ThinWall {
    lanes: Vec<Lane>,
    rule: Rule,
}

struct Lane {
    speed: f64,
    y: f64,
    period: Span,
    /// Addressed by pass, so any moment can be asked for.
    delays: RefCell<CounterRng>,
    tally: Tally,
}

fn make(options: &Values, seed: u64) -> Box<dyn Scene> {
    let lane = |(index, &speed): (usize, &f64)| Lane {
        speed,
        y: (SPEEDS.len() - 1 - index) as f64 * LANE_HEIGHT,
        period: Span::from_flicks(LONGEST_DELAY) + Span::from_secs(LANE_LENGTH / speed),
        delays: RefCell::new(CounterRng::new(seed, Purpose::SceneBody(index as u32))),
        tally: Tally::default(),
    };
    Box::new(ThinWall { lanes: SPEEDS.iter().enumerate().map(lane).collect(), rule: Rule::of(options) })
}

impl Lane {
    fn delay(&self, pass: i64) -> Span {
        Span::from_flicks(self.delays.borrow_mut().whole(pass as u64, 0, LONGEST_DELAY - 1))
    }

    fn waiting(&self, pass: i64) -> Body {
        Body { pass, state: State::Waiting, ..Body::at(0.0, self.y) }
    }

    /// How much of a step that ends `since` the pass began lies after the shot.
    fn flying(&self, pass: i64, since: Span, dt: Span) -> Span {
        (since - self.delay(pass)).min(dt).max(Span::ZERO)
    }

    /// The bullet after a part of its pass that ends `since` its beginning, not judged.
    fn moved(&self, body: &Body, since: Span, mut dt: Span) -> Body {
        let mut body = *body;
        if body.state == State::Waiting {
            dt = self.flying(body.pass, since, dt);
            if dt > Span::ZERO {
                body.state = State::Moving;
                body.vel = DVec2::new(self.speed, 0.0);
            }
        }
        body.pos += body.vel * dt.as_secs();
        body
    }

    /// The same, stopped where its way meets the wall.
    fn swept(&self, body: &Body, since: Span, dt: Span, tally: &mut Tally) -> Body {
        let mut next = self.moved(body, since, dt);
        let path = Path::Chord { from: body.pos, to: next.pos };
        let contact = path.first_contact(&wall(), BULLET).filter(|_| next.state == State::Moving);
        if let Some(share) = contact {
            next.pos = path.at(share);
        }
        let past = next.pos.x > WALL_X;
        passes::judge(&mut next, contact.is_some(), past, tally);
        next
    }

    /// One bullet in a part of a step that ends at `end`.
    fn part(&mut self, test: Test, from: &Body, end: Time, dt: Span) -> Body {
        let (mut tally, period) = (self.tally, self.period);
        let body = if matches!(test, Test::Swept | Test::Exact) {
            let go = |body: &Body, since, dt, tally: &mut Tally| self.swept(body, since, dt, tally);
            contact::through_passes(from, (end, dt), period, &mut tally, |pass| self.waiting(pass), go)
        } else {
            let (body, dt) = passes::advance(from, end, dt, period, &mut tally, |pass| self.waiting(pass));
            let mut body = self.moved(&body, pass_at(end, period).since, dt);
            if test == Test::Discrete {
                let from_wall = body.pos.x - WALL_X;
                passes::judge(&mut body, from_wall.abs() < REACH, from_wall > 0.0, &mut tally);
            }
            body
        };
        self.tally = tally;
        body
    }
}

/// As high as it is drawn.
fn wall() -> Obstacle {
    let half = DVec2::new(WALL / 2.0, (SPEEDS.len() as f64) * LANE_HEIGHT / 2.0);
    let middle = DVec2::new(WALL_X, half.y - LANE_HEIGHT / 2.0);
    Obstacle::Box { min: middle - half, max: middle + half }
}

impl Scene for ThinWall {
    fn start(&self) -> Vec<Body> {
        self.lanes.iter().map(|lane| lane.waiting(0)).collect()
    }

    fn step(&mut self, from: &[Body], to: &mut [Body], at: Time, dt: Span) {
        to.copy_from_slice(from);
        for (end, dt) in self.rule.parts(at, dt) {
            for (lane, body) in self.lanes.iter_mut().zip(&mut *to) {
                *body = lane.part(self.rule.test, body, end, dt);
            }
        }
    }

    fn pictured(&mut self, now: &mut [Body], picture: &[Body]) {
        for ((lane, now), seen) in self.lanes.iter_mut().zip(now).zip(picture) {
            let from_wall = seen.pos.x - WALL_X;
            contact::judge_pictured(now, seen, from_wall.abs() < REACH, from_wall > 0.0, &mut lane.tally);
        }
    }

    fn looks_at_pictures(&self) -> bool {
        self.rule.test == Test::Picture
    }

    fn exact(&self, at: Time, bodies: &mut Vec<Body>) {
        bodies.clear();
        bodies.extend(self.lanes.iter().map(|lane| {
            let pass = pass_at(at, lane.period);
            let flown = lane.speed * lane.flying(pass.number, pass.since, pass.since).as_secs();
            let waiting = lane.waiting(pass.number);
            if flown == 0.0 {
                waiting
            } else if flown < WALL_X - REACH {
                Body { pos: DVec2::new(flown, lane.y), vel: DVec2::new(lane.speed, 0.0), state: State::Moving, ..waiting }
            } else {
                Body { pos: DVec2::new(WALL_X - REACH, lane.y), state: State::Caught, ..waiting }
            }
        }));
    }

    fn tally(&self) -> Tally {
        let add = |a: Tally, b: Tally| Tally { caught: a.caught + b.caught, tunnelled: a.tunnelled + b.tunnelled };
        self.lanes.iter().map(|lane| lane.tally).fold(Tally::default(), add)
    }

    fn tally_of(&self, body: usize) -> Tally {
        self.lanes[body].tally
    }

    fn thinnest_wall(&self) -> Option<f64> {
        Some(2.0 * REACH)
    }

    fn frame(&self) -> WorldRect {
        WorldRect::new(-30.0, -30.0, LANE_LENGTH, SPEEDS.len() as f64 * LANE_HEIGHT)
    }

    fn backdrop(&self, bodies: &[Body], visible: WorldRect, sketch: &mut Sketch) {
        let tallies: Vec<Tally> = self.lanes.iter().map(|lane| lane.tally).collect();
        self.backdrop_then(bodies, &tallies, visible, sketch);
    }

    fn backdrop_then(&self, _: &[Body], tallies: &[Tally], _: WorldRect, sketch: &mut Sketch) {
        for (index, lane) in self.lanes.iter().enumerate() {
            sketch.line(DVec2::new(0.0, lane.y), DVec2::new(LANE_LENGTH, lane.y), 1.0, Ink::Faint(index));
            // The share that got through so far, as a bar behind the wall.
            let Tally { caught, tunnelled } = tallies.get(index).copied().unwrap_or_default();
            if caught + tunnelled > 0 {
                let share = tunnelled as f64 / (caught + tunnelled) as f64;
                let (from, room) = (WALL_X + 20.0, LANE_LENGTH - WALL_X - 30.0);
                let y = lane.y - 13.0;
                sketch.capsule(DVec2::new(from, y), DVec2::new(from + room, y), 2.5, Ink::Rule);
                if share > 0.0 {
                    sketch.capsule(DVec2::new(from, y), DVec2::new(from + room * share, y), 2.5, Ink::Alarm);
                }
            }
        }
        let top = SPEEDS.len() as f64 * LANE_HEIGHT - LANE_HEIGHT / 2.0;
        let (centre, half) = (top / 2.0 - LANE_HEIGHT / 4.0, top / 2.0 + LANE_HEIGHT / 4.0);
        sketch.filled_box(DVec2::new(WALL_X, centre), DVec2::new(WALL / 2.0, half), 0.0, 0.0, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, look: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, BULLET, look.ink(index, body.state));
    }
}
