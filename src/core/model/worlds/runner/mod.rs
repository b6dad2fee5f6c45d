//! A figure that runs at constant speed, a turning bar, and a ruled background that scrolls past.
//!
//! The motion itself can't go wrong here, so the loop causes every stutter. With `stop_and_go` the figure runs for a second and
//! stands for half a second; a prediction from velocity then overshoots every stop and every start. With `velocity = random` it
//! changes its velocity at random moments, and stands at times: a reader of Witters' article asked why his player jerks when he
//! starts and just before he stops. A step passes every change in it exactly, so all errors are errors of frames: the distance of
//! the drawn figure from its exact position at the sample time. A prediction is off by the change of velocity since the last
//! step; interpolation only cuts the corner; the latest state is never off, only late.
//!
//! With `velocity = article` it is Witters' car: 100 units in every tick of 1/25 s, and at 500 in the tenth. Drawn at tick 10.3,
//! it is drawn at 530. Sources: Koen Witters, "deWiTTERS Game Loop"; Paril's comment of 19 October 2010.

mod changes;

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::{Body, direction, wrap_angle};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{FrameMoments, GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use crate::model::world::track::{Pursuit, Track};
use crate::model::worlds::figure::Figure;
use changes::Changes;
use glam::DVec2;
use std::f64::consts::FRAC_PI_2;

const STOP_AND_GO: Param = Param::choice(
    "stop_and_go",
    &["off", "on"],
    "The figure runs for a second and stands for half a second: prediction then jerks.",
);

const VELOCITY: Param = Param::choice(
    "velocity",
    &["steady", "random", "article"],
    "Steady; changed at random moments, so that predictions are off; or the article's car, 100 units a tick and at 500 in the tenth.",
);
const LANE: f64 = 1920.0;
const FIGURE: usize = 0;
/// The view of the camera that follows the figure, relative to the figure's position.
const PURSUED: WorldRect = WorldRect { min: DVec2::new(-420.0, -90.0), max: DVec2::new(420.0, 480.0) };

pub const KIND: WorldKind = WorldKind {
    name: "Runner",
    about: "A figure runs at constant speed past a scrolling background: the eye sees each uneven frame.",
    options: &[STOP_AND_GO, VELOCITY],
    closed_form: ClosedForm::Has("constant speed from change to change, constant turn rate, and nothing to run into"),
    track: Some(Track { length: LANE, pursuit: Some(Pursuit { body: FIGURE, area: PURSUED }) }),
    body_width: 28.0,
    picture: GalleryPicture { strategy: "fixed-interpolated", render_ms: 5.0, at_s: 3.0 },
    depends_on_seed: |options| options.is(&VELOCITY, "random"),
    ..WorldKind::of("runner", make)
};

/// In world units per second.
pub const SPEED: f64 = 960.0;
/// In rad/s: a quarter turn per second.
const TURN_RATE: f64 = FRAC_PI_2;
const SCROLL: f64 = -480.0;
const RULING: f64 = 160.0;
const RUN: Span = Span::from_flicks(FLICKS_PER_SECOND);
const STAND: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The height of the ground, relative to the figure's position.
const GROUND: f64 = -40.0;
const BAR: DVec2 = DVec2::new(LANE / 2.0, 720.0);

const TURNING_BAR: usize = 1;
const BACKGROUND: usize = 2;

/// The length of a tick of the article's car.
const TICK: Span = Span::from_flicks(FLICKS_PER_SECOND / 25);
/// The distance that the article's car drives in a tick.
const A_TICK: f64 = 100.0;
/// The position of the article's car before the first tick.
const BEFORE_THE_FIRST_TICK: f64 = -500.0;

struct Runner {
    stop_and_go: bool,
    velocity: Velocity,
}

/// The velocity of the figure: steady, random, or as in the article's example.
enum Velocity {
    Steady,
    Random(Box<Changes>),
    Article,
}

#[derive(Clone)]
struct RunnerState {
    bodies: [Body; 3],
    seen: RunnerNumbers,
}

impl GameState for RunnerState {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        let figure = &self.bodies[FIGURE];
        RunnerNumbers { last_step_at: figure.pass as f64 * LANE + figure.pos.x, ..self.seen }.into()
    }
}

