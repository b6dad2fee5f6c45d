//! Eight lanes of bullets and a wall two units thin.
//!
//! A bullet of radius r is caught only if one of its steps ends within w/2 + r of the middle of a wall of thickness w. With a
//! random phase that fails with probability max(0, 1 − (w + 2r)/(v·dt)), which the counts beside the lanes approach. The start of
//! every pass is delayed by a seeded amount, the same in every pane, uniform over one second and so uniform over any whole
//! number of steps a second.
//!
//! The wall is moved and made thicker while the world runs, with `wall_x` and `wall_thickness`
//! ([`crate::model::world::Walls`]): w is how thick it is when it is met. A pass in which it changes counts in neither tally;
//! what is stopped already stays where it is.
//!
//! The option `collision` chooses another test ([`crate::model::world::contact`]): `swept` and `exact` both test the line of
//! flight, so that no bullet passes any more, however long the step; `substeps` only moves the speed at which bullets begin to
//! pass; `picture` tests rendered frames, so that the frame rate decides which bullets pass.

use crate::base::params::{Param, Values};
use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::contact::{COLLISION, Collision, CollisionMode, Obstacle, Path, SUBSTEPS};
use crate::model::world::passes::{self, pass_at};
use crate::model::world::{
    Appearance, Body, BodyStyle, ClosedForm, Controls, Followed, Frame, GalleryPicture, GameState, Ink, Motion, PathAxis,
    PathMark, Simulation, Sketch, StandingWall, State, Tally, Wall, WallOptions, Walls, WorldKind, WorldRect, WorldStep,
};
use glam::DVec2;
use std::cell::{Cell, RefCell};

/// The registry entry of this world.
pub const KIND: WorldKind = WorldKind {
    name: "Thin wall",
    about: "Bullets of eight speeds fly at a wall two units thin: the longer the step, the more of them pass through it.",
    options: &[COLLISION, SUBSTEPS, WALL_X, WALL_THICKNESS],
    closed_form: ClosedForm::Has(
        "each bullet flies straight at a speed of its own, and where the wall stands is known: so is when they meet",
    ),
    // The line is the whole flight, with its wall under the wall that the pane shows.
    body_width: 2.0 * BULLET,
    followed: Followed {
        bodies: &[FOLLOWED],
        half: BULLET,
        axis: PathAxis::Line { from: 0.0, to: HOME * (BEFORE_THE_WALL + BEHIND_THE_WALL) / BEFORE_THE_WALL },
        ..Followed::FIRST_BY_X
    },
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 60.0, at_s: 6.0 },
    ..WorldKind::of("thin-wall", make)
};

/// The speeds of the lanes, in units a second.
pub const SPEEDS: [f64; 8] = [200.0, 400.0, 600.0, 800.0, 1200.0, 1600.0, 2000.0, 2400.0];
/// The radius of a bullet, in units.
pub const BULLET: f64 = 4.0;
/// The live option `wall_x`: the position of the middle of the wall.
pub const WALL_X: Param =
    Param::plain("wall_x", HOME, (560.0, 680.0), "Where the middle of the wall is, in units from where the bullets begin.")
        .live();
/// The live option `wall_thickness`.
pub const WALL_THICKNESS: Param = Param::plain(
    "wall_thickness",
    2.0,
    (0.5, 100.0),
    "How thick the wall is, in units: a step that is longer than this and a bullet can pass it by.",
)
.live();
const OPTIONS: WallOptions = WallOptions { x: &WALL_X, thickness: &WALL_THICKNESS };
/// The first position of the wall.
const HOME: f64 = 640.0;
/// The index of the fastest bullet that 60 steps a second never let through.
const FOLLOWED: usize = 2;
const LANE_LENGTH: f64 = 800.0;
const LANE_HEIGHT: f64 = 48.0;
/// The length of the lanes that is shown before and behind the first position of the wall.
const BEFORE_THE_WALL: f64 = 100.0;
const BEHIND_THE_WALL: f64 = 60.0;
/// The distance from the wall at which a predicted bullet that stops there is drawn; in frames, that counts as touching.
const GRAZING: f64 = 1e-9;
const LONGEST_DELAY: i64 = FLICKS_PER_SECOND;

struct ThinWall {
    lanes: [BulletLane; SPEEDS.len()],
    collision: Collision,
    walls: Walls,
}

struct BulletLane {
    speed: f64,
    y: f64,
    period: Span,
    /// The delays by number of the pass, so that any moment can be asked for.
    delays: RefCell<CounterRng>,
    /// The pass that was last asked for, and its delay. Most steps ask for the same one.
    known: Cell<(i64, Span)>,
}

