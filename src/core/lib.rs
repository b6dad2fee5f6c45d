//! Virtual computers for game loops: a loop runs on one exactly and without a window, and what it does is measured.
//!
//! ## Layers
//! Three floors, the lowest last; a room may import what stands on the floors below it, and the rooms to its left. No two
//! files import each other. `tests/layers.rs` of the program reads this table and holds the code to it.
//!
//! ```text
//! lab      run · metrics · findings · recording · panes · phases · load_map · experiments · real
//! model    config · world · worlds · machine · strategies · scripts · check
//! base     time · params · random · jobs
//! ```
//!
//! Only the real clock (`model/machine/real_clock.rs`, `lab/real`) and work in the background (`base/jobs.rs`) read clocks or
//! start threads.

mod base;
mod lab;
mod model;

pub use base::{jobs, params, random, time};
pub use lab::{experiments, findings, load_map, metrics, panes, phases, real, recording, run};
pub use model::{check, config, machine, scripts, strategies, world, worlds};
