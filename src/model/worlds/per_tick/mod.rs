//! Formulas without time: a planet, a ball, a rope, a flock, and two guards at a wall.
//!
//! *acceleration = force / mass; velocity += acceleration; position += velocity.* Or Verlet's *velocity = current −
//! previous; previous = current; current += velocity; current += gravity*, and the distances of a rope put right a fixed
//! number of times. Or a flock whose birds react to each other by range. None of it knows how long an update lasts: it is
//! right if `update` is called 60 times a second, and with it simpler than anything with a dt in it. So here a step is a
//! step: the dt that a loop hands over is ignored, one of zero moves everything on as well (to pause, the loop must not
//! call), 144 updates a second are a world 2.4 times too fast, and 30 are slow motion.
//!
//! Beside them stands a question: is a guard to look at the wall for 1.5 seconds, or for 90 updates? One of each is here.
//! At 60 updates a second there is no difference; else one of the two keeps his time and the other his number.
//!
//! What is exact: that everything is where 60 · t whole updates put it, with nothing between two of them. After 720
//! updates, twelve seconds, the world starts anew, by the count of updates alone, so one period, computed once, is a table
//! of where everything is at any time.
//!
//! Expect no deviation from any loop that steps by 1/60 s and loses no time; a deviation that grows from any that steps by
//! what has elapsed. The number of updates is kept in the sun, how long the guards have waited in their walls.
//!
//! Sources: Paul Houx's answer on the Cinder forum (the formulas, and why); "BeautifulTimer" (the question).

mod flock;
mod guards;
mod physics;
mod rope;

pub use guards::{SECONDS, UPDATES};

use crate::base::params::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::{Body, BodyStyle, Convergence, Ink, Readout, Scene, SceneKind, Sketch, State, WorldRect, direction};
use glam::DVec2;
use std::cell::OnceCell;
use std::ops::Range;

pub const KIND: SceneKind = SceneKind {
    name: "Per tick",
    about: "Formulas without time: right at 60 updates a second, too fast or too slow at any other number.",
    nature: Convergence::PerTick,
    ..SceneKind::of("per-tick", make)
};

/// What an update is taken to be.
pub const TICK: Span = Span::from_flicks(FLICKS_PER_SECOND / 60);
/// The world starts anew after so many updates.
pub const PERIOD: i64 = 720;
/// A body's velocity is in units per second, as everywhere; in the formulas it is in units per update.
const PER_SECOND: f64 = 60.0;

/// The order of the bodies; those after [`BODIES`] are only there to count.
pub const PLANET: usize = 0;
pub const BALL: usize = 1;
pub const ROPE: Range<usize> = 2..2 + rope::POINTS;
pub const FLOCK: Range<usize> = ROPE.end..ROPE.end + flock::BIRDS;
/// The one who waits for 1.5 s, and the one who waits for 90 updates.
pub const GUARDS: Range<usize> = FLOCK.end..FLOCK.end + 2;
const BODIES: usize = GUARDS.end;
/// Its passes are all updates so far.
pub const TICKS: usize = BODIES;
/// How long each guard has been waiting, and how long he last did: passes are updates, the turn rate is in flicks.
const WAITING: Range<usize> = TICKS + 1..TICKS + 3;
const WAITED: Range<usize> = WAITING.end..WAITING.end + 2;

struct PerTick {
    start: Vec<Body>,
    /// The state after every number of updates within a period, once somebody asks.
    period: OnceCell<Vec<Vec<Body>>>,
}

fn make(_: &Values, seed: u64) -> Box<dyn Scene> {
    let mut start = vec![physics::planet(), physics::ball()];
    start.extend(rope::points());
    start.extend(flock::birds(seed));
    start.extend((0..2).map(guards::guard));
    start.push(Body::at(physics::SUN.x, physics::SUN.y));
    start.extend([false, true].iter().flat_map(|right| (0..2).map(|lane| guards::counting(guards::wall(lane, *right)))));
    Box::new(PerTick { start, period: OnceCell::new() })
}

