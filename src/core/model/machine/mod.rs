//! The machine that a loop runs on: a virtual computer with its display, inputs and costs, and the loop's handle to it.
//!
//! A loop has a [`Host`] and calls the operations of its [`VirtualComputer`]. These cost what the cost model says, move the
//! [`clock`] on, hand frames to the GPU and the [`Display`], and are reported to an [`Observer`].
//!
//! Frames are numbered from 1. The CPU submits frame k when its render's cost ends, at `E_k`; the GPU is done with it at `D_k`;
//! it appears at its flip `P_k`. How these follow from each other is in `gpu.rs` and `display.rs`.

pub mod beam;
mod callbacks;
pub mod clock;
mod computer;
mod cost_model;
mod display;
mod event;
mod event_stream;
mod gpu;
mod host;
mod inputs;
mod played_load;
pub mod real_clock;
mod refresh;
mod variable_costs;

pub use computer::VirtualComputer;
pub use event::{Detail, Event, Observer, Watched, WatchedName};
pub use gpu::Stages;
pub use host::{AtLine, Host, LoopError, LoopFuture, Progress, Until};
pub use inputs::{Answer, Giver, Input};
pub use refresh::Refresh;
