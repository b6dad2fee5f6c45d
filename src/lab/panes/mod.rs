//! Panes side by side, with everything that is known of them.

pub mod conditions;
mod instruments;
mod lab;
mod pane;
pub mod pane_view;
pub mod report;
mod world_readouts;

pub use lab::Lab;
pub use pane::Pane;
