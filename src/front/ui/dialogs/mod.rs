//! What lies over the panes: dialogs, sheets, the help and notices.

mod articles_dialog;
mod film_dialog;
pub mod help;
mod measure_dialog;
pub mod notices;
pub mod open_dialog;
mod path_row;
pub mod sheets;
