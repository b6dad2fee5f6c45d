//! Five objects whose positions are functions of their own time, and how they are drawn.

use super::own_time::{ClockReading, seconds};
use crate::model::world::body::{Body, BodyState, direction, wrap_angle};
use crate::model::world::sketch::{BodyStyle, Geometry, Ink, Sketch, Thickness, WorldRect};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

pub struct Object {
    pub dial: DVec2,
    /// The index of the manner with which the demonstration of this object begins.
    pub first: i64,
    /// Returns the position and the velocity at an own time in seconds; the velocity is in world units per own second.
    motion: fn(own: f64) -> (DVec2, DVec2),
}

/// The five objects, in the order of the bodies.
pub const OBJECTS: [Object; 5] = [
    Object { dial: DVec2::new(206.0, 272.0), first: 0, motion: hand },
    Object { dial: DVec2::new(422.0, 272.0), first: 1, motion: pendulum },
    Object { dial: DVec2::new(236.0, 104.0), first: 5, motion: ball },
    Object { dial: DVec2::new(612.0, 272.0), first: 3, motion: moon },
    Object { dial: DVec2::new(574.0, 104.0), first: 2, motion: card },
];

const DIAL: f64 = 19.0;
/// The own time in which a clock's hand turns once, in seconds.
const DIAL_PERIOD: f64 = 10.0;

const HAND_CENTRE: DVec2 = DVec2::new(108.0, 342.0);
const HAND_LENGTH: f64 = 78.0;
const HAND_PERIOD: f64 = 4.0;

const PIVOT: DVec2 = DVec2::new(310.0, 436.0);
const PENDULUM_LENGTH: f64 = 160.0;
/// The largest angle of the pendulum, in radians. It is so small that the swing counts as harmonic.
const SWING: f64 = 0.4;
const PENDULUM_PERIOD: f64 = 2.0;

const FLOOR: f64 = 28.0;
pub const BALL: f64 = 22.0;
const BALL_X: f64 = 128.0;
const BOUNCE: f64 = 140.0;
const BOUNCE_PERIOD: f64 = 1.2;

const PLANET: DVec2 = DVec2::new(528.0, 342.0);
const ORBIT: f64 = 74.0;
const ORBIT_PERIOD: f64 = 3.0;

const CARD_AT: DVec2 = DVec2::new(436.0, 78.0);
const CARD_RISE: f64 = 52.0;
const CARD_HALF: DVec2 = DVec2::new(82.0, 46.0);
/// The own time, in seconds, at which the card is fully visible.
const CARD_COMES: f64 = 1.5;
/// The own time, in seconds, at which the card begins to fade.
const CARD_STAYS: f64 = 2.5;
/// The own time, in seconds, at which the card has faded and fades in again.
const CARD_PERIOD: f64 = 4.0;

/// Returns how far a repeating motion is within its period, 0 to 1.
fn share(own: f64, period: f64) -> f64 {
    own / period - (own / period).floor()
}

/// Returns the position and velocity of the hand's tip, which moves clockwise from the top.
fn hand(own: f64) -> (DVec2, DVec2) {
    let rate = TAU / HAND_PERIOD;
    let along = direction(FRAC_PI_2 - TAU * share(own, HAND_PERIOD));
    (HAND_CENTRE + along * HAND_LENGTH, DVec2::new(along.y, -along.x) * (HAND_LENGTH * rate))
}

/// Returns the position and velocity of the pendulum, which moves as θ = θ₀ cos ωt, the solution for small angles.
fn pendulum(own: f64) -> (DVec2, DVec2) {
    let rate = TAU / PENDULUM_PERIOD;
    let (sin, cos) = libm::sincos(TAU * share(own, PENDULUM_PERIOD));
    let along = direction(SWING * cos - FRAC_PI_2);
    (PIVOT + along * PENDULUM_LENGTH, DVec2::new(-along.y, along.x) * (PENDULUM_LENGTH * -SWING * rate * sin))
}

/// Returns the position and velocity of the ball, which moves along the same parabola again and again.
fn ball(own: f64) -> (DVec2, DVec2) {
    let share = share(own, BOUNCE_PERIOD);
    let height = 4.0 * BOUNCE * share * (1.0 - share);
    let climb = 4.0 * BOUNCE * (1.0 - 2.0 * share) / BOUNCE_PERIOD;
    (DVec2::new(BALL_X, FLOOR + BALL + height), DVec2::new(0.0, climb))
}

