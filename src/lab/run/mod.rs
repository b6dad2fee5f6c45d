//! A loop on its computer, from its start to the end of a run.

pub mod rig;
mod run;

pub use run::{Finished, Run, SECONDS};
