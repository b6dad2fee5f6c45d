//! What is asked of a file, and how it is refused.

/// The part of a file that is wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapturePart {
    /// The name or the number of the process; `None` for the one with most frames.
    pub process: Option<String>,
    /// The seconds that are left out at the beginning.
    pub from_s: f64,
}

/// A line of the file, 0 if it is unknown, and what is wrong there.
pub(super) type Refusal = (u32, String);
