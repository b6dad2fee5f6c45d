//! What a pane has done and shown in the last twenty seconds, to be shown again.
//!
//! A pane's [`History`] observes its computer and writes down every event, the loop's watched values, every displayed frame
//! and the state after every update. Looking back reads that: no loop is cloned and no world is stepped again, so what is
//! shown is what was. Memory is bounded ([`MOST_BYTES`]): where more happens than fits, the recording reaches back less far,
//! and [`History::reach`] tells how far.

pub mod blocks;
mod crossing;
pub mod event_log;
mod frame_way;
pub mod lateness;
mod observe;
mod operation;
mod reading;
mod recording;
mod records;
pub mod ring;
mod snapshot;
mod states;
pub mod strip;
pub mod trail;
mod varint;

pub use crate::lab::metrics::DisplayedFrame;
pub use blocks::{Block, BlockKind, Blocks};
pub use frame_way::{Fate, FrameWay, FrameWays};
pub use operation::Operation;
pub use recording::{History, MOST_BYTES};
pub use records::{Crossing, HistoryPoint, PaneConfig, Reach, Stall, Step, Tunnel};
pub use snapshot::{PastFrame, Snapshot};
