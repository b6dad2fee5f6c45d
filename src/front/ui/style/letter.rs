//! How a pane is called.

use crate::model::config::PaneLetter;

/// The letter that a pane is called by: 0 is A.
pub fn letter(index: usize) -> char {
    PaneLetter(index).letter()
}
