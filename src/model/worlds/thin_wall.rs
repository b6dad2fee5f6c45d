//! Eight lanes of bullets and a wall two units thin.
//!
//! A bullet of radius r is caught only if one of its steps ends within w/2 + r of the wall's middle. With a random phase
//! that fails with probability max(0, 1 − (w + 2r)/(v·dt)): the counts beside the lanes approach it. The start of every
//! pass is delayed by a seeded amount, the same in every pane, uniform over one second and so uniform over any whole
//! number of steps a second.
//!
//! With `collision` it is tested otherwise ([`crate::model::world::contact`]): `swept` and `exact` test the line of
//! flight, which here is one and the same, and no bullet passes any more, however long the step; `substeps` only moves the speed at which bullets
//! begin to pass; `picture` tests what is drawn, so that bullets pass according to the frame rate.

use crate::base::params::Values;
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::contact::{COLLISION, Collision, CollisionMode, Obstacle, Path, SUBSTEPS};
use crate::model::world::passes::{self, pass_at};
use crate::model::world::{
    Appearance, Body, BodyStyle, ClosedForm, Controls, Followed, Frame, GameState, Ink, Motion, PathAxis, PathMark, Simulation,
    Sketch, State, Step, Tally, WorldKind, WorldRect,
};
use glam::DVec2;
use std::cell::{Cell, RefCell};

/// The registry entry of this world.
pub const KIND: WorldKind = WorldKind {
    name: "Thin wall",
    about: "Bullets of eight speeds against a wall two units thin: the faster and the longer the step, the more pass.",
    options: &[COLLISION, SUBSTEPS],
    closed_form: ClosedForm::Has(
        "each bullet flies straight at a speed of its own, and the wall stands still: when they meet is known beforehand",
    ),
    thinnest_wall: Some(2.0 * REACH),
    // The whole flight, and the wall under the wall that the pane shows.
    followed: Followed {
        bodies: &[FOLLOWED],
        half: BULLET,
        axis: PathAxis::Line { from: 0.0, to: WALL_X * (BEFORE_THE_WALL + BEHIND_THE_WALL) / BEFORE_THE_WALL },
        ..Followed::FIRST_BY_X
    },
    ..WorldKind::of("thin-wall", make)
};

/// Units per second.
pub const SPEEDS: [f64; 8] = [200.0, 400.0, 600.0, 800.0, 1200.0, 1600.0, 2000.0, 2400.0];
/// A bullet's radius, in units.
pub const BULLET: f64 = 4.0;
/// How thick the wall is, in units.
pub const WALL: f64 = 2.0;
/// The fastest bullet that 60 steps a second never let through.
const FOLLOWED: usize = 2;
const WALL_X: f64 = 640.0;
const LANE_LENGTH: f64 = 800.0;
const LANE_HEIGHT: f64 = 48.0;
/// How much of the lanes is shown before the wall and behind it.
const BEFORE_THE_WALL: f64 = 100.0;
const BEHIND_THE_WALL: f64 = 60.0;
/// Contact at less than this from the wall's middle.
const REACH: f64 = WALL / 2.0 + BULLET;
/// A prediction that stops at the wall is drawn as near as this to touching it, and touches it: for contacts in frames.
const GRAZING: f64 = 1e-9;
const LONGEST_DELAY: i64 = FLICKS_PER_SECOND;

struct ThinWall {
    lanes: [Lane; SPEEDS.len()],
    collision: Collision,
}

struct Lane {
    speed: f64,
    y: f64,
    period: Span,
    /// Addressed by pass, so any moment can be asked for; asking for the next one is fastest.
    delays: RefCell<CounterRng>,
    /// The pass that was last asked for, and its delay: most steps ask for the same one.
    known: Cell<(i64, Span)>,
}

/// The bullet of every lane, and its contacts.
#[derive(Clone)]
struct Bullets {
    bodies: [Body; SPEEDS.len()],
    tallies: [Tally; SPEEDS.len()],
}

impl GameState for Bullets {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}

fn make(options: &Values, seed: u64) -> Simulation {
    let lane = |index: usize| Lane {
        speed: SPEEDS[index],
        y: (SPEEDS.len() - 1 - index) as f64 * LANE_HEIGHT,
        period: Span::from_flicks(LONGEST_DELAY) + Span::from_secs(LANE_LENGTH / SPEEDS[index]),
        delays: RefCell::new(CounterRng::new(seed, Purpose::SceneBody(index as u32))),
        known: Cell::new((i64::MIN, Span::ZERO)),
    };
    Simulation::of(ThinWall { lanes: std::array::from_fn(lane), collision: Collision::of(options) })
}

