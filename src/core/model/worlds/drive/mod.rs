//! A car on a course with cones: its driver, its recorded drive, and its state at the finish.
//!
//! A person steers with the arrow keys, or a recorded drive is played, or a pilot looks 30 times a second at the car's position.
//! Until the person presses a key, the recorded lap is played; the first key puts the car at the start again. A loop reads its
//! input when it steps the world: the pedals held at the beginning of a step count for all of it. So with long steps the wheel
//! turns late, and a cone that could be avoided can't be any more (Witters). A recorded drive is played by *simulated* time:
//! loops of one fixed step end bit for bit in the same place, whatever the load; loops of variable steps don't. The pane shows
//! the distance, and a hash of the whole state at the finish.
//!
//! Contacts with cones are tested after each step, along its straight line, along the exact path, or in the frames
//! ([`crate::model::world::contact`]): a long discrete step can miss a cone.
//!
//! While the held pedals stay the same, the car's exact motion has a closed form (even thrust, even turn rate); a step turns the
//! car and then moves it, as games do. A cone that is touched falls over and takes half of the speed.

mod car;
mod course;
mod lap;
pub mod recording;
mod reference;

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::control::{ControlChange, ControlInput};
use crate::model::world::appearance::{Appearance, Frame, LeastLength};
use crate::model::world::body::{Body, BodyState, StateHash, direction};
use crate::model::world::contact::{COLLISION, Collision, CollisionMode, SUBSTEPS};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{FrameMoments, GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::passes::pass_at;
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use car::{CAR, Car};
use course::{CONE, CONES};
use glam::DVec2;
use lap::{Lap, Pilot};
use reference::DriveReference;
use std::cell::RefCell;
use std::f64::consts::TAU;

pub const DRIVER: Param = Param::choice(
    "driver",
    &["recording", "pilot", "keys"],
    "Who drives: a recorded drive by simulated time, a pilot who looks 30 times a second, or you with the arrow keys.",
);

pub const KIND: WorldKind = WorldKind {
    name: "Drive",
    about: "You drive a car between cones, or a pilot or a recording does: the same input ends elsewhere with other steps.",
    options: &[DRIVER, COLLISION, SUBSTEPS],
    driven: true,
    body_width: 1.6 * CAR,
    by_hand: |options| options.is(&DRIVER, "keys"),
    closed_form: ClosedForm::Lacks("no formula foresees how it is steered"),
    picture: GalleryPicture { strategy: "fixed-interpolated", render_ms: 5.0, at_s: 6.0 },
    ..WorldKind::of("drive", make)
};

/// The index of the car among the bodies.
pub const THE_CAR: usize = 0;
/// In world units.
pub const CAR_LENGTH: f64 = 3.0 * CAR;
/// A car that has driven this far can have come round, on a way that cuts the bends, in world units.
const FAR: f64 = 380.0;
/// The index of the first cone; the cones are the last bodies.
const FIRST_CONE: usize = 1;
/// The time for which the car stands at the finish before a recorded drive begins again.
const REST: Span = Span::from_flicks(3 * FLICKS_PER_SECOND);

struct Drive {
    by_hand: bool,
    collision: Collision,
    piloted: bool,
    /// The drive that comes with the program, played if no other is given.
    builtin: Vec<ControlChange>,
    /// The pilot's changes of the pedals so far.
    log: Vec<ControlChange>,
    reference: RefCell<DriveReference>,
}

fn make(options: &Values, _: u64) -> Simulation {
    let piloted = options.is(&DRIVER, "pilot");
    Simulation::of(Drive {
        by_hand: (KIND.by_hand)(options),
        collision: Collision::of(options),
        piloted,
        builtin: if piloted { Vec::new() } else { recording::lap() },
        // The capacity lasts for minutes, so that a step hardly ever allocates.
        log: Vec::with_capacity(if piloted { 4096 } else { 0 }),
        reference: RefCell::default(),
    })
}

#[derive(Clone)]
struct DriveState {
    lap: Lap,
    pass: i64,
    /// The hash of the state at the finish, below 2⁵³; 0 before the finish.
    finish: u64,
    pilot: Pilot,
    bodies: [Body; FIRST_CONE + CONES],
}

impl DriveState {
    fn of(lap: Lap, pass: i64, finish: u64, pilot: Pilot) -> DriveState {
        let mut state = DriveState { lap, pass, finish, pilot, bodies: [Body::default(); FIRST_CONE + CONES] };
        state.show();
        state
    }

    fn show(&mut self) {
        let DriveState { lap, pass, bodies, .. } = self;
        let Car { pos, heading, speed, spin, .. } = lap.car;
        let (car, cones) = bodies.split_at_mut(FIRST_CONE);
        car[THE_CAR] = Body { pos, vel: direction(heading) * speed, heading, spin, pass: *pass, state: BodyState::Moving };
        for ((body, place), knocked) in cones.iter_mut().zip(course::cones()).zip(lap.knocked) {
            let state = if knocked { BodyState::Caught } else { BodyState::Waiting };
            *body = Body { pos: *place, pass: *pass, state, ..Body::default() };
        }
    }
}

world_numbers! {
    pub struct DriveNumbers {
        /// In world units.
        distance: f64,
        /// In world units per second; negative while the car rolls back.
        speed: f64,
        /// The hash of the state at the finish; 0 before the finish.
        finish: f64,
    }
}

impl GameState for DriveState {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        let Car { speed, distance, .. } = self.lap.car;
        DriveNumbers { distance, speed, finish: self.finish as f64 }.into()
    }

    fn hash_into(&self, hash: &mut StateHash) {
        let Car { pos, speed, distance, .. } = self.lap.car;
        self.bodies[THE_CAR].hash_into(hash);
        for spin in [distance, speed, self.finish as f64] {
            Body { pos, spin, pass: self.pass, state: BodyState::Waiting, ..Body::default() }.hash_into(hash);
        }
        self.bodies[FIRST_CONE..].iter().for_each(|cone| cone.hash_into(hash));
    }
}

