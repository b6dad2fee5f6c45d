//! The panel at the right: the scenario, the world, the computer, and the selected loop.

pub mod computer_panel;
pub mod controls;
pub mod display_panel;
pub mod drive_panel;
pub mod loads_panel;
pub mod loop_panel;
pub mod old_clocks;
pub mod rail;
pub mod ribbon;
mod ribbon_shape;
pub mod scenario_panel;
pub mod scene_panel;
pub mod stalls_panel;
pub mod timing_panel;
