//! A button that is pressed with a rhythm, and a lamp that must answer each press once.
//!
//! The metronome of the inputs presses the button about twice a second, for 20 to 120 ms. The steps take the presses by the rule of the
//! computer, or as a loop of one's own says. A lamp stays dark where a press is lost, and is doubled where several steps answer it.
//! Twelve presses stand side by side, and the runner below them passes one press in each beat of simulated time.
//!
//! Sources: Facepunch/sbox-issues #4318, jrouwe/JoltPhysics #913 and `EasyRPG` #2095, where *pressed* is lost in fixed updates.

use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame, WorldMark, WorldMarkKind};
use crate::model::world::body::{Body, StateHash};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::metronome::{BEAT, Metronome};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Geometry, Ink, Sketch, Thickness, WorldRect};
use glam::DVec2;
use std::f64::consts::{PI, TAU};

pub const KIND: WorldKind = WorldKind {
    name: "Presses",
    about: "A button is pressed with a rhythm, and a lamp must answer each press once: how a loop reads input decides.",
    closed_form: ClosedForm::Has("the runner follows the clock; the lamps answer in the steps that take a press"),
    laps: true,
    has_button: true,
    body_width: 2.0 * RADIUS,
    picture: GalleryPicture { strategy: "clamped-accumulator", render_ms: 5.0, at_s: 9.0 },
    depends_on_seed: |_| true,
    ..WorldKind::of("presses", make)
};

/// The number of presses that stand side by side.
const SLOTS: i64 = 12;
const LAP: Span = Span::from_flicks(SLOTS * BEAT.flicks());
const APART: f64 = 50.0;
const START_X: f64 = 40.0;
const RADIUS: f64 = 12.0;
const BUTTON_Y: f64 = 176.0;
const LAMP_Y: f64 = 108.0;
const RUN_Y: f64 = 36.0;
const LAMP: f64 = 17.0;
/// The width of a second of a press.
const LONG: f64 = 300.0;
/// The time for which an answer lights up.
const FLASH_S: f64 = 0.125;
/// A press that no step has taken this long after its end is lost.
const LOST_AFTER: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// The bits for the number of answers of one press.
const BITS: u32 = 2;
/// The largest number of answers that is counted.
const MOST: u32 = (1 << BITS) - 1;

struct Presses(Metronome);

#[derive(Clone)]
struct Lamps {
    runner: [Body; 1],
    answers: Answers,
}

/// The number of answers of each of the newest sixteen beats.
#[derive(Clone, Copy, Default)]
struct Answers {
    /// The newest beat that was answered; 0 before the first.
    newest: i64,
    /// The numbers of answers, that of the newest beat in the lowest bits.
    counts: u32,
    /// The simulated time of the last answer, in seconds.
    lit_s: f64,
    /// The number of answered taps of a person.
    taps: u32,
}

world_numbers! {
    struct LampNumbers {
        newest: f64,
        counts: f64,
        lit_s: f64,
        taps: f64,
    }
}

/// The fate of a press.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Open,
    Lost,
    Answered,
    Doubled,
}

impl Answers {
    fn add(&mut self, beat: i64) {
        if beat > self.newest {
            let shift = u32::try_from(beat - self.newest).unwrap_or(u32::MAX).saturating_mul(BITS);
            self.counts = self.counts.checked_shl(shift).unwrap_or(0);
            self.newest = beat;
        }
        let shift = u32::try_from(self.newest - beat).unwrap_or(u32::MAX).saturating_mul(BITS);
        if self.of(beat) < MOST {
            self.counts += 1_u32.checked_shl(shift).unwrap_or(0);
        }
    }

    fn of(&self, beat: i64) -> u32 {
        let shift = u32::try_from(self.newest - beat).map_or(u32::MAX, |back| back.saturating_mul(BITS));
        self.counts.checked_shr(shift).unwrap_or(0) & MOST
    }

    fn in_frame(frame: &Frame) -> Answers {
        let LampNumbers { newest, counts, lit_s, taps } = frame.numbers.into();
        Answers { newest: newest as i64, counts: counts as u32, lit_s, taps: taps as u32 }
    }
}

impl GameState for Lamps {
    fn bodies(&self) -> &[Body] {
        &self.runner
    }

    fn numbers(&self) -> Numbers {
        let Answers { newest, counts, lit_s, taps } = self.answers;
        LampNumbers { newest: newest as f64, counts: f64::from(counts), lit_s, taps: f64::from(taps) }.into()
    }

    fn hash_into(&self, hash: &mut StateHash) {
        self.runner[0].hash_into(hash);
        hash.add(self.answers.newest as u64);
        hash.add(u64::from(self.answers.counts) << 32 | u64::from(self.answers.taps));
    }
}

fn make(_: &Values, seed: u64) -> Simulation {
    Simulation::of(Presses(Metronome::new(seed)))
}

fn runner(at: Time) -> Body {
    let laps = (at - Time::ZERO).whole(LAP);
    let beats = (at - Time::ZERO - LAP * laps).ratio(BEAT);
    let vel = DVec2::new(APART / BEAT.as_secs(), 0.0);
    Body { vel, pass: laps, ..Body::at(START_X + APART * beats, RUN_Y) }
}

impl Motion for Presses {
    type State = Lamps;

    fn start(&self) -> Lamps {
        Lamps { runner: [runner(Time::ZERO)], answers: Answers::default() }
    }

