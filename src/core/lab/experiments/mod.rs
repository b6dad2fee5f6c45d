//! Causes of symptoms, found by experiment: a run is a value, so the program changes one thing at a time and checks whether the
//! symptom goes away.
//!
//! 1. A [`trial`] runs one pane's settings without stalls, commands or pauses, and for pictures that come unevenly, as long as
//!    the [beat] of the pane's rates. If it does not show the symptom, the symptom has
//!    passed, and an event just before it may have caused it. If that event was a stall and the symptom has outlasted it, the trial
//!    has the stall at its beginning. If it is about what becomes of the stall's time, the trial has the stall in its midst.
//! 2. A property of the settings is a [cause](causes) if the symptom goes with it, and the property alone brings the symptom on a
//!    healthy computer. If no property does so alone, the causes are the properties without which the symptom does not come.
//! 3. A [cure](cures) is a change that a developer can ship. It clears the symptom at 80 % of its thresholds and brings none that
//!    is as bad. Cures that act on the causes come first.

mod advised_load;
pub mod beat;
mod bench;
mod causes;
mod changed;
mod control;
mod cures;
pub mod diagnoses;
pub mod diagnosis;
mod frame_limit;
mod limits;
mod load;
pub mod load_replay;
mod outcome;
pub mod replayed_fault;
mod search;
pub mod trial;
mod verdicts;
