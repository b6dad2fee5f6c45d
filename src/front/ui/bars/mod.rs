//! Rows of buttons: the one at the top with its menus, and the transport.

pub mod caption_line;
pub mod file_menu;
pub mod top_bar;
pub mod transport_bar;
