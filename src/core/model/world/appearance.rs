//! The appearance of a world in its frames: shapes, predicted bodies, and numbers of its own.

use super::body::{Body, BodyState, Tally};
use super::controls::Controls;
use super::numbers::Numbers;
use super::readout::Readout;
use super::sketch::{BodyStyle, Sketch, WorldRect};
use super::walls::StandingWall;
use crate::base::params::values::Values;
use crate::base::time::Time;

/// A frame, now or in the past, or a state of the world that is described as if it were a frame.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The time at which the frame appeared on the display; for a state, the clock's time.
    pub at: Time,
    pub drawn: Time,
    pub bodies: &'a [Body],
    pub numbers: Numbers,
    /// The tallies in the order of [`World::tallies`](super::stepped_world::World::tallies); empty if they are not recorded.
    pub tallies: &'a [Tally],
}

/// The length of a body, and the least length on the screen at which the body is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeastLength {
    pub units: f64,
    /// The least length on the screen, in points.
    pub points: f64,
}

/// A kind of mark that a world draws besides its bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldMarkKind {
    Tally,
    /// Bodies of the last passes, where they ended.
    Heap,
    /// The two places between which the last step passed a wall.
    Footprints,
    /// A number of the world, drawn as a length.
    Gauge,
    /// A press of a button, with the lamp that answers it.
    Press,
    /// A lane that is seen through a camera of its own.
    Lane,
}

/// A mark of a world, with the area in which a person finds it and its explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldMark {
    pub kind: WorldMarkKind,
    pub area: WorldRect,
    /// The sentence that explains the mark in this frame; empty if the mark means the same in every frame.
    pub says: String,
}

/// How a world is drawn, predicted and described. No method needs the world's typed state.
pub trait Appearance {
    /// Returns the part of the world that a pane must show.
    fn extent(&self) -> WorldRect;

    /// Returns the factor by which distances in y may be shortened so that the world fills a pane: above 0, and 1 if they must
    /// keep their proportion. A world with lanes whose distance has no meaning returns less than 1. The sizes of shapes never
    /// change.
    fn squeeze(&self) -> f64 {
        1.0
    }

    /// Draws the scenery. `visible` is the part of the world that the pane shows.
    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch);

    /// Returns the marks of the scenery whose meaning depends on the frame. Walls, exact paths and rulings are recognised by
    /// their inks and are not returned.
    fn marks(&self, _frame: &Frame, _visible: WorldRect) -> Vec<WorldMark> {
        Vec::new()
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch);

    /// Returns whether a band joins the `index`-th body to its ghost.
    fn has_band(&self, _index: usize) -> bool {
        true
    }

    /// Returns the least length of the `index`-th body; `None` draws the body to scale.
    fn least_length(&self, _index: usize) -> Option<LeastLength> {
        None
    }

    /// Returns the world's own numbers in a frame: always the same ids in the same order.
    fn readouts(&self, _frame: &Frame, _controls: &Controls) -> Vec<Readout> {
        Vec::new()
    }

    /// Predicts a body `ahead` seconds from now by its velocity and turn rate.
    fn predict(&self, body: &Body, ahead: f64) -> Body {
        body.coasting(ahead)
    }

    /// Predicts the `index`-th body, but no further than to the first wall on its path. The predicted body does not count as
    /// caught.
    fn predict_to_contact(&self, _index: usize, body: &Body, ahead: f64) -> Body {
        self.predict(body, ahead)
    }

    /// Returns how many of `bodies` are in view and have to be drawn; `None` if all of them always are.
    fn in_view(&self, _bodies: &[Body]) -> Option<usize> {
        None
    }

    /// Returns how many of `bodies` have left all bounds, so that they can't be drawn at their positions.
    fn exploded(&self, bodies: &[Body]) -> usize {
        bodies.iter().filter(|body| body.state == BodyState::Exploded).count()
    }

    /// Sets the live options from simulated time `at` on, for a world that does not read them from [`Controls`].
    fn options_set(&mut self, _at: Time, _options: &Values) {}

    /// Returns the thickness of the thinnest wall plus the width of the body that must meet it, in world units; `None` if the
    /// world has no wall. A longer straight step can pass the wall.
    fn thinnest_wall(&self) -> Option<f64> {
        None
    }

    /// Returns the movable wall at simulated time `at`; `None` if the world has none.
    fn standing_wall(&self, _at: Time) -> Option<StandingWall> {
        None
    }
}
