//! Panes that run at the same time, with the metrics and the recording of each.

pub mod conditions;
pub mod lab;
pub mod report;
pub mod seen;