world_numbers! {
    /// The errors of the frames so far: the distances of the drawn figure from its exact position at the sample time. They are no
    /// part of the motion or of the state's hash, because the same steps can be drawn at any rate.
    struct RunnerNumbers {
        /// The sample time of the last frame, in seconds.
        drawn: f64,
        /// The figure's position in the last frame.
        shown: f64,
        /// The error of the last frame.
        off: f64,
        /// The largest error since the last change of velocity.
        since_change: f64,
        /// The largest error of all frames.
        worst: f64,
        /// The sum of the largest errors between two changes of velocity, without the one since the last change.
        sum: f64,
        changes: f64,
        /// The figure's position after the last step before the last frame.
        last_step_at: f64,
    }
}

impl RunnerNumbers {
    fn frame(&mut self, drawn: Time, shown: f64) {
        (self.drawn, self.shown) = (drawn.as_secs(), shown);
    }

    /// Records the error of a frame and the number of changes of velocity before it.
    fn compare(&mut self, off: f64, changes: i64) {
        if changes as f64 > self.changes {
            self.sum += self.since_change;
            self.since_change = 0.0;
            self.changes = changes as f64;
        }
        self.off = off;
        self.since_change = self.since_change.max(off.abs());
        self.worst = self.worst.max(off.abs());
    }

    fn errors(&self) -> Vec<Readout> {
        let units = |label, value| Readout::number(label, value, 1, "");
        vec![
            Readout::count(("velocity-changes", "velocity changes"), self.changes as u64),
            units(("frame-off-by", "frame off by"), self.off),
            units(("since-the-change", "worst since the change"), self.since_change),
            units(("mean-of-changes", "mean of all changes"), self.sum / self.changes.max(1.0)),
            units(("worst-of-all", "worst of all"), self.worst),
        ]
    }

    /// Returns the readouts of the article's example: the drawn tick, the drawn position, and the position at the last whole
    /// tick.
    fn ticks(&self, tick: Span) -> Vec<Readout> {
        vec![
            Readout::number(("drawn-tick", "drawn tick"), self.drawn / tick.as_secs(), 1, ""),
            Readout::number(("drawn-at", "drawn at"), self.shown, 1, ""),
            Readout::number(("last-step-at", "last step at"), self.last_step_at, 1, ""),
        ]
    }
}

fn make(options: &Values, seed: u64) -> Simulation {
    let velocity = match options {
        _ if options.is(&VELOCITY, "random") => Velocity::Random(Box::new(Changes::new(seed, SPEED))),
        _ if options.is(&VELOCITY, "article") => Velocity::Article,
        _ => Velocity::Steady,
    };
    Simulation::of(Runner { stop_and_go: options.is(&STOP_AND_GO, "on"), velocity })
}

impl Runner {
    /// Returns how long the figure has run by `moment`, without the pauses of `stop_and_go`.
    fn run_time(&self, moment: Time) -> Span {
        let elapsed = moment - Time::ZERO;
        if !self.stop_and_go {
            return elapsed;
        }
        let cycles = elapsed.whole(RUN + STAND);
        RUN * cycles + (elapsed - (RUN + STAND) * cycles).min(RUN)
    }

    /// Returns the figure's speed while it runs.
    fn speed(&self, moment: Time) -> f64 {
        match &self.velocity {
            Velocity::Steady => SPEED,
            Velocity::Random(changes) => changes.at(self.run_time(moment)).speed(),
            Velocity::Article => A_TICK / TICK.as_secs(),
        }
    }

    fn velocity(&self, moment: Time) -> DVec2 {
        let running = self.run_time(moment + Span::from_flicks(1)) > self.run_time(moment);
        DVec2::new(if running { self.speed(moment) } else { 0.0 }, 0.0)
    }

    fn way(&self, moment: Time) -> f64 {
        let run = self.run_time(moment);
        match &self.velocity {
            Velocity::Steady => SPEED * run.as_secs(),
            Velocity::Random(changes) => changes.at(run).place(run),
            Velocity::Article => BEFORE_THE_FIRST_TICK + A_TICK * run.ratio(TICK),
        }
    }

