//! Findings: the symptoms of a pane, each with the happening just before it and the diagnosis by experiments.

pub mod capture_summary;
pub mod captured_game;
pub mod entries;
pub mod finding;
mod found_pane;
mod happening;
pub mod in_lab;
pub mod over_run;
