//! Movers on circular arcs, and a wall that the exact arcs touch.
//!
//! The first article's figure, in motion: every step turns the mover by w·dt and then moves it v·dt along its new heading.
//! That traces a polygon whose centre lies v·dt/2 behind the arc's, so a long step passes the wall's face by: each mover
//! has a longest step with which it is still caught. Contact is tested after each step, nowhere between.
//!
//! With `collision` it is tested otherwise ([`crate::model::world::contact`]). `swept` tests the straight line of the
//! step, and saves no mover here: the line lies inside the polygon, whose corners reach furthest, so where no corner touches no line does. `exact`
//! follows the exact arc from where the mover is and stops where that meets the wall: the tunnel and the deviation from the
//! path are both gone, whatever the step, because this motion has a closed form. `substeps` shortens the step, for the
//! price of more of them; `picture` tests what is drawn.
//!
//! Source: Alex Diener, "Time-based animation" (Sacred Software).

use crate::base::params::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::contact::{COLLISION, Collision, CollisionMode, Obstacle, Path, SUBSTEPS};
use crate::model::world::passes::{self, pass_at};
use crate::model::world::{
    Appearance, Body, BodyStyle, ClosedForm, Controls, Followed, Frame, GameState, Ink, Motion, PathAxis, PathMark, Simulation,
    Sketch, State, Step, Tally, WorldKind, WorldRect, direction, wrap_angle,
};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI};

/// The registry entry of this world.
pub const KIND: WorldKind = WorldKind {
    name: "Curve and wall",
    about: "Movers on arcs that a wall must stop: a long step cuts the curve and passes it by.",
    options: &[COLLISION, SUBSTEPS],
    closed_form: ClosedForm::Has(
        "each mover keeps to its circle, and the wall stands where it stood: when they meet is known beforehand",
    ),
    // By the angle that has been turned, in degrees.
    followed: Followed {
        bodies: &[OUTERMOST],
        half: BALL / ARCS[OUTERMOST].radius * DEGREES,
        along: |body| Some(body.heading * DEGREES),
        unit: "°",
        axis: PathAxis::Line { from: -5.0, to: 185.0 },
    },
    thinnest_wall: Some(WALL_MAX.x - WALL_MIN.x + 2.0 * BALL),
    ..WorldKind::of("curve-and-wall", make)
};

/// One arc: its radius, how fast it is gone along, and about the longest step that still meets the wall.
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
/// The arc that the shortest step misses.
const OUTERMOST: usize = 2;
const DEGREES: f64 = 180.0 / PI;
/// All start on this line, heading right.
const BASELINE: f64 = -150.0;
const BALL: f64 = 11.0;
/// The wall's face is at x = 0.
const WALL_MIN: DVec2 = DVec2::new(0.0, -110.0);
const WALL_MAX: DVec2 = DVec2::new(14.0, 130.0);
const WALL: Obstacle = Obstacle::Box { min: WALL_MIN, max: WALL_MAX };
const PERIOD: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// A prediction that stops at the wall is drawn as near as this to touching it, and touches it: for contacts in frames.
const GRAZING: f64 = 1e-9;
/// Beyond this heading an arc has left the wall.
const PAST: f64 = PI * 0.8;

impl Arc {
    fn speed(&self) -> f64 {
        self.radius * self.turn_rate
    }

    /// How far the undisturbed ball would dip into the wall: what the polygon's centre is displaced by at the longest step.
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

    /// The heading at which the exact arc first touches the wall: from centre.x + radius · sin(heading) + ball = 0.
    fn touching(&self) -> f64 {
        libm::asin((-BALL - self.centre().x) / self.radius)
    }
}

struct CurveAndWall {
    collision: Collision,
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
    Simulation::of(CurveAndWall { collision: Collision::of(options) })
}

/// Turn, then move along the new heading; a body at rest stays, and so does everything in no time at all.
fn turn_then_move(body: &Body, seconds: f64) -> Body {
    if body.spin == 0.0 || seconds == 0.0 {
        return *body;
    }
    let speed = body.vel.length();
    let heading = body.heading + body.spin * seconds;
    let vel = direction(heading) * speed;
    Body { pos: body.pos + vel * seconds, vel, heading, ..*body }
}

/// Goes on for `seconds`, in a straight line or along the exact arc, and stops where that meets the wall.
fn go(mode: CollisionMode, body: &Body, seconds: f64, tally: &mut Tally) -> Body {
    let mut next = turn_then_move(body, seconds);
    if body.state != State::Moving || seconds == 0.0 {
        return next;
    }
    let path = match mode {
        CollisionMode::Exact => Path::turning(body.pos, body.heading, body.vel.length(), body.spin, seconds),
        _ => Path::Chord { from: body.pos, to: next.pos },
    };
    let contact = path.first_contact(&WALL, BALL);
    next.pos = path.at(contact.unwrap_or(1.0));
    if let (CollisionMode::Exact, Some(share)) = (mode, contact) {
        next.heading = body.heading + body.spin * seconds * share;
    }
    let past = next.heading > PAST;
    passes::judge(&mut next, contact.is_some(), past, tally);
    next
}

