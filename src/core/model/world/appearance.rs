//! The appearance of a world in its frames: shapes, predicted bodies, and numbers of its own.

use super::body::{Body, State, Tally};
use super::controls::Controls;
use super::numbers::Numbers;
use super::readout::Readout;
use super::sketch::{BodyStyle, Sketch, WorldRect};
use super::walls::StandingWall;
use crate::base::params::values::Values;
use crate::base::time::Time;

/// A frame, or a state as if it were one, now or in the past.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// When the frame appeared on the display; the clock's time if this is a state and no frame.
    pub at: Time,
    /// The sample time.
    pub drawn: Time,
    /// The bodies as the frame shows them.
    pub bodies: &'a [Body],
    /// The world's own numbers in the frame.
    pub numbers: Numbers,
    /// The tallies in the order of [`World::tallies`](super::stepped_world::World::tallies); empty if they are not recorded.
    pub tallies: &'a [Tally],
}

/// The length of a body, and the length on the screen below which it is drawn larger than it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeastLength {
    /// The length of the body, in units.
    pub units: f64,
    /// The least length on the screen, in points.
    pub points: f64,
}

/// A kind of mark that a world draws beside its bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldMarkKind {
    /// The share of the passes that went through a wall.
    Tally,
    /// Bodies of the last passes, where they ended.
    Heap,
    /// The two ends of the last step that passed a wall.
    Footprints,
    /// A number of the world as a length.
    Gauge,
}

/// A mark of a world, to be explained.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldMark {
    pub kind: WorldMarkKind,
    /// Its place, in units.
    pub area: WorldRect,
    /// The sentence that explains it in this frame; empty if it means the same in every frame.
    pub says: String,
}

/// How a world is drawn, predicted and described. No method needs the world's typed state.
pub trait Appearance {
    /// Returns the part of the world that a pane must show.
    fn extent(&self) -> WorldRect;

    /// Returns how far heights may be squeezed against widths so that the extent fills a pane: above 0, and 1 if they must
    /// keep their proportion. Below 1 the bodies stand in lanes whose distance means nothing; the sizes of shapes never change.
    fn squeeze(&self) -> f64 {
        1.0
    }

    /// Draws what stands behind the bodies. `visible` is all that the pane shows.
    fn backdrop(&self, frame: &Frame, visible: WorldRect, sketch: &mut Sketch);

    /// Returns the marks of the backdrop that say something of the frame. Walls, exact paths and rulings are known by their inks.
    fn marks(&self, _frame: &Frame, _visible: WorldRect) -> Vec<WorldMark> {
        Vec::new()
    }

    fn draw(&self, index: usize, body: &Body, style: BodyStyle, sketch: &mut Sketch);

    /// Returns whether a band joins the `index`-th body to its ghost.
    fn has_band(&self, _index: usize) -> bool {
        true
    }

    /// Returns how long the `index`-th body is at least drawn; `None` if it is drawn as large as it is.
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

    /// Predicts the `index`-th body, but no further than to the first wall on its path. Nothing is caught by a prediction.
    fn predict_to_contact(&self, _index: usize, body: &Body, ahead: f64) -> Body {
        self.predict(body, ahead)
    }

    /// Returns how many of `bodies` are in view and have to be drawn; `None` if that is always all of them.
    fn in_view(&self, _bodies: &[Body]) -> Option<usize> {
        None
    }

    /// Returns how many of `bodies` have left all bounds, so that they can't be shown where they are.
    fn exploded(&self, bodies: &[Body]) -> usize {
        bodies.iter().filter(|body| body.state == State::Exploded).count()
    }

    /// Sets the live options from simulated time `at` on, for a world that does not read them from [`Controls`].
    fn options_set(&mut self, _at: Time, _options: &Values) {}

    /// Returns the thickness of the thinnest wall plus the width of what must meet it, in units: a longer straight step can
    /// pass the wall by. `None` if the world has no wall.
    fn thinnest_wall(&self) -> Option<f64> {
        None
    }

    /// Returns the movable wall as it stands at simulated time `at`; `None` if the world has none.
    fn standing_wall(&self, _at: Time) -> Option<StandingWall> {
        None
    }
}
