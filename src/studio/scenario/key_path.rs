//! Where in a scenario's form something stands.

/// The way down from the root of the form.
pub type KeyPath = Vec<KeyPathPart>;

/// One step of the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPathPart {
    /// Into the value of a key.
    Key(&'static str),
    /// Into an item of a list, counted from 0.
    Item(usize),
}
