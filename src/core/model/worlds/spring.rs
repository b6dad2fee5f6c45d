//! Masses on springs with a choice of integrators: how a simulation explodes.
//!
//! Explicit Euler multiplies the energy by 1 + ω²dt² at every step, whatever the step; semi-implicit Euler and velocity Verlet
//! are stable while ω·dt < 2; RK4 damps a little and is stable while ω·dt < 2√2. So the same loop that draws a soft spring well
//! throws a stiff one off the screen.

use crate::base::params::param::Param;
use crate::base::params::values::Values;
use crate::base::time::Time;
use crate::model::world::appearance::{Appearance, Frame};
use crate::model::world::body::{Body, BodyState};
use crate::model::world::controls::{Controls, WorldStep};
use crate::model::world::integrator::Integrator;
use crate::model::world::kind::{ClosedForm, GalleryPicture, WorldKind};
use crate::model::world::motion::{Motion, Simulation};
use crate::model::world::sketch::{BodyStyle, Ink, Sketch, WorldRect};
use glam::DVec2;

const INTEGRATOR: Param = Param::choice(
    "integrator",
    &["explicit-euler", "semi-implicit-euler", "velocity-verlet", "rk4"],
    "How a step goes from the old state to the new one: explicit Euler gains energy, the others hold it while the step is short.",
);
/// Half of the width of a mass, in units.
const HALF: f64 = 0.17;

pub const KIND: WorldKind = WorldKind {
    name: "Springs",
    about: "Five masses hang on stiffer and stiffer springs: a step that is too long makes them explode.",
    options: &[INTEGRATOR],
    closed_form: ClosedForm::Has("a mass on a spring goes as the cosine of ωt"),
    body_width: 2.0 * HALF,
    picture: GalleryPicture { strategy: "variable-delta", render_ms: 45.0, at_s: 4.0 },
    ..WorldKind::of("spring", make)
};

/// Angular frequencies, rad/s. Every mass starts at rest, one unit out.
const OMEGAS: [f64; 5] = [2.0, 5.0, 10.0, 20.0, 40.0];
/// A mass further out than this, or faster, counts as exploded, so that its numbers stay finite.
const BOUND: f64 = 1e12;
/// A mass further out than this can't be drawn at its position.
const EDGE: f64 = 2.6;
const ROW: f64 = 0.75;
const ANCHOR: f64 = -3.0;

struct Springs {
    integrator: Integrator,
}

fn make(options: &Values, _: u64) -> Simulation {
    Simulation::of(Springs { integrator: Integrator::chosen(options, &INTEGRATOR).unwrap_or(Integrator::ExplicitEuler) })
}

fn row(index: usize) -> f64 {
    (OMEGAS.len() - 1 - index) as f64 * ROW
}

impl Motion for Springs {
    type State = Vec<Body>;

    fn start(&self) -> Vec<Body> {
        (0..OMEGAS.len()).map(|index| Body::at(1.0, row(index))).collect()
    }

    fn step(&mut self, from: &Vec<Body>, to: &mut Vec<Body>, step: &WorldStep) {
        let seconds = step.dt.as_secs();
        for ((omega, from), to) in OMEGAS.iter().zip(from).zip(to) {
            *to = *from;
            if from.state == BodyState::Exploded {
                continue;
            }
            let (x, v) = self.integrator.step(from.pos.x, from.vel.x, seconds, |x| -omega * omega * x);
            to.pos.x = x.clamp(-BOUND, BOUND);
            to.vel.x = v.clamp(-BOUND, BOUND);
            if x.abs() >= BOUND || v.abs() >= BOUND {
                to.state = BodyState::Exploded;
                to.vel.x = 0.0;
            }
        }
    }

    /// Writes x = cos ωt.
    fn exact(&self, at: Time, _: &Controls, bodies: &mut Vec<Body>) {
        for ((index, omega), body) in OMEGAS.iter().enumerate().zip(bodies) {
            let (sin, cos) = libm::sincos(omega * at.as_secs());
            *body = Body { vel: DVec2::new(-omega * sin, 0.0), ..Body::at(cos, row(index)) };
        }
    }
}

impl Appearance for Springs {
    fn exploded(&self, bodies: &[Body]) -> usize {
        bodies.iter().filter(|body| body.pos.x.abs() > EDGE).count()
    }

    fn extent(&self) -> WorldRect {
        WorldRect::new(ANCHOR - 0.1, -0.4, 3.0, row(0) + 0.4)
    }

    fn squeeze(&self) -> f64 {
        0.45
    }

    fn backdrop(&self, _: &Frame, _: WorldRect, sketch: &mut Sketch) {
        for index in 0..OMEGAS.len() {
            let y = row(index);
            sketch.line(DVec2::new(-1.0, y - 0.22), DVec2::new(-1.0, y + 0.22), 1.0, Ink::Rule);
            sketch.line(DVec2::new(1.0, y - 0.22), DVec2::new(1.0, y + 0.22), 1.0, Ink::Rule);
            sketch.line(DVec2::new(0.0, y - 0.3), DVec2::new(0.0, y + 0.3), 1.0, Ink::Rule);
        }
        let half = DVec2::new(0.05, row(0) / 2.0 + 0.4);
        sketch.filled_box(DVec2::new(ANCHOR, row(0) / 2.0), half, 0.0, 0.02, Ink::Wall);
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch) {
        let exploded = body.pos.x.abs() > EDGE;
        let pos = DVec2::new(body.pos.x.clamp(-EDGE, EDGE), body.pos.y);
        let half = DVec2::splat(HALF);
        if style == BodyStyle::Ghost {
            sketch.filled_box(pos, half, 0.0, 0.04, style.ink(index, body.state));
            return;
        }
        let coil = |n: usize| {
            let (share, side) = (n as f64 / 16.0, if n.is_multiple_of(2) { 0.09 } else { -0.09 });
            DVec2::new(ANCHOR + (pos.x - ANCHOR) * share, pos.y + if n == 0 || n == 16 { 0.0 } else { side })
        };
        let spring: Vec<DVec2> = (0..=16).map(coil).collect();
        sketch.polyline(&spring, 0.02, Ink::Faint(index));
        if exploded {
            sketch.burst(pos, 0.3, Ink::Alarm);
        } else {
            sketch.filled_box(pos, half, 0.0, 0.04, style.ink(index, body.state));
        }
    }
}