/// The bullet and the tally of every lane.
#[derive(Clone)]
struct BulletsState {
    bodies: [Body; SPEEDS.len()],
    tallies: [Tally; SPEEDS.len()],
}

impl GameState for BulletsState {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}

fn make(options: &Values, seed: u64) -> Simulation {
    let lane = |index: usize| BulletLane {
        speed: SPEEDS[index],
        y: (SPEEDS.len() - 1 - index) as f64 * LANE_HEIGHT,
        period: Span::from_flicks(LONGEST_DELAY) + Span::from_secs(LANE_LENGTH / SPEEDS[index]),
        delays: RefCell::new(CounterRng::new(seed, Purpose::SceneBody(index as u32))),
        known: Cell::new((i64::MIN, Span::ZERO)),
    };
    let (collision, walls) = (Collision::of(options), Walls::new(OPTIONS, options));
    Simulation::of(ThinWall { lanes: std::array::from_fn(lane), collision, walls })
}

impl BulletLane {
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

    /// Returns how much of a step that ends `since` the pass began lies after the shot.
    fn flying(&self, pass: i64, since: Span, dt: Span) -> Span {
        (since - self.delay(pass)).min(dt).max(Span::ZERO)
    }

    /// Returns the bullet after a part of its pass that ends `since` its beginning, without a test.
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

    /// Moves a bullet through a part of its pass, stops it where its way meets the wall, and judges it.
    fn swept(&self, walls: &Walls, body: &Body, (since, dt): (Span, Span), tally: &mut Tally) -> Body {
        let mut next = self.moved(body, since, dt);
        let path = Path::Chord { from: body.pos, to: next.pos };
        let contact = path.first_contact(&obstacle(walls.now()), BULLET).filter(|_| next.state == State::Moving);
        if let Some(share) = contact {
            next.pos = path.at(share);
        }
        let past = next.pos.x > walls.now().x;
        let void = walls.void(next.pass, self.period);
        passes::judge(&mut next, contact.is_some(), past, void, tally);
        next
    }

    /// Moves and judges one bullet in a part of a step, given by its end and its length.
    fn part(&self, (mode, walls): (CollisionMode, &Walls), from: &Body, step: (Time, Span), tally: &mut Tally) -> Body {
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
            passes::judge(&mut body, from_wall.abs() < reach(wall), from_wall > 0.0, void, tally);
        }
        body
    }

    /// Returns the exact bullet at `at`: in flight, or at the wall that it has met. A wall that is moved onto the bullet stops it
    /// there; a wall that is moved away does not.
    fn exact(&self, walls: &Walls, at: Time) -> Body {
        let pass = pass_at(at, self.period);
        let flown = |since: Span| self.speed * self.flying(pass.number, since, since).as_secs();
        let waiting = self.waiting(pass.number);
        let begin = at - pass.since;
        let until = walls.during(begin, at).skip(1).map(|(next, _)| next).chain([at]);
        for ((since, wall), until) in walls.during(begin, at).zip(until) {
            let (from, face) = (flown(since - begin), wall.x - reach(wall));
            if flown(until - begin) >= face && from < wall.x + reach(wall) {
                return Body { pos: DVec2::new(face.max(from), self.y), state: State::Caught, ..waiting };
            }
        }
        match flown(pass.since) {
            0.0 => waiting,
            flown => Body { pos: DVec2::new(flown, self.y), vel: DVec2::new(self.speed, 0.0), state: State::Moving, ..waiting },
        }
    }
}

/// Returns the distance from the wall's middle below which a bullet touches it.
fn reach(wall: Wall) -> f64 {
    wall.thickness / 2.0 + BULLET
}

fn obstacle(wall: Wall) -> Obstacle {
    let half = DVec2::new(wall.thickness / 2.0, (SPEEDS.len() as f64) * LANE_HEIGHT / 2.0);
    let middle = DVec2::new(wall.x, half.y - LANE_HEIGHT / 2.0);
    Obstacle::Box { min: middle - half, max: middle + half }
}

/// Returns the rectangle that the wall fills.
fn drawn(wall: Wall) -> WorldRect {
    let half = wall.thickness / 2.0;
    let top = SPEEDS.len() as f64 * LANE_HEIGHT - LANE_HEIGHT / 2.0;
    WorldRect::new(wall.x - half, -LANE_HEIGHT / 2.0, wall.x + half, top)
}

impl Motion for ThinWall {
    type State = BulletsState;

    fn start(&self) -> BulletsState {
        BulletsState { bodies: self.lanes.each_ref().map(|lane| lane.waiting(0)), tallies: Default::default() }
    }

