//! What can be set, what moves, and what it runs on.

pub mod check;
pub mod config;
pub mod machine;
pub mod strategies;
pub mod world;
pub mod worlds;
