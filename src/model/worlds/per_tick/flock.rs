//! A small flock: each bird keeps clear of those too near, and goes where and as those in sight go. Who is too near and
//! who is in sight depends on distances alone, which is what makes it hard to write with a length of time.

use super::tick::PER_SECOND;
use crate::base::random::{CounterRng, Purpose};
use crate::model::world::{Body, direction};
use glam::DVec2;
use std::f64::consts::TAU;

/// How many birds there are.
pub const BIRDS: usize = 10;
/// Where they fly, in units; they turn back at about its edges.
pub const SKY: (DVec2, DVec2) = (DVec2::new(216.0, 140.0), DVec2::new(630.0, 296.0));
const MARGIN: f64 = 34.0;
/// Units within which a bird is seen, and within which it is too near.
const SIGHT: f64 = 85.0;
const NEAR: f64 = 26.0;
// Per update: parts of the way to the middle, of the difference, of the way apart, of the way back into the sky.
const COHESION: f64 = 0.002;
const ALIGNMENT: f64 = 0.05;
const SEPARATION: f64 = 0.02;
const TURN: f64 = 0.02;
/// Units an update.
const SLOWEST: f64 = 1.4;
const FASTEST: f64 = 2.3;

/// Each somewhere in the sky, in some direction: three numbers of its own stream of the seed.
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

/// All decide by where all were, then all move.
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

/// How a bird changes its velocity.
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
    let mut wish = away * SEPARATION + homewards(me.pos);
    if seen > 0.0 {
        wish += (middle / seen - me.pos) * COHESION + (course / seen - me.vel / PER_SECOND) * ALIGNMENT;
    }
    wish
}

/// Away from the edges of the sky, the more the nearer.
fn homewards(pos: DVec2) -> DVec2 {
    let (low, high) = (SKY.0 + MARGIN, SKY.1 - MARGIN);
    (pos.clamp(low, high) - pos) * TURN
}
