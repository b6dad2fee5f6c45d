//! Colours, type, icons, and how a pane is called.

pub mod icons;
pub mod look;
