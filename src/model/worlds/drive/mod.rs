//! A car on a course with cones: what was held down when, and where it ends.
//!
//! A person steers with the arrow keys, or a recorded drive is played, or a pilot looks 30 times a second where the car
//! is. A loop reads its input where it steps the world: what is held down at the beginning of a step counts for all of
//! it. So with long steps the wheel turns late, and a cone that could be avoided can't be any more (Witters). A recorded
//! drive is played by *simulated* time: loops of one fixed step end bit for bit in the same place, whatever the load;
//! loops of variable steps don't. The pane shows the way and a hash of the whole state at the finish.
//!
//! Cones are looked for after each step, along its straight way, along the true way, or in the pictures ([`crate::model::world::contact`]): a
//! long discrete step can pass one by.
//!
//! The car's true motion between two strokes has a closed form (even thrust, even turn rate); a step turns and then
//! moves, as games do. A cone that is touched falls over and takes half the speed.

mod car;
mod course;
mod driver;
pub mod recording;
mod reference;
mod trial;

use crate::base::params::{Param, Values};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::{ControlChange, ControlInput};
use crate::model::world::contact::{COLLISION, Rule, SUBSTEPS, Test};
use crate::model::world::passes::pass_at;
use crate::model::world::{
    Body, BodyStyle, GhostClock, Ink, Readout, Scene, SceneKind, Sketch, State, StateHash, WorldRect, direction,
};
use car::{CAR, Car};
use course::{CONE, CONES};
use driver::{Driver, Pilot};
use glam::DVec2;
use reference::Reference;
use std::cell::RefCell;
use std::f64::consts::TAU;
use trial::Trial;

pub const DRIVER: Param = Param::choice(
    "driver",
    &["recording", "pilot", "keys"],
    "Who drives: a recorded drive by simulated time, a pilot who looks 30 times a second, or you with the arrow keys.",
);

pub const KIND: SceneKind = SceneKind {
    name: "Drive",
    about: "A car between cones, steered by you, a pilot or a recording: the same input, other steps, another end.",
    options: &[DRIVER, COLLISION, SUBSTEPS],
    ghost: GhostClock::Simulated,
    driven: true,
    by_hand: |options| options.is(&DRIVER, "keys"),
    ..SceneKind::of("drive", make)
};

/// The order of the bodies: the car, three that carry numbers in their spin and aren't drawn, the cones.
const THE_CAR: usize = 0;
const METER: usize = 1;
const SPEED: usize = 2;
const FINISH: usize = 3;
const FIRST_CONE: usize = 4;
/// How long the car stands at the finish before a recorded drive begins anew.
const REST: Span = Span::from_flicks(3 * FLICKS_PER_SECOND);

struct Drive {
    by_hand: bool,
    rule: Rule,
    driver: Driver,
    /// What comes with the program is played where nothing else is given.
    builtin: Vec<ControlChange>,
    strokes: RefCell<Vec<ControlChange>>,
    reference: RefCell<Reference>,
}

fn make(options: &Values, _: u64) -> Box<dyn Scene> {
    let pilot = options.is(&DRIVER, "pilot");
    Box::new(Drive {
        by_hand: (KIND.by_hand)(options),
        rule: Rule::of(options),
        driver: if pilot { Driver::Pilot(Pilot::default()) } else { Driver::Strokes },
        builtin: if options.is(&DRIVER, "recording") { recording::lap() } else { Vec::new() },
        strokes: RefCell::default(),
        reference: RefCell::default(),
    })
}

/// A moment as the drive that is going on sees it.
struct LapMoment {
    pass: i64,
    /// When the drive began.
    began: Time,
}

impl Drive {
    fn with_strokes<T>(&self, what: impl FnOnce(&[ControlChange]) -> T) -> T {
        let given = self.strokes.borrow();
        what(if given.is_empty() { &self.builtin } else { &given })
    }

    /// How long a recorded drive is; nothing where it goes on for ever.
    fn length(&self) -> Option<Span> {
        if self.by_hand || matches!(self.driver, Driver::Pilot(_)) {
            return None;
        }
        self.with_strokes(|strokes| strokes.last().map(|last| last.at() - Time::ZERO))
    }

    fn moment(&self, at: Time) -> LapMoment {
        let Some(length) = self.length() else { return LapMoment { pass: 0, began: Time::ZERO } };
        let period = length + REST;
        let pass = pass_at(at, period);
        LapMoment { pass: pass.number, began: at - pass.since }
    }

    /// The part of the drive up to `at`, in its own time.
    fn since(&self, moment: &LapMoment, at: Time) -> Time {
        Time::ZERO + (at - moment.began).min(self.length().unwrap_or(Span::MAX))
    }

    fn has_finished(&self, since: Time) -> bool {
        self.length().is_some_and(|length| since - Time::ZERO >= length)
    }