impl Lane {
    fn delay(&self, pass: i64) -> Span {
        let (known, delay) = self.known.get();
        if known == pass {
            return delay;
        }
        let delay = Span::from_flicks(self.delays.borrow_mut().whole(pass as u64, 0, LONGEST_DELAY - 1));
        self.known.set((pass, delay));
        delay
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
    fn part(&self, mode: CollisionMode, from: &Body, end: Time, dt: Span, tally: &mut Tally) -> Body {
        if matches!(mode, CollisionMode::Swept | CollisionMode::Exact) {
            let go = |body: &Body, since, dt, tally: &mut Tally| self.swept(body, since, dt, tally);
            return passes::through_passes(from, (end, dt), self.period, tally, |pass| self.waiting(pass), go);
        }
        let (body, dt) = passes::advance(from, end, dt, self.period, tally, |pass| self.waiting(pass));
        let mut body = self.moved(&body, pass_at(end, self.period).since, dt);
        if mode == CollisionMode::Discrete {
            let from_wall = body.pos.x - WALL_X;
            passes::judge(&mut body, from_wall.abs() < REACH, from_wall > 0.0, tally);
        }
        body
    }

    /// The bullet as it flies at `at`, up to the wall.
    fn exact(&self, at: Time) -> Body {
        let pass = pass_at(at, self.period);
        let flown = self.speed * self.flying(pass.number, pass.since, pass.since).as_secs();
        let waiting = self.waiting(pass.number);
        if flown == 0.0 {
            waiting
        } else if flown < WALL_X - REACH {
            Body { pos: DVec2::new(flown, self.y), vel: DVec2::new(self.speed, 0.0), state: State::Moving, ..waiting }
        } else {
            Body { pos: DVec2::new(WALL_X - REACH, self.y), state: State::Caught, ..waiting }
        }
    }
}

/// As high as it is drawn.
fn wall() -> Obstacle {
    let half = DVec2::new(WALL / 2.0, (SPEEDS.len() as f64) * LANE_HEIGHT / 2.0);
    let middle = DVec2::new(WALL_X, half.y - LANE_HEIGHT / 2.0);
    Obstacle::Box { min: middle - half, max: middle + half }
}

impl Motion for ThinWall {
    type State = Bullets;

    fn start(&self) -> Bullets {
        Bullets { bodies: self.lanes.each_ref().map(|lane| lane.waiting(0)), tallies: Default::default() }
    }

    fn step(&mut self, from: &Bullets, to: &mut Bullets, step: &Step) {
        to.clone_from(from);
        for (end, dt) in self.collision.parts(step.at, step.dt) {
            for ((lane, body), tally) in self.lanes.iter().zip(&mut to.bodies).zip(&mut to.tallies) {
                *body = lane.part(self.collision.mode, body, end, dt, tally);
            }
        }
    }

    fn judges_frames(&self) -> bool {
        self.collision.mode == CollisionMode::Rendered
    }

    fn judge_frame(&mut self, before: &mut Bullets, now: &mut Bullets, frame: &[Body], _: Time) {
        let bullets = before.bodies.iter_mut().zip(&mut now.bodies).zip(&mut now.tallies);
        for (((before, now), tally), seen) in bullets.zip(frame) {
            let from_wall = seen.pos.x - WALL_X;
            passes::judge_frame(before, now, seen, from_wall.abs() < REACH + GRAZING, from_wall > 0.0, tally);
        }
    }

    fn exact_body(&self, at: Time, _: &Controls, index: usize, _: &mut Bullets) -> Option<Body> {
        Some(self.lanes.get(index)?.exact(at))
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut Bullets) {
        state.bodies = self.lanes.each_ref().map(|lane| lane.exact(at));
    }

    fn predict_to_contact(&self, _: usize, body: &Body, ahead: f64) -> Body {
        let mut next = self.predict(body, ahead);
        let path = Path::Chord { from: body.pos, to: next.pos };
        if let (State::Moving, Some(share)) = (body.state, path.first_contact(&wall(), BULLET)) {
            next.pos = path.at(share);
        }
        next
    }

    fn place(&mut self, from: &Bullets, to: &mut Bullets, step: &Step) {
        to.clone_from(from);
        self.exact(step.end(), step.controls, to);
        for ((from, body), tally) in from.bodies.iter().zip(&to.bodies).zip(&mut to.tallies) {
            passes::count_placed(from, body, tally);
        }
    }
}

impl Appearance for ThinWall {
    fn extent(&self) -> WorldRect {
        let lanes = (SPEEDS.len() - 1) as f64 * LANE_HEIGHT;
        WorldRect::new(WALL_X - BEFORE_THE_WALL, -LANE_HEIGHT * 0.6, WALL_X + BEHIND_THE_WALL, lanes + LANE_HEIGHT * 0.6)
    }

    fn path_marks(&self) -> Vec<PathMark> {
        vec![PathMark { at: WALL_X, half: WALL / 2.0, is_wall: true }]
    }

    /// Lanes as near as their bullets are wide.
    fn squeeze(&self) -> f64 {
        2.0 * BULLET / LANE_HEIGHT * 0.8
    }

    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        for (index, lane) in self.lanes.iter().enumerate() {
            sketch.line(DVec2::new(0.0, lane.y), DVec2::new(LANE_LENGTH, lane.y), 1.0, Ink::Faint(index));
            // The share that got through so far, as a bar behind the wall.
            let Tally { caught, tunnelled } = frame.tallies.get(index).copied().unwrap_or_default();
            if caught + tunnelled > 0 {
                let share = tunnelled as f64 / (caught + tunnelled) as f64;
                let from = WALL_X + BEHIND_THE_WALL * 0.7;
                let (y, room) = (lane.y - LANE_HEIGHT * 0.36, (visible.max.x - from - 2.0).max(0.0));
                sketch.line(DVec2::new(from, y), DVec2::new(from + room, y), 3.0, Ink::Rule);
                if share > 0.0 {
                    sketch.line(DVec2::new(from, y), DVec2::new(from + room * share, y), 3.0, Ink::Alarm);
                }
            }
        }
        let top = SPEEDS.len() as f64 * LANE_HEIGHT - LANE_HEIGHT / 2.0;
        let (centre, half) = (top / 2.0 - LANE_HEIGHT / 4.0, top / 2.0 + LANE_HEIGHT / 4.0);
        sketch.filled_box(DVec2::new(WALL_X, centre), DVec2::new(WALL / 2.0, half), 0.0, 0.0, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, BULLET, style.ink(index, body.state));
    }
}
