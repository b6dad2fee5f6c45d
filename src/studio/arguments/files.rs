//! Files that arguments name, and that a person opens or drops: scenarios and recorded drives.

use crate::studio::scenario::{LONGEST_TEXT, Scenario};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use tickscope_core::config::ControlChange;
use tickscope_core::worlds::drive::recording;

/// Reads a recorded drive's file.
pub fn read_drive(path: &Path) -> Result<Vec<ControlChange>, String> {
    let (name, text) = text(path)?;
    recording::read(&text).map_err(|error| format!("{name}: {error}"))
}

/// Reads a scenario's file.
pub fn read_scenario(path: &Path) -> Result<Scenario, String> {
    let (name, text) = text(path)?;
    Scenario::parse_in(path.parent(), &name, &text).map_err(|unreadable| unreadable.to_string())
}

/// Reads the name and the text of a file.
pub fn text(path: &Path) -> Result<(String, String), String> {
    let name = path.display().to_string();
    let unreadable = |error: std::io::Error| format!("{name}: can't be read ({error})");
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // At most one byte more is read than the longest scenario has.
    file.take(LONGEST_TEXT as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: is not text"))?;
    Ok((name, text))
}
