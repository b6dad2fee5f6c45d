//! Measures what a pane does: each [`Kind`] has a formula that a reader can compute from a trace, over the two seconds before
//! a moment (docs/metrics.md).
//!
//! A [`Watch`] observes a pane's events and computes its [`PaneState`] every tenth of a second: the kinds that hold, each with its
//! value, its onset and the moments that show it. Windows, films, reports, ribbons and steady runs read it.

mod intervals;
mod judged_run;
mod kind;
mod pace;
mod pictures;
mod regime_settings;
mod symptom;
mod turns;
mod watch;
mod words;
mod world_sight;

pub use intervals::lower_median;
pub use judged_run::JudgedRun;
pub use kind::{Aspect, Kind, Tone};
pub use pace::{RECOVERY, Speed};
pub use regime_settings::RegimeSettings;
pub use symptom::{Explanation, PaneState, Symptom};
pub use watch::Watch;
pub use world_sight::{WorldSight, WorldWatch};
