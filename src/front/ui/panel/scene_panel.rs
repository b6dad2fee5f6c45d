//! The world's own options, and the legend of the outlines in it.

use crate::front::ui::commands;
use crate::front::ui::panel::{controls, drive_panel};
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{RichText, Ui};
use tickscope_core::config::view::{RACE_S, Reference, View};
use tickscope_core::params::{Param, Value, Values};
use tickscope_core::worlds;

/// Shows what the world is for, its options, the recorded drive, the race and the legend of the outlines.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let choice = &session.lab().settings().scene;
    if let Ok(kind) = worlds::find(&choice.id) {
        ui.label(RichText::new(kind.about).color(look.text()));
    }
    let options: &[Param] = worlds::find(&choice.id).map_or(&[], |kind| kind.options);
    for option in options {
        if let Some(value) = controls::param(ui, look, option, &choice.options) {
            actions.push(Action::SceneOption(option.name.to_string(), value));
        }
    }
    drive_panel::show(ui, look, session, actions);
    if commands::can_race(session) {
        let mut values = Values::default();
        values.set(&RACE_S.name, session.view().race_s.into());
        if let Some(Value::Number(race_s)) = controls::param(ui, look, &RACE_S, &values) {
            actions.push(Action::View(View { race_s, ..session.view() }));
        }
        let about = "From the beginning to a photo finish, with the gaps in units and milliseconds (F).";
        if ui.button("Photo finish").on_hover_text(about).clicked() {
            actions.push(Action::Race);
        }
    }
    let legend = match session.reference() {
        Reference::SimulatedTime => "Outlines: the exact motion at the pane's own simulated time.",
        Reference::RealTime => "Outlines: where a perfect loop has everything now. Bands tie the bodies to them.",
    };
    ui.label(RichText::new(legend).small().color(look.weak()));
    ui.separator();
}
