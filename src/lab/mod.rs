//! What loops do, and what it comes to.

pub mod experiments;
pub mod findings;
pub mod load_map;
pub mod metrics;
pub mod panes;
pub mod phases;
pub mod real;
pub mod recording;
pub mod run;
