//! Three cars at the same speed whose distances are summed in single precision, in double precision and exactly.
//!
//! Only this world shows rounding. Witters' race-car goes 0.001 units a millisecond, and after each step of m milliseconds the
//! game does, as published,
//!
//! > distance += 0.001 · m
//!
//! The first car does so in `f32`, the second in `f64`; the third computes its distance from the whole flicks gone by and rounds
//! it once, when it is shown. After ten seconds all cars should be at 10 units. At 40 steps a second the second car is at
//! 10.000000000000075, at 100 steps at 9.999999999999831: every frame rate rounds to another number. In `f32` the error is seen
//! after seconds; and when the sum is so large that a step is less than half of its last binary digit, the car stands still: at
//! 1000 steps a second after seven hours, at 32 768 units, after going twice too fast from 16 384 on. With `driven` the cars
//! begin with a long distance: at 60 steps a second the first one stands still from 524 288 units on.
//!
//! Besides the cars, two more sums start from zero and grow in steps of 1/40 and of 1/100 s, as many as fit in simulated time:
//! the article's function at its two rates. The article prints their difference, 2.4336088699783431e-13 after ten seconds: an
//! `==` between the two is false.
//!
//! A scale under the track shows the lead of the first two cars over the exact one: behind to the left, ahead to the right, with
//! a mark for each power of ten from 10⁻¹⁶ of a unit in the middle to 1000 units, a long one every three, the longest at one.
//!
//! Source: Koen Witters, "deWiTTERS Game Loop", on rounding errors at a variable game speed.

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame, WorldMark, WorldMarkKind};
use crate::model::world::body::{Body, StateHash};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::kind::{ClosedForm, Convergence, GalleryPicture, WorldKind};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use crate::model::world::track::Track;
use glam::DVec2;

const DRIVEN: Param = Param::count(
    "driven",
    0.0,
    (0.0, 16_777_216.0),
    "How many units the cars have behind them at the start: the longer the sum, the coarser its last digit.",
);
/// In units.
const TRACK: f64 = 10.0;
/// Half of the length of a car.
const CAR: f64 = 0.42;

pub const KIND: WorldKind = WorldKind {
    name: "Race",
    about: "Three cars add up one speed in f32, in f64 and exactly. Look at the digits: they show the rounding.",
    options: &[DRIVEN],
    nature: Convergence::Engine,
    closed_form: ClosedForm::Has(
        "constant speed; only what is added up in f32 and f64 has none, and is added up at each placing, too",
    ),
    track: Some(Track { length: TRACK, pursuit: None }),
    body_width: 2.0 * CAR,
    picture: GalleryPicture { strategy: "clamped-accumulator", render_ms: 5.0, at_s: 9.0 },
    ..WorldKind::of("race", make)
};

/// In world units per second.
const SPEED: f64 = 1.0;
/// The speed in the published function, in world units per millisecond.
const PER_MS: f64 = 0.001;

/// The index of the car with a sum of single precision.
const SINGLE: usize = 0;
/// The index of the car with a sum of double precision.
const DOUBLE: usize = 1;
const LANES: [f64; 3] = [2.0, 1.0, 0.0];

/// The two update rates, in Hz, whose sums the article subtracts from each other.
const STEADY_RATES: [i64; 2] = [40, 100];

/// The height of the scale that shows a car's lead.
const SCALE_Y: f64 = -1.25;
/// The length of one power of ten on the scale.
const DECADE: f64 = 0.25;
/// The number of powers of ten on either side of the scale.
const DECADES: i32 = 19;
/// The middle of the scale is 10⁻ᵉ world units, where e is this number.
const FINEST: i32 = 16;

struct Race {
    /// The time that it took to drive the distance before the start.
    driven: Span,
}

/// The cars, each with its whole distance in world units; the position of a car is the remainder of that distance on the track.
/// The two sums of the article depend on simulated time alone.
#[derive(Clone)]
struct Cars {
    bodies: [Body; 3],
    ways: [f64; 3],
    sums: [SteadySum; STEADY_RATES.len()],
}

