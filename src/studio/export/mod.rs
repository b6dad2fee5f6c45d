//! Runs, numbers and lists as files and as text: traces, tables, and files that appear complete or not at all.

pub mod advice;
pub mod atomic_file;
pub mod capture_page;
pub mod capture_plot;
mod chrome;
pub mod comparison;
pub mod destination;
pub mod listing;
pub mod report;
pub mod tables;
pub mod trace;
