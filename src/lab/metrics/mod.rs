//! What a run comes to, in numbers.

pub mod catalogue;
mod fold;
pub mod live;
mod metrics;
pub mod metrics_history;
pub mod reference;
pub mod response;
pub mod series;
mod summary;
mod totals;

pub use metrics::*;
