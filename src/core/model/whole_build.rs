//! The parts that the first build of the page goes without: the engine for loops that users write, and the one that moves the
//! boxes of the world *Stack*. Every other build is the whole one.

use super::config::settings::Settings;
use super::worlds;

/// Whether this build has both engines.
pub const IS_WHOLE: bool = cfg!(all(feature = "own-loops", feature = "physics"));

/// Returns whether these settings need an engine that this build lacks.
pub fn is_needed_for(settings: &Settings) -> bool {
    let has_loops = !settings.loops.is_empty();
    let has_unmade_world = worlds::find(&settings.scene.id).is_ok_and(|kind| kind.make.is_none());
    !IS_WHOLE && (has_loops || has_unmade_world)
}
