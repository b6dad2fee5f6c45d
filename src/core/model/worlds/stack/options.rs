//! The options of the world.

use crate::base::params::param::Param;

/// The option `ccd`: continuous collision detection of the engine.
pub const CCD: Param = Param::choice(
    "ccd",
    &["off", "on"],
    "The engine's continuous collision detection: on, it looks along the way of what is fast instead of only at its end.",
);
/// The option `iterations`: solver iterations of the engine.
pub const ITERATIONS: Param = Param::count(
    "iterations",
    4.0,
    (1.0, 32.0),
    "How often the engine goes over its contacts and hinges in a step: more hold better and cost more.",
);
