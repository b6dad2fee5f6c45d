//! Runs, numbers and lists as files and as text: traces, tables, and files that appear complete or not at all.

#[cfg(not(target_arch = "wasm32"))]
pub mod atomic_file;
pub mod chrome;
mod error;
mod formats;
pub mod numbers;
#[cfg(not(target_arch = "wasm32"))]
pub mod tables;
pub mod trace;
mod traces;
#[cfg(not(target_arch = "wasm32"))]
mod write_file;

#[cfg(not(target_arch = "wasm32"))]
pub use error::ExportError;
pub use error::WriteFailure;
pub use formats::{Listing, TableFormat, TraceContents, TraceFormat};
pub use traces::{Trace, write_trace};
#[cfg(not(target_arch = "wasm32"))]
pub use write_file::write_file;
