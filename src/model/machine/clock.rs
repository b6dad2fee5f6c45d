//! What makes time pass on a computer whose clock isn't only counted on.
//!
//! A virtual computer has none: an operation's end is its start and its cost. One that is paced by a clockwork does the
//! same operations in the same order and leaves the same events, but each takes as long as the clockwork lets it:
//! [`crate::model::machine::real_clock::RealClock`] burns the loads and sleeps the waits; a test's clockwork is as late as the test wants.

use crate::base::time::Time;

/// Why a loop stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// It sleeps.
    Sleep,
    /// It waits for the display to show its picture.
    Display,
}

/// A clock that runs by itself, and the two ways to let it run. Zero is when it is first asked.
pub trait ClockSource {
    /// What time it is; never before an earlier answer.
    fn now(&self) -> Time;

    /// Computes until `end` and answers when it stopped: at `end` or later, unless the run is cut.
    fn work_until(&self, end: Time) -> Time;

    /// Lets others compute until `end` and answers when it woke: at `end` or later, unless the run is cut.
    fn wait_until(&self, end: Time, wait: Wait) -> Time;

    /// Whether the run is over in the middle of its turn: the operation in hand ends at once and nothing begins.
    fn is_cut(&self) -> bool;
}
