//! The laboratory: panes that run at the same time, each with its recording, and the commands that they receive.
//!
//! Each pane has a computer of its own, so panes never disturb each other. [`Lab::advance_to`](Running::advance_to) starts every
//! operation that is due before the laboratory's time. A command applies to all operations that start at the laboratory's time or
//! later, and is logged. The settings and the log together repeat a session exactly, and can [fork](Running::fork) it.

use crate::base::params::invalid::Invalid;
use crate::lab::recording::pane_recording::Recording;
use crate::lab::run::pane_run::PaneRun;
use crate::lab::run::running::Running;
use crate::model::config::script::Script;

/// A run of every pane of a script, with recordings.
///
/// ```
/// use tickscope_core::base::time::Time;
/// use tickscope_core::lab::panes::lab::Lab;
/// use tickscope_core::model::config::command::Command;
/// use tickscope_core::model::config::settings::Settings;
///
/// let mut lab = Lab::new(Settings::default())?;
/// lab.advance_to(Time::from_secs(2.0));
/// lab.command(Command::stall(500.0))?;
/// lab.advance_to(Time::from_secs(3.0));
/// let mut again = Lab::new(lab.recorded())?;
/// again.advance_to(lab.now());
/// for (a, b) in lab.panes().iter().zip(again.panes()) {
///     assert_eq!(a.computer().world().state_hash(), b.computer().world().state_hash());
/// }
///
/// // A pane keeps its letter wherever it stands.
/// let [first, third] = [0, 2].map(|index| lab.panes()[index].letter());
/// lab.command(Command::SwapPanes(first, third))?;
/// assert_eq!(lab.index_of(first), Some(2));
/// lab.command(Command::ClosePane(first))?;
/// assert!(lab.pane(first).is_none());
/// # Ok::<(), tickscope_core::base::params::invalid::Invalid>(())
/// ```
pub type Lab = Running<Recording>;

/// A running loop with its recording.
pub type Pane = PaneRun<Recording>;

impl Lab {
    /// Starts a laboratory at the beginning of `script`.
    pub fn new(script: impl Into<Script>) -> Result<Lab, Invalid> {
        Running::start(script, Recording::of)
    }
}