/// A distance that is summed in double precision, in equal steps, of which as many are made as fit in simulated time.
#[derive(Clone, Copy, Debug, Default)]
struct SteadySum {
    way: f64,
    steps: i64,
}

impl SteadySum {
    fn go_on(&mut self, rate: i64, at: Time) {
        let step = Span::from_flicks(FLICKS_PER_SECOND / rate);
        let added = PER_MS * step.as_millis();
        let due = (at - Time::ZERO).whole(step);
        while self.steps < due {
            self.way += added;
            self.steps += 1;
        }
    }
}

impl Cars {
    fn after(ways: [f64; 3]) -> Cars {
        Cars { bodies: std::array::from_fn(|lane| car(lane, ways[lane])), ways, sums: Default::default() }
    }

    fn come_to(&mut self, ways: [f64; 3], at: Time) {
        let sums = self.sums;
        *self = Cars { sums, ..Cars::after(ways) };
        for (sum, rate) in self.sums.iter_mut().zip(STEADY_RATES) {
            sum.go_on(rate, at);
        }
    }
}

world_numbers! {
    struct RaceNumbers {
        single: f64,
        double: f64,
        exact: f64,
        forty_hz: f64,
        hundred_hz: f64,
    }
}

impl RaceNumbers {
    /// Returns the lead of the car in `lane`, one of the two rounding cars, over the exact car, in world units.
    fn lead(&self, lane: usize) -> f64 {
        let way = if lane == SINGLE { self.single } else { self.double };
        way - self.exact
    }
}

impl GameState for Cars {
    fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    fn numbers(&self) -> Numbers {
        let [single, double, exact] = self.ways;
        let [forty_hz, hundred_hz] = self.sums.map(|sum| sum.way);
        RaceNumbers { single, double, exact, forty_hz, hundred_hz }.into()
    }

    fn hash_into(&self, hash: &mut StateHash) {
        for (car, way) in self.bodies.iter().zip(self.ways) {
            Body { spin: way, ..*car }.hash_into(hash);
        }
    }
}

fn make(options: &Values, _: u64) -> Simulation {
    Simulation::of(Race { driven: Span::from_flicks(FLICKS_PER_SECOND) * options.count(&DRIVEN) })
}

fn car(lane: usize, way: f64) -> Body {
    let laps = (way / TRACK).floor();
    let vel = DVec2::new(SPEED, 0.0);
    Body { vel, pass: laps as i64, ..Body::at(way - laps * TRACK, LANES[lane]) }
}

/// Returns the position of a lead on the scale, in powers of ten from its middle.
fn on_scale(lead: f64) -> f64 {
    let powers = libm::log10(lead.abs().max(f64::MIN_POSITIVE)) + f64::from(FINEST);
    powers.clamp(0.0, f64::from(DECADES)).copysign(lead)
}

impl Race {
    fn exact_way(&self, at: Time) -> f64 {
        SPEED * (at + self.driven - Time::ZERO).as_secs()
    }
}

impl Motion for Race {
    type State = Cars;

    fn start(&self) -> Cars {
        Cars::after([self.exact_way(Time::ZERO); 3])
    }

    fn step(&mut self, from: &Cars, to: &mut Cars, step: &WorldStep) {
        to.clone_from(from);
        if step.dt == Span::ZERO {
            return;
        }
        let milliseconds = step.dt.as_millis();
        let single = from.ways[SINGLE] as f32 + PER_MS as f32 * milliseconds as f32;
        let double = from.ways[DOUBLE] + PER_MS * milliseconds;
        to.come_to([f64::from(single), double, self.exact_way(step.end())], step.end());
    }

    /// Adds the time since the last jump as one step, because a rounded sum depends on the single additions and has no formula.
    fn jump(&mut self, from: &Cars, to: &mut Cars, step: &WorldStep) {
        self.step(from, to, step);
    }

    fn exact(&self, at: Time, _: &Controls, state: &mut Cars) {
        let sums = state.sums;
        *state = Cars { sums, ..Cars::after([self.exact_way(at); 3]) };
    }
}

