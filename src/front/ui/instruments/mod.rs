//! What is shown under the panes: one instrument at a time, and the code of the selected loop.

mod code;
mod plots;
mod rust;
mod selected;
mod table;
pub mod timeline;

pub use selected::{ALL, show, shows_timeline};
