//! What the instruments of the window read from a recording: how a computer spent its time, the timelines of frames, the lines of the
//! plots, the numbers of the last two seconds, pulse, trail and lamp.
//!
//! What goes through many events is a [`Reader`](crate::lab::recording::kept::Reader), which a recording keeps up while somebody asks
//! for it; the recording knows none of them.

pub mod cpu_blocks;
mod crossing;
mod frame_timeline;
mod lamp;
mod late_frame;
pub mod plots;
pub mod pulse;
mod recent;
pub mod trail;

pub use cpu_blocks::{BlockKind, CpuBlocks};
pub use crossing::Crossing;
pub use frame_timeline::{Fate, FrameTimeline, FrameTimelines};
pub use lamp::Lamp;
pub use late_frame::LateCause;
pub use recent::RecentNumbers;
