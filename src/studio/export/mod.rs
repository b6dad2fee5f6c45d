//! Runs, numbers and lists as files and as text: traces, tables, and files that appear complete or not at all.

pub mod advice;
pub mod atomic_file;
pub mod before_after;
mod chrome;
pub mod comparison;
pub mod destination;
pub mod listing;
pub mod report;
pub mod report_findings;
pub mod tables;
pub mod trace;
