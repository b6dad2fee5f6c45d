//! Panes that run at the same time, with the metrics and the recording of each.

pub mod conditions;
mod lab;
pub mod report;
mod seen;

pub use lab::{Lab, Pane};
pub use report::{PaneReport, Report};
pub use seen::{Seen, ShownFrame};
