//! The panes: their grid, and what each shows around its world.

mod camera_by_hand;
pub mod drawn;
mod figures;
mod footer;
pub mod grid;
mod header;
mod lamp;
mod numbers;
mod one_stage;
mod over_world;
mod pane;
mod places;
mod readouts;
pub mod shown_panes;
mod strategy_list;
pub mod strip;
mod tears;
pub mod wall_handle;
pub mod wall_phases;
pub mod wall_replay;
