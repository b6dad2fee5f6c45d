#![doc = include_str!("README.md")]
//!
//! ## Layers
//! Three floors, the lowest last; a room may import what stands on the floors below it, and the rooms to its left. No two
//! files import each other. `tests/layers.rs` of the program reads this table and holds the code to it.
//!
//! ```text
//! lab      captures · run · metrics · symptoms · before_after · recording · instruments · panes · load_map · experiments · findings · advise · real
//! model    config · world · worlds · machine · strategies · scripts · check · whole_build
//! base     time · params · numbers · random · jobs
//! ```
//!
//! Only the real clock (`model/machine/real_clock.rs`, `lab/real`) and work in the background (`base/jobs.rs`) read clocks or
//! start threads.

pub mod base;
pub mod lab;
pub mod model;
pub mod prelude;

#[cfg(test)]
mod adding;
