//! Every test of the core from outside, in one binary. `models` is a second virtual computer with all loops again, written from the
//! published texts alone; `agreement` holds the program against it. The program's own tests use `common`, `models` and `tiers` too.

mod agreement;
mod common;
mod lab;
mod model;
mod models;
mod tiers;
