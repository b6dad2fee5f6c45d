//! Three movers: time alone, path alone and contact alone, each in a lane of its own.
//!
//! The first mover runs past posts at constant speed: its error is one of time. The second follows a curve, turning and then
//! moving in every step: its end lies up to dt · [`SWING`] off the curve. The third flies at a wall and is caught only if a step
//! ends in it, so a step of `dt` passes with the probability 1 − (w + 2r)/(v·dt): never up to 45 ms, 46 % at 83 ms.
//!
//! The first two run laps of [`LAP`] of the world's own time: a slow loop runs fewer of them.

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame, WorldMark, WorldMarkKind};
use crate::model::world::body::{Body, BodyState, StateHash, Tally};
use crate::model::world::bullets::BulletLane;
use crate::model::world::contact::{COLLISION, Collision, CollisionMode, SUBSTEPS};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{FrameMoments, GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::passes::{self, Pass, pass_at};
use crate::model::world::sketch::{BodyStyle, Geometry, Ink, Sketch, Thickness, WorldRect};
use crate::model::world::walls::{Wall, WallOptions, Walls};
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// The radius of every mover, in units.
const RADIUS: f64 = 14.0;
/// The simulated time of a lap of the two upper movers.
const LAP: Span = Span::from_flicks(4 * FLICKS_PER_SECOND);
const WALL_X: Param =
    Param::plain("wall_x", 400.0, (300.0, 440.0), "Where the middle of the wall is, in units from where the third mover begins.")
        .live();
const WALL_THICKNESS: Param =
    Param::plain("wall_thickness", 8.0, (0.5, 100.0), "How thick the wall is, in units: a step that is longer can pass it by.")
        .live();
/// The number of outcomes that the heaps hold.
const HEAPED: u32 = 15;
/// The index of the body that follows the curve.
const FOLLOWER: usize = 1;

pub const KIND: WorldKind = WorldKind {
    name: "Three movers",
    about: "One runs, one follows a curve, one flies at a wall: time, path and contact, each alone.",
    options: &[COLLISION, SUBSTEPS, WALL_X, WALL_THICKNESS],
    closed_form: ClosedForm::Has("the two upper movers follow the clock, and where the third meets the wall is known"),
    laps: true,
    counted_passes: Some(HEAPED as u64),
    walks: Some(FOLLOWER),
    body_width: 2.0 * RADIUS,
    picture: GalleryPicture { strategy: "fixed-interval", render_ms: 70.0, at_s: 14.9 },
    depends_on_seed: |_| true,
    ..WorldKind::of("three-movers", make)
};

/// The speed of the two upper movers along x, in units per second.
const SPEED: f64 = 150.0;
/// The greatest speed of the second mover along y, in world units per second. A step of `dt` ends off the curve by up to `dt`
/// times this.
const SWING: f64 = 80.0 * PI;
/// In units per second.
const BULLET_SPEED: f64 = 800.0;
/// The time from one flight at the wall to the next.
const FLIGHT: Span = Span::from_flicks(FLICKS_PER_SECOND * 9 / 10);
/// The longest delay of a flight: 3 steps of 83.3 ms, so that all phases are equally frequent.
const LONGEST_DELAY: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);
const OPTIONS: WallOptions = WallOptions { x: &WALL_X, thickness: &WALL_THICKNESS };

const WIDTH: f64 = 640.0;
/// The x at which the two upper movers begin.
const START_X: f64 = 20.0;
/// The height of the middle of the upper lane, which shows the steady run.
const RUN_Y: f64 = 214.0;
/// The height of the middle of the second lane, which shows the curve.
const CURVE_Y: f64 = 122.0;
/// The height of the middle of the third lane, which shows the flight at the wall.
const FLIGHT_Y: f64 = 36.0;
/// The angular frequency of the curve, in rad/s. The curve rises at most `SWING / CURVE_RATE` above its middle.
const CURVE_RATE: f64 = TAU;
const POST_APART: f64 = 75.0;
/// The heights of the world's lower end, of the line above the flight's lane, and of the world's upper end.
const EDGES: [f64; 3] = [0.0, 68.0, 240.0];
/// The radius of a body in a heap.
const GRAIN: f64 = 6.0;
/// The number of bodies in a row of a heap.
const HEAP_ROW: u32 = 4;
/// The index of the body that flies at the wall.
const BULLET: usize = 2;

struct ThreeMovers {
    lane: BulletLane,
    collision: Collision,
    walls: Walls,
}

