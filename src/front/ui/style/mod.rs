//! Colours, type, icons, and how things are called.

pub mod icons;
pub mod letter;
pub mod look;
pub mod shown;
