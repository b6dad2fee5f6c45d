//! A recorded drive as a file: the pedals that were held down, by simulated time.
//!
//! The last entry releases all pedals and is the end of the drive. Times are whole flicks, so that a file is read back exactly as
//! it was written.

use crate::base::params::invalid::Invalid;
use crate::model::config::control::{ControlChange, ControlInput, MOST_STROKES};
use crate::model::config::limits::LONGEST_RUN_S;
use serde::{Deserialize, Serialize};

/// The version of the format that this program writes and reads.
const VERSION: i64 = 1;
/// The drive that comes with the program.
const LAP: &str = include_str!("lap.json");

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    tickscope_drive: i64,
    strokes: Vec<ControlChange>,
}

/// The reason why a file is not a recorded drive, as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDrive {
    #[error("this is no recorded drive, or a part of one: {0}")]
    Unreadable(String),
    #[error("this drive has version {0}; this program reads version {VERSION}")]
    Version(i64),
    #[error("nothing is driven in it: it must have at least two strokes, the last of which lets go")]
    Empty,
    #[error("{0}")]
    Invalid(#[from] Invalid),
}

pub fn is_drive(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("tickscope_drive")
}

/// Returns the text of a recorded drive, with one line for each change of the pedals.
pub fn write(strokes: &[ControlChange]) -> String {
    let form = Form { tickscope_drive: VERSION, strokes: strokes.to_vec() };
    serde_json::to_string(&form).unwrap_or_default().replace("{\"at_flicks", "\n{\"at_flicks") + "\n"
}

pub fn read(text: &str) -> Result<Vec<ControlChange>, NoDrive> {
    // The version is read first, because another version may have another form.
    let value: serde_json::Value = serde_json::from_str(text).map_err(|e| NoDrive::Unreadable(e.to_string()))?;
    match value.get("tickscope_drive").and_then(serde_json::Value::as_i64) {
        Some(VERSION) => {}
        Some(other) => return Err(NoDrive::Version(other)),
        None => return Err(NoDrive::Unreadable("there is no tickscope_drive with its version".to_owned())),
    }
    let form: Form = serde_json::from_value(value).map_err(|e| NoDrive::Unreadable(e.to_string()))?;
    check_strokes(&form.strokes)?;
    match form.strokes.as_slice() {
        [_, .., last] if last.pedals == ControlInput::default() => Ok(form.strokes),
        _ => Err(NoDrive::Empty),
    }
}

/// Returns the drive that comes with the program: one lap, recorded from the pilot at 60 steps per second.
pub fn lap() -> Vec<ControlChange> {
    read(LAP).unwrap_or_default()
}

/// Checks that the changes of the pedals are in order, in range and not too many. An empty drive is allowed.
pub fn check_strokes(strokes: &[ControlChange]) -> Result<(), Invalid> {
    let Some(last) = strokes.last() else { return Ok(()) };
    if strokes.len() > MOST_STROKES {
        return Err(Invalid::new("strokes", strokes.len(), format!("at most {MOST_STROKES} strokes")));
    }
    let disordered = strokes.windows(2).find(|pair| pair[1].at_flicks < pair[0].at_flicks).map(|pair| pair[1]);
    if let Some(stroke) = disordered {
        return Err(Invalid::new("at_flicks", stroke.at_flicks, "strokes in the order of their times"));
    }
    if strokes[0].at_flicks < 0 || last.at().as_secs() > LONGEST_RUN_S {
        let wrong = if strokes[0].at_flicks < 0 { strokes[0].at_flicks } else { last.at_flicks };
        return Err(Invalid::new("at_flicks", wrong, format!("0 to {LONGEST_RUN_S} s, in flicks of 1/705600000 s")));
    }
    Ok(())
}
