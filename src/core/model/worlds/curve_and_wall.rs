//! Movers on circular arcs, and a wall that the exact arcs touch.
//!
//! This is the first article's figure in motion: every step turns the mover by w·dt and then moves it v·dt along its new heading.
//! That traces a polygon whose centre lies v·dt/2 behind the arc's, so a long step misses the wall's face: each mover has a
//! longest step with which it is still caught. Contacts are tested only after each step.
//!
//! The option `collision` chooses another test ([`crate::model::world::contact`]). `swept` tests the straight line of the step,
//! and saves no mover here: the corners of the polygon reach furthest, so no line touches the wall if no corner does. `exact`
//! follows the exact arc from the mover's position and stops where the arc meets the wall: no step tunnels or deviates, because
//! this motion has a closed form. `substeps` makes more and shorter steps; `picture` tests rendered frames.
//!
//! A person can move the wall and make it thicker while the world runs, with `wall_x` and `wall_thickness`
//! ([`crate::model::world::walls::Walls`]): a face that is further to the left is met by a longer step. A pass in which the wall
//! changes counts in neither tally; a body that is already stopped stays in its place.
//!
//! Source: Alex Diener, "Time-based animation" (Sacred Software).

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::{Body, BodyState, Tally, direction, wrap_angle};
use crate::model::world::contact::{COLLISION, Collision, CollisionMode, Obstacle, Path, SUBSTEPS};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::passes::{self, pass_at};
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use crate::model::world::walls::{StandingWall, Wall, WallOptions, Walls};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI};

const BALL: f64 = 11.0;
/// The live option for the position of the wall's face. All exact arcs touch the wall at any allowed position.
const WALL_X: Param = Param::plain(
    "wall_x",
    0.0,
    (-30.0, 4.0),
    "Where the wall's face is: the further to the left, the longer a step still meets it.",
)
.live();
const WALL_THICKNESS: Param =
    Param::plain("wall_thickness", 14.0, (0.5, 80.0), "How thick the wall is, in units, to the right of its face.").live();

pub const KIND: WorldKind = WorldKind {
    name: "Curve and wall",
    about: "Movers fly along arcs into a wall: a long step cuts the corner and misses the wall.",
    options: &[COLLISION, SUBSTEPS, WALL_X, WALL_THICKNESS],
    closed_form: ClosedForm::Has("each mover keeps to its circle, and where the wall stands is known: so is when they meet"),
    body_width: 2.0 * BALL,
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 60.0, at_s: 6.0 },
    ..WorldKind::of("curve-and-wall", make)
};

/// An arc with its radius in units, its turn rate in rad/s, and about the longest step in seconds that still meets the wall.
struct Arc {
    radius: f64,
    turn_rate: f64,
    longest_step: f64,
}

const ARCS: [Arc; 3] = [
    Arc { radius: 100.0, turn_rate: 2.0, longest_step: 0.085 },
    Arc { radius: 135.0, turn_rate: 1.8, longest_step: 0.06 },
    Arc { radius: 170.0, turn_rate: 1.6, longest_step: 0.045 },
];
/// The height at which all movers start, heading right.
const BASELINE: f64 = -150.0;
const OPTIONS: WallOptions = WallOptions { x: &WALL_X, thickness: &WALL_THICKNESS };
const WALL_Y: (f64, f64) = (-110.0, 130.0);
const PERIOD: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// The distance from the wall at which a predicted body stops. It is no contact yet, but counts as one in rendered frames.
const GRAZING: f64 = 1e-9;
/// A mover with a heading beyond this, in radians, is past the wall.
const PAST: f64 = PI * 0.8;

impl Arc {
    fn speed(&self) -> f64 {
        self.radius * self.turn_rate
    }

    /// Returns how deep the ball would dip into the wall, in units: the displacement of the polygon's centre at the longest step.
    fn dip(&self) -> f64 {
        self.speed() * self.longest_step / 2.0
    }

    fn centre(&self) -> DVec2 {
        DVec2::new(self.dip() - BALL - self.radius, BASELINE + self.radius)
    }

    fn start(&self) -> Body {
        let pos = self.centre() - DVec2::new(0.0, self.radius);
        Body { pos, vel: DVec2::new(self.speed(), 0.0), spin: self.turn_rate, ..Body::default() }
    }

    fn at(&self, heading: f64) -> DVec2 {
        self.centre() + direction(heading - FRAC_PI_2) * self.radius
    }

