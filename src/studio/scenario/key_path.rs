//! The path of a value in a scenario's form.

use tickscope_core::base::params::invalid::Invalid;

/// The keys and indices from the root of the form to a value.
pub type KeyPath<'a> = Vec<KeyPathPart<'a>>;

/// A part of the path to a value in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPathPart<'a> {
    Key(&'a str),
    /// The index in a list, counted from 0.
    Item(usize),
}

/// The path of a value in a form, and the error in or below it.
pub type Refused = (KeyPath<'static>, Invalid);
