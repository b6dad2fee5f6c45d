//! JSON with indents, and a line's end.

use serde::Serialize;
use std::io::{self, Write};

/// Writes `value`.
///
/// # Errors
/// If writing fails.
pub fn json(value: &impl Serialize, to: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *to, value)?;
    writeln!(to)
}