    /// Returns the heading at which the exact arc first touches the wall: from centre.x + radius · sin(heading) + ball = wall.x,
    /// or at the corner of the wall if the arc meets that line below its end.
    fn touching(&self, wall: Wall) -> f64 {
        let heading = libm::asin((wall.x - BALL - self.centre().x) / self.radius);
        if self.at(heading).y >= WALL_Y.0 {
            return heading;
        }
        self.touches_between(wall, 0.0, PAST).unwrap_or(heading)
    }

    /// Returns the heading at which the arc first touches the wall between two headings; `None` if it does not.
    fn touches_between(&self, wall: Wall, from: f64, to: f64) -> Option<f64> {
        let way = Path::Arc { centre: self.centre(), radius: self.radius, from: from - FRAC_PI_2, to: to - FRAC_PI_2 };
        way.first_contact(&obstacle(wall), BALL).map(|share| from + (to - from) * share)
    }

    /// Returns the exact mover at `at`: on its arc, or at the wall that it has met.
    fn exact(&self, walls: &Walls, at: Time) -> Body {
        let pass = pass_at(at, PERIOD);
        let begin = at - pass.since;
        let gone = |since: Span| self.turn_rate * since.as_secs();
        let stands_still = walls.during(begin, at).nth(1).is_none();
        let touched = if stands_still {
            Some(self.touching(walls.at(begin))).filter(|touching| gone(pass.since) >= *touching)
        } else {
            let until = walls.during(begin, at).skip(1).map(|(next, _)| next).chain([at]);
            let mut stood = walls.during(begin, at).zip(until);
            stood.find_map(|((since, wall), until)| self.touches_between(wall, gone(since - begin), gone(until - begin)))
        };
        let (vel, spin, state) = match touched {
            Some(_) => (DVec2::ZERO, 0.0, BodyState::Caught),
            None => (direction(gone(pass.since)) * self.speed(), self.turn_rate, BodyState::Moving),
        };
        let heading = touched.unwrap_or_else(|| gone(pass.since));
        Body { pos: self.at(heading), vel, heading, spin, pass: pass.number, state }
    }
}

fn obstacle(wall: Wall) -> Obstacle {
    let WorldRect { min, max } = filled(wall);
    Obstacle::Box { min, max }
}

fn filled(wall: Wall) -> WorldRect {
    WorldRect::new(wall.x, WALL_Y.0, wall.x + wall.thickness, WALL_Y.1)
}

struct CurveAndWall {
    collision: Collision,
    walls: Walls,
}

#[derive(Clone)]
struct Movers {
    bodies: [Body; ARCS.len()],
    tally: Tally,
}

impl GameState for Movers {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn tallies(&self) -> &[Tally] {
        std::slice::from_ref(&self.tally)
    }
}

fn make(options: &Values, _: u64) -> Simulation {
    Simulation::of(CurveAndWall { collision: Collision::of(options), walls: Walls::new(OPTIONS, options) })
}

/// Turns a body and then moves it along its new heading. A body at rest stays, and so does every body if `seconds` is 0.
fn turn_then_move(body: &Body, seconds: f64) -> Body {
    if body.spin == 0.0 || seconds == 0.0 {
        return *body;
    }
    let speed = body.vel.length();
    let heading = body.heading + body.spin * seconds;
    let vel = direction(heading) * speed;
    Body { pos: body.pos + vel * seconds, vel, heading, ..*body }
}

/// Moves a body for `seconds`, along the exact arc if `mode` is exact and in a straight line otherwise, and stops it where it
/// meets the wall.
fn go((mode, walls): (CollisionMode, &Walls), body: &Body, seconds: f64, tally: &mut Tally) -> Body {
    let mut next = turn_then_move(body, seconds);
    if body.state != BodyState::Moving || seconds == 0.0 {
        return next;
    }
    let path = match mode {
        CollisionMode::Exact => Path::turning(body.pos, body.heading, body.vel.length(), body.spin, seconds),
        _ => Path::Chord { from: body.pos, to: next.pos },
    };
    let contact = path.first_contact(&obstacle(walls.now()), BALL);
    next.pos = path.at(contact.unwrap_or(1.0));
    if let (CollisionMode::Exact, Some(share)) = (mode, contact) {
        next.heading = body.heading + body.spin * seconds * share;
    }
    let past = next.heading > PAST;
    let void = walls.void(next.pass, PERIOD);
    passes::judge(&mut next, contact.is_some(), past, void, tally);
    next
}

