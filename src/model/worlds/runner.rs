//! A figure that runs at constant speed, a turning bar, and a ruled background that scrolls past.
//!
//! Nothing here can go wrong but time itself: whatever stutters, the loop did it. With `stop_and_go` the figure runs for
//! a second and stands for half a second; a prediction from velocity then overshoots every stop and every start.

use super::figure::Figure;
use crate::base::params::{Param, Values};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::{
    Appearance, Body, BodyStyle, ClosedForm, Controls, Frame, Ink, Motion, Pursuit, Simulation, Sketch, Step, Track, WorldKind,
    WorldRect, direction, wrap_angle,
};
use glam::DVec2;
use std::f64::consts::FRAC_PI_2;

/// The option that lets the figure stop and go.
pub const STOP_AND_GO: Param = Param::choice(
    "stop_and_go",
    &["off", "on"],
    "The figure runs for a second and stands for half a second: prediction then jerks.",
);

/// The registry entry of this world.
pub const KIND: WorldKind = WorldKind {
    name: "Runner",
    about: "A figure at constant speed, a turning bar and a scrolling background: whatever stutters, the loop did it.",
    options: &[STOP_AND_GO],
    closed_form: ClosedForm::Has("constant speed, constant turn rate, and nothing to run into"),
    track: Some(Track { length: LANE, pursuit: Some(Pursuit { body: FIGURE, area: PURSUED }) }),
    ..WorldKind::of("runner", make)
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
/// What the camera shows that runs along, beside the figure's place.
const PURSUED: WorldRect = WorldRect { min: DVec2::new(-420.0, -90.0), max: DVec2::new(420.0, 480.0) };
const BAR: DVec2 = DVec2::new(LANE / 2.0, 720.0);

/// The order of the bodies.
const FIGURE: usize = 0;
const TURNING_BAR: usize = 1;
const BACKGROUND: usize = 2;

struct Runner {
    stop_and_go: bool,
}

fn make(options: &Values, _: u64) -> Simulation {
    Simulation::of(Runner { stop_and_go: options.is(&STOP_AND_GO, "on") })
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

impl Motion for Runner {
    type State = Vec<Body>;

    fn start(&self) -> Vec<Body> {
        let mut bodies = vec![Body::default(); 3];
        self.exact(Time::ZERO, &Controls::default(), &mut bodies);
        bodies
    }

    fn step(&mut self, from: &Vec<Body>, to: &mut Vec<Body>, step: &Step) {
        to.copy_from_slice(from);
        let seconds = step.dt.as_secs();

        let figure = &mut to[FIGURE];
        figure.pos.x += SPEED * (self.run_time(step.end()) - self.run_time(step.at)).as_secs();
        figure.vel = self.velocity(step.end());
        let laps = (figure.pos.x / LANE).floor();
        figure.pos.x -= laps * LANE;
        figure.pass += laps as i64;

        to[TURNING_BAR].heading = wrap_angle(to[TURNING_BAR].heading + TURN_RATE * seconds);
        to[BACKGROUND].pos.x += SCROLL * seconds;
    }

    fn exact(&self, at: Time, _: &Controls, bodies: &mut Vec<Body>) {
        let lap = Span::from_secs(LANE / SPEED);
        let run = self.run_time(at);
        let laps = run.whole(lap);
        let quarter = Span::from_flicks(FLICKS_PER_SECOND);
        let turning = (at - Time::ZERO) - quarter * 4 * (at - Time::ZERO).whole(quarter * 4);

        bodies[FIGURE] = Body { vel: self.velocity(at), pass: laps, ..Body::at(SPEED * (run - lap * laps).as_secs(), 0.0) };
        let heading = wrap_angle(TURN_RATE * turning.as_secs());
        bodies[TURNING_BAR] = Body { heading, spin: TURN_RATE, ..Body::at(BAR.x, BAR.y) };
        bodies[BACKGROUND] = Body { vel: DVec2::new(SCROLL, 0.0), ..Body::at(SCROLL * at.as_secs(), 0.0) };
    }
}

impl Appearance for Runner {
    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, -90.0, LANE, 1000.0)
    }

    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        let scrolled = frame.bodies.get(BACKGROUND).map_or(0.0, |background| background.pos.x);
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

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        let ink = style.ink(index, body.state);
        match index {
            FIGURE => {
                // The legs swing with the distance, so that a still frame shows where in its stride it is.
                let stride = libm::sin(body.pos.x / LANE * 8.0 * std::f64::consts::TAU);
                let foot = DVec2::new(body.pos.x, body.pos.y + GROUND);
                Figure { foot, size: 1.0, stride }.draw(index, body.state, style, sketch);
            }
            TURNING_BAR => {
                let along = direction(body.heading) * 190.0;
                sketch.capsule(body.pos - along, body.pos + along, 16.0, ink);
                sketch.disc(body.pos, 30.0, if style == BodyStyle::Solid { Ink::Detail } else { ink });
            }
            _ => {}
        }
    }
}
