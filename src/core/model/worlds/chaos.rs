//! A double pendulum: two runs that differ by very little are soon far apart.
//!
//! Two equal bobs hang on two equal rods without mass and are let go from rest. With the angles a and b of the rods,
//! their difference d = a − b, and g / l for gravity over the length of a rod:
//!
//! ```text
//! 2·a″ + cos d · b″ = −b′² sin d − 2·(g / l)·sin a
//! cos d · a″ + b″   =  a′² sin d −   (g / l)·sin b
//! ```
//!
//! The motion is chaotic: a small difference is multiplied by e about every second. So no loop shows the exact motion for
//! long; what differs is *when* the exact motion is lost, and whether that moment is the same at the next start and on another
//! computer. It is the same for every loop with one length of step, whatever the load, and changes with the load for a loop
//! whose steps are as long as its frames were. Shorter steps or a better integrator put the moment off by a few seconds only:
//! each time that the step of rk4 is halved, by 2 to 4 s here.
//!
//! Semi-implicit Euler takes the angles from the new velocities, explicit Euler from the old ones, rk4 is the classical
//! method of the fourth order. A pass lasts 20 s of simulated time, then the pendulum is let go again. The reference is rk4 with
//! steps of 1/9600 s and compensated sums. If its steps are halved, it changes by less than 10⁻⁶ m at any moment of a pass, so it
//! is the exact motion for as long as it is shown.
//!
//! Source: the fixed steps that "Fix Your Timestep!" (Glenn Fiedler) asks for so that a simulation comes out the same on
//! every computer; Koen Witters' warning ("deWiTTERS Game Loop") that a small error becomes a large one once more is computed
//! from it; BeautifulTimer's remark that physics gets unreliable with large steps. The equations are Lagrange's.

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::{Body, BodyState, StateHash, direction, wrap_angle};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::integrator::rk4_slopes;
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{GameState, Motion, Simulation};
use crate::model::world::numbers::{Numbers, world_numbers};
use crate::model::world::passes::{Pass, pass_at};
use crate::model::world::readout::Readout;
use crate::model::world::sketch::{BodyStyle, Geometry, Ink, Sketch, Thickness, WorldRect};
use glam::DVec2;
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::OnceLock;

const INTEGRATOR: Param = Param::choice(
    "integrator",
    &["semi-implicit-euler", "rk4", "explicit-euler"],
    "How a step goes from the old state to the new one: with each of them the exact motion is lost, with rk4 much later.",
);
const BOB: f64 = 0.26;

pub const KIND: WorldKind = WorldKind {
    name: "Chaos",
    about: "A double pendulum makes every difference grow: only fixed steps swing the same way each time.",
    options: &[INTEGRATOR],
    closed_form: ClosedForm::Lacks("a double pendulum has no formula"),
    body_width: 2.0 * BOB,
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 25.0, at_s: 9.0 },
    ..WorldKind::of("chaos", make)
};

/// The length of each rod, in metres; a unit of this world is a metre.
const ROD: f64 = 2.0;
/// In m/s².
const GRAVITY: f64 = 9.81;
/// The angle of the upper rod at the start of a pass, in radians from hanging.
const UPPER_START: f64 = PI * 0.75;
/// The angle of the lower rod at the start of a pass, in radians from hanging.
const LOWER_START: f64 = PI / 18.0;
/// The length of a pass. The pendulum starts again from rest at every whole multiple of it.
const PERIOD: Span = Span::from_flicks(20 * FLICKS_PER_SECOND);
/// The motion is lost if the lower bob is further than this from its exact place, in metres: a tenth of a rod.
const LOST: f64 = 0.2;
/// The pendulum counts as exploded if a rod turns this fast, in rad/s. In the exact motion no rod turns faster than 7.3 rad/s.
const FASTEST: f64 = 1000.0;
/// The largest error of the energy that is shown, in per cent.
const GREATEST_ERROR: f64 = 1e6;