    fn step(&mut self, from: &Lamps, to: &mut Lamps, step: &WorldStep) {
        to.clone_from(from);
        if step.dt > Span::ZERO {
            to.runner = [runner(step.end())];
        }
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut Lamps) {
        state.runner = [runner(at)];
    }

    fn answer(&mut self, state: &mut Lamps, beat: Option<i64>, at: Time) {
        state.answers.lit_s = at.as_secs();
        match beat {
            Some(beat) => state.answers.add(beat),
            None => state.answers.taps += 1,
        }
    }
}

impl Presses {
    /// Returns the newest twelve presses that have begun when a frame appears, each with its beginning, its length and its fate.
    fn newest(&self, frame: &Frame) -> Vec<(i64, Span, Fate)> {
        let (mut metronome, answers) = (self.0.clone(), Answers::in_frame(frame));
        let last = Metronome::last_beat(frame.at);
        let press = |beat: i64| {
            let (began, length) = (Time::ZERO + BEAT * beat, metronome.length(beat));
            let fate = match answers.of(beat) {
                0 if frame.at < began + length + LOST_AFTER => Fate::Open,
                0 => Fate::Lost,
                1 => Fate::Answered,
                _ => Fate::Doubled,
            };
            (beat, length, fate)
        };
        ((last - SLOTS + 1).max(1)..=last).map(press).collect()
    }
}

/// Returns the x at which the press of this beat stands.
fn slot_x(beat: i64) -> f64 {
    START_X + APART * beat.rem_euclid(SLOTS) as f64
}

fn ring(sketch: &mut Sketch, centre: DVec2, radius: f64, ink: Ink) {
    let thickness = Thickness::Points(2.5);
    for middle in [0.0, PI] {
        sketch.add(Geometry::Arc { centre, radius, middle, aperture: TAU / 4.0, thickness }, ink);
    }
}

impl Appearance for Presses {
    fn extent(&self) -> WorldRect {
        WorldRect::new(0.0, 0.0, 640.0, 220.0)
    }

    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch) {
        let line = |y: f64| [visible.min.x, visible.max.x].map(|x| DVec2::new(x, y));
        for [from, to] in [line(BUTTON_Y - 16.0), line(RUN_Y - RADIUS - 2.0)] {
            sketch.line(from, to, 1.5, Ink::Rule);
        }
        for slot in 0..SLOTS {
            ring(sketch, DVec2::new(slot_x(slot), LAMP_Y), LAMP, Ink::Rule);
        }
        for (beat, length, fate) in self.newest(frame) {
            let (button, lamp) = (DVec2::new(slot_x(beat), BUTTON_Y), DVec2::new(slot_x(beat), LAMP_Y));
            let ink = if fate == Fate::Lost { Ink::Alarm } else { Ink::Wall };
            let half = DVec2::new(length.as_secs() * LONG / 2.0, 14.0);
            sketch.filled_box(button + DVec2::new(half.x, 0.0), half, 0.0, 2.0, ink);
            match fate {
                Fate::Open => {}
                Fate::Lost => {
                    for up in [-1.0, 1.0] {
                        let corner = DVec2::new(LAMP * 0.6, up * LAMP * 0.6);
                        sketch.line(lamp - corner, lamp + corner, 3.0, Ink::Alarm);
                    }
                }
                Fate::Answered => sketch.disc(lamp, LAMP - 2.0, Ink::Body(0)),
                Fate::Doubled => {
                    for side in [-1.0, 1.0] {
                        sketch.disc(lamp + DVec2::new(side * LAMP * 0.45, 0.0), LAMP * 0.45, Ink::Body(0));
                    }
                    ring(sketch, lamp, LAMP, Ink::Alarm);
                }
            }
        }
        let Answers { newest, lit_s, .. } = Answers::in_frame(frame);
        if newest > 0 && (0.0..FLASH_S).contains(&(frame.drawn.as_secs() - lit_s)) {
            ring(sketch, DVec2::new(slot_x(newest), LAMP_Y), LAMP + 5.0, Ink::Body(0));
        }
    }

    fn marks(&self, frame: &Frame, _: WorldRect) -> Vec<WorldMark> {
        let explain = |(beat, length, fate): (i64, Span, Fate)| {
            let fate = match fate {
                Fate::Open => "no step has taken it yet",
                Fate::Lost => "no step took it: it is lost",
                Fate::Answered => "one step answered it",
                Fate::Doubled => "several steps answered it",
            };
            let area = WorldRect::new(slot_x(beat) - LAMP, LAMP_Y - LAMP, slot_x(beat) + 30.0, BUTTON_Y + 16.0);
            let says = format!("This press lasted {:.0} ms, and {fate}.", length.as_millis());
            WorldMark { kind: WorldMarkKind::Press, area, says }
        };
        self.newest(frame).into_iter().map(explain).collect()
    }

    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let newest = self.newest(frame);
        let count = |wanted: Fate| newest.iter().filter(|(_, _, fate)| *fate == wanted).count() as u64;
        let (lost, doubled) = (count(Fate::Lost), count(Fate::Doubled));
        vec![
            Readout::count(("answered", "answered of the last 12"), count(Fate::Answered) + doubled),
            Readout::count(("lost", "lost of the last 12"), lost),
            Readout::count(("doubled", "doubled of the last 12"), doubled),
        ]
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        sketch.disc(body.pos, RADIUS, style.ink(index, body.state));
    }
}