impl Appearance for Race {
    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let RaceNumbers { single, double, exact, forty_hz, hundred_hz } = frame.numbers.into();
        vec![
            Readout::exact(("in-f32", "in f32"), single),
            Readout::exact(("in-f64", "in f64"), double),
            Readout::exact(("exact", "exact"), exact),
            Readout::exact(("f32-off-by", "f32 off by"), single - exact),
            Readout::exact(("f64-off-by", "f64 off by"), double - exact),
            Readout::exact(("f64-at-40-hz", "f64 at 40 Hz"), forty_hz),
            Readout::exact(("f64-at-100-hz", "f64 at 100 Hz"), hundred_hz),
            Readout::exact(("40-hz-less-100-hz", "40 Hz less 100 Hz"), forty_hz - hundred_hz),
        ]
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(-0.55, -2.0, TRACK + 0.55, 2.6)
    }

    fn squeeze(&self) -> f64 {
        0.6
    }

    fn backdrop(&self, frame: &Frame, _: WorldRect, sketch: &mut Sketch) {
        for edge in [-0.5, 0.5, 1.5, 2.5] {
            sketch.line(DVec2::new(0.0, edge), DVec2::new(TRACK, edge), 1.0, Ink::Wall);
        }
        for unit in 0..=TRACK as i32 {
            let (x, points) = (f64::from(unit), if unit % 5 == 0 { 2.0 } else { 1.0 });
            sketch.line(DVec2::new(x, -0.5), DVec2::new(x, 2.5), points, Ink::Rule);
        }
        let at = |powers: f64, y: f64| DVec2::new(TRACK / 2.0 + powers * DECADE, SCALE_Y + y);
        sketch.line(at(f64::from(-DECADES), 0.0), at(f64::from(DECADES), 0.0), 1.0, Ink::Wall);
        for power in -DECADES..=DECADES {
            let height = match power.abs() - FINEST {
                0 => 0.62,
                whole if whole % 3 == 0 || power == 0 => 0.4,
                _ => 0.12,
            };
            sketch.line(at(f64::from(power), -height), at(f64::from(power), height), 1.0, Ink::Rule);
        }
        let numbers = RaceNumbers::from(frame.numbers);
        for (lane, y) in [(SINGLE, 0.22), (DOUBLE, -0.22)] {
            let lead = on_scale(numbers.lead(lane));
            if lead != 0.0 {
                sketch.capsule(at(0.0, y), at(lead, y), 0.1, Ink::Body(lane));
            }
        }
    }

    fn marks(&self, frame: &Frame, _visible: WorldRect) -> Vec<WorldMark> {
        let numbers = RaceNumbers::from(frame.numbers);
        let mark = |(lane, y, name): (usize, f64, &str)| {
            let lead = numbers.lead(lane);
            let end = TRACK / 2.0 + on_scale(lead) * DECADE;
            let (middle, y) = (TRACK / 2.0, SCALE_Y + y);
            WorldMark {
                kind: WorldMarkKind::Gauge,
                area: WorldRect::new(middle.min(end) - 0.1, y - 0.1, middle.max(end) + 0.1, y + 0.1),
                says: format!("The car that adds {name} leads by {lead:.3e} units; a stroke is a power of ten."),
            }
        };
        [(SINGLE, 0.22, "in f32"), (DOUBLE, -0.22, "in f64")].map(mark).into()
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        let middle = body.pos;
        let ink = style.ink(index, body.state);
        sketch.filled_box(middle, DVec2::new(CAR, 0.17), 0.0, 0.12, ink);
        if style == BodyStyle::Solid {
            for (x, y) in [(-0.26, 1.0), (-0.26, -1.0), (0.26, 1.0), (0.26, -1.0)] {
                sketch.filled_box(middle + DVec2::new(x, y * 0.19), DVec2::new(0.09, 0.05), 0.0, 0.03, ink);
            }
            sketch.filled_box(middle + DVec2::new(0.1, 0.0), DVec2::new(0.06, 0.11), 0.0, 0.03, Ink::Detail);
            sketch.filled_box(middle - DVec2::new(0.24, 0.0), DVec2::new(0.04, 0.11), 0.0, 0.02, Ink::Detail);
        }
    }
}
