//! The list of the canvas's controls, for tests that drive the real page, and for people who look for a name.

use crate::front::app::controls::lines;
use egui::accesskit::TreeUpdate;
use std::cell::RefCell;

thread_local! {
    static LINES: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The list.
pub struct ControlList;

impl ControlList {
    /// The list, if the address has `?controls`.
    pub fn asked_for() -> Option<ControlList> {
        super::page::query("controls").map(|_| ControlList)
    }

    /// Keeps the list of this frame.
    #[expect(clippy::unused_self, reason = "a desktop's has a file")]
    pub fn write(&mut self, tree: &TreeUpdate, pixels_per_point: f32) {
        LINES.set(lines(tree, f64::from(pixels_per_point)));
    }
}

/// The list of the last frame; empty without `?controls` in the address.
pub fn last() -> String {
    LINES.with_borrow(Clone::clone)
}
