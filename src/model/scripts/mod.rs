//! Loops that users write, as strategies beside the published ones.

use super::config::{OwnLoop, Settings};
use super::strategies::{self, Found};
use crate::base::params::Invalid;

/// Returns the strategy with this id: a published one, or `own/NAME` for one of the user's own `loops`.
///
/// # Errors
/// If there is no such strategy, or the text of the loop is wrong; the error names the nearest id, or the line.
pub fn find(loops: &[OwnLoop], id: &str) -> Result<Found, Invalid> {
    let Some(name) = id.strip_prefix(OwnLoop::PREFIX) else { return strategies::find(id).map(Found::Published) };
    match loops.iter().find(|own| own.name == name) {
        Some(_) => Err(Invalid::new(id, "", "this build has no engine for own loops")),
        None => Err(Invalid::unknown("strategy", name, loops.iter().map(|own| own.name.as_str()))),
    }
}

/// Returns the strategy of the pane with this index.
///
/// # Errors
/// As [`find`].
pub fn of_pane(settings: &Settings, index: usize) -> Result<Found, Invalid> {
    find(&settings.loops, &settings.panes[index].strategy)
}
