//! Formulas without time: a planet, a ball, a rope, a flock, and two guards.
//!
//! A velocity in these formulas is in world units per update; [`Body::vel`] is in world units per second, as everywhere.

use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span};
use crate::model::world::body::{Body, BodyState, direction};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The length of time that one update stands for.
pub const TICK: Span = Span::from_flicks(FLICKS_PER_SECOND / 60);
const PER_SECOND: f64 = 60.0;

// Euler with force and mass: acceleration = force / mass; velocity += acceleration; position += velocity.

pub const SUN: DVec2 = DVec2::new(104.0, 384.0);
pub const ORBIT: f64 = 74.0;
/// Updates per revolution of the planet.
const YEAR: f64 = 120.0;
const PLANET_MASS: f64 = 5.0;

/// The bounds of the ball's centre: the least and the greatest x, and the floor.
pub const BALL_BOX: (f64, f64, f64) = (36.0, 172.0, 166.0);
pub const BALL_RADIUS: f64 = 16.0;
const BALL_MASS: f64 = 4.0;
/// The force of gravity on the ball, which adds a quarter of a unit per update to its velocity.
const WEIGHT: DVec2 = DVec2::new(0.0, -1.0);
/// With this velocity, in world units per update, the ball is back on the floor after 60 updates, exactly to the last bit.
const THROW: DVec2 = DVec2::new(2.0, 7.5);

pub fn planet() -> Body {
    // The position after one update is on the circle again if the velocity is that of the chord to it.
    let (sin, cos) = libm::sincos(TAU / YEAR);
    let velocity = DVec2::new(1.0 - cos, sin) * ORBIT;
    Body { vel: velocity * PER_SECOND, ..Body::at(SUN.x + ORBIT, SUN.y) }
}

/// Returns the sun's pull, which falls with the square of the distance and is as strong as a circular orbit needs.
fn pull(position: DVec2) -> DVec2 {
    let away = position - SUN;
    let distance = away.length();
    let strength = 2.0 * (1.0 - libm::cos(TAU / YEAR)) * ORBIT * ORBIT * ORBIT * PLANET_MASS;
    -away * (strength / (distance * distance * distance))
}

pub fn move_planet(body: &mut Body) {
    *body = moved(body, pull(body.pos), PLANET_MASS);
}

pub fn ball() -> Body {
    Body { vel: THROW * PER_SECOND, ..Body::at(BALL_BOX.0, BALL_BOX.2) }
}

/// Moves the ball on by one update; it bounces off the walls and the floor.
pub fn move_ball(body: &mut Body) {
    *body = moved(body, WEIGHT, BALL_MASS);
    let (left, right, floor) = BALL_BOX;
    if body.pos.y < floor {
        body.pos.y = floor;
        body.vel.y = -body.vel.y;
    }
    if body.pos.x < left || body.pos.x > right {
        body.pos.x = body.pos.x.clamp(left, right);
        body.vel.x = -body.vel.x;
    }
}

fn moved(body: &Body, force: DVec2, mass: f64) -> Body {
    let acceleration = force / mass;
    let velocity = body.vel / PER_SECOND + acceleration;
    Body { pos: body.pos + velocity, vel: velocity * PER_SECOND, ..*body }
}

// Verlet: the velocity is the way from the previous position to the current one, and a fixed number of relaxations pulls the
// points of the rope back to their distances.

pub const POINTS: usize = 10;
pub const PIN: DVec2 = DVec2::new(424.0, 466.0);
const LINK: f64 = 18.0;
/// In world units per update; every update adds it to the velocities.
const GRAVITY: DVec2 = DVec2::new(0.0, -0.15);
/// The number of times that an update corrects every distance.
const RELAXATIONS: usize = 12;
/// The angle at which the rope begins, in radians from straight down to the right.
const HELD: f64 = 1.1;

