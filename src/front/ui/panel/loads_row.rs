//! The loads in a row over the foot, in a window that has no room for the panel at the side of its panes.

use crate::front::ui::lesson_panel;
use crate::front::ui::panel::{drawer, stalls_panel};
use crate::front::ui::pass::UiPass;
use crate::front::ui::widgets::controls;
use crate::studio::session::action::Action;
use egui::{Align, Button, Layout, Rect, Ui, UiBuilder, pos2, vec2};
use tickscope_core::base::params::described::Described;
use tickscope_core::base::params::param::Param;
use tickscope_core::model::config::computer::{Computer, LOADS};
use tickscope_core::model::config::patch::Owner;

/// The room of the buttons at the right, in points.
const BUTTONS: f32 = 150.0;
/// The space between two controls, in points.
const BETWEEN: f32 = 14.0;

/// Shows the loads and the refresh rate of the selected pane's computer, a stall, and the button of the drawer.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let settings = session.run.lab.settings();
    let owner = Owner::of_computer(settings, session.selected());
    let values = settings.computer_of(session.selected()).values();
    let (sliders, buttons) = ui.max_rect().split_left_right_at_x(ui.max_rect().max.x - BUTTONS);
    let is_shown = |param: &&Param| param.group == LOADS || param.name == "refresh_hz";
    let params: Vec<&Param> = Computer::PARAMS.iter().filter(is_shown).collect();
    let width = sliders.width() / params.len() as f32;
    for (place, param) in params.into_iter().enumerate() {
        let corner = sliders.min + vec2(place as f32 * width, 0.0);
        let room = Rect::from_min_size(corner, vec2(width - BETWEEN, sliders.height()));
        ui.scope_builder(UiBuilder::new().max_rect(room).id_salt(("load", &*param.name)), |ui| {
            controls::make_small(ui);
            let (set, rail) = controls::param_with_rail(ui, param, &values);
            if let Some(rail) = rail.filter(|_| param.name == "render_ms") {
                let handle = pos2(rail.x_of(values.number(param).unwrap_or_default()), room.max.y - 12.0);
                lesson_panel::invite(ui, pass, handle);
            }
            pass.actions.extend(set.map(|value| Action::set(owner.path(&*param.name), value)));
        });
    }
    let place = UiBuilder::new().max_rect(buttons).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(place, |ui| {
        let more = Button::selectable(drawer::is_open(ui.ctx()), "More");
        if ui.add(more).on_hover_text("Everything that can be set.").clicked() {
            drawer::toggle(ui.ctx());
        }
        stalls_panel::second(ui, pass);
    });
}
