//! Movers on circular arcs, each with a wall at the inner side of its arc whose end the exact arc hits.
//!
//! This is the first article's figure in motion: every step moves the mover v·dt along its heading and then turns it by w·dt. That
//! traces a polygon whose centre lies v·dt/2 ahead of the arc's, so a long step goes round the end of the wall: each mover has a
//! longest step with which it is still caught. Contacts are tested only after each step.
//!
//! The option `order` exchanges the two lines: a mover that turns before it moves traces a polygon whose centre lies v·dt/2 behind
//! the arc's, which runs deeper into the same wall. The exact motion has no steps, so it has no order, and the order can be
//! exchanged while the world runs.
//!
//! The option `collision` chooses another test ([`crate::model::world::contact`]). `swept` tests the straight line of the step.
//! It saves a mover only near its longest step: a line lies inside its polygon, nearer to the wall than its ends, but by no more
//! than v·w·dt²/8, while the polygon lies v·dt/2 off. `exact` follows the exact arc from the mover's position and stops where the
//! arc meets the wall: no step tunnels or deviates, because this motion has a closed form. `substeps` makes more and shorter
//! steps; `picture` tests rendered frames.
//!
//! A person can move the walls and make them thicker while the world runs, with `wall_x` and `wall_thickness`
//! ([`crate::model::world::walls::Walls`]): a face that is further to the left is met by a longer step. A pass in which the walls
//! change counts in neither tally; a body that is already stopped stays in its place.
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
use crate::model::world::motion::{FrameMoments, GameState, Motion, Simulation};
use crate::model::world::passes::{self, pass_at};
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use crate::model::world::walls::{StandingWall, Wall, WallOptions, Walls};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI};

const BALL: f64 = 11.0;
const ORDER: Param = Param::choice(
    "order",
    &["move-turn", "turn-move"],
    "What a step does first: move along the old heading, as published, or turn, and move along the new one.",
)
.live();
/// The live option for the position of the walls' faces. All exact arcs touch their walls at any allowed position.
const WALL_X: Param = Param::plain(
    "wall_x",
    0.0,
    (-15.0, 4.0),
    "Where the walls' faces are: the further to the left, the longer a step still meets them.",
)
.live();
const WALL_THICKNESS: Param =
    Param::plain("wall_thickness", 14.0, (0.5, 40.0), "How thick the walls are, in units, to the right of their faces.").live();

pub const KIND: WorldKind = WorldKind {
    name: "Curve and wall",
    about: "Movers fly along arcs that hit the ends of walls: a long step turns too late and goes round the wall.",
    options: &[ORDER, COLLISION, SUBSTEPS, WALL_X, WALL_THICKNESS],
    closed_form: ClosedForm::Has("each mover keeps to its circle, and where its wall stands is known: so is when they meet"),
    body_width: 2.0 * BALL,
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 60.0, at_s: 4.95 },
    ..WorldKind::of("curve-and-wall", make)
};

/// An arc with its radius in units, its turn rate in rad/s, about the longest step in seconds that still meets the wall, and the
/// face of its wall, in units to the right of `wall_x`.
struct Arc {
    radius: f64,
    turn_rate: f64,
    longest_step: f64,
    face: f64,
}

const ARCS: [Arc; 3] = [
    Arc { radius: 100.0, turn_rate: 2.0, longest_step: 0.085, face: 0.0 },
    Arc { radius: 135.0, turn_rate: 1.8, longest_step: 0.06, face: -75.0 },
    Arc { radius: 170.0, turn_rate: 1.6, longest_step: 0.045, face: -150.0 },
];
const OPTIONS: WallOptions = WallOptions { x: &WALL_X, thickness: &WALL_THICKNESS };
/// The length of each wall up and down from the height at which the arcs are furthest to the left.
const WALL_END: f64 = 24.0;
const PERIOD: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// The distance from the wall at which a predicted body stops, in world units. It is no contact yet, but counts as one in
/// rendered frames.
const GRAZING: f64 = 1e-9;
/// A mover that has turned by more than this, in radians, is past its wall.
const PAST: f64 = PI * 0.8;

/// The order of the two lines of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepOrder {
    MoveTurn,
    TurnMove,
}

impl StepOrder {
    fn of(options: &Values) -> StepOrder {
        if options.is(&ORDER, "turn-move") { StepOrder::TurnMove } else { StepOrder::MoveTurn }
    }

