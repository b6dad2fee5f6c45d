//! The reason why a loop that is interpreted from a text cannot be run, or cannot run on.

use crate::base::params::Invalid;
use std::fmt;

/// An error in the text of a loop, or in a call that it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopError {
    /// The line of the text, counted from 1; 0 if it is unknown.
    pub line: u32,
    /// The column of that line, counted from 1; 0 if it is unknown.
    pub column: u32,
    /// One sentence without its full stop.
    pub text: String,
}

impl LoopError {
    /// Returns the refusal of the loop with this id.
    pub fn refuse(self, id: &str) -> Invalid {
        Invalid::in_text(id, (self.line, self.column), self.text)
    }
}

impl fmt::Display for LoopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.text),
            (line, 0) => write!(f, "line {line}: {}", self.text),
            (line, column) => write!(f, "line {line}, column {column}: {}", self.text),
        }
    }
}

impl std::error::Error for LoopError {}
