//! How far a stepped world is from the exact one, and how long its steps are in units.

use super::totals::Course;
use crate::base::params::{Invalid, Values};
use crate::base::time::{Span, Time};
use crate::model::config::{ControlInput, SceneChoice, Settings};
use crate::model::world::{Body, Scene, State};
use crate::model::worlds;
use std::rc::Rc;

/// The exact motion, to measure a world by after each of its steps.
pub struct ReferenceSolution {
    /// Whoever measures a part of a run again measures by the same.
    scene: Rc<dyn Scene>,
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
        Ok(ReferenceSolution { scene: scene.into(), exact: Vec::new(), wall })
    }

    /// The same, for somebody else.
    pub fn again(&self) -> ReferenceSolution {
        ReferenceSolution { scene: self.scene.clone(), exact: Vec::new(), wall: self.wall }
    }

    /// From simulated time `sim` on something else is held down in the world that is measured.
    pub fn steered(&self, sim: Time, pedals: ControlInput) {
        self.scene.steer(sim, pedals);
    }

    /// From simulated time `sim` on that world has other live options.
    pub fn options_set(&self, sim: Time, options: &Values) {
        self.scene.set(sim, options);
    }

    /// What the step that ended at simulated time `sim` in `bodies` comes to. A body that has exploded has no place.
    pub fn measure(&mut self, sim: Time, dt: Span, bodies: &[Body]) -> Course {
        self.scene.exact(sim, &mut self.exact);
        let seconds = dt.as_secs();
        let mut course = Course::default();
        for (body, exact) in bodies.iter().zip(&self.exact).filter(|(body, _)| body.state != State::Exploded) {
            let there = self.scene.beside(body, exact);
            course.stray(there.pos.distance(exact.pos));
            course.stride(body.vel.length() * seconds, self.wall);
        }
        course
    }
}

impl std::fmt::Debug for ReferenceSolution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReferenceSolution").field("wall", &self.wall).finish_non_exhaustive()
    }
}
