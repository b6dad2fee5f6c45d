//! The result of one pass of the interface.

use crate::studio::session::Action;
use egui::Rect;

/// The result of one pass of the interface: the places to draw in, and the person's actions.
#[derive(Debug, Default)]
pub struct UiOutput {
    /// The panes that are shown, and the rectangle of each one's world, in points.
    pub canvases: Vec<(usize, Rect)>,
    /// The rectangles of the panes' strips, in points.
    pub strips: Vec<Rect>,
    /// The actions of the person, in order.
    pub actions: Vec<Action>,
}
