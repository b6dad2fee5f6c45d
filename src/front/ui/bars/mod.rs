//! Rows of buttons: the bar at the top with its menus, the caption under it, the transport, and the panes' tabs.

pub mod caption_line;
mod menus;
pub mod pane_tabs;
pub mod top_bar;
