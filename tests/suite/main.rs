//! Every test of the program from outside, in one binary: linking everything twenty times takes longer than running it.
//!
//! The rooms are those of `src`; `models` is a second virtual computer with all loops again, written from the published texts
//! alone, and `layers` checks the imports of the program.

mod common;
mod front;
mod lab;
mod layers;
mod model;
mod models;
mod studio;