    /// Moves a body in a straight line and turns it. A body at rest stays, and so does every body if `seconds` is 0.
    fn advance(self, body: &Body, seconds: f64) -> Body {
        if body.spin == 0.0 || seconds == 0.0 {
            return *body;
        }
        let speed = body.vel.length();
        let heading = body.heading + body.spin * seconds;
        let moved_along = match self {
            StepOrder::MoveTurn => body.heading,
            StepOrder::TurnMove => heading,
        };
        Body { pos: body.pos + direction(moved_along) * (speed * seconds), vel: direction(heading) * speed, heading, ..*body }
    }
}

/// Every mover starts below its centre, heading left, and turns clockwise.
impl Arc {
    fn speed(&self) -> f64 {
        self.radius * self.turn_rate
    }

    /// Returns the centre from which the polygon of the longest step, which lies speed · step / 2 further to the left, would lead
    /// the ball just along the corners of the wall.
    fn centre(&self) -> DVec2 {
        let inner = self.radius - BALL;
        DVec2::new(self.face + (inner * inner - WALL_END * WALL_END).sqrt() + self.speed() * self.longest_step / 2.0, 0.0)
    }

    /// Returns the mover on its arc after it has turned by `turned` radians.
    fn mover(&self, turned: f64) -> Body {
        let heading = PI - turned;
        let pos = self.centre() + direction(heading + FRAC_PI_2) * self.radius;
        Body { pos, vel: direction(heading) * self.speed(), heading, spin: -self.turn_rate, ..Body::default() }
    }

    fn start(&self) -> Body {
        self.mover(0.0)
    }

    fn obstacle(&self, wall: Wall) -> Obstacle {
        let WorldRect { min, max } = self.filled(wall);
        Obstacle::Box { min, max }
    }

    fn filled(&self, wall: Wall) -> WorldRect {
        let x = wall.x + self.face;
        WorldRect::new(x, -WALL_END, x + wall.thickness, WALL_END)
    }

    /// Returns by how much the exact mover has turned when it first touches the wall; `None` if it never does.
    fn touching(&self, wall: Wall) -> Option<f64> {
        self.touches_between(wall, 0.0, PAST)
    }

    /// Returns by how much the exact mover has turned when it first touches the wall, if it turns from `from` to `to`; `None` if
    /// it does not touch it.
    fn touches_between(&self, wall: Wall, from: f64, to: f64) -> Option<f64> {
        let angle = |turned: f64| -FRAC_PI_2 - turned;
        let path = Path::Arc { centre: self.centre(), radius: self.radius, from: angle(from), to: angle(to) };
        path.first_contact(&self.obstacle(wall), BALL).map(|share| from + (to - from) * share)
    }

    /// Returns the exact mover at `at`: on its arc, or at the wall that it has met.
    fn exact(&self, walls: &Walls, at: Time) -> Body {
        let pass = pass_at(at, PERIOD);
        let begin = at - pass.since;
        let gone = |since: Span| self.turn_rate * since.as_secs();
        let stands_still = walls.during(begin, at).nth(1).is_none();
        let touched = if stands_still {
            self.touching(walls.at(begin)).filter(|touching| gone(pass.since) >= *touching)
        } else {
            let until = walls.during(begin, at).skip(1).map(|(next, _)| next).chain([at]);
            let mut stood = walls.during(begin, at).zip(until);
            stood.find_map(|((since, wall), until)| self.touches_between(wall, gone(since - begin), gone(until - begin)))
        };
        let mover = Body { pass: pass.number, ..self.mover(touched.unwrap_or_else(|| gone(pass.since))) };
        match touched {
            Some(_) => Body { vel: DVec2::ZERO, spin: 0.0, state: BodyState::Caught, ..mover },
            None => mover,
        }
    }
}

fn is_past(body: &Body) -> bool {
    PI - body.heading > PAST
}

struct CurveAndWall {
    order: StepOrder,
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
    let (order, collision) = (StepOrder::of(options), Collision::of(options));
    Simulation::of(CurveAndWall { order, collision, walls: Walls::new(OPTIONS, options) })
}