/// The number of steps per second of the reference.
pub const REFERENCE_RATE: i64 = 9600;
/// The number of states of the reference that are stored for each second.
const KEPT_RATE: i64 = 480;

/// The index of the upper bob. A bob has the heading and the spin of its rod.
const UPPER: usize = 0;
/// The index of the lower bob.
const LOWER: usize = 1;

#[derive(Clone)]
struct PendulumState {
    bobs: [Body; 2],
    /// The time at which the motion was lost in this pass, in seconds since it began; `None` if it is not lost.
    lost_at: Option<f64>,
    /// The time at which the motion was lost in the pass before, in seconds since it began, or the length of a pass if it was not
    /// lost; `None` if there was no pass before.
    lost_before: Option<f64>,
    /// In per cent.
    energy_error: f64,
}

impl PendulumState {
    /// Returns the pendulum in a pass in which the motion has not been lost yet.
    fn of(rods: &Rods, pass: i64) -> PendulumState {
        let bobs = rods.bobs().map(|bob| Body { pass, ..bob });
        PendulumState { bobs, lost_at: None, lost_before: None, energy_error: 0.0 }
    }

    fn rods(&self) -> Rods {
        let [upper, lower] = self.bobs.map(|Body { heading, spin, .. }| Rod { heading, spin });
        Rods { upper, lower }
    }

    fn notes(&self) -> ChaosNumbers {
        let (lost_at, lost_before) = (self.lost_at.unwrap_or(0.0), self.lost_before.unwrap_or(0.0));
        ChaosNumbers { lost_at, lost_before, energy_error: self.energy_error }
    }
}

world_numbers! {
    pub struct ChaosNumbers {
        /// The time at which the motion was lost in this pass, in seconds since it began; 0 if it is not lost.
        lost_at: f64,
        /// The time at which the motion was lost in the pass before, in seconds since it began, or the length of a pass if it was
        /// not lost; 0 if there was no pass before.
        lost_before: f64,
        /// In per cent.
        energy_error: f64,
    }
}

impl GameState for PendulumState {
    fn bodies(&self) -> &[Body] {
        &self.bobs
    }

    fn numbers(&self) -> Numbers {
        self.notes().into()
    }

    fn hash_into(&self, hash: &mut StateHash) {
        self.bobs.iter().for_each(|bob| bob.hash_into(hash));
        let note = Body { pass: self.bobs[UPPER].pass, state: BodyState::Waiting, ..Body::default() };
        let ChaosNumbers { lost_at, lost_before, energy_error } = self.notes();
        for spin in [lost_at, lost_before, energy_error] {
            Body { spin, ..note }.hash_into(hash);
        }
    }
}

/// The heading of a rod, in radians, and its turn rate, in rad/s. A slope has the same form: the change per second of both.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rod {
    pub heading: f64,
    pub spin: f64,
}

