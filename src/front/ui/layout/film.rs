//! What a film shows without the panels: the panes, and a caption under them.

use crate::front::ui::UiOutput;
use crate::front::ui::panes::grid;
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{CentralPanel, Frame, Label, Margin, Panel, RichText, Ui};

/// Shows the panes, and `caption` under them unless it is empty.
pub fn show(ui: &mut Ui, session: &Session, caption: &str) -> UiOutput {
    let look = Look { theme: session.theme() };
    let mut shown = UiOutput::default();
    if !caption.is_empty() {
        let frame = Frame::new().fill(look.panel()).inner_margin(Margin::symmetric(14, 8));
        Panel::bottom("caption").frame(frame).show(ui, |ui| {
            ui.vertical_centered(|ui| ui.add(Label::new(RichText::new(caption).heading().color(look.text())).wrap()));
        });
    }
    CentralPanel::no_frame().show(ui, |ui| grid::show(ui, look, session, &mut shown));
    shown
}