    /// Writes down what a pilot holds from `at` on.
    fn write_down(&self, at: Time, pedals: ControlInput) {
        let mut strokes = self.strokes.borrow_mut();
        if strokes.last().is_some_and(|last| last.at() >= at) {
            strokes.pop();
        }
        if strokes.last().map_or(ControlInput::default(), |last| last.pedals) != pedals {
            strokes.push(ControlChange { at_flicks: at.flicks(), pedals });
        }
    }

    fn readouts_of(&self, bodies: &[Body], truly: u64) -> Vec<Readout> {
        let hit = bodies.iter().skip(FIRST_CONE).filter(|cone| cone.state == State::Caught).count() as u64;
        let spin = |index: usize| bodies.get(index).map_or(0.0, |body| body.spin);
        let finish = spin(FINISH);
        let mut readouts = vec![
            Readout::number("way", spin(METER), 3, ""),
            Readout::count("cones hit", hit).alarming(hit != truly),
            Readout::count("truly", truly),
        ];
        if self.length().is_some() {
            let word = if finish > 0.0 { format!("{:014x}", finish as u64) } else { "–".to_owned() };
            readouts.push(Readout::word("hash at the finish", word));
        } else {
            readouts.push(Readout::number("speed", spin(SPEED), 1, ""));
        }
        readouts
    }
}

/// The state as bodies.
fn bodies_of(trial: &Trial, pass: i64, finish: f64, bodies: &mut Vec<Body>) {
    let Car { pos, heading, speed, spin, distance } = trial.car;
    let carrying = |spin: f64| Body { spin, pass, state: State::Waiting, ..Body::at(pos.x, pos.y) };
    bodies.clear();
    bodies.push(Body { pos, vel: direction(heading) * speed, heading, spin, pass, state: State::Moving });
    bodies.extend([distance, speed, finish].map(carrying));
    bodies.extend(trial.knocked.iter().enumerate().map(|(index, knocked)| {
        let state = if *knocked { State::Caught } else { State::Waiting };
        Body { pos: course::cone(index), pass, state, ..Body::default() }
    }));
}

/// And back.
fn trial_of(bodies: &[Body]) -> Trial {
    let body = bodies[THE_CAR];
    let car =
        Car { pos: body.pos, heading: body.heading, speed: bodies[SPEED].spin, spin: body.spin, distance: bodies[METER].spin };
    let mut trial = Trial { car, ..Trial::at_start() };
    for (knocked, cone) in trial.knocked.iter_mut().zip(&bodies[FIRST_CONE..]) {
        *knocked = cone.state == State::Caught;
    }
    trial
}

/// Every bit of where a drive has ended, as a whole number below 2⁵³, so that a body can carry it.
fn finish_of(trial: &Trial) -> f64 {
    let mut hash = StateHash::default();
    let Car { pos, heading, speed, distance, .. } = trial.car;
    for number in [pos.x, pos.y, heading, speed, distance] {
        hash.add(number.to_bits());
    }
    for knocked in trial.knocked {
        hash.add(u64::from(knocked));
    }
    ((hash.value() >> 11) | 1) as f64
}

impl Scene for Drive {
    fn start(&self) -> Vec<Body> {
        let mut bodies = Vec::new();
        bodies_of(&Trial::at_start(), 0, 0.0, &mut bodies);
        bodies
    }

    fn step(&mut self, from: &[Body], to: &mut [Body], at: Time, dt: Span) {
        let moment = self.moment(at + dt);
        let goes_on = from[THE_CAR].pass == moment.pass;
        let (mut trial, mut finish) = if goes_on { (trial_of(from), from[FINISH].spin) } else { (Trial::at_start(), 0.0) };
        let begins = self.since(&moment, if goes_on { at } else { moment.began });
        let ends = self.since(&moment, at + dt);
        if ends > begins {
            let mut driver = std::mem::replace(&mut self.driver, Driver::Strokes);
            let pedals = self.with_strokes(|strokes| driver.holds(begins, &trial, strokes));
            if matches!(driver, Driver::Pilot(_)) {
                self.write_down(begins, pedals);
            }
            self.driver = driver;
            trial.stepped(pedals, ends - begins, self.rule);
        }
        if finish == 0.0 && self.has_finished(ends) {
            finish = finish_of(&trial);
        }
        let mut bodies = Vec::with_capacity(to.len());
        bodies_of(&trial, moment.pass, finish, &mut bodies);
        to.copy_from_slice(&bodies);
    }

    fn exact(&self, at: Time, bodies: &mut Vec<Body>) {
        let moment = self.moment(at);
        let since = self.since(&moment, at);
        let fresh = match &self.driver {
            Driver::Strokes => Driver::Strokes,
            Driver::Pilot(_) => Driver::Pilot(Pilot::default()),
        };
        let trial = match &fresh {
            Driver::Strokes => self.with_strokes(|strokes| self.reference.borrow_mut().at(since, &fresh, strokes)),
            Driver::Pilot(_) => self.reference.borrow_mut().at(since, &fresh, &[]),
        };
        let finish = if self.has_finished(since) { finish_of(&trial) } else { 0.0 };
        bodies_of(&trial, moment.pass, finish, bodies);
    }

