//! What loops do, and what it comes to.

pub mod diagnose;
pub mod load_map;
pub mod metrics;
pub mod panes;
pub mod real;
pub mod recording;
pub mod run;
