//! The distance of a stepped world from the reference solution, and the length of its steps in units.

use super::step_path::StepPath;
use crate::base::params::{Invalid, Values};
use crate::base::time::{Span, Time};
use crate::model::config::{ControlInput, Settings, WorldChoice};
use crate::model::world::{Body, State, World};
use crate::model::worlds;

/// The exact motion of a world, against which a stepped world is measured after each step. It is never stepped, but receives the
/// same controls.
pub struct ReferenceSolution {
    world: World,
}

impl ReferenceSolution {
    /// Returns the reference solution of the world that is set.
    ///
    /// # Errors
    /// If there is no such world.
    pub fn of(settings: &Settings) -> Result<ReferenceSolution, Invalid> {
        ReferenceSolution::new(&settings.scene, settings.seed)
    }

    /// Returns the reference solution of a world with this seed.
    ///
    /// # Errors
    /// If there is no such world.
    pub fn new(choice: &WorldChoice, seed: u64) -> Result<ReferenceSolution, Invalid> {
        Ok(ReferenceSolution { world: worlds::world(choice, seed)? })
    }

    /// Steers the exact motion from simulated time `sim` on, as the measured world is steered.
    pub fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.world.controls_mut().steer(sim, pedals);
    }

    /// Sets live options from simulated time `sim` on, as in the measured world.
    pub fn options_set(&mut self, sim: Time, options: &Values) {
        self.world.set_options_at(sim, options);
    }

    /// Measures the step by `dt` that ended at simulated time `sim` in `bodies`. A body that has exploded has no place.
    pub fn measure(&mut self, sim: Time, dt: Span, bodies: &[Body]) -> StepPath {
        let (kind, seconds) = (self.world.kind(), dt.as_secs());
        let mut path = StepPath { wall: self.world.appearance().thinnest_wall(), ..StepPath::default() };
        self.world.with_exact_state(sim, &mut |exact| {
            for (body, exact) in bodies.iter().zip(exact).filter(|(body, _)| body.state != State::Exploded) {
                path.add_body(body.vel.length() * seconds, kind.unwrapped(body, exact).pos.distance(exact.pos));
            }
        });
        path
    }
}

impl std::fmt::Debug for ReferenceSolution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReferenceSolution").field("world", &self.world.kind().id).finish_non_exhaustive()
    }
}
