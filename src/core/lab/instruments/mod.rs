//! What the instruments of the window read from a recording: how a computer spent its time, the timelines of frames, the lines of the
//! plots, the numbers of the last two seconds, pulse, trail and lamp.
//!
//! What goes through many events is a [`Reader`](crate::lab::recording::kept::Reader), which a recording keeps up while somebody asks
//! for it; the recording knows none of them.

pub mod cpu_blocks;
pub mod crossing;
pub mod frame_timeline;
pub mod lamp;
pub mod late_frame;
pub mod plots;
pub mod pulse;
pub mod recent;
pub mod trail;