/// The bodies, and the record of the third lane.
#[derive(Clone)]
struct Movers {
    bodies: [Body; 3],
    tally: Tally,
    /// The newest outcomes, the newest in the lowest bit; a 1 is a pass through the wall.
    outcomes: u32,
    /// The number of bits of `outcomes` that are used.
    heaped: u32,
    /// The positions before and after the last step that passed the wall; equal if there was none.
    leap: (f64, f64),
}

world_numbers! {
    pub struct MoversNumbers {
        /// The number of bodies before the wall.
        before: f64,
        /// The number of bodies behind the wall.
        behind: f64,
        /// The position before the last step that passed the wall; `leap_to` if there was none.
        leap_from: f64,
        /// The position after the last step that passed the wall; `leap_from` if there was none.
        leap_to: f64,
    }
}

impl GameState for Movers {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        let through = self.outcomes.count_ones();
        let (before, behind) = (f64::from(self.heaped - through), f64::from(through));
        MoversNumbers { before, behind, leap_from: self.leap.0, leap_to: self.leap.1 }.into()
    }

    fn tallies(&self) -> &[Tally] {
        std::slice::from_ref(&self.tally)
    }

    fn hash_into(&self, hash: &mut StateHash) {
        self.bodies.iter().for_each(|body| body.hash_into(hash));
        hash.add(u64::from(self.outcomes) << 32 | u64::from(self.heaped));
        hash.add(self.leap.0.to_bits());
        hash.add(self.leap.1.to_bits());
    }
}

impl Movers {
    /// Adds the outcomes that were counted since `earlier` to the heaps. If one step has several outcomes, the caught bodies are
    /// added first.
    fn heap_up(&mut self, earlier: Tally) {
        let new = self.tally.since(earlier);
        let mut add = |outcome: u32, count: u64| {
            for _ in 0..count.min(u64::from(HEAPED)) {
                self.outcomes = (self.outcomes << 1 | outcome) & ((1 << HEAPED) - 1);
                self.heaped = (self.heaped + 1).min(HEAPED);
            }
        };
        add(0, new.caught);
        add(1, new.tunnelled);
    }
}

fn make(options: &Values, seed: u64) -> Simulation {
    let lane = BulletLane::new(seed, 0, (BULLET_SPEED, FLIGHT_Y, RADIUS), (FLIGHT, LONGEST_DELAY));
    Simulation::of(ThreeMovers { lane, collision: Collision::of(options), walls: Walls::new(OPTIONS, options) })
}

/// Returns the exact runner and the exact follower of the curve in lap `pass`, `since` after its beginning.
fn exact_movers(pass: i64, since: Span) -> [Body; 2] {
    let seconds = since.as_secs();
    let angle = CURVE_RATE * seconds;
    let x = START_X + SPEED * seconds;
    let runner = Body { vel: DVec2::new(SPEED, 0.0), pass, ..Body::at(x, RUN_Y) };
    let pos = DVec2::new(x, CURVE_Y + SWING / CURVE_RATE * libm::sin(angle));
    [runner, Body { pos, pass, ..turned(since) }]
}

/// Returns a body with the velocity, heading and turn rate that the follower of the curve has `since` after the beginning of a
/// lap.
fn turned(since: Span) -> Body {
    let angle = CURVE_RATE * since.as_secs();
    let vel = DVec2::new(SPEED, SWING * libm::cos(angle));
    // The derivative of the heading, atan2(y', x').
    let spin = -SPEED * SWING * CURVE_RATE * libm::sin(angle) / vel.length_squared();
    Body { vel, heading: libm::atan2(vel.y, vel.x), spin, ..Body::default() }
}

impl ThreeMovers {
    /// Moves the two upper movers in a step: each first turns to its exact heading at the end of the step, and then moves.
    fn run(from: &Movers, to: &mut Movers, step: &WorldStep) {
        let Pass { number, since } = pass_at(step.end(), LAP);
        let begins = number != from.bodies[0].pass;
        let dt = if begins { since.min(step.dt) } else { step.dt };
        let [runner, follower] = if begins { exact_movers(number, since - dt) } else { [from.bodies[0], from.bodies[1]] };
        let seconds = dt.as_secs();
        to.bodies[0] = runner.coasting(seconds);
        if dt > Span::ZERO {
            let next = turned(since);
            to.bodies[1] = Body { pos: follower.pos + next.vel * seconds, pass: number, ..next };
        } else {
            to.bodies[1] = follower;
        }
    }
}

