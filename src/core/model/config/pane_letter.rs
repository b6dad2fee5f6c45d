//! The letter that names a pane.

use super::limits::MOST_PANES;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

/// The identity of a pane within its run: the first letter that is free when the pane is added. The pane keeps it until it is
/// closed, even if its place changes.
///
/// Only a report can have more than six panes: their letters continue after F, and all after the 26th are shown as Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PaneLetter(pub usize);

impl PaneLetter {
    pub fn letter(self) -> char {
        char::from(b'A' + self.0.min(25) as u8)
    }

    /// Parses a letter from A to F; `None` if `text` is anything else.
    pub fn parse(text: &str) -> Option<PaneLetter> {
        (0..MOST_PANES).map(PaneLetter).find(|pane| text.chars().eq([pane.letter()]))
    }

    /// Returns the letters of the first `panes` panes, in words: `A to C`.
    pub fn range(panes: usize) -> String {
        format!("A to {}", PaneLetter(panes.saturating_sub(1)))
    }

    pub fn first_free(taken: &[PaneLetter]) -> PaneLetter {
        let free = (0..taken.len()).map(PaneLetter).find(|letter| !taken.contains(letter));
        free.unwrap_or(PaneLetter(taken.len()))
    }
}

impl fmt::Display for PaneLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl Serialize for PaneLetter {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for PaneLetter {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PaneLetter, D::Error> {
        let text = String::deserialize(from)?;
        PaneLetter::parse(&text).ok_or_else(|| D::Error::custom("one letter, A to F"))
    }
}

#[cfg(test)]
mod tests {
    use crate::model::config::pane_letter::*;

    #[test]
    fn every_pane_of_a_window_has_a_letter_that_names_it() {
        for pane in (0..MOST_PANES).map(PaneLetter) {
            assert_eq!(PaneLetter::parse(&pane.to_string()), Some(pane));
        }
        assert_eq!(PaneLetter::range(MOST_PANES), "A to F");
        assert!(["", "G", "a", "AB", "1", "Å"].iter().all(|text| PaneLetter::parse(text).is_none()));
        assert_eq!(PaneLetter(100).letter(), 'Z');
    }
}
