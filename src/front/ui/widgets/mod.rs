//! The widgets that several parts of the interface show: controls, lists, notices, the card of a number.

pub mod card;
pub mod controls;
pub mod drawer;
pub mod frame_time_bars;
pub mod notices;
pub mod playhead;
pub mod presentation_choice;
pub mod rail;
pub mod search_list;
pub mod search_words;
