//! The interface: functions that show a session and return the person's actions.
//!
//! [`show_window`](layout::show_window) is the whole window and [`show_film`](layout::show_film) what a film shows of it. `layout` arranges `bars`, `panes`,
//! `instruments` and `panel`; `embed` is a part of another page; `dialogs` lie over them, `gallery` covers them. `widgets` has what
//! several of them show, `code` the text of a loop, `style` colours, type and icons. `commands` is the table that keys, menus and help
//! read, and `marks` explains the marks of the picture.
//!
//! What shows a part takes the [`egui::Ui`] to show it in, which has its [`Look`](style::look::Look), and a [`UiPass`](pass::UiPass).

mod bars;
mod code;
mod commands;
mod dialogs;
mod embed;
mod findings_card;
pub mod gallery;
pub mod instruments;
pub mod keys;
pub mod layout;
mod lesson_panel;
mod marks;
mod own_loops;
mod panel;
pub mod panes;
pub mod pass;
mod shortcuts;
pub mod style;
mod widgets;
