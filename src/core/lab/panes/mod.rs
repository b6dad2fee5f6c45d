//! Panes side by side, and the metrics and recordings of each.

pub mod conditions;
mod lab;
pub mod report;
mod seen;

pub use lab::{Lab, Pane};
pub use report::{PaneReport, Report};
pub use seen::{Seen, ShownFrame};
