//! What is shown under the panes: one instrument at a time, and the code of the selected loop.

mod code;
mod grip;
mod plots;
mod rows;
mod rust;
mod selected;
mod stage_bars;
mod table;
pub mod timeline;

pub use selected::{show, shows_timeline};
