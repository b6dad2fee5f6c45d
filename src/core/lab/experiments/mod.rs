//! Causes of symptoms, found by experiment: a run is a value, so the program changes one thing at a time and looks whether the
//! symptom goes away.
//!
//! 1. A [`trial`] has the settings of one pane alone, and no stalls, steps or pause. If it does not show the symptom, the symptom
//!    has passed, and something that happened just before may have brought it. If the symptom stays longer than that, and it was a
//!    stall, the trial has the stall at its beginning.
//! 2. A property of the settings is a [cause](causes) if the symptom goes with it, and it alone brings the symptom on a healthy
//!    computer. If none does that alone, those are named without which the symptom does not come.
//! 3. A [cure](cures) is something that a developer can ship. It clears the symptom at 80 % of its thresholds and brings nothing as bad;
//!    those that act on the causes come first.

mod causes;
mod cures;
pub mod diagnoses;
pub mod diagnosis;
mod load;
mod search;
pub mod trial;
