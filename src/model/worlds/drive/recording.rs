//! A recorded drive as a file: what was held down, by simulated time.
//!
//! The last stroke lets go of everything: it is where the drive ends. Times are whole flicks, so that what is read back
//! is what was written.

use crate::base::params::Invalid;
use crate::model::config::ControlChange;
use crate::model::worlds::strokes;
use serde::{Deserialize, Serialize};

/// The version that this program writes and reads.
pub const VERSION: i64 = 1;
/// The drive that comes with the program.
const LAP: &str = include_str!("../../../../assets/drives/lap.json");

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    tickscope_drive: i64,
    strokes: Vec<ControlChange>,
}

/// A file that is no drive. Prints as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDrive {
    /// It is no JSON of this form.
    #[error("this is no recorded drive, or a part of one: {0}")]
    Unreadable(String),
    /// It has a version that this program does not read.
    #[error("this drive has version {0}; this program reads version {VERSION}")]
    Version(i64),
    /// It has fewer than two strokes.
    #[error("nothing is driven in it: it must have at least two strokes, the last of which lets go")]
    Empty,
    /// Its strokes are out of order, out of range or too many.
    #[error("{0}")]
    Invalid(#[from] Invalid),
}

/// Whether a text means to be a recorded drive.
pub fn is_drive(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("tickscope_drive")
}

/// The text of a recorded drive, one stroke a line.
pub fn write(strokes: &[ControlChange]) -> String {
    let form = Form { tickscope_drive: VERSION, strokes: strokes.to_vec() };
    serde_json::to_string(&form).unwrap_or_default().replace("{\"at_flicks", "\n{\"at_flicks") + "\n"
}

/// # Errors
/// If the text isn't whole, is of another version, or the strokes have no order.
pub fn read(text: &str) -> Result<Vec<ControlChange>, NoDrive> {
    // The version is asked first: another one may have another form.
    let value: serde_json::Value = serde_json::from_str(text).map_err(|e| NoDrive::Unreadable(e.to_string()))?;
    match value.get("tickscope_drive").and_then(serde_json::Value::as_i64) {
        Some(VERSION) => {}
        Some(other) => return Err(NoDrive::Version(other)),
        None => return Err(NoDrive::Unreadable("there is no tickscope_drive with its version".to_owned())),
    }
    let form: Form = serde_json::from_value(value).map_err(|e| NoDrive::Unreadable(e.to_string()))?;
    strokes::check(&form.strokes)?;
    match form.strokes.as_slice() {
        [_, .., last] if last.pedals == crate::model::config::ControlInput::default() => Ok(form.strokes),
        _ => Err(NoDrive::Empty),
    }
}

/// The drive that comes with the program: one lap, recorded from the pilot at 60 steps a second.
pub fn lap() -> Vec<ControlChange> {
    read(LAP).unwrap_or_default()
}