impl Motion for ThreeMovers {
    type State = Movers;

    fn start(&self) -> Movers {
        let [runner, follower] = exact_movers(0, Span::ZERO);
        let bodies = [runner, follower, self.lane.waiting(0)];
        Movers { bodies, tally: Tally::default(), outcomes: 0, heaped: 0, leap: (0.0, 0.0) }
    }

    fn step(&mut self, from: &Movers, to: &mut Movers, step: &WorldStep) {
        to.clone_from(from);
        ThreeMovers::run(from, to, step);
        let bullet = &mut to.bodies[BULLET];
        for (end, dt) in self.collision.parts(step.at, step.dt) {
            let (before, tunnelled) = (bullet.pos.x, to.tally.tunnelled);
            *bullet = self.lane.part((self.collision.mode, &self.walls), bullet, (end, dt), &mut to.tally);
            if to.tally.tunnelled > tunnelled && bullet.state == BodyState::Tunnelled {
                to.leap = (before.max(bullet.pos.x - BULLET_SPEED * dt.as_secs()), bullet.pos.x);
            }
        }
        to.heap_up(from.tally);
    }

    fn judges_frames(&self) -> bool {
        self.collision.mode == CollisionMode::Rendered
    }

    fn judge_frame(&mut self, before: &mut Movers, now: &mut Movers, frame: &[Body], FrameMoments { drawn, .. }: FrameMoments) {
        let Some(seen) = frame.get(BULLET) else { return };
        let wall = self.walls.at(drawn);
        let from_wall = seen.pos.x - wall.x;
        // A predicted bullet that stops at the wall touches it.
        let found = (from_wall.abs() < self.lane.reach(wall) + 1e-9, from_wall > 0.0);
        let (void, earlier) = (self.lane.is_void(&self.walls, now.bodies[BULLET].pass), now.tally);
        let (old, new) = (&mut before.bodies[BULLET], &mut now.bodies[BULLET]);
        passes::judge_frame(old, new, seen, found, void, &mut now.tally);
        now.heap_up(earlier);
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut Movers) {
        let Pass { number, since } = pass_at(at, LAP);
        let [runner, follower] = exact_movers(number, since);
        state.bodies = [runner, follower, self.lane.exact(&self.walls, at)];
    }

    fn count_jumped(&self, from: &Movers, to: &mut Movers) {
        let (old, new) = (&from.bodies[BULLET], &to.bodies[BULLET]);
        passes::count_placed(old, new, self.lane.is_void(&self.walls, old.pass), &mut to.tally);
        to.heap_up(from.tally);
    }
}

/// Returns whether a pass of the tally went through the wall. A frame without tallies, as a shared stage draws it, counts as one,
/// so that it shows all footprints.
fn went_through(frame: &Frame) -> bool {
    frame.tallies.first().is_none_or(|tally| tally.tunnelled > 0)
}

/// Returns the numbers of bodies in the heaps before and behind the wall: the passes that the pane counts. A frame without tallies
/// has the newest outcomes.
fn heaps(frame: &Frame) -> [u32; 2] {
    let MoversNumbers { before, behind, .. } = frame.numbers.into();
    frame.tallies.first().map_or([before as u32, behind as u32], |tally| [tally.caught as u32, tally.tunnelled as u32])
}

/// Draws `count` bodies in rows from the floor up, next to `x`; `side` is −1 for the left and 1 for the right.
fn draw_heap(sketch: &mut Sketch, x: f64, side: f64, count: u32, ink: Ink) {
    for number in 0..count {
        let (row, column) = (number / HEAP_ROW, number % HEAP_ROW);
        let at = DVec2::new(x + side * GRAIN * (1.0 + 2.1 * f64::from(column)), EDGES[0] + GRAIN * (1.2 + 2.1 * f64::from(row)));
        sketch.disc(at, GRAIN * 0.92, ink);
    }
}

impl Appearance for ThreeMovers {
    fn predict_to_contact(&self, index: usize, body: &Body, ahead: f64) -> Body {
        if index == BULLET { self.lane.predict_to_contact(self.walls.now(), body, ahead) } else { self.predict(body, ahead) }
    }

    fn options_set(&mut self, at: Time, options: &Values) {
        self.walls.set(at, options);
    }

