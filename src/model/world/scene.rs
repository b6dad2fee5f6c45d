//! What every world says of itself: its kind, and one motion.

use super::body::{Body, State};
use super::readout::Readout;
use super::sketch::{BodyStyle, Sketch, WorldRect};
use super::table::WorldTable;
use crate::base::params::{Param, Values};
use crate::base::time::{Span, Time};
use crate::model::config::{ControlChange, ControlInput};

/// A scene before it is made.
pub struct SceneKind {
    pub id: &'static str,
    pub name: &'static str,
    /// One sentence for the menu.
    pub about: &'static str,
    pub options: &'static [Param],
    pub ghost: GhostClock,
    /// What shorter steps do to it.
    pub nature: Convergence,
    /// Whether something is driven in it, so that a recorded drive can be played.
    pub driven: bool,
    /// Whether a person drives, with these options.
    pub by_hand: fn(&Values) -> bool,
    /// Tables that belong to it.
    pub sheets: Option<fn() -> Vec<WorldTable>>,
    pub make: fn(&Values, seed: u64) -> Box<dyn Scene>,
}

impl SceneKind {
    /// A scene without options, tables or a wheel; each file says what is different in it.
    pub const fn of(id: &'static str, make: fn(&Values, seed: u64) -> Box<dyn Scene>) -> SceneKind {
        SceneKind {
            id,
            name: "",
            about: "",
            options: &[],
            ghost: GhostClock::Display,
            nature: Convergence::Converging,
            driven: false,
            by_hand: |_| false,
            sheets: None,
            make,
        }
    }
}

/// What a world's steps have to do with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convergence {
    /// Shorter steps come nearer to the exact motion.
    Converging,
    /// A step is a step, however long: there is no dt in its formulas.
    PerTick,
    /// An engine of single precision does the work: below some length, shorter steps are no better.
    Engine,
}

/// At which moment the ghost outlines show where things truly are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GhostClock {
    /// The laboratory's: the ghost is what a perfect loop would show now.
    Display,
    /// The simulated time in the pane's picture: the ghost is where the motion should be by the pane's own count.
    Simulated,
}

/// How many passes ended at a wall that they truly meet, and how many went through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub caught: u64,
    pub tunnelled: u64,
}

impl Tally {
    /// What has been added to an earlier count.
    #[must_use]
    pub fn since(self, earlier: Tally) -> Tally {
        Tally { caught: self.caught - earlier.caught, tunnelled: self.tunnelled - earlier.tunnelled }
    }
}

/// One motion.
pub trait Scene {
    /// The state at simulated time zero.
    fn start(&self) -> Vec<Body>;

    /// Writes the state after a step of `dt` that begins at simulated time `at` from the state `from`. `to` has the same
    /// length and holds something old.
    fn step(&mut self, from: &[Body], to: &mut [Body], at: Time, dt: Span);

    /// Where everything truly is at simulated time `at`, in closed form.
    fn exact(&self, at: Time, bodies: &mut Vec<Body>);

    /// Something in the world makes up its mind, in state `bodies` at simulated time `at`: a flock, a pilot. A scene does so
    /// by itself in every step, unless a loop with a rate for it has taken it over ([`Scene::thinks_apart`]).
    fn think(&mut self, _bodies: &[Body], _at: Time) {}

    /// From now on a step decides nothing by itself, or does again.
    fn thinks_apart(&mut self, _apart: bool) {}

    /// Its live options have been set anew: they hold for the steps from simulated time `at` on, never before an earlier
    /// one. Whoever measures by the exact motion of another such scene tells that one too.
    fn set(&self, _at: Time, _options: &Values) {}

    /// From simulated time `at` on, never before an earlier one, these are held down. Told like [`Scene::set`].
    fn steer(&self, _at: Time, _pedals: ControlInput) {}

    /// Everything that was held down so far, in a scene that is driven; else nothing.
    fn strokes(&self) -> Vec<ControlChange> {
        Vec::new()
    }

    /// A picture is taken that shows `picture`: a scene whose contacts are tested there tests them, and changes `now`.
    fn pictured(&mut self, _now: &mut [Body], _picture: &[Body]) {}

    /// Whether [`Scene::pictured`] is of any use.
    fn looks_at_pictures(&self) -> bool {
        false
    }

    /// What the world says of itself in state `bodies` of simulated time `at`: always the same names in the same order.
    fn readouts(&self, _bodies: &[Body], _at: Time) -> Vec<Readout> {
        Vec::new()
    }

    /// How many bodies there are to step; what a load per body is counted by.
    fn population(&self, bodies: &[Body]) -> usize {
        bodies.len()
    }

    /// How many of them are in view, and have to be drawn.
    fn in_view(&self, bodies: &[Body]) -> usize {
        self.population(bodies)
    }

    /// Where a body will be `ahead` seconds from now, as far as its velocity and turn rate tell.
    fn predict(&self, body: &Body, ahead: f64) -> Body {
        body.coasting(ahead)
    }

    /// Contacts so far, in scenes that have a wall.
    fn tally(&self) -> Tally {
        Tally::default()
    }

    /// The contacts of one body alone, where they are counted apart.
    fn tally_of(&self, _body: usize) -> Tally {
        self.tally()
    }

    /// The thinnest wall with the width of what must meet it, in units: a straight step longer than this can pass it by.
    fn thinnest_wall(&self) -> Option<f64> {
        None
    }

    /// The part of the world that a pane must show.
    fn frame(&self) -> WorldRect;

    /// How many bodies have left all bounds: they can't be shown where they are.
    fn exploded(&self, bodies: &[Body]) -> usize {
        bodies.iter().filter(|body| body.state == State::Exploded).count()
    }

    /// The part that a camera shows which moves with the exact motion `truth`, where that makes sense.
    fn pursuit(&self, _truth: &[Body]) -> Option<WorldRect> {
        None
    }

    /// A body of a picture as seen beside the exact motion: not a lap behind it.
    fn beside(&self, body: &Body, _truth: &Body) -> Body {
        *body
    }

    /// How far the world's runner has come in a picture, in units, where there is one.
    fn distance(&self, _bodies: &[Body]) -> Option<f64> {
        None
    }

    /// What stands behind the bodies. `bodies` are those of the picture, `visible` is all that the pane shows.
    fn backdrop(&self, bodies: &[Body], visible: WorldRect, sketch: &mut Sketch);

    /// The backdrop as it was when the passes of each body came to `tallies`, in scenes that show them.
    fn backdrop_then(&self, bodies: &[Body], _tallies: &[Tally], visible: WorldRect, sketch: &mut Sketch) {
        self.backdrop(bodies, visible, sketch);
    }

    /// One body, solid or as a ghost.
    fn draw(&self, index: usize, body: &Body, look: BodyStyle, sketch: &mut Sketch);
}
