//! Reports, comparisons and lists as tables for people, as JSON and as CSV.

mod comparison;
mod csv_error;
pub mod json;
mod listing;
mod report;
pub mod text_table;

pub use comparison::write_comparison;
pub use listing::write_listing;
pub use report::write_report;
