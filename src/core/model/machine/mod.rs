//! The machine that a loop runs on: a virtual computer with its display, inputs and costs, and the handle that the loop uses.
//!
//! A loop calls the operations of its [`VirtualComputer`] through a [`Host`]. The operations cost time by the cost model, move
//! the [`clock`], hand frames to the GPU and the [`Display`], and are reported to an [`Observer`].
//!
//! Frames are numbered from 1. The CPU submits frame k at `E_k`, the end of its render's cost; the GPU is done with it at `D_k`;
//! the display changes to it at its flip `P_k`. `gpu.rs` and `display.rs` compute these moments.

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
