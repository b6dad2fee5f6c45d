//! The path of a value in a scenario's form.

/// The keys and indices from the root of the form to a value.
pub type KeyPath = Vec<KeyPathPart>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPathPart {
    /// The key of a table.
    Key(&'static str),
    /// The index in a list, counted from 0.
    Item(usize),
}
