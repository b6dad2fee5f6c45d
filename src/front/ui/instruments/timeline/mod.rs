//! The timeline: what every visible pane's computer did, on one axis of time, and the way back to any moment of it.

mod chart;
mod follow;
mod lanes;
mod legend;
mod pipeline;
mod row;
mod scroll;
mod stepped;
mod tip;

pub use chart::{Pointed, controls, show};
pub use scroll::{Scroll, zoom_to};
