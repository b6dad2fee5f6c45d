//! Measures the symptoms of a pane: each [`Kind`](kind::Kind) has a formula that a reader can compute from a trace, over the two
//! seconds before a moment (docs/metrics.md).
//!
//! A [`Watch`](watch::Watch) observes a pane's events and computes its [`PaneState`](symptom::PaneState) every tenth of a second:
//! the kinds that hold, each with its value, its onset and the moments that show it. Windows, films, reports, ribbons and steady
//! runs read it.

mod answers;
mod brief;
mod common_hitches;
mod displayed;
mod following;
pub mod hitches;
pub mod intervals;
pub mod judged_run;
mod judgement;
pub mod kind;
mod leaps;
pub mod long_stays;
mod lost_presses;
mod motion_fit;
mod observed;
mod operations;
pub mod pace;
mod pictures;
pub mod rate_change;
mod recent_stays;
pub mod regime_settings;
mod stays;
pub mod symptom;
pub mod symptom_span;
mod terms;
mod turns;
mod values;
pub mod watch;
pub mod windows;
mod words;
mod world_errors;
pub mod world_sight;
