//! Runs, numbers and lists as files and as text: traces, tables, and files that appear complete or not at all.

pub mod atomic_file;
pub mod chrome;
mod error;
mod formats;
mod in_memory;
pub mod numbers;
pub mod tables;
pub mod trace;
mod traces;
mod write_file;

pub use error::ExportError;
pub use error::WriteFailure;
pub use formats::{Listing, TableFormat, TraceContents, TraceFormat};
pub use in_memory::InMemory;
pub use traces::{Trace, write_trace};
pub use write_file::write_file;
