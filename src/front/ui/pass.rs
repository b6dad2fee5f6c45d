//! The argument that every part of the interface receives, and the result of a pass.

use crate::studio::session::Session;
use crate::studio::session::action::Action;
use egui::Rect;

/// The result of one pass of the interface: the rectangles to draw in, and the person's actions.
#[derive(Debug, Default)]
pub struct UiOutput {
    /// The visible panes, each with the rectangle of its world, in points.
    pub canvases: Vec<(usize, Rect)>,
    pub pulses: Vec<Rect>,
    pub actions: Vec<Action>,
}

/// One pass of the interface: the session that it shows, and its output. Every function that shows a part gets it.
pub struct UiPass<'a> {
    pub session: &'a Session,
    pub canvases: Vec<(usize, Rect)>,
    pub pulses: Vec<Rect>,
    pub actions: Vec<Action>,
}

impl UiPass<'_> {
    pub fn new(session: &Session) -> UiPass<'_> {
        UiPass { session, canvases: Vec::new(), pulses: Vec::new(), actions: Vec::new() }
    }

    /// Returns the visible panes: the enlarged one, or all.
    pub fn visible_panes(&self) -> Vec<usize> {
        let run = &self.session.run;
        run.selection.enlarged().map_or_else(|| (0..run.lab.panes().len()).collect(), |pane| vec![pane])
    }

    pub fn into_output(self) -> UiOutput {
        UiOutput { canvases: self.canvases, pulses: self.pulses, actions: self.actions }
    }
}
