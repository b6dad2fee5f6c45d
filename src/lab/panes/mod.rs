//! Panes side by side, with everything that is known of them.

pub mod conditions;
mod lab;
pub mod report;
mod seen;

pub use lab::{Lab, Pane};
pub use seen::{Seen, ShownBand, ShownFrame};