    fn figure(&self, moment: Time) -> Body {
        let (vel, run) = (self.velocity(moment), self.run_time(moment));
        if let Velocity::Steady = self.velocity {
            // Laps are taken off in whole flicks, so that the position stays exact to the last bit.
            let lap = Span::from_secs(LANE / SPEED);
            let laps = run.whole(lap);
            return Body { vel, pass: laps, ..Body::at(SPEED * (run - lap * laps).as_secs(), 0.0) };
        }
        let way = self.way(moment);
        let laps = (way / LANE).floor();
        Body { vel, pass: laps as i64, ..Body::at(way - laps * LANE, 0.0) }
    }

    /// Returns how often the velocity has changed by `moment`.
    fn changes(&self, moment: Time) -> i64 {
        let at_random = if let Velocity::Random(changes) = &self.velocity { changes.at(self.run_time(moment)).number } else { 0 };
        let elapsed = moment - Time::ZERO;
        let cycles = elapsed.whole(RUN + STAND);
        let stands = i64::from(elapsed - (RUN + STAND) * cycles >= RUN);
        at_random + if self.stop_and_go { 2 * cycles + stands } else { 0 }
    }

    /// Returns whether the velocity changes, so that a prediction can be wrong.
    fn changes_velocity(&self) -> bool {
        self.stop_and_go || matches!(self.velocity, Velocity::Random(_))
    }
}

impl Motion for Runner {
    type State = RunnerState;

    fn start(&self) -> RunnerState {
        let mut start = RunnerState { bodies: [Body::default(); 3], seen: RunnerNumbers::default() };
        self.exact(Time::ZERO, &Controls::default(), &mut start);
        start
    }

    fn step(&mut self, from: &RunnerState, to: &mut RunnerState, step: &WorldStep) {
        to.clone_from(from);
        let to = &mut to.bodies;
        let seconds = step.dt.as_secs();

        let figure = &mut to[FIGURE];
        if let Velocity::Steady = self.velocity {
            figure.pos.x += SPEED * (self.run_time(step.end()) - self.run_time(step.at)).as_secs();
            figure.vel = self.velocity(step.end());
            let laps = (figure.pos.x / LANE).floor();
            figure.pos.x -= laps * LANE;
            figure.pass += laps as i64;
        } else if step.dt > Span::ZERO {
            *figure = self.figure(step.end());
        }

        to[TURNING_BAR].heading = wrap_angle(to[TURNING_BAR].heading + TURN_RATE * seconds);
        to[BACKGROUND].pos.x += SCROLL * seconds;
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut RunnerState) {
        let bodies = &mut state.bodies;
        let quarter = Span::from_flicks(FLICKS_PER_SECOND);
        let turning = (at - Time::ZERO) - quarter * 4 * (at - Time::ZERO).whole(quarter * 4);

        bodies[FIGURE] = self.figure(at);
        let heading = wrap_angle(TURN_RATE * turning.as_secs());
        bodies[TURNING_BAR] = Body { heading, spin: TURN_RATE, ..Body::at(BAR.x, BAR.y) };
        bodies[BACKGROUND] = Body { vel: DVec2::new(SCROLL, 0.0), ..Body::at(SCROLL * at.as_secs(), 0.0) };
    }

    fn judges_frames(&self) -> bool {
        self.changes_velocity() || matches!(self.velocity, Velocity::Article)
    }

    /// Records the error of the frame. The motion stays the same.
    fn judge_frame(
        &mut self,
        before: &mut RunnerState,
        now: &mut RunnerState,
        frame: &[Body],
        FrameMoments { drawn, .. }: FrameMoments,
    ) {
        let drawn = drawn.max(Time::ZERO);
        let shown = frame[FIGURE].pass as f64 * LANE + frame[FIGURE].pos.x;
        now.seen.frame(drawn, shown);
        // If the figure has started over between two states, no error is recorded for a frame between them.
        if before.bodies[FIGURE].pass == now.bodies[FIGURE].pass {
            now.seen.compare(shown - self.way(drawn), self.changes(drawn));
        }
    }
}

impl Appearance for Runner {
    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let seen = RunnerNumbers::from(frame.numbers);
        match self.velocity {
            Velocity::Article => seen.ticks(TICK),
            _ if self.changes_velocity() => seen.errors(),
            _ => Vec::new(),
        }
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, -90.0, LANE, 1000.0)
    }

    fn squeeze(&self) -> f64 {
        0.5
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