struct LapMoment {
    pass: i64,
    began: Time,
    /// The length of the drive; `None` if it never ends.
    length: Option<Span>,
}

impl LapMoment {
    /// Returns the time since the drive began, at `at`, but at most the drive's length.
    fn since(&self, at: Time) -> Time {
        Time::ZERO + (at - self.began).min(self.length.unwrap_or(Span::MAX))
    }

    fn has_finished(&self, since: Time) -> bool {
        self.length.is_some_and(|length| since - Time::ZERO >= length)
    }
}

impl Drive {
    /// Returns the moment of the person's first key; `None` before it, and if a person does not drive.
    fn first_key(&self, controls: &Controls) -> Option<Time> {
        controls.strokes.first().filter(|_| self.by_hand).map(ControlChange::at)
    }

    fn is_taken_over(&self, at: Time, controls: &Controls) -> bool {
        self.first_key(controls).is_some_and(|first| at >= first)
    }

    /// Returns the changes of the pedals by which the car drives: the given ones, or those of the built-in drive as long as none
    /// are given or the person has not pressed the first key.
    fn driven_by<'a>(&'a self, controls: &'a Controls, taken_over: bool) -> &'a [ControlChange] {
        let is_given = if self.by_hand { taken_over } else { !controls.strokes.is_empty() };
        if is_given { &controls.strokes } else { &self.builtin }
    }

    /// Returns the length of the drive; `None` if it never ends.
    fn length(&self, controls: &Controls, taken_over: bool) -> Option<Span> {
        if taken_over || self.piloted {
            return None;
        }
        self.driven_by(controls, taken_over).last().map(|last| last.at() - Time::ZERO)
    }

    fn moment(&self, at: Time, controls: &Controls, taken_over: bool) -> LapMoment {
        let length = self.length(controls, taken_over);
        let Some(period) = length.map(|length| length + REST) else {
            // The drive of a person comes after the played laps. Its time counts from zero, like that of a recording.
            let laps = self.first_key(controls).filter(|first| *first > Time::ZERO);
            let pass = laps.map_or(0, |first| self.moment(first, controls, false).pass + 1);
            return LapMoment { pass, began: Time::ZERO, length };
        };
        let pass = pass_at(at, period);
        LapMoment { pass: pass.number, began: at - pass.since, length }
    }

