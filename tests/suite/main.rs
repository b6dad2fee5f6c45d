//! Every test of the program from outside, in one binary: linking everything twenty times takes longer than running it. Tests of
//! the core alone stand in `tests/core`. `tests/layers.rs` is a binary of its own: it reads the code and links none of it.

mod any_view;
#[path = "../core/common.rs"]
mod common;
mod findings;
mod front;
#[path = "../core/models/mod.rs"]
#[allow(dead_code, reason = "the core's own tests use all of it")]
mod models;
mod studio;
#[path = "../core/tiers.rs"]
mod tiers;
mod traced;
