//! The interface: functions that show a session and return the person's actions.
//!
//! [`show_window`] is the whole window and [`show_film`] what a film shows of it. `layout` arranges `bars`, `panes`,
//! `instruments` and `panel`; `embed` is a part of another page; `dialogs` lie over them, `gallery` covers them, a
//! `card` explains a number or what was found in a pane. `commands` is the table that keys, menus and help read, `marks` explains the marks of the picture, `search_list` every list that is
//! searched, `style` colours, type and icons.

mod bars;
mod card;
mod commands;
mod dialogs;
mod embed;
mod findings_card;
pub mod gallery;
mod instruments;
mod keys;
mod layout;
mod lesson_panel;
mod marks;
mod own_loops;
mod panel;
mod panes;
mod search_list;
mod search_words;
mod shortcuts;
mod style;

pub use instruments::timeline;
pub use keys::pasted;
pub use layout::{show_film, show_window};
pub use panes::pane_layout::UiOutput;
pub use panes::{pulse, wall};
pub use style::look::{self, new_context};
