//! The timeline: what every visible pane's computer did, on one axis of time, and the way back to any moment of it.

mod axis;
mod chart;
mod follow;
mod lanes;
mod legend;
mod pipeline;
mod row;
mod tip;

pub use axis::Scroll;
pub use chart::{Pointed, controls, show, zoom_to};
