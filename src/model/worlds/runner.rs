//! A figure that runs at constant speed, a turning bar, and a ruled background that scrolls past.
//!
//! Nothing here can go wrong but time itself: whatever stutters, the loop did it. With `stop_and_go` the figure runs for
//! a second and stands for half a second; a prediction from velocity then overshoots every stop and every start.

use super::figure::Figure;
use crate::base::params::{Param, Values};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::{Body, BodyStyle, Ink, Scene, SceneKind, Sketch, WorldRect, direction, wrap_angle};
use glam::DVec2;
use std::f64::consts::FRAC_PI_2;

pub const STOP_AND_GO: Param = Param::choice(
    "stop_and_go",
    &["off", "on"],
    "The figure runs for a second and stands for half a second: prediction then jerks.",
);

pub const KIND: SceneKind = SceneKind {
    name: "Runner",
    about: "A figure at constant speed, a turning bar and a scrolling background: whatever stutters, the loop did it.",
    options: &[STOP_AND_GO],
    ..SceneKind::of("runner", make)
};

/// Units per second.
pub const SPEED: f64 = 960.0;
/// The figure starts over at this many units.
pub const LANE: f64 = 1920.0;
/// The bar's turn rate, rad/s: a quarter turn a second.
pub const TURN_RATE: f64 = FRAC_PI_2;
const SCROLL: f64 = -480.0;
const RULING: f64 = 160.0;
const RUN: Span = Span::from_flicks(FLICKS_PER_SECOND);
const STAND: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The ground's height beside the figure's place.
const GROUND: f64 = -40.0;
const BAR: DVec2 = DVec2::new(LANE / 2.0, 720.0);

/// The order of the bodies.
const FIGURE: usize = 0;
const TURNING_BAR: usize = 1;
const BACKGROUND: usize = 2;

struct Runner {
    stop_and_go: bool,
}

fn make(options: &Values, _: u64) -> Box<dyn Scene> {
    Box::new(Runner { stop_and_go: options.is(&STOP_AND_GO, "on") })
}

impl Runner {
    /// How much of the time up to `moment` the figure has been running.
    fn run_time(&self, moment: Time) -> Span {
        let elapsed = moment - Time::ZERO;
        if !self.stop_and_go {
            return elapsed;
        }
        let cycles = elapsed.whole(RUN + STAND);
        RUN * cycles + (elapsed - (RUN + STAND) * cycles).min(RUN)
    }

    fn velocity(&self, moment: Time) -> DVec2 {
        let running = self.run_time(moment + Span::from_flicks(1)) > self.run_time(moment);
        DVec2::new(if running { SPEED } else { 0.0 }, 0.0)
    }
}

impl Scene for Runner {
    fn start(&self) -> Vec<Body> {
        let mut bodies = Vec::new();
        self.exact(Time::ZERO, &mut bodies);
        bodies
    }

    fn step(&mut self, from: &[Body], to: &mut [Body], at: Time, dt: Span) {
        to.copy_from_slice(from);
        let seconds = dt.as_secs();

        let figure = &mut to[FIGURE];
        figure.pos.x += SPEED * (self.run_time(at + dt) - self.run_time(at)).as_secs();
        figure.vel = self.velocity(at + dt);
        let laps = (figure.pos.x / LANE).floor();
        figure.pos.x -= laps * LANE;
        figure.pass += laps as i64;

        to[TURNING_BAR].heading = wrap_angle(to[TURNING_BAR].heading + TURN_RATE * seconds);
        to[BACKGROUND].pos.x += SCROLL * seconds;
    }

    fn exact(&self, at: Time, bodies: &mut Vec<Body>) {
        let lap = Span::from_secs(LANE / SPEED);
        let run = self.run_time(at);
        let laps = run.whole(lap);
        let quarter = Span::from_flicks(FLICKS_PER_SECOND);
        let turning = (at - Time::ZERO) - quarter * 4 * (at - Time::ZERO).whole(quarter * 4);

        bodies.clear();
        bodies.push(Body { vel: self.velocity(at), pass: laps, ..Body::at(SPEED * (run - lap * laps).as_secs(), 0.0) });
        let heading = wrap_angle(TURN_RATE * turning.as_secs());
        bodies.push(Body { heading, spin: TURN_RATE, ..Body::at(BAR.x, BAR.y) });
        bodies.push(Body { vel: DVec2::new(SCROLL, 0.0), ..Body::at(SCROLL * at.as_secs(), 0.0) });
    }

    fn frame(&self) -> WorldRect {
        WorldRect::new(0.0, -90.0, LANE, 1000.0)
    }

    fn pursuit(&self, truth: &[Body]) -> Option<WorldRect> {
        let figure = truth.get(FIGURE)?;
        Some(WorldRect::new(figure.pos.x - 420.0, -90.0, figure.pos.x + 420.0, 480.0))
    }

    fn beside(&self, body: &Body, truth: &Body) -> Body {
        Body { pos: body.pos + DVec2::new((body.pass - truth.pass) as f64 * LANE, 0.0), ..*body }
    }

    fn distance(&self, bodies: &[Body]) -> Option<f64> {
        bodies.get(FIGURE).map(|figure| figure.pass as f64 * LANE + figure.pos.x)
    }

    fn backdrop(&self, bodies: &[Body], visible: WorldRect, sketch: &mut Sketch) {
        let scrolled = bodies.get(BACKGROUND).map_or(0.0, |background| background.pos.x);
        let first = ((visible.min.x - scrolled) / RULING).ceil() as i64;
        let last = ((visible.max.x - scrolled) / RULING).floor() as i64;
        for mark in first..=last.min(first + 1000) {
            let x = scrolled + mark as f64 * RULING;
            let long = mark.rem_euclid(4) == 0;
            let (height, points) = if long { (470.0, 2.0) } else { (60.0, 1.0) };
            sketch.line(DVec2::new(x, GROUND), DVec2::new(x, height), points, Ink::Rule);
        }
        sketch.line(DVec2::new(visible.min.x, GROUND), DVec2::new(visible.max.x, GROUND), 2.0, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, look: BodyStyle, sketch: &mut Sketch) {
        let ink = look.ink(index, body.state);
        match index {
            FIGURE => {
                // The legs swing with the distance, so that a still picture shows where in its stride it is.
                let stride = libm::sin(body.pos.x / LANE * 8.0 * std::f64::consts::TAU);
                let foot = DVec2::new(body.pos.x, body.pos.y + GROUND);
                Figure { foot, size: 1.0, stride }.draw(index, body.state, look, sketch);
            }
            TURNING_BAR => {
                let along = direction(body.heading) * 190.0;
                sketch.capsule(body.pos - along, body.pos + along, 16.0, ink);
                sketch.disc(body.pos, 30.0, if look == BodyStyle::Solid { Ink::Detail } else { ink });
            }
            _ => {}
        }
    }
}
