//! The panel at the right: the settings, in groups by their subject.

pub mod computer_panel;
mod display_panel;
pub mod drawer;
mod drive_panel;
pub mod embed_panel;
mod everything_else;
mod group;
pub mod loads_row;
mod loop_panel;
mod ribbon;
mod ribbon_shape;
mod scene_panel;
pub mod side_panel;
mod stalls_panel;
