//! What a loop runs on: a virtual computer with its display, inputs and costs, and the loop's handle to it.
//!
//! A loop has a [`Host`]. What it asks for are the operations (`operations.rs`) of a [`VirtualComputer`]: they are charged
//! by the cost model, move the [`clock`] on, hand frames to the GPU and the [`Display`], and are told to an [`Observer`].
//!
//! Frames are numbered from 1. The CPU submits frame k when its render's cost ends, at `E_k`; the GPU is done with it at `D_k`;
//! it appears at its flip `P_k`. How these follow from each other is in `gpu.rs`, `display.rs` and `frames_ahead.rs`.

pub mod beam;
mod changes;
pub mod clock;
mod computer;
mod cost_model;
mod display;
mod event;
mod event_stream;
mod frames_ahead;
mod gpu;
mod gpu_thread;
mod host;
mod inputs;
mod operations;
mod readings;
pub mod real_clock;
mod refresh;
mod scanout;
mod stalls;
mod step_stretch;
mod stopwatch;
mod variable_costs;
mod watched;

pub use computer::VirtualComputer;
pub use display::{Band, Display, FrameOnDisplay};
pub use event::{Detail, Event, Observer};
pub use gpu::Stages;
pub use host::{AtLine, Host, LoopFuture, Until};
pub use inputs::{Answer, Giver, Input};
pub use refresh::Refresh;
pub use watched::{Watched, WatchedName};
