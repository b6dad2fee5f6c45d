//! A loop on its computer, from its start to the end of a run.

pub mod loop_runner;
mod run;

pub use run::{Finished, Run, SECONDS};