fn moon(own: f64) -> (DVec2, DVec2) {
    let along = direction(TAU * share(own, ORBIT_PERIOD));
    (PLANET + along * ORBIT, DVec2::new(-along.y, along.x) * (ORBIT * TAU / ORBIT_PERIOD))
}

/// Returns the position and velocity of the card, which rises as it becomes opaque, with a cubic ease, and sinks as it fades.
fn card(own: f64) -> (DVec2, DVec2) {
    let own = share(own, CARD_PERIOD) * CARD_PERIOD;
    let (opacity, change) = if own < CARD_COMES {
        let left = 1.0 - own / CARD_COMES;
        (1.0 - left * left * left, 3.0 * left * left / CARD_COMES)
    } else if own < CARD_STAYS {
        (1.0, 0.0)
    } else {
        let going = CARD_PERIOD - CARD_STAYS;
        let gone = (own - CARD_STAYS) / going;
        (1.0 - gone * gone * gone, -3.0 * gone * gone / going)
    };
    (CARD_AT + DVec2::new(0.0, CARD_RISE * opacity), DVec2::new(0.0, CARD_RISE * change))
}

/// Returns the opacity of the card at a position, so that a frame between two states has an opacity between theirs.
fn card_opacity(pos: DVec2) -> f64 {
    ((pos.y - CARD_AT.y) / CARD_RISE).clamp(0.0, 1.0)
}

impl Object {
    /// Returns the object at a reading of its clock. The heading of the body is the direction of the clock's hand.
    pub fn body(&self, reading: ClockReading) -> Body {
        let own = seconds(reading.counts);
        let (pos, vel) = (self.motion)(own.max(0.0));
        let waits = own < 0.0;
        Body {
            pos,
            vel: if waits { DVec2::ZERO } else { vel * reading.rate },
            heading: wrap_angle(FRAC_PI_2 - TAU * share(own, DIAL_PERIOD)),
            spin: -TAU / DIAL_PERIOD * reading.rate,
            pass: reading.pass,
            state: if waits { BodyState::Waiting } else { BodyState::Moving },
        }
    }

    /// Returns the face of the object's clock, which stands still.
    pub fn face(&self, pass: i64) -> Body {
        Body { pass, ..Body::at(self.dial.x, self.dial.y) }
    }
}

fn ring(centre: DVec2, radius: f64, points: f64, ink: Ink, sketch: &mut Sketch) {
    let thickness = Thickness::Points(points);
    sketch.add(Geometry::Arc { centre, radius, middle: 0.0, aperture: PI, thickness }, ink);
}

/// Draws the ground of the scene with this number, counted from 1, and a bar for the `share` of its time that is over. The first
/// scene has no ground, so that a person sees the change.
pub fn draw_scene(number: u64, share: f64, visible: WorldRect, sketch: &mut Sketch) {
    if number > 1 {
        let (middle, half) = ((visible.min + visible.max) / 2.0, (visible.max - visible.min) / 2.0);
        sketch.filled_box(middle, half, 0.0, 0.0, Ink::Translucent((number % 8) as usize, 40));
    }
    let (from, to) = (DVec2::new(16.0, 8.0), DVec2::new(630.0, 8.0));
    sketch.line(from, to, 1.0, Ink::Rule);
    if share > 0.0 {
        sketch.capsule(from, from + (to - from) * share.min(1.0), 3.0, Ink::Wall);
    }
}

