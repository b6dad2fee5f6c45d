//! Causes of symptoms, found by experiment: a run is a value, so the program changes one thing at a time and looks whether the
//! symptom goes away.
//!
//! 1. A [`SteadyRun`](steady) has the settings of one pane alone, and no stalls, steps or pause. If it does not show the
//!    symptom, the symptom has passed, and something that happened just before may have brought it.
//! 2. Each [intervention](interventions) changes one thing of these settings. One that removes the symptom, and brings no other
//!    that is as bad, counts.
//! 3. A change of the computer names a cause if the same thing, put into a healthy run, brings the symptom as well: a healthy
//!    run is this loop and world on the default computer.

mod diagnoses;
mod diagnosis;
mod finding;
mod happening;
pub mod interventions;
mod over_run;
mod search;
pub mod steady;

pub use diagnoses::{Diagnoses, Inquiry, start};
pub use diagnosis::{Diagnosis, Experiment, FoundCause, Role};
pub use finding::{Finding, Knowledge};
pub use happening::{Happening, before as happening_before};
pub use over_run::{findings_at, spans};
