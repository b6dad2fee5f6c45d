//! The world: the list of all, its own options, and the legend of its ghosts.

use crate::front::ui::panel::drive_panel;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::controls;
use crate::studio::session::action::{Action, RunAction};
use egui::{ComboBox, RichText, Ui};
use tickscope_core::base::params::param::Param;
use tickscope_core::lab::panes::seen::Reference;
use tickscope_core::model::worlds;

/// Shows the list of worlds and the options of the present one that `is_wanted` names; `with_all` adds the purpose of the world,
/// the recorded drive, and the legend of the ghosts.
pub fn show(ui: &mut Ui, pass: &mut UiPass, with_all: bool, is_wanted: &dyn Fn(&Param) -> bool) {
    let choice = &pass.session.run.lab.settings().scene;
    let kind = worlds::find(&choice.id).ok();
    if with_all {
        list(ui, pass);
        ui.label(RichText::new(kind.map_or("", |kind| kind.about)).color(ui.look().text()));
    }
    for option in kind.map_or(&[][..], |kind| kind.options).iter().filter(|option| is_wanted(option)) {
        if let Some(value) = controls::param(ui, option, &choice.options) {
            pass.actions.push(Action::Run(RunAction::SceneOption(option.name.to_string(), value)));
        }
    }
    if !with_all {
        return;
    }
    drive_panel::show(ui, pass);
    let legend = match pass.session.run.reference() {
        Reference::SimulatedTime => "Outlines: the exact motion at the pane's own simulated time.",
        Reference::RealTime => "Outlines: where a perfect loop has everything now. Bands tie the bodies to them.",
    };
    ui.label(RichText::new(legend).small().color(ui.look().weak()));
}

fn list(ui: &mut Ui, pass: &mut UiPass) {
    let current = &pass.session.run.lab.settings().scene.id;
    let name = worlds::find(current).map_or("?", |kind| kind.name);
    let list = ComboBox::from_id_salt("world").selected_text(name).width(ui.available_width()).height(480.0);
    let list = list.show_ui(ui, |ui| {
        for kind in worlds::ALL {
            if ui.selectable_label(kind.id == current, kind.name).on_hover_text(kind.about).clicked() {
                pass.actions.push(Action::Run(RunAction::Scene(kind.id.to_owned())));
            }
        }
    });
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "World"));
    list.response.on_hover_text("The world that every pane moves. Choosing one starts it from the beginning.");
}
