//! How far a stepped world is from the exact one, and how long its steps are in units.

use super::totals::Course;
use crate::base::params::{Invalid, Values};
use crate::base::time::{Span, Time};
use crate::model::config::{ControlInput, SceneChoice, Settings};
use crate::model::world::{Body, State, World};
use crate::model::worlds;
use std::cell::RefCell;
use std::rc::Rc;

/// The exact motion, to measure a world by after each of its steps.
pub struct ReferenceSolution {
    /// A world that is never stepped, but told what reaches the one that is measured. A part of a run that is measured
    /// once more is measured by the same.
    world: Rc<RefCell<World>>,
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
        Ok(ReferenceSolution { world: Rc::new(RefCell::new(worlds::world(choice, seed)?)) })
    }

    /// The same one, to measure by at the same time.
    pub fn again(&self) -> ReferenceSolution {
        ReferenceSolution { world: self.world.clone() }
    }

    /// From simulated time `sim` on something else is held down in the world that is measured.
    pub fn steered(&self, sim: Time, pedals: ControlInput) {
        self.world.borrow_mut().controls_mut().steer(sim, pedals);
    }

    /// From simulated time `sim` on that world has other live options.
    pub fn options_set(&self, sim: Time, options: &Values) {
        self.world.borrow_mut().controls_mut().set(sim, options);
    }

    /// What the step that ended at simulated time `sim` in `bodies` comes to. A body that has exploded has no place.
    pub fn measure(&mut self, sim: Time, dt: Span, bodies: &[Body]) -> Course {
        let (world, seconds) = (self.world.borrow(), dt.as_secs());
        let kind = world.kind();
        let mut course = Course::default();
        world.see_exact(sim, &mut |exact| {
            for (body, exact) in bodies.iter().zip(exact).filter(|(body, _)| body.state != State::Exploded) {
                course.stray(kind.unwrapped(body, exact).pos.distance(exact.pos));
                course.stride(body.vel.length() * seconds, kind.thinnest_wall);
            }
        });
        course
    }
}

impl std::fmt::Debug for ReferenceSolution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReferenceSolution").field("world", &self.world.borrow().kind().id).finish_non_exhaustive()
    }
}
