//! Lessons: scenarios in steps that ask before they tell.
//!
//! A lesson is a file: the keys of a scenario, and `[[steps]]`, each with a text, commands at their moments, and at most one of a
//! bet, an exercise, and the name of something to open. The run of a set-up is a value, so a step is a moment of it: the step
//! begins by making the run again up to that moment. Numbers in texts, the right answer of a bet and the verdict of an exercise
//! are read from runs.

pub mod builtin;
pub mod check;
pub mod definition;
mod file_form;
mod filmed;
mod handout;
pub mod link;
pub mod quantity;
pub mod text;
pub mod trial;
