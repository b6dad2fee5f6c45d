//! Findings: the symptoms of a pane, each with what happened just before it and with what the experiments say of it.

mod finding;
mod found_pane;
mod happening;
mod in_lab;
mod over_run;

pub use finding::{Finding, Knowledge};
pub use in_lab::findings_seen;
pub use over_run::{findings_at, spans};
