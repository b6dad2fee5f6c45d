//! What there is to know of a world before it is made.

use super::body::Body;
use super::followed::Followed;
use super::simulation::Simulation;
use super::sketch::WorldRect;
use super::table::WorldTable;
use crate::base::params::{Param, Values};

/// One entry of the registry of worlds. On the command line and in files it is called a scene.
pub struct WorldKind {
    /// On the command line and in files: `thin-wall`.
    pub id: &'static str,
    /// In the window: `Thin wall`.
    pub name: &'static str,
    /// One sentence for the menu.
    pub about: &'static str,
    /// What can be set of it.
    pub options: &'static [Param],
    /// What shorter steps do to it.
    pub nature: Convergence,
    /// Whether a formula says where everything is at any moment, without a step.
    pub closed_form: ClosedForm,
    /// Whether something is driven in it, so that a recorded drive can be played.
    pub driven: bool,
    /// Whether a person drives, with these options.
    pub by_hand: fn(&Values) -> bool,
    /// Where bodies run along a track and start over at its end.
    pub track: Option<Track>,
    /// The bodies that are shown through time, and their paths as lines.
    pub followed: Followed,
    /// Tables that belong to it.
    pub sheets: Option<fn() -> Vec<WorldTable>>,
    /// Makes the world with these options, which are checked before, and this seed.
    pub make: fn(&Values, seed: u64) -> Simulation,
}

impl WorldKind {
    /// A world without options, walls, tracks, tables, a wheel or a formula; each file says what is different in it.
    pub const fn of(id: &'static str, make: fn(&Values, seed: u64) -> Simulation) -> WorldKind {
        WorldKind {
            id,
            name: "",
            about: "",
            options: &[],
            nature: Convergence::Converging,
            closed_form: ClosedForm::Lacks("its motion has no formula"),
            driven: false,
            by_hand: |_| false,
            track: None,
            followed: Followed::FIRST_BY_X,
            sheets: None,
            make,
        }
    }

    /// A body as it is seen beside the exact motion: not a lap of the track behind it.
    #[must_use]
    pub fn unwrapped(&self, body: &Body, exact: &Body) -> Body {
        let Some(track) = self.track else { return *body };
        Body { pos: body.pos + glam::DVec2::new((body.pass - exact.pass) as f64 * track.length, 0.0), ..*body }
    }
}

/// A straight track along x. A body's `pass` counts its laps.
#[derive(Clone, Copy, Debug)]
pub struct Track {
    /// Bodies start over at this many units.
    pub length: f64,
    /// The part of the world that a camera shows which moves with the exact motion, and the body that it follows.
    pub pursuit: Option<Pursuit>,
}

/// A camera that keeps a body in the middle.
#[derive(Clone, Copy, Debug)]
pub struct Pursuit {
    /// The body that is followed.
    pub body: usize,
    /// What is shown while that body is at x = 0.
    pub area: WorldRect,
}

impl Track {
    /// The part of the world that the camera shows beside `exact`, if there is such a camera.
    pub fn pursued(&self, exact: &[Body]) -> Option<WorldRect> {
        let Pursuit { body, area } = self.pursuit?;
        let x = exact.get(body)?.pos.x;
        Some(WorldRect::new(x + area.min.x, area.min.y, x + area.max.x, area.max.y))
    }

    /// How far the followed body has come since simulated time 0, in units.
    pub fn distance(&self, bodies: &[Body]) -> Option<f64> {
        let runner = bodies.get(self.pursuit?.body)?;
        Some(runner.pass as f64 * self.length + runner.pos.x)
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

/// Whether there is a formula for where everything is at any moment, from which a loop can place the world.
///
/// Outlines are no proof of one: they may come from a reference solution, which is stepped too, only more finely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedForm {
    /// There is, and it is this: `each bullet flies straight, and where the wall stands is known beforehand`.
    Has(&'static str),
    /// There is none, because of this: `a double pendulum has no formula`.
    Lacks(&'static str),
}

impl ClosedForm {
    /// Why there is none, where there is none.
    pub const fn lack(self) -> Option<&'static str> {
        match self {
            ClosedForm::Has(_) => None,
            ClosedForm::Lacks(reason) => Some(reason),
        }
    }

    /// What there is to say about it, either way.
    pub const fn about(self) -> &'static str {
        match self {
            ClosedForm::Has(about) | ClosedForm::Lacks(about) => about,
        }
    }
}
