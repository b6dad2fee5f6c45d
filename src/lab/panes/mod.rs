//! Panes side by side, with everything that is known of them.

mod lab;
mod pane;
pub mod report;
pub mod seen;

pub use lab::Lab;
pub use pane::Pane;
