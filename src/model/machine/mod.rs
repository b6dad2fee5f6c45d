//! What a loop runs on: a virtual computer with its display, inputs and costs, and the loop's handle to it.

pub mod clock;
mod computer;
pub mod costs;
pub mod display;
mod event;
mod host;
mod inputs;
#[cfg(not(target_arch = "wasm32"))]
pub mod real_clock;

pub use computer::{COUNTER_PERIOD, VirtualComputer, Watched};
pub use event::{Detail, Event, Observer};
pub use host::{Host, LoopFuture, Until};
pub use inputs::{Answer, Giver, Input};