pub fn draw_places(sketch: &mut Sketch) {
    ring(HAND_CENTRE, HAND_LENGTH + 12.0, 2.0, Ink::Rule, sketch);
    for hour in 0..12 {
        let along = direction(f64::from(hour) * TAU / 12.0);
        sketch.line(HAND_CENTRE + along * (HAND_LENGTH + 4.0), HAND_CENTRE + along * (HAND_LENGTH + 12.0), 2.0, Ink::Rule);
    }
    sketch.line(PIVOT - DVec2::new(50.0, 0.0), PIVOT + DVec2::new(50.0, 0.0), 3.0, Ink::Wall);
    sketch.dashed_arc(PIVOT, PENDULUM_LENGTH, -FRAC_PI_2 - SWING, SWING - FRAC_PI_2, Ink::Faint(1));
    sketch.line(DVec2::new(BALL_X - 80.0, FLOOR), DVec2::new(BALL_X + 80.0, FLOOR), 3.0, Ink::Wall);
    sketch.dashed_arc(PLANET, ORBIT, 0.0, TAU, Ink::Faint(3));
    sketch.disc(PLANET, 26.0, Ink::Wall);
    let (low, high) = (CARD_AT - CARD_HALF, CARD_AT + CARD_HALF + DVec2::new(0.0, CARD_RISE));
    for (a, b) in [(low.x, high.x), (high.x, low.x)] {
        // Four corners mark where the card comes from and where it stays.
        let inwards = if a < b { 16.0 } else { -16.0 };
        for (y, along) in [(low.y, 16.0), (high.y, -16.0)] {
            sketch.line(DVec2::new(a, y), DVec2::new(a + inwards, y), 1.5, Ink::Rule);
            sketch.line(DVec2::new(a, y), DVec2::new(a, y + along), 1.5, Ink::Rule);
        }
    }
}

pub fn draw_object(index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
    let solid = style == BodyStyle::Solid;
    let ink = style.ink(index, body.state);
    let pos = body.pos;
    match index {
        0 => {
            sketch.capsule(HAND_CENTRE, pos, 6.0, ink);
            if solid {
                sketch.disc(HAND_CENTRE, 10.0, ink);
            }
        }
        1 => {
            if solid {
                sketch.line(PIVOT, pos, 3.0, Ink::Faint(index));
            }
            sketch.disc(pos, 26.0, ink);
        }
        2 => sketch.disc(pos, BALL, ink),
        3 => sketch.disc(pos, 15.0, ink),
        _ => {
            let ink = if solid { Ink::Translucent(index, (card_opacity(pos) * 255.0) as u8) } else { ink };
            sketch.filled_box(pos, CARD_HALF, 0.0, 12.0, ink);
        }
    }
    if solid {
        let dial = OBJECTS[index].dial;
        sketch.capsule(dial, dial + direction(body.heading) * (DIAL - 5.0), 2.2, ink);
        draw_manner(dial - DVec2::new(0.0, DIAL + 19.0), body, ink, sketch);
    }
}

pub fn draw_dial(index: usize, sketch: &mut Sketch) {
    let dial = OBJECTS[index].dial;
    ring(dial, DIAL, 2.0, Ink::Wall, sketch);
    sketch.line(dial + DVec2::new(0.0, DIAL - 5.0), dial + DVec2::new(0.0, DIAL), 2.0, Ink::Wall);
    sketch.disc(dial, 3.5, Ink::Wall);
}

/// Draws the manner as a sign on the button of a player: bars for a pause, one arrow or two, a bar before an arrow for slow
/// motion; dots for an object that has not started yet.
fn draw_manner(at: DVec2, body: &Body, ink: Ink, sketch: &mut Sketch) {
    let bar = |x: f64, sketch: &mut Sketch| {
        sketch.capsule(at + DVec2::new(x, -7.0), at + DVec2::new(x, 7.0), 2.0, ink);
    };
    let arrow = |x: f64, sketch: &mut Sketch| {
        let [back, up, down] = [DVec2::new(x + 6.0, 0.0), DVec2::new(x - 5.0, 7.0), DVec2::new(x - 5.0, -7.0)];
        for (a, b) in [(back, up), (up, down), (down, back)] {
            sketch.capsule(at + a, at + b, 1.6, ink);
        }
    };
    let rate = -body.spin * DIAL_PERIOD / TAU;
    if body.state == BodyState::Waiting {
        (-1..=1).for_each(|dot| sketch.disc(at + DVec2::new(f64::from(dot) * 9.0, 0.0), 2.6, ink));
    } else if rate < 0.1 {
        bar(-4.0, sketch);
        bar(4.0, sketch);
    } else if rate < 0.6 {
        bar(-9.0, sketch);
        arrow(2.0, sketch);
    } else if rate < 1.5 {
        arrow(0.0, sketch);
    } else {
        arrow(-7.0, sketch);
        arrow(7.0, sketch);
    }
}
