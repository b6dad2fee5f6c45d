//! What a run comes to, in numbers.

pub mod catalogue;
pub mod gauge;
pub mod live;
mod metrics;
pub mod response;
pub mod series;
mod summary;
mod totals;
pub mod truth;

pub use metrics::*;
