//! The model: settings, worlds, loops, and the virtual computers that run them.

pub mod check;
pub mod config;
pub mod machine;
pub mod scripts;
pub mod strategies;
pub mod whole_build;
pub mod world;
pub mod worlds;