pub fn rope() -> [Body; POINTS] {
    let along = direction(HELD - FRAC_PI_2) * LINK;
    std::array::from_fn(|point| {
        let pos = PIN + along * point as f64;
        Body::at(pos.x, pos.y)
    })
}

/// Moves the rope on by one update. The velocity of a body is current − previous, so no other position has to be stored.
pub fn move_rope(rope: &mut [Body; POINTS]) {
    let befores = rope.map(|point| point.pos);
    for point in &mut rope[1..] {
        let velocity = point.vel / PER_SECOND;
        point.pos += velocity;
        point.pos += GRAVITY;
    }
    for _ in 0..RELAXATIONS {
        for link in 1..POINTS {
            let [upper, lower] = [rope[link - 1].pos, rope[link].pos];
            let apart = lower - upper;
            let wrong = apart * (1.0 - LINK / apart.length().max(1e-9));
            if link == 1 {
                rope[link].pos -= wrong; // The pin does not give way.
            } else {
                rope[link - 1].pos += wrong * 0.5;
                rope[link].pos -= wrong * 0.5;
            }
        }
    }
    for (point, before) in rope.iter_mut().zip(befores) {
        point.vel = (point.pos - before) * PER_SECOND;
    }
}

// A flock: each bird keeps clear of birds that are too near, and flies to and like the birds in sight. Who is near and who is
// in sight depends on distances alone, which is what makes it hard to write with a length of time.

pub const BIRDS: usize = 10;
/// The lower left and the upper right corner of the sky.
const SKY: (DVec2, DVec2) = (DVec2::new(216.0, 140.0), DVec2::new(630.0, 296.0));
/// The distance from the edges of the sky within which birds turn back.
const MARGIN: f64 = 34.0;
const SIGHT: f64 = 85.0;
const NEAR: f64 = 26.0;
// Per update: the share of the way to the middle of the neighbours, of the difference to their velocity, of the way apart, and of
// the way back into the sky.
const COHESION: f64 = 0.002;
const ALIGNMENT: f64 = 0.05;
const SEPARATION: f64 = 0.02;
const TURN: f64 = 0.02;
const SLOWEST: f64 = 1.4;
const FASTEST: f64 = 2.3;

/// Returns birds at random positions in the sky, in random directions. Each has its own stream of the seed.
pub fn birds(seed: u64) -> [Body; BIRDS] {
    let (low, high) = (SKY.0 + MARGIN, SKY.1 - MARGIN);
    std::array::from_fn(|bird| {
        let mut draws = CounterRng::new(seed, Purpose::SceneBody(bird as u32));
        let pos = low + (high - low) * DVec2::new(draws.unit(0), draws.unit(1));
        let heading = (draws.unit(2) - 0.5) * TAU;
        let vel = direction(heading) * (SLOWEST + FASTEST) / 2.0 * PER_SECOND;
        Body { vel, heading, ..Body::at(pos.x, pos.y) }
    })
}

/// Moves the flock by one update: first all birds choose by the present positions, then all move.
pub fn move_flock(flock: &mut [Body; BIRDS]) {
    let wishes: [DVec2; BIRDS] = std::array::from_fn(|bird| wish(bird, flock));
    for (bird, wish) in flock.iter_mut().zip(wishes) {
        let velocity = bird.vel / PER_SECOND + wish;
        let speed = velocity.length().max(1e-9);
        let velocity = velocity * (speed.clamp(SLOWEST, FASTEST) / speed);
        bird.pos += velocity;
        bird.vel = velocity * PER_SECOND;
        bird.heading = libm::atan2(velocity.y, velocity.x);
    }
}

