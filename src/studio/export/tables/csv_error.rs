//! The errors of writing CSV.

use std::io;

/// The error of what the CSV is written to, with its kind.
pub(super) fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