/// Everything but the count moves on by one update, said to last `dt`.
fn tick(bodies: &mut [Body], dt: Span) {
    physics::move_planet(&mut bodies[PLANET]);
    physics::move_ball(&mut bodies[BALL]);
    rope::move_rope(&mut bodies[ROPE]);
    flock::move_flock(&mut bodies[FLOCK]);
    let (seen, counting) = bodies.split_at_mut(TICKS + 1);
    let (waiting, waited) = counting.split_at_mut(2);
    for (lane, guard) in seen[GUARDS].iter_mut().enumerate() {
        guards::move_guard(lane, guard, &mut waiting[lane], &mut waited[lane], dt);
    }
}

/// Writes in which period the state after so many updates is.
fn number(bodies: &mut [Body], ticks: i64) {
    bodies[..BODIES].iter_mut().for_each(|body| body.pass = ticks / PERIOD);
    bodies[TICKS].pass = ticks;
}

impl PerTick {
    fn period(&self) -> &[Vec<Body>] {
        self.period.get_or_init(|| {
            let mut bodies = self.start.clone();
            let states = (0..PERIOD).map(|_| {
                let state = bodies.clone();
                tick(&mut bodies, TICK);
                state
            });
            states.collect()
        })
    }
}

impl Scene for PerTick {
    fn start(&self) -> Vec<Body> {
        self.start.clone()
    }

    fn step(&mut self, from: &[Body], to: &mut [Body], _: Time, dt: Span) {
        let ticks = from[TICKS].pass + 1;
        if ticks % PERIOD == 0 {
            to.copy_from_slice(&self.start);
        } else {
            to.copy_from_slice(from);
            tick(to, dt);
        }
        number(to, ticks);
    }

    fn exact(&self, at: Time, bodies: &mut Vec<Body>) {
        let ticks = (at - Time::ZERO).whole(TICK);
        bodies.clone_from(&self.period()[(ticks % PERIOD) as usize]);
        number(bodies, ticks);
    }

    /// Counts stay what they are; all else goes on as it goes.
    fn predict(&self, body: &Body, ahead: f64) -> Body {
        Body { pos: body.pos + body.vel * ahead, ..*body }
    }

    fn readouts(&self, bodies: &[Body], at: Time) -> Vec<Readout> {
        let ticks = bodies.get(TICKS).map_or(0, |count| count.pass);
        let ahead = ticks - (at - Time::ZERO).flicks().div_euclid(TICK.flicks());
        let waited = |guard: usize| bodies.get(WAITED.start + guard).filter(|waited| waited.pass > 0);
        let seconds = |name, guard| match waited(guard).map(|waited| waited.spin / FLICKS_PER_SECOND as f64) {
            Some(seconds) => Readout::number(name, seconds, 3, " s").alarming((seconds - SECONDS.as_secs()).abs() > 0.1),
            None => Readout::none(name),
        };
        let updates = |name, guard| match waited(guard).map(|waited| waited.pass) {
            Some(updates) => Readout::count(name, updates as u64).alarming((updates - UPDATES).abs() > 6),
            None => Readout::none(name),
        };
        vec![
            Readout::count("updates", ticks as u64),
            Readout::number("ticks ahead", ahead as f64, 0, "").alarming(ahead.abs() > 6),
            seconds("1.5 s guard", 0),
            updates("1.5 s guard, updates", 0),
            seconds("90-update guard", 1),
            updates("90-update guard, updates", 1),
        ]
    }

    fn population(&self, _: &[Body]) -> usize {
        BODIES
    }

    fn frame(&self) -> WorldRect {
        WorldRect::new(0.0, 0.0, 646.0, 480.0)
    }

    fn backdrop(&self, bodies: &[Body], visible: WorldRect, sketch: &mut Sketch) {
        sketch.dashed_arc(physics::SUN, physics::ORBIT, 0.0, std::f64::consts::TAU, Ink::Faint(PLANET));
        let (left, right, floor) = physics::BALL_BOX;
        let (left, right, floor) = (left - physics::BALL, right + physics::BALL, floor - physics::BALL);
        sketch.line(DVec2::new(left, floor), DVec2::new(right, floor), 2.0, Ink::Wall);
        for x in [left, right] {
            sketch.line(DVec2::new(x, floor), DVec2::new(x, floor + 60.0), 2.0, Ink::Wall);
        }
        sketch.line(rope::PIN - DVec2::new(40.0, 0.0), rope::PIN + DVec2::new(40.0, 0.0), 3.0, Ink::Wall);
        let ground = guards::GROUND;
        sketch.line(DVec2::new(visible.min.x, ground), DVec2::new(visible.max.x, ground), 2.0, Ink::Wall);
        if bodies.len() < WAITED.end {
            return;
        }
        let points: Vec<DVec2> = bodies[ROPE].iter().map(|body| body.pos).collect();
        sketch.polyline(&points, 5.0, Ink::Rule);
        for lane in 0..2 {
            draw_wait(lane, &bodies[WAITING.start + lane], sketch);
        }
    }