impl Rod {
    fn plus(self, slope: Rod, dt: f64) -> Rod {
        Rod { heading: self.heading + slope.heading * dt, spin: self.spin + slope.spin * dt }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rods {
    pub upper: Rod,
    pub lower: Rod,
}

/// Returns the rods after a step of `dt` seconds.
type RodsIntegrator = fn(&Rods, dt: f64) -> Rods;

struct Chaos {
    integrator: RodsIntegrator,
}

fn make(options: &Values, _: u64) -> Simulation {
    Simulation::of(Chaos { integrator: integrator(options) })
}

fn integrator(options: &Values) -> RodsIntegrator {
    let known: [(&str, RodsIntegrator); 3] =
        [("semi-implicit-euler", semi_implicit_euler), ("rk4", rk4), ("explicit-euler", explicit_euler)];
    let chosen = known.into_iter().find(|(name, _)| options.is(&INTEGRATOR, name));
    chosen.map_or(semi_implicit_euler, |(_, integrator)| integrator)
}

impl Rods {
    /// The rods at the start of a pass, at rest.
    const LET_GO: Rods = Rods {
        upper: Rod { heading: UPPER_START - FRAC_PI_2, spin: 0.0 },
        lower: Rod { heading: LOWER_START - FRAC_PI_2, spin: 0.0 },
    };

    /// Returns the slopes of both rods: their turn rates and their angular accelerations.
    fn slope(&self) -> Rods {
        let Rods { upper, lower } = self;
        let (sin, cos) = libm::sincos(upper.heading - lower.heading);
        // A heading is a quarter turn behind the angle from hanging, so its cosine is the sine of that angle.
        let a = -lower.spin * lower.spin * sin - 2.0 * GRAVITY / ROD * libm::cos(upper.heading);
        let b = upper.spin * upper.spin * sin - GRAVITY / ROD * libm::cos(lower.heading);
        let determinant = 2.0 - cos * cos;
        Rods {
            upper: Rod { heading: upper.spin, spin: (a - cos * b) / determinant },
            lower: Rod { heading: lower.spin, spin: (2.0 * b - cos * a) / determinant },
        }
    }

    fn plus(&self, slope: &Rods, dt: f64) -> Rods {
        Rods { upper: self.upper.plus(slope.upper, dt), lower: self.lower.plus(slope.lower, dt) }
    }

    /// Returns the energy of both bobs per kilogram of one bob, in J/kg; hanging at rest is 0.
    fn energy(&self) -> f64 {
        let [upper, lower] = self.bobs();
        let kinetic = 0.5 * (upper.vel.length_squared() + lower.vel.length_squared());
        kinetic + GRAVITY * (upper.pos.y + lower.pos.y + 3.0 * ROD)
    }

    fn bobs(&self) -> [Body; 2] {
        let mut end = (DVec2::ZERO, DVec2::ZERO);
        [self.upper, self.lower].map(|Rod { heading, spin }| {
            let along = direction(heading) * ROD;
            end = (end.0 + along, end.1 + along.perp() * spin);
            Body { pos: end.0, vel: end.1, heading: wrap_angle(heading), spin, ..Body::default() }
        })
    }

    /// Returns whether all numbers are finite and no rod turns as fast as [`FASTEST`].
    fn holds(&self) -> bool {
        [self.upper, self.lower].iter().all(|rod| rod.spin.abs() < FASTEST && rod.heading.is_finite())
    }
}

/// Returns the rods after a step of `dt` seconds whose headings and spins both change by the old state.
fn explicit_euler(rods: &Rods, dt: f64) -> Rods {
    rods.plus(&rods.slope(), dt)
}

/// Returns the rods after a step of `dt` seconds whose headings change by the new spins.
fn semi_implicit_euler(rods: &Rods, dt: f64) -> Rods {
    let slope = rods.slope();
    let turned = |rod: Rod, slope: Rod| Rod { heading: rod.plus(slope, dt).spin, ..slope };
    rods.plus(&Rods { upper: turned(rods.upper, slope.upper), lower: turned(rods.lower, slope.lower) }, dt)
}

fn rk4(rods: &Rods, dt: f64) -> Rods {
    rods.plus(&mean_slope(rods, dt), dt)
}

/// Returns the slope that rk4 follows for a whole step.
fn mean_slope(rods: &Rods, dt: f64) -> Rods {
    let flat = |&Rods { upper, lower }: &Rods| [upper.heading, upper.spin, lower.heading, lower.spin];
    let rods_of = |[a, p, b, q]: [f64; 4]| Rods { upper: Rod { heading: a, spin: p }, lower: Rod { heading: b, spin: q } };
    rods_of(rk4_slopes(&flat(rods), dt, |state| flat(&rods_of(*state).slope())).map(|sum| sum / 6.0))
}

/// Returns one pass of the exact motion, with a state every 1/480 s, computed by rk4 with `steps_per_second`, which must be a
/// multiple of 480. The sums are compensated (Kahan), because chaos multiplies rounding errors too.
pub fn path(steps_per_second: i64) -> Vec<Rods> {
    let seconds = PERIOD.whole(Span::from_secs(1.0));
    let stride = steps_per_second / KEPT_RATE;
    let dt = 1.0 / steps_per_second as f64;
    let add = |sum: &mut f64, lost: &mut f64, what: f64| {
        let corrected = what - *lost;
        let new = *sum + corrected;
        *lost = (new - *sum) - corrected;
        *sum = new;
    };
    let (mut rods, mut lost) = (Rods::LET_GO, Rods::default());
    let mut kept = vec![rods];
    for _ in 0..seconds * KEPT_RATE {
        for _ in 0..stride {
            let slope = mean_slope(&rods, dt);
            let upper = (&mut rods.upper, &mut lost.upper, slope.upper);
            for (rod, lost, slope) in [upper, (&mut rods.lower, &mut lost.lower, slope.lower)] {
                add(&mut rod.heading, &mut lost.heading, slope.heading * dt);
                add(&mut rod.spin, &mut lost.spin, slope.spin * dt);
            }
        }
        kept.push(rods);
    }
    kept
}

/// Returns the exact rods when `since` has passed in a pass: on a cubic through the two stored states around that moment and
/// their slopes.
fn exact_rods(since: Span) -> Rods {
    static PATH: OnceLock<Vec<Rods>> = OnceLock::new();
    let path = PATH.get_or_init(|| path(REFERENCE_RATE));
    let moments = since.as_secs() * KEPT_RATE as f64;
    let index = (moments as usize).min(path.len() - 2);
    let (before, after, share) = (&path[index], &path[index + 1], moments - index as f64);
    let (slope_before, slope_after) = (before.slope(), after.slope());
    let dt = 1.0 / KEPT_RATE as f64;
    let cubic = |a: f64, b: f64, slope_a: f64, slope_b: f64| {
        let (rise, rest) = (b - a, 1.0 - share);
        a + rise * share + share * rest * ((slope_a * dt - rise) * rest + (rise - slope_b * dt) * share)
    };
    let between = |of: fn(&Rods) -> Rod| {
        let (a, b, slope_a, slope_b) = (of(before), of(after), of(&slope_before), of(&slope_after));
        let heading = cubic(a.heading, b.heading, slope_a.heading, slope_b.heading);
        Rod { heading, spin: cubic(a.spin, b.spin, slope_a.spin, slope_b.spin) }
    };
    Rods { upper: between(|rods| rods.upper), lower: between(|rods| rods.lower) }
}

impl Motion for Chaos {
    type State = PendulumState;

    fn start(&self) -> PendulumState {
        PendulumState::of(&exact_rods(Span::ZERO), 0)
    }

    fn step(&mut self, from: &PendulumState, to: &mut PendulumState, step: &WorldStep) {
        to.clone_from(from);
        let mut dt = step.dt;
        if dt == Span::ZERO {
            return;
        }
        let Pass { number, since } = pass_at(step.end(), PERIOD);
        let pass = from.bobs[UPPER].pass;
        if number != pass {
            *to = PendulumState::of(&Rods::LET_GO, number);
            // Only the pass right after this one can report when this one lost the motion.
            if number == pass + 1 {
                to.lost_before = Some(from.lost_at.unwrap_or(PERIOD.as_secs()));
            }
            dt = since;
        }
        if to.bobs[LOWER].state == BodyState::Exploded {
            return;
        }

        let rods = (self.integrator)(&to.rods(), dt.as_secs());
        if rods.holds() {
            to.bobs = rods.bobs().map(|moved| Body { pass: number, ..moved });
            let error = (rods.energy() / Rods::LET_GO.energy() - 1.0) * 100.0;
            to.energy_error = error.clamp(-GREATEST_ERROR, GREATEST_ERROR);
        } else {
            to.bobs = to.bobs.map(|bob| Body { vel: DVec2::ZERO, spin: 0.0, state: BodyState::Exploded, ..bob });
            to.energy_error = GREATEST_ERROR;
        }
        if to.lost_at.is_none() && (!rods.holds() || astray(&to.bobs[LOWER], since) > LOST) {
            to.lost_at = Some(since.as_secs());
        }
    }

    /// Writes a state of the reference, which begins again with every pass.
    fn exact(&self, at: Time, _: &Controls, state: &mut PendulumState) {
        let Pass { number, since } = pass_at(at, PERIOD);
        *state = PendulumState::of(&exact_rods(since), number);
    }
}

impl Appearance for Chaos {
    fn readouts(&self, frame: &Frame, _: &Controls) -> Vec<Readout> {
        let labels = [
            ("lost-after", "lost after"),
            ("pass-before", "the pass before"),
            ("off-by", "off by"),
            ("energy-error", "energy error"),
        ];
        let Some(lower) = frame.bodies.get(LOWER) else { return labels.map(Readout::none).into() };
        let moment = |label, seconds: f64| match seconds {
            0.0 => Readout::none(label),
            seconds if seconds < PERIOD.as_secs() => Readout::number(label, seconds, 2, " s"),
            _ => Readout::word(label, "all of it"),
        };
        let pass = pass_at(frame.drawn, PERIOD);
        let off = if pass.number == lower.pass && lower.state != BodyState::Exploded {
            let off = astray(lower, pass.since);
            Readout::number(labels[2], off, 3, " m")
                .alarming(off > LOST)
                .describe(|| format!("Its lower bob is {off:.2} m from where the true motion has it."))
        } else {
            Readout::none(labels[2])
        };
        let ChaosNumbers { lost_at, lost_before, energy_error } = frame.numbers.into();
        vec![
            moment(labels[0], lost_at)
                .alarming(lost_at > 0.0)
                .describe(|| format!("The true motion is lost after {lost_at:.1} s.")),
            moment(labels[1], lost_before),
            off,
            Readout::number(labels[3], energy_error, 2, " %").alarming(energy_error.abs() > 10.0).describe(|| {
                let (percent, of_it) = (energy_error.abs(), if energy_error < 0.0 { "lost" } else { "gained" });
                format!("The pendulum has {of_it} {percent:.0} % of its energy.")
            }),
        ]
    }

    fn extent(&self) -> WorldRect {
        // With the energy of the start neither bob can rise above 1.43 m.
        let reach = 2.0 * ROD + BOB - 0.1;
        WorldRect::new(-reach, -reach, reach, 1.43 + BOB)
    }

    fn backdrop(&self, _: &Frame, _: WorldRect, sketch: &mut Sketch) {
        let reach = Geometry::Arc {
            centre: DVec2::ZERO,
            radius: 2.0 * ROD,
            middle: 0.0,
            aperture: PI,
            thickness: Thickness::Points(1.0),
        };
        sketch.add(reach, Ink::Rule);
        sketch.filled_box(DVec2::ZERO, DVec2::new(0.5, 0.09), 0.0, 0.05, Ink::Wall);
    }

    /// Draws a bob with its rod. In a blended or predicted frame the rods may not quite meet.
    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        let along = direction(body.heading);
        let ink = style.ink(index, body.state);
        sketch.capsule(body.pos - along * ROD, body.pos - along * BOB, 0.06, ink);
        sketch.disc(body.pos, BOB, ink);
        if style == BodyStyle::Solid && index == UPPER {
            sketch.disc(body.pos - along * ROD, 0.12, Ink::Detail);
        }
        if style == BodyStyle::Solid && body.state == BodyState::Exploded {
            sketch.burst(body.pos, BOB * 2.0, Ink::Alarm);
        }
    }
}

fn astray(lower: &Body, since: Span) -> f64 {
    lower.pos.distance(exact_rods(since).bobs()[LOWER].pos)
}
