//! What a run comes to, in numbers: one fold over its events for the whole run, the last two seconds of it, and both at any
//! moment of the past.
//!
//! [`RunMetrics`] adds up events, and answers for the whole run and for the last two seconds by the same formulas.
//! [`MetricsHistory`](metrics_history::MetricsHistory) keeps enough beside it to make the [`RunMetrics`] of any recorded
//! moment again. A report needs neither the last seconds nor the past: [`Metrics`] adds up the run alone.

mod accumulator;
pub mod catalogue;
mod displayed_frame;
mod fold;
pub mod formula;
pub mod metrics_history;
pub mod reach;
pub mod reference;
pub mod response;
mod run_metrics;
mod screen;
pub mod series;
mod stages;
mod stalls;
mod standstill;
mod step_path;
mod summary;
mod totals;
mod whole_run;
mod window;
mod workings;

pub use displayed_frame::{DisplayedFrame, animation_error};
pub use run_metrics::RunMetrics;
pub use screen::Screen;
pub use stages::{LatencyStages, Stage, StageTime};
pub use standstill::Standstill;
pub use step_path::StepPath;
pub use summary::{Exposure, InputToDisplay, MetricValues, Summary};
pub use whole_run::Metrics;
pub use window::{RecentWindow, Rendered, Turn, Update};
pub use workings::Workings;
