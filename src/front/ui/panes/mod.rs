//! The panes: their grid, and what each shows around its world.

pub mod drawn;
mod figures;
pub mod grid;
pub mod lamp;
mod numbers;
mod over_world;
pub mod pane;
pub mod readouts;
pub mod strategy_list;
mod tears;
pub mod wall_handle;
pub mod wall_phases;
pub mod wall_replay;
