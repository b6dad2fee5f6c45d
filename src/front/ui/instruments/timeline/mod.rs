//! The timeline: what every visible pane's computer did, on one axis of time, and the way back to any moment of it.

mod axis;
mod chart;
mod follow;
mod kept;
mod lanes;
mod legend;
mod pipeline;
mod row;
mod stepped;
mod tip;

pub use axis::Scroll;
pub use chart::{Pointed, controls, show};
pub use kept::zoom_to;
