//! Colours, letters, icons, and the names of panes.

pub mod icons;
pub mod look;
