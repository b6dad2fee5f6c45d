//! What one pass of the interface comes to.

use crate::studio::session::Action;
use egui::Rect;

/// What one pass of the interface comes to.
#[derive(Debug, Default)]
pub struct UiOutput {
    /// Which panes are shown, and where each one's world is to be drawn, in points.
    pub canvases: Vec<(usize, Rect)>,
    /// Where the strips of the panes stand, in points.
    pub strips: Vec<Rect>,
    /// The actions of the person, in order.
    pub actions: Vec<Action>,
}
