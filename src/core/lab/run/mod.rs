//! A run: settings and commands with their moments go in, and events come out. Everything else is a [`Fold`](fold::Fold) over the events:
//! metrics, recordings, trails, findings, traces, films.
//!
//! A [`Run`](bounded::Run) is plain data: one pane of a script, and the length of the run. It can be made as a whole with [`Run::fold`](bounded::Run::fold)
//! or started. A [`Running`](running::Running) run can be advanced, given commands, read and forked at any moment. The window's laboratory ([`crate::lab::panes::lab::Lab`]) is a running run without an end, of every pane of its
//! script.
//!
//! ```
//! use tickscope_core::base::time::Time;
//! use tickscope_core::lab::metrics::whole_run::Metrics;
//! use tickscope_core::lab::run::bounded::Run;
//! use tickscope_core::lab::run::fold::Finished;
//! use tickscope_core::lab::run::running::Running;
//! use tickscope_core::model::config::command::Command;
//! use tickscope_core::model::config::settings::Settings;
//! use tickscope_core::model::world::body::Tally;
//!
//! // The whole run of one pane, and what its events add up to.
//! let run = Run::new(Settings::default(), 1, 10.0)?;
//! let mut running = run.start(Metrics::without_reference)?;
//!
//! // Started, advanced, observed …
//! running.advance_to(Time::from_secs(4.0));
//! let (clock, no_passes) = (running.panes()[0].computer().clock(), Tally::default());
//! assert_eq!(running.panes()[0].fold().sums(clock, no_passes).count("frames_displayed"), 240);
//!
//! // … and forked: the same first three seconds, then a stall.
//! let mut fork = running.fork(Time::from_secs(3.0))?;
//! fork.command(Command::stall(500.0))?;
//! let (smooth, stalled) = (running.finish().remove(0), fork.finish().remove(0));
//! let error = |(metrics, end): (Metrics, Finished)| metrics.sums(end.clock, end.tally).number("animation_error_max_ms");
//! assert_eq!(error(smooth), Some(0.0));
//! assert!(error(stalled) > Some(400.0));
//! # Ok::<(), tickscope_core::base::params::invalid::Invalid>(())
//! ```

pub mod bounded;
pub mod cursor;
pub mod difference;
pub mod fold;
pub mod pane_run;
pub mod running;
pub mod setup;