/// Returns the change of a bird's velocity, in world units per update.
fn wish(bird: usize, flock: &[Body]) -> DVec2 {
    let me = &flock[bird];
    let (mut seen, mut middle, mut course, mut away) = (0.0, DVec2::ZERO, DVec2::ZERO, DVec2::ZERO);
    for other in flock.iter().enumerate().filter(|(index, _)| *index != bird).map(|(_, other)| other) {
        let apart = me.pos - other.pos;
        let distance = apart.length();
        if distance < SIGHT {
            seen += 1.0;
            middle += other.pos;
            course += other.vel / PER_SECOND;
        }
        if distance < NEAR {
            away += apart;
        }
    }
    let (low, high) = (SKY.0 + MARGIN, SKY.1 - MARGIN);
    let homewards = (me.pos.clamp(low, high) - me.pos) * TURN;
    let mut wish = away * SEPARATION + homewards;
    if seen > 0.0 {
        wish += (middle / seen - me.pos) * COHESION + (course / seen - me.vel / PER_SECOND) * ALIGNMENT;
    }
    wish
}

// Two guards look at a wall for a while, turn, and walk to the other wall. One waits for 1.5 seconds, adding up the time that each
// update is said to last; the other counts 90 updates. At 60 updates a second they do the same.

/// How long the first guard looks at a wall.
pub const SECONDS: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 2);
/// How many updates the second guard looks at a wall.
pub const UPDATES: i64 = 90;
/// In world units per update.
const PACE: f64 = 2.5;
const WAY: f64 = 225.0;
/// The x of each guard at the left wall of his lane.
const STANDS: [f64; 2] = [52.0, 369.0];
/// The distance between a guard and the face of the wall that he looks at.
const REACH: f64 = 22.0;
pub const GROUND: f64 = 24.0;
/// Half of the width and height of a wall.
pub const WALL: DVec2 = DVec2::new(7.0, 46.0);
pub const MIDDLE: f64 = 40.0;

pub fn guard(lane: usize) -> Body {
    Body { heading: PI, state: BodyState::Waiting, ..Body::at(STANDS[lane], GROUND + MIDDLE) }
}

pub fn wall(lane: usize, right: bool) -> DVec2 {
    let x = if right { STANDS[lane] + WAY + REACH + WALL.x } else { STANDS[lane] - REACH - WALL.x };
    DVec2::new(x, GROUND + WALL.y)
}

/// The time for which a guard has stood at a wall, by the clock and in updates.
#[derive(Clone, Copy, Debug, Default)]
pub struct GuardWait {
    /// The sum of the `dt` of the updates.
    pub time: Span,
    pub updates: i64,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct GuardWaits {
    /// The present wait, or the last one while the guard walks.
    pub now: GuardWait,
    /// The last wait that has ended; it has no updates if none has.
    pub last: GuardWait,
}

impl GuardWaits {
    /// Returns how much of the wait is over, 0 to 1, by the measure of the guard in `lane`.
    pub fn share(&self, lane: usize) -> f64 {
        match lane {
            0 => self.now.time.flicks() as f64 / SECONDS.flicks() as f64,
            _ => self.now.updates as f64 / UPDATES as f64,
        }
    }
}

/// Moves the guard in `lane` by one update. Its `dt` matters only to the guard who waits by time.
pub fn move_guard(lane: usize, guard: &mut Body, waits: &mut GuardWaits, dt: Span) {
    let facing = if guard.heading == 0.0 { 1.0 } else { -1.0 };
    if guard.state == BodyState::Waiting {
        let now = &mut waits.now;
        now.time += dt;
        now.updates += 1;
        let done = if lane == 0 { now.time >= SECONDS } else { now.updates >= UPDATES };
        if done {
            waits.last = *now;
            guard.state = BodyState::Moving;
            guard.heading = PI - guard.heading;
            guard.vel.x = -facing * PACE * PER_SECOND;
        }
        return;
    }
    guard.pos.x += facing * PACE;
    let (left, right) = (STANDS[lane], STANDS[lane] + WAY);
    if guard.pos.x <= left || guard.pos.x >= right {
        guard.pos.x = guard.pos.x.clamp(left, right);
        guard.vel.x = 0.0;
        guard.state = BodyState::Waiting;
        waits.now = GuardWait::default();
    }
}
