//! The laboratory: runs of loops, their metrics and recordings, and the sentences about them.

pub mod advise;
pub mod before_after;
pub mod captures;
pub mod experiments;
pub mod findings;
pub mod instruments;
pub mod load_map;
pub mod metrics;
pub mod panes;
pub mod real;
pub mod recording;
pub mod run;
pub mod symptoms;
