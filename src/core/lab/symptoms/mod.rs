//! Measures the symptoms of a pane: each [`Kind`](kind::Kind) has a formula that a reader can compute from a trace, over the two
//! seconds before a moment (docs/metrics.md).
//!
//! A [`Watch`](watch::Watch) observes a pane's events and computes its [`PaneState`](symptom::PaneState) every tenth of a second:
//! the kinds that hold, each with its value, its onset and the moments that show it. Windows, films, reports, ribbons and steady
//! runs read it.

pub mod hitch_record;
mod hitches;
pub mod intervals;
pub mod judged_run;
pub mod kind;
pub mod pace;
mod pictures;
pub mod regime_settings;
pub mod symptom;
mod turns;
pub mod watch;
mod words;
pub mod world_sight;
