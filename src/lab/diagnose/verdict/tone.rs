//! How a sentence is meant.

/// Whether a sentence is good news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing is wrong.
    Good,
    /// It is neither good nor bad.
    Plain,
    /// Something is wrong.
    Bad,
}
