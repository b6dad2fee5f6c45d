//! The interface: functions that show a session and return the person's actions.
//!
//! [`show`] is the whole window and [`film::show`] what a film shows of it. A room for each part: `layout` arranges, `bars`,
//! `panes`, `instruments` and `panel` are arranged, `dialogs` lie over them, `gallery` covers them, `cards` explain numbers,
//! `style` is colours, type and icons.

mod bars;
mod cards;
mod commands;
mod dialogs;
pub mod gallery;
mod instruments;
mod keys;
mod layout;
mod output;
mod panel;
mod panes;
mod search_list;
mod style;

pub use instruments::timeline;
pub use keys::pasted;
pub use layout::film;
pub use layout::window::show;
pub use output::UiOutput;
pub use panes::{strip, wall_phases, wall_replay};
pub use style::letter::letter;
pub use style::look;
