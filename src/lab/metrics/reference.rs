//! How far a stepped world is from the reference solution, and how long its steps are in units.

use super::step_path::StepPath;
use crate::base::params::{Invalid, Values};
use crate::base::time::{Span, Time};
use crate::model::config::{ControlInput, SceneChoice, Settings};
use crate::model::world::{Body, Scene, State};
use crate::model::worlds;

/// The exact motion, to measure a world against after each of its steps.
pub struct ReferenceSolution {
    scene: Box<dyn Scene>,
    exact: Vec<Body>,
    wall: Option<f64>,
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
        let scene = worlds::make(choice, seed)?;
        let wall = scene.thinnest_wall();
        Ok(ReferenceSolution { scene, exact: Vec::new(), wall })
    }

    /// The thickness of the thinnest wall with the width of what meets it, in units; nothing in a world without walls.
    pub fn thinnest_wall(&self) -> Option<f64> {
        self.wall
    }

    /// From simulated time `sim` on something else is held down in the world that is measured.
    pub fn steered(&self, sim: Time, pedals: ControlInput) {
        self.scene.steer(sim, pedals);
    }

    /// From simulated time `sim` on that world has other live options.
    pub fn options_set(&self, sim: Time, options: &Values) {
        self.scene.set(sim, options);
    }

    /// What the step by `dt` did that ended at simulated time `sim` in `bodies`. A body that has exploded has no place.
    pub fn measure(&mut self, sim: Time, dt: Span, bodies: &[Body]) -> StepPath {
        self.scene.exact(sim, &mut self.exact);
        let seconds = dt.as_secs();
        let mut path = StepPath::default();
        for (body, exact) in bodies.iter().zip(&self.exact).filter(|(body, _)| body.state != State::Exploded) {
            let there = self.scene.beside(body, exact);
            path.add_body(body.vel.length() * seconds, there.pos.distance(exact.pos));
        }
        path
    }
}

impl std::fmt::Debug for ReferenceSolution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReferenceSolution").field("wall", &self.wall).finish_non_exhaustive()
    }
}
