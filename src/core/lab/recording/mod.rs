//! The recording of a pane: its last twenty seconds, to be read at any moment.
//!
//! A pane's [`Recording`](pane_recording::Recording) observes its computer and stores every event, the loop's watched values, the
//! bodies of every displayed frame and after every update, the pane's loops and computers, and once a second the running sums.
//! Everything that is shown of a pane is read from it at a [`Moment`](entries::Moment); the present is a moment like any other.
//! No loop is cloned and no world is stepped again, so a past moment looks exactly as it did. Memory is bounded
//! ([`MOST_BYTES`](pane_recording::MOST_BYTES)): if more happens than fits, the recording reaches back less far, and
//! [`Recording::reach`](pane_recording::Recording::reach) returns how far.

pub mod console;
pub mod context;
pub mod entries;
pub mod flips;
pub mod kept;
pub mod pane_recording;
pub mod passes;
pub mod ring;
mod saved_sums;
mod states;
