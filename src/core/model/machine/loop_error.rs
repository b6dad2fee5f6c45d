//! The reason why a loop that is interpreted from a text cannot be run, or cannot run on.

use crate::base::params::Invalid;
use crate::model::config::OwnLoop;
use std::fmt;

/// An error in the text of a loop, or in a call that it makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopError {
    /// The line of the text, counted from 1; 0 if it is unknown.
    pub line: u32,
    /// The column of that line, counted from 1; 0 if it is unknown.
    pub column: u32,
    /// One sentence without its full stop.
    pub text: String,
    /// The included loop in whose text it stands; `None` for the loop's own text.
    pub file: Option<String>,
}

impl LoopError {
    /// Returns the refusal of the loop with this id.
    pub fn refuse(self, id: &str) -> Invalid {
        let id = self.file.as_ref().map_or(id.to_owned(), |name| format!("{}{name}", OwnLoop::PREFIX));
        Invalid::in_text(&id, (self.line, self.column), self.text)
    }
}

impl fmt::Display for LoopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}, ")?;
        }
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.text),
            (line, 0) => write!(f, "line {line}: {}", self.text),
            (line, column) => write!(f, "line {line}, column {column}: {}", self.text),
        }
    }
}

impl std::error::Error for LoopError {}
