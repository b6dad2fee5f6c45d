//! A flock: every member flies towards a goal that wanders, and chooses its direction whenever it thinks.
//!
//! Each member has a place of its own that circles about the goal, and a keenness k. A thought chooses the velocity k · (g − x),
//! where x is the position and g the sum of the goal and the own place. The member keeps that velocity and flies straight until
//! the next thought. This is enough to show how often a loop thinks.
//!
//! A member that thinks without pause obeys ẋ = k · (g(t) − x). The goal and the circling places are sums of sines, so the flock
//! follows along the same sines, weaker and later: sin ωt becomes (k² sin ωt − kω cos ωt) / (k² + ω²). The flock begins on that
//! solution, and so the reference is a closed form at any time. A thought in every step of dt is Euler's explicit step of the
//! same equation: it comes nearer to the reference with shorter steps, swings about the goal from k·dt > 1 on and grows beyond
//! k·dt > 2, where only the greatest speed and the walls limit it. With ten thoughts a second, and steps as short as you like in
//! between, the flock flies as with steps of a tenth of a second: in straight pieces, and late in every bend.
//!
//! Source: the text of "BeautifulTimer", which proposes to run the AI of spaceships only half as often where it costs too much.

use crate::base::random::{CounterRng, Purpose};
use crate::model::world::body::direction;
use glam::DVec2;
use std::f64::consts::TAU;

/// The largest distance of the goal from the middle, along x and y, in world units.
const WANDER: DVec2 = DVec2::new(460.0, 260.0);
/// The angular frequencies of the goal's motion, in rad/s.
const PACE: DVec2 = DVec2::new(1.2, 2.0);
/// The distance of the outermost place from the goal, in world units.
const SPREAD: f64 = 250.0;
/// The rate at which the places circle, in rad/s.
const CIRCLING: f64 = 1.8;
/// The least and the greatest keenness, in 1/s.
const KEENNESS: (f64, f64) = (2.0, 5.0);
/// The largest speed that a thought chooses, in world units per second; the reference never comes near it.
const FASTEST: f64 = 2000.0;

pub struct Flock {
    members: Vec<Member>,
}

struct Member {
    keenness: f64,
    place: DVec2,
}

impl Flock {
    pub fn new(bodies: usize, seed: u64) -> Flock {
        let mut draws = CounterRng::new(seed, Purpose::SceneBody(1));
        let mut member = |index: usize| {
            let mut draw = |which: u64| draws.unit(index as u64 * 3 + which);
            let (keen, angle, out) = (draw(0), draw(1), draw(2));
            let keenness = KEENNESS.0 + (KEENNESS.1 - KEENNESS.0) * keen;
            // The square root spreads the places evenly over a disc.
            Member { keenness, place: direction(angle * TAU) * (SPREAD * out.sqrt()) }
        };
        Flock { members: (0..bodies).map(&mut member).collect() }
    }

    pub fn decide(&self, index: usize, pos: DVec2, waves: &Waves) -> DVec2 {
        let member = &self.members[index];
        ((waves.lead(member.place) - pos) * member.keenness).clamp_length_max(FASTEST)
    }

    /// Returns position and velocity of a member that thinks without pause.
    pub fn exact(&self, index: usize, waves: &Waves) -> (DVec2, DVec2) {
        let member = &self.members[index];
        let pos = waves.followed(member.keenness).lead(member.place);
        (pos, (waves.lead(member.place) - pos) * member.keenness)
    }
}

/// The sines and cosines of which all goals consist, at one moment.
pub struct Waves {
    x: Wave,
    y: Wave,
    circling: Wave,
}

#[derive(Clone, Copy)]
struct Wave {
    omega: f64,
    sin: f64,
    cos: f64,
}

impl Waves {
    pub fn at(seconds: f64) -> Waves {
        let wave = |omega: f64| {
            let (sin, cos) = libm::sincos(omega * seconds);
            Wave { omega, sin, cos }
        };
        Waves { x: wave(PACE.x), y: wave(PACE.y), circling: wave(CIRCLING) }
    }

    /// Returns the goal of a member with this place.
    fn lead(&self, place: DVec2) -> DVec2 {
        let Wave { sin, cos, .. } = self.circling;
        let about = DVec2::new(place.x * cos - place.y * sin, place.x * sin + place.y * cos);
        DVec2::new(WANDER.x * self.x.sin, WANDER.y * self.y.sin) + about
    }

    /// Returns the waves in the motion of a member of this keenness, which are weaker and later than those of the goal.
    fn followed(&self, keenness: f64) -> Waves {
        let follow = |wave: Wave| {
            let Wave { omega, sin, cos } = wave;
            let all = keenness * keenness + omega * omega;
            let (with, behind) = (keenness * keenness / all, keenness * omega / all);
            Wave { omega, sin: with * sin - behind * cos, cos: with * cos + behind * sin }
        };
        Waves { x: follow(self.x), y: follow(self.y), circling: follow(self.circling) }
    }
}