    fn think(&mut self, bodies: &[Body], at: Time) {
        self.driver.look(at, &trial_of(bodies));
    }

    fn thinks_apart(&mut self, apart: bool) {
        if let Driver::Pilot(pilot) = &mut self.driver {
            pilot.apart = apart;
        }
    }

    fn steer(&self, at: Time, pedals: ControlInput) {
        let mut strokes = self.strokes.borrow_mut();
        // What is held from a moment on is what was last said of it.
        while strokes.last().is_some_and(|last| last.at() >= at) {
            strokes.pop();
        }
        strokes.push(ControlChange { at_flicks: at.flicks(), pedals });
        self.reference.borrow_mut().forget_after(at);
    }

    fn strokes(&self) -> Vec<ControlChange> {
        self.with_strokes(<[ControlChange]>::to_vec)
    }

    /// Along the arc that it is on.
    fn predict(&self, body: &Body, ahead: f64) -> Body {
        let heading = body.heading + body.spin * ahead;
        let speed = body.vel.dot(direction(body.heading));
        if body.spin == 0.0 || speed == 0.0 {
            return Body { pos: body.pos + body.vel * ahead, ..*body };
        }
        let aside = |angle: f64| DVec2::from(libm::sincos(angle)) * DVec2::new(1.0, -1.0);
        let pos = body.pos + (aside(heading) - aside(body.heading)) * (speed / body.spin);
        Body { pos, vel: direction(heading) * speed, heading, ..*body }
    }

    fn looks_at_pictures(&self) -> bool {
        self.rule.test == Test::Picture
    }

    /// The car touches where it is drawn; what it costs, it costs where it is.
    fn pictured(&mut self, now: &mut [Body], picture: &[Body]) {
        let mut trial = trial_of(now);
        trial.knock_at(picture[THE_CAR].pos);
        let mut bodies = Vec::with_capacity(now.len());
        bodies_of(&trial, now[THE_CAR].pass, now[FINISH].spin, &mut bodies);
        now.copy_from_slice(&bodies);
    }

    fn readouts(&self, bodies: &[Body], at: Time) -> Vec<Readout> {
        let mut exact = Vec::new();
        self.exact(at, &mut exact);
        let truly = exact.iter().skip(FIRST_CONE).filter(|cone| cone.state == State::Caught).count();
        self.readouts_of(bodies, truly as u64)
    }

    fn population(&self, _: &[Body]) -> usize {
        1 + CONES
    }

    fn frame(&self) -> WorldRect {
        course::field()
    }

    fn backdrop(&self, _: &[Body], _: WorldRect, sketch: &mut Sketch) {
        const PIECES: i32 = 144;
        let road: Vec<DVec2> = (0..=PIECES).map(|i| course::way(f64::from(i) / f64::from(PIECES) * TAU)).collect();
        sketch.polyline(&road, 13.0, Ink::Rule);
        let start = course::way(0.0);
        sketch.line(start - DVec2::new(6.0, 0.0), start + DVec2::new(6.0, 0.0), 2.0, Ink::Detail);
    }

    fn draw(&self, index: usize, body: &Body, look: BodyStyle, sketch: &mut Sketch) {
        match index {
            THE_CAR => draw_car(body, look, sketch),
            METER | SPEED | FINISH => {}
            _ if look == BodyStyle::Ghost => {}
            _ if body.state == State::Caught => sketch.burst(body.pos, CONE * 1.8, Ink::Alarm),
            _ => {
                sketch.disc(body.pos, CONE, Ink::Body(4));
                sketch.disc(body.pos, CONE * 0.45, Ink::Detail);
            }
        }
    }
}

fn draw_car(body: &Body, look: BodyStyle, sketch: &mut Sketch) {
    let (along, aside) = (direction(body.heading), direction(body.heading + TAU / 4.0));
    let half = DVec2::new(CAR * 1.5, CAR * 0.8);
    if look == BodyStyle::Solid {
        // The front wheels show what is held down.
        let steered = direction(body.heading + body.spin * 0.16) * 1.1;
        for (place, wheel) in [(0.9, steered), (-0.9, along * 1.1)] {
            for side in [-1.0, 1.0] {
                let hub = body.pos + along * (half.x * place * 0.75) + aside * (half.y * side);
                sketch.capsule(hub - wheel, hub + wheel, 0.55, Ink::Detail);
            }
        }
    }
    sketch.filled_box(body.pos, half, body.heading, 1.2, look.ink(0, body.state));
    if look == BodyStyle::Solid {
        sketch.capsule(body.pos + along * 1.0 - aside * 1.0, body.pos + along * 1.0 + aside * 1.0, 0.5, Ink::Detail);
    }
}
