//! What a recorded drive must be like.

use crate::base::params::Invalid;
use crate::model::config::{ControlChange, LONGEST_RUN_S, MOST_STROKES};

/// # Errors
/// If the control inputs are out of order, out of range or too many.
pub fn check(strokes: &[ControlChange]) -> Result<(), Invalid> {
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
