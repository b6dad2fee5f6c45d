//! The loads in one row, where there is no panel: the render load, the update load, a stall of a second, and the refresh rate.

use crate::front::ui::panel::{embed_panel, stalls_panel};
use crate::front::ui::pass::UiPass;
use crate::front::ui::widgets::controls;
use crate::studio::session::action::Action;
use egui::{Align, Layout, Sense, Ui, UiBuilder, vec2};
use tickscope_core::base::params::described::Described;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::patch::Owner;

/// The height of the row, in points.
pub const HEIGHT: f32 = 40.0;
/// The width of everything but the sliders, in points.
const BUTTONS: f32 = 230.0;
/// The space between the sliders and the buttons, in points.
const BETWEEN: f32 = 16.0;

/// Shows the loads of the selected pane's computer. Returns whether the person has asked for the panel.
pub fn show(ui: &mut Ui, pass: &mut UiPass) -> bool {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let (loads, buttons) = row.split_left_right_at_x((row.right() - BUTTONS).max(row.left()));
    embed_panel::loads(ui, pass, loads.with_max_x((loads.right() - BETWEEN).max(loads.left())));
    let place = UiBuilder::new().max_rect(buttons).id_salt("beside the loads").layout(Layout::right_to_left(Align::Center));
    let shown = ui.scope_builder(place, |ui| {
        let asked = ui.button("More").on_hover_text("The panel, with everything that can be set.").clicked();
        refresh_rate(ui, pass);
        stalls_panel::second(ui, pass);
        asked
    });
    shown.inner
}

fn refresh_rate(ui: &mut Ui, pass: &mut UiPass) {
    let settings = pass.session.run.lab.settings();
    let index = pass.session.selected();
    let Ok(param) = Computer::param("refresh_hz") else { return };
    let set = controls::number(ui, param, &settings.computer_of(index).values());
    pass.actions.extend(set.map(|value| Action::set(Owner::of_computer(settings, index).path(&*param.name), value)));
}
