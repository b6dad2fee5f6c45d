//! The distance of a stepped world from the reference solution, and the length of the world's steps.

use crate::base::params::invalid::Invalid;
use crate::base::params::values::Values;
use crate::base::time::{Span, Time};
use crate::model::config::control::ControlInput;
use crate::model::config::settings::{Settings, WorldChoice};
use crate::model::world::body::{Body, BodyState};
use crate::model::world::stepped_world::World;
use crate::model::worlds;

/// The paths of a world's bodies in one update, and their distances from the reference solution after it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepPath {
    /// The number of bodies that were measured: all that have not exploded, because an exploded body has no position.
    pub bodies: u32,
    /// The longest path of a body in the step: its speed after the step, times dt. It has no meaning without bodies.
    pub length_max: f64,
    /// The shortest straight step that could pass a wall, in world units: the thickness of the thinnest wall when the update was
    /// measured, plus the width of the body that meets it; `None` if the world has no walls.
    pub wall: Option<f64>,
    /// The sum of the bodies' distances from the reference solution.
    pub deviation_sum: f64,
    /// The largest of these distances.
    pub deviation_max: f64,
}

impl StepPath {
    /// Adds a body with the length of its path in this step. `deviation` is its distance from the reference solution after the
    /// step.
    fn add_body(&mut self, length: f64, deviation: f64) {
        self.length_max = if self.bodies == 0 { length } else { self.length_max.max(length) };
        self.bodies += 1;
        self.deviation_sum += deviation;
        self.deviation_max = self.deviation_max.max(deviation);
    }
}

/// The exact motion of a world, against which a stepped world is measured after each step. The exact motion makes no steps, but
/// receives the same controls.
pub struct ReferenceSolution {
    world: World,
}

impl ReferenceSolution {
    /// Returns the exact motion of the world in `settings`.
    pub fn of(settings: &Settings) -> Result<ReferenceSolution, Invalid> {
        ReferenceSolution::new(&settings.scene, settings.seed)
    }

    pub fn new(choice: &WorldChoice, seed: u64) -> Result<ReferenceSolution, Invalid> {
        Ok(ReferenceSolution { world: worlds::world(choice, seed)? })
    }

    /// Steers the exact motion from simulated time `sim` on.
    pub fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.world.controls.steer(sim, pedals);
    }

    /// Sets live options of the exact motion from simulated time `sim` on.
    pub fn options_set(&mut self, sim: Time, options: &Values) {
        self.world.set_options_at(sim, options);
    }

    /// Measures the step by `dt` that ended in `bodies` at simulated time `sim`. A body that has exploded has no position, and is
    /// left out.
    pub fn measure(&mut self, sim: Time, dt: Span, bodies: &[Body]) -> StepPath {
        let (kind, seconds) = (self.world.kind, dt.as_secs());
        let mut path = StepPath { wall: self.world.appearance().thinnest_wall(), ..StepPath::default() };
        self.world.with_exact_state(sim, &mut |exact| {
            for (body, exact) in bodies.iter().zip(exact).filter(|(body, _)| body.state != BodyState::Exploded) {
                path.add_body(body.vel.length() * seconds, kind.unwrapped(body, exact).pos.distance(exact.pos));
            }
        });
        path
    }
}

impl std::fmt::Debug for ReferenceSolution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReferenceSolution").field("world", &self.world.kind.id).finish_non_exhaustive()
    }
}
