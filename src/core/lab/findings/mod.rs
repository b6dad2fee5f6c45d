//! Findings: the symptoms of a pane, each with what happened just before it and with what the experiments say of it.

pub mod finding;
mod found_pane;
mod happening;
pub mod in_lab;
pub mod over_run;
