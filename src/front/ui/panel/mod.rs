//! The panel at the right: the scenario, the world, the computer, and the selected loop.

pub mod computer_panel;
pub mod controls;
pub mod drive_panel;
pub mod loop_panel;
pub mod old_clocks;
pub mod scenario_panel;
pub mod scene_panel;