    /// Returns the exact drive at `at`, the number of its pass, and the hash of the state at its finish, 0 before that.
    fn exact_lap(&self, at: Time, controls: &Controls) -> (Lap, i64, u64) {
        let taken_over = self.is_taken_over(at, controls);
        let moment = self.moment(at, controls, taken_over);
        let since = moment.since(at);
        let strokes = if self.piloted { &[] } else { self.driven_by(controls, taken_over) };
        let lap = self.reference.borrow_mut().at(since, self.piloted, strokes);
        let finish = if moment.has_finished(since) { finish_of(&lap) } else { 0 };
        (lap, moment.pass, finish)
    }

    /// Logs the pedals that the pilot holds from `at` on.
    fn write_down(&mut self, at: Time, pedals: ControlInput) {
        if self.log.last().is_some_and(|last| last.at() >= at) {
            self.log.pop();
        }
        if self.log.last().map_or(ControlInput::default(), |last| last.pedals) != pedals {
            self.log.push(ControlChange { at_flicks: at.flicks(), pedals });
        }
    }
}

/// Returns a hash of the end of a drive, a whole number below 2⁵³, so that the numbers of a frame can hold it.
fn finish_of(lap: &Lap) -> u64 {
    let mut hash = StateHash::default();
    let Car { pos, heading, speed, distance, .. } = lap.car;
    for number in [pos.x, pos.y, heading, speed, distance] {
        hash.add(number.to_bits());
    }
    for knocked in lap.knocked {
        hash.add(u64::from(knocked));
    }
    (hash.0 >> 11) | 1
}

/// Returns whether the car has come round to the line where it started, by its place and the length of its way.
pub fn is_round(frame: &Frame) -> bool {
    let (pos, start) = (frame.bodies[THE_CAR].pos, course::way(0.0));
    DriveNumbers::from(frame.numbers).distance > FAR && pos.x > 0.0 && (start.y..start.y + FAR).contains(&pos.y)
}

impl Motion for Drive {
    type State = DriveState;

    fn start(&self) -> DriveState {
        DriveState::of(Lap::at_start(), 0, 0, Pilot::default())
    }

    fn step(&mut self, from: &DriveState, to: &mut DriveState, step: &WorldStep) {
        // The driver at the beginning of a step drives for the whole step.
        let taken_over = self.is_taken_over(step.at, step.controls);
        let moment = self.moment(step.end(), step.controls, taken_over);
        to.clone_from(from);
        let goes_on = from.pass == moment.pass;
        if !goes_on {
            (to.lap, to.finish, to.pass) = (Lap::at_start(), 0, moment.pass);
        }
        let begins = moment.since(if goes_on || taken_over { step.at } else { moment.began });
        let ends = moment.since(step.end());
        if ends > begins {
            let held = if self.piloted {
                if !step.controls.decided_apart {
                    to.pilot.look_if_due(begins, &to.lap);
                }
                self.write_down(begins, to.pilot.held);
                to.pilot.held
            } else {
                lap::held(self.driven_by(step.controls, taken_over), begins)
            };
            to.lap.stepped(held, ends - begins, self.collision);
        }
        if to.finish == 0 && moment.has_finished(ends) {
            to.finish = finish_of(&to.lap);
        }
        to.show();
    }

    /// Writes the exact drive. Its pilot looks at the position in the next step.
    fn exact(&self, at: Time, controls: &Controls, state: &mut DriveState) {
        let (lap, pass, finish) = self.exact_lap(at, controls);
        *state = DriveState::of(lap, pass, finish, Pilot::default());
    }

    fn think(&mut self, state: &mut DriveState, at: Time) {
        if self.piloted {
            state.pilot.look(at, &state.lap);
        }
    }

    fn strokes<'a>(&'a self, controls: &'a Controls) -> &'a [ControlChange] {
        if self.piloted {
            &self.log
        } else if self.by_hand {
            &controls.strokes
        } else {
            self.driven_by(controls, false)
        }
    }