impl CurveAndWall {
    /// Moves a body of `arc` for `seconds`, along the exact arc if the collision is exact and in a straight line otherwise, and
    /// stops it where it meets the wall.
    fn go(&self, arc: &Arc, body: &Body, seconds: f64, tally: &mut Tally) -> Body {
        let mut next = self.order.advance(body, seconds);
        if body.state != BodyState::Moving || seconds == 0.0 {
            return next;
        }
        let is_exact = self.collision.mode == CollisionMode::Exact;
        let path = if is_exact {
            Path::turning(body.pos, body.heading, body.vel.length(), body.spin, seconds)
        } else {
            Path::Chord { from: body.pos, to: next.pos }
        };
        let contact = path.first_contact(&arc.obstacle(self.walls.now()), BALL);
        next.pos = path.at(contact.unwrap_or(1.0));
        if let (true, Some(share)) = (is_exact, contact) {
            next.heading = body.heading + body.spin * seconds * share;
        }
        let past = is_past(&next);
        let void = self.walls.void(next.pass, PERIOD);
        passes::judge(&mut next, contact.is_some(), past, void, tally);
        next
    }

    /// Moves a mover through a part of a step, given by its end and its length, and judges it.
    fn part(&self, arc: &Arc, from: &Body, step: (Time, Span), tally: &mut Tally) -> Body {
        let (mode, walls) = (self.collision.mode, &self.walls);
        let void = walls.void(from.pass, PERIOD);
        if matches!(mode, CollisionMode::Swept | CollisionMode::Exact) {
            let go = |body: &Body, _, dt: Span, tally: &mut Tally| self.go(arc, body, dt.as_secs(), tally);
            return passes::through_passes(from, step, PERIOD, void, tally, |pass| Body { pass, ..arc.start() }, go);
        }
        let (body, dt) = passes::advance(from, step, PERIOD, void, tally, |_| arc.start());
        let mut body = self.order.advance(&body, dt.as_secs());
        if mode == CollisionMode::Discrete {
            let (touches, past) = (arc.obstacle(walls.now()).touches(body.pos, BALL), is_past(&body));
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

    fn judge_frame(&mut self, before: &mut Movers, now: &mut Movers, frame: &[Body], FrameMoments { drawn, .. }: FrameMoments) {
        let wall = self.walls.at(drawn);
        for (((arc, before), body), seen) in ARCS.iter().zip(&mut before.bodies).zip(&mut now.bodies).zip(frame) {
            let found = (arc.obstacle(wall).touches(seen.pos, BALL + GRAZING), is_past(seen));
            let void = self.walls.void(body.pass, PERIOD);
            passes::judge_frame(before, body, seen, found, void, &mut now.tally);
        }
    }

    /// Writes the movers on their arcs, or where their arcs touch their walls.
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
    fn predict_to_contact(&self, index: usize, body: &Body, ahead: f64) -> Body {
        let mut next = self.predict(body, ahead);
        let path = Path::Chord { from: body.pos, to: next.pos };
        let wall = ARCS[index].obstacle(self.walls.now());
        if let (BodyState::Moving, Some(share)) = (body.state, path.first_contact(&wall, BALL)) {
            next.pos = path.at(share);
        }
        next
    }

    fn predict(&self, body: &Body, ahead: f64) -> Body {
        self.order.advance(body, ahead)
    }

    fn options_set(&mut self, at: Time, options: &Values) {
        self.order = StepOrder::of(options);
        self.walls.set(at, options);
    }

    fn thinnest_wall(&self) -> Option<f64> {
        Some(self.walls.now().thickness + 2.0 * BALL)
    }

    fn standing_wall(&self, at: Time) -> Option<StandingWall> {
        let wall = self.walls.at(at);
        Some(StandingWall { options: OPTIONS, wall, area: ARCS[0].filled(wall) })
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(-190.0, -184.0, 108.0, 40.0)
    }

    fn backdrop(&self, frame: &Frame, _: WorldRect, sketch: &mut Sketch) {
        let wall = self.walls.at(frame.drawn);
        for (index, arc) in ARCS.iter().enumerate() {
            let touching = arc.touching(wall).unwrap_or(PAST);
            sketch.dashed_arc(arc.centre(), arc.radius, -FRAC_PI_2 - touching, -FRAC_PI_2, Ink::Faint(index));
            let WorldRect { min, max } = arc.filled(wall);
            let half = (max - min) / 2.0;
            sketch.filled_box((min + max) / 2.0, half, 0.0, half.x.min(3.0), Ink::Wall);
        }
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, BALL, style.ink(index, body.state));
        if style == BodyStyle::Solid {
            let nose = direction(wrap_angle(body.heading));
            sketch.capsule(body.pos + nose * 3.0, body.pos + nose * 7.0, 1.6, Ink::Detail);
        }
    }
}
