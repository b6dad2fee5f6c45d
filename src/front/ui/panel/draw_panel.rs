//! How all panes draw: one switch for interpolation.

use crate::front::ui::panel::segments::{self, Segment};
use crate::front::ui::style::look::{Look, caption};
use crate::model::config::Presentation;
use crate::model::strategies::IN_GENERAL;
use crate::studio::session::{Action, Session};
use egui::Ui;

/// The switch for every pane; which word is lit is what they are all set to, if they are.
pub fn all(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let about = "Which state every pane draws: latest, interpolated between the last two, or extrapolated (I). Loops without an \
                 alpha draw the latest.";
    ui.label(caption("Draw all panes", look.weak())).on_hover_text(about);
    switch(ui, look, session, actions);
}

/// The switch alone, in the width that there is.
pub fn switch(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let panes = &session.lab().settings().panes;
    let common = panes[0].presentation;
    let chosen = panes.iter().all(|pane| pane.presentation == common).then_some(common);
    let published = "Every loop draws as its article has it.";
    let contact = "Ahead of the last update, as far as a wall that is met on the way.";
    let entries = [
        Segment { value: None, word: "published", about: published },
        Segment { value: Some(Presentation::Latest), word: "latest", about: "The state after the last update." },
        Segment { value: Some(Presentation::Interpolate), word: "interp.", about: IN_GENERAL },
        Segment { value: Some(Presentation::Extrapolate), word: "extrap.", about: "Ahead of the last update, by its velocity." },
        Segment { value: Some(Presentation::ExtrapolateToContact), word: "to wall", about: contact },
    ];
    if let Some(choice) = segments::show(ui, look, ("Draw all", ui.available_width()), chosen, &entries) {
        actions.push(Action::PresentAll(choice));
    }
}
