//! Rows of buttons: the one at the top with its menus, the caption under it, the panes' tabs, and the transport.

pub mod caption_line;
pub mod embed_bar;
mod file_menu;
pub mod menu;
pub mod next_command;
mod own_lamp;
pub mod pane_tabs;
pub mod play_button;
mod show_menu;
pub mod small_bar;
pub mod top_bar;
pub mod transport_bar;
