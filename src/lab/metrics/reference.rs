//! How far a stepped world is from the reference solution, and how long its steps are in units.

use super::step_path::StepPath;
use crate::base::params::{Invalid, Values};
use crate::base::time::{Span, Time};
use crate::model::config::{ControlInput, SceneChoice, Settings};
use crate::model::world::{Body, State, World};
use crate::model::worlds;

/// The exact motion, to measure a world against after each of its steps: a world that is never stepped, but told what reaches
/// the one that is measured.
pub struct ReferenceSolution {
    world: World,
}

impl ReferenceSolution {
    /// # Errors
    /// If there is no such scene.
    pub fn of(settings: &Settings) -> Result<ReferenceSolution, Invalid> {
        ReferenceSolution::new(&settings.scene, settings.seed)
    }

    /// # Errors
    /// If there is no such scene.
    pub fn new(choice: &SceneChoice, seed: u64) -> Result<ReferenceSolution, Invalid> {
        Ok(ReferenceSolution { world: worlds::world(choice, seed)? })
    }

    /// From simulated time `sim` on something else is held down in the world that is measured.
    pub fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.world.controls_mut().steer(sim, pedals);
    }

    /// From simulated time `sim` on that world has other live options.
    pub fn options_set(&mut self, sim: Time, options: &Values) {
        self.world.set_options_at(sim, options);
    }

    /// What the step by `dt` did that ended at simulated time `sim` in `bodies`. A body that has exploded has no place.
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
