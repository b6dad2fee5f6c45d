//! The entry of a world in the registry: everything that is known before the world is made.

use super::body::Body;
use super::motion::Simulation;
use super::track::{ElasticBand, Track};
use crate::base::params::param::Param;
use crate::base::params::values::Values;
use std::fmt;

/// One entry of the registry of worlds. On the command line and in files it is called a scene.
pub struct WorldKind {
    /// The name on the command line and in files: `thin-wall`.
    pub id: &'static str,
    /// The name in the window: `Thin wall`.
    pub name: &'static str,
    /// One sentence for the menu.
    pub about: &'static str,
    pub options: &'static [Param],
    /// The effect of shorter steps.
    pub nature: Convergence,
    pub closed_form: ClosedForm,
    /// Whether the world can be steered, so that a recorded drive can be played.
    pub driven: bool,
    /// Returns whether a person steers the world with these options.
    pub by_hand: fn(&Values) -> bool,
    /// Returns whether the world is another one with another seed, with these options.
    pub depends_on_seed: fn(&Values) -> bool,
    /// Whether bodies run laps without a track: their passes begin at the left edge again and again, so that a body of another
    /// pass stands on the wrong side of its ghost.
    pub laps: bool,
    /// The number of the newest passes that recent numbers count; `None` counts the passes of the last six seconds.
    pub counted_passes: Option<u64>,
    /// Whether the world has a button, whose presses the steps take.
    pub has_button: bool,
    /// The body whose walked path in its present pass is drawn as a line; `None` draws only trails.
    pub walks: Option<usize>,
    /// The track on which the bodies run laps; `None` if they run none.
    pub track: Option<Track>,
    /// The width of the narrowest body, in world units.
    pub body_width: f64,
    pub picture: GalleryPicture,
    /// Makes the world with checked options and a seed; `None` if this build lacks the engine that moves it.
    pub make: Option<MakeWorld>,
}

/// A function that makes a world with checked options and a seed.
pub type MakeWorld = fn(&Values, seed: u64) -> Simulation;

impl fmt::Debug for WorldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl WorldKind {
    /// Returns an entry with defaults: no options, walls, tracks, steering or formula. Each world's file sets the fields that differ.
    pub const fn of(id: &'static str, make: MakeWorld) -> WorldKind {
        WorldKind { make: Some(make), ..WorldKind::unmade(id) }
    }

    /// Returns an entry with defaults for a world that this build can't make.
    pub const fn unmade(id: &'static str) -> WorldKind {
        WorldKind {
            id,
            name: "",
            about: "",
            options: &[],
            nature: Convergence::Converging,
            closed_form: ClosedForm::Lacks("its motion has no formula"),
            driven: false,
            by_hand: |_| false,
            depends_on_seed: |_| false,
            laps: false,
            counted_passes: None,
            has_button: false,
            walks: None,
            track: None,
            body_width: 1.0,
            picture: GalleryPicture { strategy: "variable-delta", render_ms: 45.0, at_s: 5.0 },
            make: None,
        }
    }

    /// Returns whether bodies run laps, on a track or without one.
    pub fn runs_laps(&self) -> bool {
        self.laps || self.track.is_some()
    }

    /// Returns `body` shifted by the laps between it and `exact`, so that its distance from `exact` includes whole laps.
    #[must_use]
    pub fn unwrapped(&self, body: &Body, exact: &Body) -> Body {
        let Some(track) = self.track else { return *body };
        Body { pos: body.pos + glam::DVec2::new((body.pass - exact.pass) as f64 * track.length, 0.0), ..*body }
    }

    /// Returns the band between a body and its exact place; `None` if the two rest in the same pass, or the body has exploded.
    pub fn band(&self, body: &Body, exact: &Body) -> Option<ElasticBand> {
        ElasticBand::new(body, exact, self.track)
    }
}

/// The run and the moment that a world's picture in the gallery shows.
#[derive(Clone, Copy, Debug)]
pub struct GalleryPicture {
    pub strategy: &'static str,
    pub render_ms: f64,
    pub at_s: f64,
}

/// The dependence of a world on the length of its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convergence {
    /// Shorter steps come nearer to the exact motion.
    Converging,
    /// The formulas contain no dt: every step moves the world by the same amount.
    PerTick,
    /// An engine of single precision steps the world: below some length, shorter steps are no better.
    Engine,
}

/// The way to the state at any moment: with a formula, a loop can jump the world there.
///
/// Ghosts are no proof of a formula: they may come from a reference solution, which is stepped too, only more finely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedForm {
    /// The formula in words, such as `each bullet flies straight, and where the wall stands is known beforehand`.
    Has(&'static str),
    /// The reason why there is no formula, such as `a double pendulum has no formula`.
    Lacks(&'static str),
}

impl ClosedForm {
    /// Returns the reason why this world has no closed form; `None` if it has one.
    pub const fn lack(self) -> Option<&'static str> {
        match self {
            ClosedForm::Has(_) => None,
            ClosedForm::Lacks(reason) => Some(reason),
        }
    }

    /// Returns the formula in words, or the reason why there is none.
    pub const fn about(self) -> &'static str {
        match self {
            ClosedForm::Has(about) | ClosedForm::Lacks(about) => about,
        }
    }
}
