//! How a sentence is meant.

/// Whether a sentence is good news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Plain,
    Bad,
}
