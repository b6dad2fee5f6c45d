//! The world's own options, and the legend of its ghosts.

use crate::front::ui::panel::drive_panel;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::controls;
use crate::studio::session::action::{Action, RunAction};
use egui::{RichText, Ui};
use tickscope_core::base::params::param::Param;
use tickscope_core::lab::panes::seen::Reference;
use tickscope_core::model::worlds;

/// Shows the purpose of the world, its options, the recorded drive, and the legend of the ghosts.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let choice = &pass.session.run.lab.settings().scene;
    if let Ok(kind) = worlds::find(&choice.id) {
        ui.label(RichText::new(kind.about).color(ui.look().text()));
    }
    let options: &[Param] = worlds::find(&choice.id).map_or(&[], |kind| kind.options);
    for option in options {
        if let Some(value) = controls::param(ui, option, &choice.options) {
            pass.actions.push(Action::Run(RunAction::SceneOption(option.name.to_string(), value)));
        }
    }
    drive_panel::show(ui, pass);
    let legend = match pass.session.run.reference() {
        Reference::SimulatedTime => "Outlines: the exact motion at the pane's own simulated time.",
        Reference::RealTime => "Outlines: where a perfect loop has everything now. Bands tie the bodies to them.",
    };
    ui.label(RichText::new(legend).small().color(ui.look().weak()));
    ui.separator();
}
