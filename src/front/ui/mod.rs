//! The interface: functions that show a session and return the person's actions.
//!
//! [`show_window`](layout::show_window) shows the whole window and [`show_film`](layout::show_film) the part of it that is
//! filmed. `layout` arranges `bars`, `panes`, `instruments` and `panel`; `embed` is a part of another page; `dialogs` lie over
//! them, `gallery` covers them. `widgets` has the controls that several of them use, `code` the text of a loop, `style` colours,
//! type and icons. `commands` is the table that keys, menus and help read, with its `command_actions`, and `marks` explains the marks.
//!
//! A function that shows a part takes the [`egui::Ui`] to show it in, which has its [`Look`](style::look::Look), and a
//! [`UiPass`](pass::UiPass).

mod answers;
mod bars;
mod code;
mod command_actions;
mod commands;
mod dialogs;
mod embed;
mod exercise_controls;
mod findings_card;
pub mod gallery;
pub mod instruments;
pub mod keys;
pub mod layout;
mod lesson_panel;
mod lesson_room;
pub mod marks;
mod own_loops;
mod panel;
pub mod panes;
pub mod pass;
mod presenter;
pub mod shortcuts;
pub mod style;
mod widgets;
