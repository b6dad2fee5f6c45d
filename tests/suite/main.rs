//! Every test of the program from outside, in one binary: linking everything twenty times takes longer than running it.
//!
//! The rooms are those of `src`; `models` is a second virtual computer with all loops again, written from the published texts
//! alone. `tests/layers.rs` is a binary of its own: it reads the code and links none of it.

mod common;
mod front;
mod lab;
mod model;
mod models;
mod studio;
mod tiers;
