//! The machine that a loop runs on: a virtual computer with its display, inputs and costs, and the handle that the loop uses.
//!
//! A loop calls the operations of its [`VirtualComputer`](computer::VirtualComputer) through a [`Host`](host::Host). The operations
//! cost time by the cost model, move the [`clock`], hand frames to the GPU and the [`Display`](display::Display), and are reported to
//! an [`Observer`](event::Observer).
//!
//! Frames are numbered from 1. The CPU submits frame k at `E_k`, the end of its render's cost; the GPU is done with it at `D_k`;
//! the display changes to it at its flip `P_k`. `gpu.rs` and `display.rs` compute these moments.

pub mod beam;
mod callbacks;
pub mod clock;
pub mod computer;
mod cost_model;
mod display;
pub mod event;
mod event_stream;
pub mod gpu;
pub mod host;
pub mod inputs;
pub mod live_feed;
mod played_load;
mod presses;
pub mod real_clock;
pub mod refresh;
mod repeats;
mod step_stretch;
mod variable_costs;