impl CurveAndWall {
    /// Moves a mover through a part of a step, given by its end and its length, and judges it.
    fn part(&self, arc: &Arc, from: &Body, step: (Time, Span), tally: &mut Tally) -> Body {
        let (mode, walls) = (self.collision.mode, &self.walls);
        let void = walls.void(from.pass, PERIOD);
        if matches!(mode, CollisionMode::Swept | CollisionMode::Exact) {
            let go = |body: &Body, _, dt: Span, tally: &mut Tally| go((mode, walls), body, dt.as_secs(), tally);
            return passes::through_passes(from, step, PERIOD, void, tally, |pass| Body { pass, ..arc.start() }, go);
        }
        let (body, dt) = passes::advance(from, step, PERIOD, void, tally, |_| arc.start());
        let mut body = turn_then_move(&body, dt.as_secs());
        if mode == CollisionMode::Discrete {
            let (touches, past) = (obstacle(walls.now()).touches(body.pos, BALL), body.heading > PAST);
            let void = void && body.pass == from.pass;
            passes::judge(&mut body, touches, past, void, tally);
        }
        body
    }
}

impl Motion for CurveAndWall {
    type State = Movers;

    fn start(&self) -> Movers {
        Movers { bodies: ARCS.each_ref().map(Arc::start), tally: Tally::default() }
    }

    fn step(&mut self, from: &Movers, to: &mut Movers, step: &WorldStep) {
        to.clone_from(from);
        for (end, dt) in self.collision.parts(step.at, step.dt) {
            for (arc, body) in ARCS.iter().zip(&mut to.bodies) {
                *body = self.part(arc, body, (end, dt), &mut to.tally);
            }
        }
    }

    fn judges_frames(&self) -> bool {
        self.collision.mode == CollisionMode::Rendered
    }

    fn judge_frame(&mut self, before: &mut Movers, now: &mut Movers, frame: &[Body], drawn: Time) {
        let wall = obstacle(self.walls.at(drawn));
        for ((before, body), seen) in before.bodies.iter_mut().zip(&mut now.bodies).zip(frame) {
            let found = (wall.touches(seen.pos, BALL + GRAZING), seen.heading > PAST);
            let void = self.walls.void(body.pass, PERIOD);
            passes::judge_frame(before, body, seen, found, void, &mut now.tally);
        }
    }

    /// Writes the movers on their arcs, or where their arcs touch the wall.
    fn exact(&self, at: Time, _: &Controls, state: &mut Movers) {
        state.bodies = ARCS.each_ref().map(|arc| arc.exact(&self.walls, at));
    }

    fn count_jumped(&self, from: &Movers, to: &mut Movers) {
        for (from, body) in from.bodies.iter().zip(&to.bodies) {
            passes::count_placed(from, body, self.walls.void(from.pass, PERIOD), &mut to.tally);
        }
    }
}

impl Appearance for CurveAndWall {
    fn predict_to_contact(&self, _: usize, body: &Body, ahead: f64) -> Body {
        let mut next = self.predict(body, ahead);
        let path = Path::Chord { from: body.pos, to: next.pos };
        if let (BodyState::Moving, Some(share)) = (body.state, path.first_contact(&obstacle(self.walls.now()), BALL)) {
            next.pos = path.at(share);
        }
        next
    }

    fn predict(&self, body: &Body, ahead: f64) -> Body {
        turn_then_move(body, ahead)
    }

    fn options_set(&mut self, at: Time, options: &Values) {
        self.walls.set(at, options);
    }

    fn thinnest_wall(&self) -> Option<f64> {
        Some(self.walls.now().thickness + 2.0 * BALL)
    }

    fn standing_wall(&self, at: Time) -> Option<StandingWall> {
        let wall = self.walls.at(at);
        Some(StandingWall { options: OPTIONS, wall, area: filled(wall) })
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(-192.0, -163.5, 24.0, -6.0)
    }

    /// Returns the face of the wall, where the front of the ball touches it.
    fn backdrop(&self, frame: &Frame, _: WorldRect, sketch: &mut Sketch) {
        let wall = self.walls.at(frame.drawn);
        for (index, arc) in ARCS.iter().enumerate() {
            sketch.dashed_arc(arc.centre(), arc.radius, -FRAC_PI_2, arc.touching(wall) - FRAC_PI_2, Ink::Faint(index));
        }
        let WorldRect { min, max } = filled(wall);
        let half = (max - min) / 2.0;
        sketch.filled_box((min + max) / 2.0, half, 0.0, half.x.min(3.0), Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, BALL, style.ink(index, body.state));
        if style == BodyStyle::Solid {
            let nose = direction(wrap_angle(body.heading));
            sketch.capsule(body.pos + nose * 3.0, body.pos + nose * 7.0, 1.6, Ink::Detail);
        }
    }
}
