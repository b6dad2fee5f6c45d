//! Runs, numbers and lists as files and as text: traces, tables, and files that appear complete or not at all.

pub mod advice;
pub mod atomic_file;
pub mod before_after;
pub mod capture_page;
pub mod capture_plot;
mod chrome;
pub mod comparison;
pub mod destination;
pub mod listing;
pub mod report;
pub mod report_findings;
pub mod tables;
pub mod trace;