    fn step(&mut self, from: &BulletsState, to: &mut BulletsState, step: &WorldStep) {
        to.clone_from(from);
        for (end, dt) in self.collision.parts(step.at, step.dt) {
            for ((lane, body), tally) in self.lanes.iter().zip(&mut to.bodies).zip(&mut to.tallies) {
                *body = lane.part((self.collision.mode, &self.walls), body, (end, dt), tally);
            }
        }
    }

    fn judges_frames(&self) -> bool {
        self.collision.mode == CollisionMode::Rendered
    }

    fn judge_frame(&mut self, before: &mut BulletsState, now: &mut BulletsState, frame: &[Body], drawn: Time) {
        let wall = self.walls.at(drawn);
        let bullets = self.lanes.iter().zip(&mut before.bodies).zip(&mut now.bodies).zip(&mut now.tallies);
        for ((((lane, before), now), tally), seen) in bullets.zip(frame) {
            let from_wall = seen.pos.x - wall.x;
            let found = (from_wall.abs() < reach(wall) + GRAZING, from_wall > 0.0);
            let void = self.walls.void(now.pass, lane.period);
            passes::judge_frame(before, now, seen, found, void, tally);
        }
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut BulletsState) {
        state.bodies = self.lanes.each_ref().map(|lane| lane.exact(&self.walls, at));
    }

    fn jump(&mut self, from: &BulletsState, to: &mut BulletsState, step: &WorldStep) {
        to.clone_from(from);
        self.exact(step.end(), step.controls, to);
        for (((lane, from), body), tally) in self.lanes.iter().zip(&from.bodies).zip(&to.bodies).zip(&mut to.tallies) {
            passes::count_placed(from, body, self.walls.void(from.pass, lane.period), tally);
        }
    }
}

impl Appearance for ThinWall {
    fn predict_to_contact(&self, _: usize, body: &Body, ahead: f64) -> Body {
        let mut next = self.predict(body, ahead);
        let path = Path::Chord { from: body.pos, to: next.pos };
        if let (State::Moving, Some(share)) = (body.state, path.first_contact(&obstacle(self.walls.now()), BULLET)) {
            next.pos = path.at(share);
        }
        next
    }

    fn options_set(&mut self, at: Time, options: &Values) {
        self.walls.set(at, options);
    }

    fn thinnest_wall(&self) -> Option<f64> {
        Some(2.0 * reach(self.walls.now()))
    }

    fn standing_wall(&self, at: Time) -> Option<StandingWall> {
        let wall = self.walls.at(at);
        let meets = self.lanes.iter().map(|lane| DVec2::new(wall.x - reach(wall), lane.y)).collect();
        Some(StandingWall { options: OPTIONS, wall, area: drawn(wall), ball: BULLET, meets })
    }

    fn extent(&self) -> WorldRect {
        let lanes = (SPEEDS.len() - 1) as f64 * LANE_HEIGHT;
        WorldRect::new(HOME - BEFORE_THE_WALL, -LANE_HEIGHT * 0.6, HOME + BEHIND_THE_WALL, lanes + LANE_HEIGHT * 0.6)
    }

    fn path_marks(&self) -> Vec<PathMark> {
        let wall = self.walls.now();
        vec![PathMark { at: wall.x, half: wall.thickness / 2.0, is_wall: true }]
    }

    /// Returns how far the lanes may be squeezed: until their bullets touch.
    fn squeeze(&self) -> f64 {
        2.0 * BULLET / LANE_HEIGHT * 0.72
    }

    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        let wall = self.walls.at(frame.drawn);
        for (index, lane) in self.lanes.iter().enumerate() {
            sketch.line(DVec2::new(0.0, lane.y), DVec2::new(LANE_LENGTH, lane.y), 1.0, Ink::Faint(index));
            // A bar behind the wall shows the share that got through so far.
            let Tally { caught, tunnelled } = frame.tallies.get(index).copied().unwrap_or_default();
            if caught + tunnelled > 0 {
                let share = tunnelled as f64 / (caught + tunnelled) as f64;
                let from = (HOME + BEHIND_THE_WALL * 0.7).max(wall.x + wall.thickness / 2.0 + 4.0);
                let (y, room) = (lane.y - LANE_HEIGHT * 0.36, (visible.max.x - from - 2.0).max(0.0));
                sketch.line(DVec2::new(from, y), DVec2::new(from + room, y), 3.0, Ink::Rule);
                if share > 0.0 {
                    sketch.line(DVec2::new(from, y), DVec2::new(from + room * share, y), 3.0, Ink::Alarm);
                }
            }
        }
        let WorldRect { min, max } = drawn(wall);
        sketch.filled_box((min + max) / 2.0, (max - min) / 2.0, 0.0, 0.0, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, BULLET, style.ink(index, body.state));
    }
}