    fn draw(&self, index: usize, body: &Body, look: BodyStyle, sketch: &mut Sketch) {
        let ink = look.ink(index, State::Moving);
        let solid = look == BodyStyle::Solid;
        match index {
            PLANET => sketch.disc(body.pos, 13.0, ink),
            BALL => sketch.disc(body.pos, physics::BALL, ink),
            _ if ROPE.contains(&index) => sketch.disc(body.pos, if index + 1 == ROPE.end { 13.0 } else { 5.0 }, ink),
            _ if FLOCK.contains(&index) => draw_bird(body, ink, sketch),
            _ if GUARDS.contains(&index) => draw_guard(index - GUARDS.start, body, solid, ink, sketch),
            TICKS if solid => sketch.disc(body.pos, 22.0, Ink::Body(3)),
            _ if solid => sketch.filled_box(body.pos, guards::WALL, 0.0, 2.0, Ink::Wall),
            _ => {}
        }
    }
}

fn draw_bird(body: &Body, ink: Ink, sketch: &mut Sketch) {
    let along = direction(body.heading);
    let across = along.perp();
    let tail = body.pos - along * 6.0;
    sketch.capsule(body.pos + along * 7.0, tail + across * 5.5, 2.6, ink);
    sketch.capsule(body.pos + along * 7.0, tail - across * 5.5, 2.6, ink);
}

/// Under the guard's ground: how much of his wait is over, by his own measure.
fn draw_wait(lane: usize, waiting: &Body, sketch: &mut Sketch) {
    let share = match lane {
        0 => waiting.spin / SECONDS.flicks() as f64,
        _ => waiting.pass as f64 / UPDATES as f64,
    };
    let (left, right) = (guards::wall(lane, false).x, guards::wall(lane, true).x);
    let (from, to) = (DVec2::new(left, guards::GROUND - 12.0), DVec2::new(right, guards::GROUND - 12.0));
    sketch.capsule(from, to, 4.0, Ink::Rule);
    sketch.capsule(from, from + (to - from) * share.clamp(0.0, 1.0), 4.0, Ink::Body(GUARDS.start + lane));
}

/// A figure with a clock or with tally marks on its chest.
fn draw_guard(lane: usize, body: &Body, solid: bool, ink: Ink, sketch: &mut Sketch) {
    let feet = body.pos - DVec2::new(0.0, guards::MIDDLE - 14.0);
    let neck = body.pos + DVec2::new(0.0, 10.0);
    let head = body.pos + DVec2::new(0.0, 38.0);
    sketch.capsule(feet, neck, 14.0, ink);
    sketch.disc(head, 12.0, ink);
    if !solid {
        return;
    }
    // He looks where he faces, however a picture between two states has turned him.
    let facing = direction(body.heading).x;
    sketch.disc(head + DVec2::new(6.0 * facing, 2.0), 3.0, Ink::Detail);
    if lane == 0 {
        sketch.disc(body.pos, 8.0, Ink::Detail);
        sketch.capsule(body.pos, body.pos + DVec2::new(0.0, 5.5), 1.2, ink);
        sketch.capsule(body.pos, body.pos + DVec2::new(3.5, -1.5), 1.2, ink);
    } else {
        for mark in 0..4 {
            let at = body.pos + DVec2::new(f64::from(mark) * 4.0 - 6.0, 0.0);
            sketch.capsule(at - DVec2::new(0.0, 6.0), at + DVec2::new(0.0, 6.0), 1.1, Ink::Detail);
        }
        sketch.capsule(body.pos - DVec2::new(9.0, 4.0), body.pos + DVec2::new(9.0, 4.0), 1.1, Ink::Detail);
    }
}