    fn judges_frames(&self) -> bool {
        self.collision.mode == CollisionMode::Rendered
    }

    /// Knocks over the cones that the drawn car touches. The car itself loses its speed where it is.
    fn judge_frame(&mut self, _: &mut DriveState, now: &mut DriveState, frame: &[Body], _: FrameMoments) {
        now.lap.knock_at(frame[THE_CAR].pos);
        now.show();
    }
}

impl Appearance for Drive {
    /// Predicts the car along its present arc.
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

    fn readouts(&self, frame: &Frame, controls: &Controls) -> Vec<Readout> {
        let exact_hits = self.exact_lap(frame.drawn, controls).0.hits();
        let hits = frame.bodies.iter().skip(FIRST_CONE).filter(|cone| cone.state == BodyState::Caught).count() as u64;
        let DriveNumbers { distance, speed, finish } = frame.numbers.into();
        let last = if !self.by_hand && self.length(controls, false).is_some() {
            let word = if finish > 0.0 { format!("{:014x}", finish as u64) } else { "–".to_owned() };
            Readout::word(("finish-hash", "hash at the finish"), word)
        } else {
            Readout::number(("speed", "speed"), speed, 1, "")
        };
        vec![
            Readout::number(("way", "distance"), distance, 3, ""),
            Readout::count(("cones-hit", "cones hit"), hits).alarming(hits != exact_hits).describe(|| {
                let cones = if hits == 1 { "1 cone".to_owned() } else { format!("{hits} cones") };
                format!("{cones} hit, {exact_hits} in the exact drive.")
            }),
            Readout::count(("exact-cones-hit", "exact cones hit"), exact_hits),
            last,
        ]
    }

    fn extent(&self) -> WorldRect {
        course::field()
    }

    fn least_length(&self, index: usize) -> Option<LeastLength> {
        (index == THE_CAR).then_some(LeastLength { units: CAR_LENGTH, points: 24.0 })
    }

    fn backdrop(&self, _: &Frame, _: WorldRect, sketch: &mut Sketch) {
        const PIECES: i32 = 144;
        let road: Vec<DVec2> = (0..=PIECES).map(|i| course::way(f64::from(i) / f64::from(PIECES) * TAU)).collect();
        sketch.polyline(&road, 13.0, Ink::Rule);
        let start = course::way(0.0);
        sketch.line(start - DVec2::new(6.0, 0.0), start + DVec2::new(6.0, 0.0), 2.0, Ink::Detail);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        match index {
            THE_CAR => draw_car(body, style, sketch),
            _ if style == BodyStyle::Ghost => {}
            _ if body.state == BodyState::Caught => sketch.burst(body.pos, CONE * 1.8, Ink::Alarm),
            _ => {
                sketch.disc(body.pos, CONE, Ink::Body(4));
                sketch.disc(body.pos, CONE * 0.45, Ink::Detail);
            }
        }
    }
}

fn draw_car(body: &Body, style: BodyStyle, sketch: &mut Sketch) {
    let (along, aside) = (direction(body.heading), direction(body.heading + TAU / 4.0));
    let half = DVec2::new(CAR_LENGTH / 2.0, CAR * 0.8);
    if style == BodyStyle::Solid {
        // The front wheels show how the car is steered.
        let steered = direction(body.heading + body.spin * 0.16) * 1.1;
        for (place, wheel) in [(0.9, steered), (-0.9, along * 1.1)] {
            for side in [-1.0, 1.0] {
                let hub = body.pos + along * (half.x * place * 0.75) + aside * (half.y * side);
                sketch.capsule(hub - wheel, hub + wheel, 0.55, Ink::Detail);
            }
        }
    }
    sketch.filled_box(body.pos, half, body.heading, 1.2, style.ink(0, body.state));
    if style == BodyStyle::Solid {
        sketch.capsule(body.pos + along * 1.0 - aside * 1.0, body.pos + along * 1.0 + aside * 1.0, 0.5, Ink::Detail);
    }
}