impl CurveAndWall {
    /// One mover in a part of a step that ends at `end`.
    fn part(&self, arc: &Arc, from: &Body, end: Time, dt: Span, tally: &mut Tally) -> Body {
        let mode = self.collision.mode;
        if matches!(mode, CollisionMode::Swept | CollisionMode::Exact) {
            let go = |body: &Body, _, dt: Span, tally: &mut Tally| go(mode, body, dt.as_secs(), tally);
            return passes::through_passes(from, (end, dt), PERIOD, tally, |pass| Body { pass, ..arc.start() }, go);
        }
        let (body, dt) = passes::advance(from, end, dt, PERIOD, tally, |_| arc.start());
        let mut body = turn_then_move(&body, dt.as_secs());
        if mode == CollisionMode::Discrete {
            let (touches, past) = (WALL.touches(body.pos, BALL), body.heading > PAST);
            passes::judge(&mut body, touches, past, tally);
        }
        body
    }
}

impl Motion for CurveAndWall {
    type State = Movers;

    fn start(&self) -> Movers {
        Movers { bodies: ARCS.each_ref().map(Arc::start), tally: Tally::default() }
    }

    fn step(&mut self, from: &Movers, to: &mut Movers, step: &Step) {
        to.clone_from(from);
        for (end, dt) in self.collision.parts(step.at, step.dt) {
            for (arc, body) in ARCS.iter().zip(&mut to.bodies) {
                *body = self.part(arc, body, end, dt, &mut to.tally);
            }
        }
    }

    fn judges_frames(&self) -> bool {
        self.collision.mode == CollisionMode::Rendered
    }

    fn judge_frame(&mut self, before: &mut Movers, now: &mut Movers, frame: &[Body], _: Time) {
        for ((before, body), seen) in before.bodies.iter_mut().zip(&mut now.bodies).zip(frame) {
            let (touches, past) = (WALL.touches(seen.pos, BALL + GRAZING), seen.heading > PAST);
            passes::judge_frame(before, body, seen, touches, past, &mut now.tally);
        }
    }

    /// The arc itself, up to where it touches the wall.
    fn exact(&self, at: Time, _: &Controls, state: &mut Movers) {
        let pass = pass_at(at, PERIOD);
        state.bodies = ARCS.each_ref().map(|arc| {
            let heading = arc.turn_rate * pass.since.as_secs();
            let caught = heading >= arc.touching();
            let heading = heading.min(arc.touching());
            let (vel, spin) = if caught { (DVec2::ZERO, 0.0) } else { (direction(heading) * arc.speed(), arc.turn_rate) };
            let pos = arc.centre() + direction(heading - FRAC_PI_2) * arc.radius;
            let state = if caught { State::Caught } else { State::Moving };
            Body { pos, vel, heading, spin, pass: pass.number, state }
        });
    }

    fn place(&mut self, from: &Movers, to: &mut Movers, step: &Step) {
        to.clone_from(from);
        self.exact(step.end(), step.controls, to);
        for (from, body) in from.bodies.iter().zip(&to.bodies) {
            passes::count_placed(from, body, &mut to.tally);
        }
    }

    fn predict(&self, body: &Body, ahead: f64) -> Body {
        turn_then_move(body, ahead)
    }

    fn predict_to_contact(&self, _: usize, body: &Body, ahead: f64) -> Body {
        let mut next = self.predict(body, ahead);
        let path = Path::Chord { from: body.pos, to: next.pos };
        if let (State::Moving, Some(share)) = (body.state, path.first_contact(&WALL, BALL)) {
            next.pos = path.at(share);
        }
        next
    }
}

impl Appearance for CurveAndWall {
    fn extent(&self) -> WorldRect {
        WorldRect::new(-192.0, -163.5, 24.0, -6.0)
    }

    /// The face of the wall, where the front of the ball touches it.
    fn path_marks(&self) -> Vec<PathMark> {
        vec![PathMark { at: ARCS[OUTERMOST].touching() * DEGREES + KIND.followed.half, half: 0.0, is_wall: true }]
    }

    fn backdrop(&self, _: &Frame, _: WorldRect, sketch: &mut Sketch) {
        for (index, arc) in ARCS.iter().enumerate() {
            sketch.dashed_arc(arc.centre(), arc.radius, -FRAC_PI_2, arc.touching() - FRAC_PI_2, Ink::Faint(index));
        }
        sketch.filled_box((WALL_MIN + WALL_MAX) / 2.0, (WALL_MAX - WALL_MIN) / 2.0, 0.0, 3.0, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, BALL, style.ink(index, body.state));
        if style == BodyStyle::Solid {
            let nose = direction(wrap_angle(body.heading));
            sketch.capsule(body.pos + nose * 3.0, body.pos + nose * 7.0, 1.6, Ink::Detail);
        }
    }
}
