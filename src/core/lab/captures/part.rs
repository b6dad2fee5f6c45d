//! The part of a file to read, and the error of a file that is refused.

/// The part of a file to read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapturePart {
    /// The name or the number of the process; `None` for the process with the most frames.
    pub process: Option<String>,
    /// The seconds to leave out at the beginning.
    pub from_s: f64,
}

/// A line of the file (0 if unknown), and the error in it.
pub(super) type Refusal = (u32, String);
