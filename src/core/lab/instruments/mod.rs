//! The data of the window's instruments, read from a recording: the use of a computer's time, the timelines of frames, the lines
//! of the plots, the numbers of the last two seconds, pulse, trail and lamp.
//!
//! Data that needs many events is a [`Reader`](crate::lab::recording::kept::Reader), which a recording updates while an
//! instrument asks for it. The recording knows none of the readers.

pub mod cpu_blocks;
pub mod crossing;
pub mod frame_timeline;
pub mod lamp;
pub mod late_frame;
pub mod plots;
pub mod pulse;
pub mod recent;
pub mod trail;
