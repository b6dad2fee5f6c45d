//! Runs, numbers and lists as files and as text: traces, tables, and files that appear complete or not at all.

mod advice;
pub mod atomic_file;
mod chrome;
mod comparison;
mod destination;
mod listing;
mod report;
pub mod tables;
pub mod trace;

pub use advice::{settings_line, write_advice};
pub use comparison::write_comparison;
pub use destination::{ExportError, InMemory, WriteFailure, write_file};
pub use listing::{Listing, write_lessons, write_listing};
pub use report::{write_report, write_spans};
pub use tables::TableFormat;
pub use trace::{Trace, TraceContents, TraceFormat, write_trace};
