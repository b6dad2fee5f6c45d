//! What a pane has done and shown in the last twenty seconds, to be shown again.
//!
//! A pane's [`History`] observes its computer and keeps every event, the loop's watched values, every displayed frame and the
//! state after every update, as they are. Looking back reads that: no loop is cloned and no world is stepped again, so what is
//! shown is what was. Memory is bounded ([`MOST_BYTES`]): if more happens than fits, the recording reaches back less far, and
//! [`History::reach`] tells how far.

pub mod blocks;
mod crossing;
mod entries;
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

pub use crate::lab::metrics::DisplayedFrame;
pub use blocks::{Block, BlockKind, Blocks};
pub use frame_way::{Fate, FrameWay, FrameWays};
pub use operation::Operation;
pub use recording::{History, MOST_BYTES};
pub use records::{Crossing, Flip, HistoryPoint, PaneConfig, Reach, Stall, Step, Tunnel};
pub use snapshot::{PastFrame, Snapshot};
