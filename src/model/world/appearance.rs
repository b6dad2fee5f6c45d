//! How a world looks: shapes, and numbers of its own.

use super::body::{Body, State};
use super::controls::Controls;
use super::followed::PathMark;
use super::motion::Numbers;
use super::readout::Readout;
use super::sketch::{BodyStyle, Sketch, WorldRect};
use super::tally::Tally;
use super::walls::StandingWall;
use crate::base::params::Values;
use crate::base::time::Time;

/// What a frame shows of a world, now or in the past.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// When it appeared on the display; of a state that is no frame, what the clock shows.
    pub at: Time,
    /// The simulated time in the frame.
    pub drawn: Time,
    /// The bodies as the frame shows them.
    pub bodies: &'a [Body],
    /// The world's own numbers in the frame.
    pub numbers: Numbers,
    /// The contacts as [`super::World::tallies`] has them; empty where they are not remembered.
    pub tallies: &'a [Tally],
}

/// How a world is drawn and what it says of itself.
pub trait Appearance {
    /// The part of the world that a pane must show: where what is to be seen happens.
    fn extent(&self) -> WorldRect;

    /// How far heights may be squeezed against widths, so that the extent fills a pane: 1 where they are never. Below 1 the
    /// things stand in lanes, whose distance says nothing, and it is spread, too, where a pane is high. Sizes never change.
    fn squeeze(&self) -> f64 {
        1.0
    }

    /// What stands behind the bodies; `visible` is all that the pane shows.
    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch);

    /// One body, solid or as a ghost.
    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch);

    /// What the world says of itself in a frame: always the same ids in the same order.
    fn readouts(&self, _frame: &Frame, _controls: &Controls) -> Vec<Readout> {
        Vec::new()
    }

    /// What lies across the paths of the bodies that are followed.
    fn path_marks(&self) -> Vec<PathMark> {
        Vec::new()
    }

    /// How many of the bodies are in view and have to be drawn, where that depends on how the world is looked at.
    fn in_view(&self, _bodies: &[Body]) -> Option<usize> {
        None
    }

    /// How many bodies have left all bounds: they can't be shown where they are.
    fn exploded(&self, bodies: &[Body]) -> usize {
        bodies.iter().filter(|body| body.state == State::Exploded).count()
    }

    /// From simulated time `at` on the live options are these; for a world that keeps more of them than
    /// [`Controls`] does, or less.
    fn options_set(&mut self, _at: Time, _options: &Values) {}

    /// The thinnest wall with the width of what must meet it, in units: a straight step longer than this can pass it by.
    fn thinnest_wall(&self) -> Option<f64> {
        None
    }

    /// The wall that can be moved, as it stands at simulated time `at`.
    fn standing_wall(&self, _at: Time) -> Option<StandingWall> {
        None
    }
}