    fn thinnest_wall(&self) -> Option<f64> {
        Some(2.0 * self.lane.reach(self.walls.now()))
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, EDGES[0], WIDTH, EDGES[2])
    }

    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        let mut x = START_X;
        while x < WIDTH {
            sketch.line(DVec2::new(x, RUN_Y - 24.0), DVec2::new(x, RUN_Y + 24.0), 1.5, Ink::Rule);
            x += POST_APART;
        }
        let dashes = 120;
        for dash in 0..dashes {
            let point = |part: f64| exact_movers(0, LAP.scaled((f64::from(dash) + part) / f64::from(dashes)))[1].pos;
            sketch.line(point(0.0), point(0.5), 1.5, Ink::Faint(1));
        }
        sketch.line(DVec2::new(visible.min.x, EDGES[1]), DVec2::new(visible.max.x, EDGES[1]), 1.0, Ink::Rule);
        let wall: Wall = self.walls.at(frame.drawn);
        let half = DVec2::new(wall.thickness / 2.0, 28.0);
        sketch.filled_box(DVec2::new(wall.x, EDGES[0] + 32.0), half, 0.0, 0.0, Ink::Wall);
        let MoversNumbers { leap_from: from, leap_to: to, .. } = frame.numbers.into();
        let [before, behind] = heaps(frame);
        draw_heap(sketch, wall.x - half.x - 2.0, -1.0, before, Ink::Body(BULLET));
        draw_heap(sketch, wall.x + half.x + 2.0, 1.0, behind, Ink::Alarm);
        if from < to && went_through(frame) {
            // The last step that passed the wall: two footprints, joined.
            let [from, to] = [from, to].map(|x| DVec2::new(x, FLIGHT_Y));
            let edge = DVec2::new(RADIUS, 0.0);
            sketch.line(from + edge, to - edge, 2.0, Ink::Alarm);
            for foot in [from, to] {
                for quarter in 0..4 {
                    let (middle, aperture) = (f64::from(quarter) * PI / 2.0, PI / 4.0);
                    let thickness = Thickness::Points(2.0);
                    sketch.add(Geometry::Arc { centre: foot, radius: RADIUS, middle, aperture, thickness }, Ink::Alarm);
                }
            }
        }
    }

    fn marks(&self, frame: &Frame, _visible: WorldRect) -> Vec<WorldMark> {
        let mut marks = Vec::new();
        let mut mark = |kind, area, says| marks.push(WorldMark { kind, area, says });
        let wall = self.walls.at(frame.drawn);
        let MoversNumbers { leap_from: from, leap_to: to, .. } = frame.numbers.into();
        let [before, behind] = heaps(frame);
        for (count, side, ended) in
            [(before, -1.0, "were caught"), (behind, 1.0, "went through")].into_iter().filter(|heap| heap.0 > 0)
        {
            let [near, far] =
                [0.0, 2.1 * GRAIN * f64::from(count.min(HEAP_ROW))].map(|off| wall.x + side * (wall.thickness / 2.0 + 2.0 + off));
            let rows = f64::from(count.div_ceil(HEAP_ROW));
            let area = WorldRect::new(near.min(far), EDGES[0], near.max(far), EDGES[0] + 2.1 * GRAIN * rows);
            mark(WorldMarkKind::Heap, area, format!("{count} of the last {} {ended}.", before + behind));
        }
        if from < to && went_through(frame) {
            let area = WorldRect::new(from - RADIUS, FLIGHT_Y - RADIUS, to + RADIUS, FLIGHT_Y + RADIUS);
            mark(WorldMarkKind::Footprints, area, format!("The step was {:.0} units long.", to - from));
        }
        marks
    }

    /// Returns true only for the runner, whose lane shows time.
    fn has_band(&self, index: usize) -> bool {
        index == 0
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        match (index, style) {
            // The third mover has no outline, because its flights follow a seeded schedule and not the laps.
            (BULLET, BodyStyle::Ghost) => {}
            // One line through both upper lanes marks where the exact motion is. A ghost is drawn as its outline, so a line
            // without a width of its own is as thin as the outlines of the bodies.
            (0, BodyStyle::Ghost) => {
                let x = body.pos.x;
                sketch.line(DVec2::new(x, EDGES[1]), DVec2::new(x, EDGES[2]), 0.0, Ink::Ghost(0));
                sketch.disc(body.pos, RADIUS, Ink::Ghost(0));
            }
            _ => sketch.disc(body.pos, RADIUS, style.ink(index, body.state)),
        }
    }
}
