//! The settings in an embedded page: the two loads and the presentation of all panes, side by side if there is room.

use crate::front::ui::pass::UiPass;
use crate::front::ui::widgets::{controls, presentation_choice};
use crate::studio::session::action::Action;
use egui::{Layout, Rect, Ui, UiBuilder, vec2};
use tickscope_core::base::params::described::Described;
use tickscope_core::model::config::computer::{Computer, LOADS};
use tickscope_core::model::config::patch::Owner;

/// A page of at least this width, in points, has everything in one row.
const WIDE: f32 = 600.0;
/// The height of a load, in points.
const LOAD: f32 = 40.0;
/// The height of the choice of the presentation, in points.
const SWITCH: f32 = 24.0;
/// The height of the space above, between and below the rows, in points.
const GAP: f32 = 4.0;
/// The width of the switch next to the loads, in points.
const SWITCH_WIDTH: f32 = 244.0;
/// The space between two controls of a row, in points.
const BETWEEN: f32 = 12.0;

/// Returns the height of the rows in a page of this width, in points.
pub const fn height(width: f32) -> f32 {
    if width < WIDE { LOAD + SWITCH + 3.0 * GAP } else { LOAD + 2.0 * GAP }
}

/// Shows the loads of the selected pane's computer, and the switch for all panes.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let area = ui.max_rect().shrink2(vec2(0.0, GAP));
    let (loads, switch) = if area.width() + 12.0 < WIDE {
        let (loads, switch) = area.split_top_bottom_at_y(area.bottom() - SWITCH);
        (loads.with_max_y(loads.max.y - GAP), switch)
    } else {
        let (loads, switch) = area.split_left_right_at_x(area.right() - SWITCH_WIDTH);
        (loads.with_max_x(loads.max.x - BETWEEN), Rect::from_center_size(switch.center(), vec2(SWITCH_WIDTH, SWITCH)))
    };
    let (render, update) = loads.split_left_right_at_fraction(0.5);
    let half = BETWEEN / 2.0;
    let places = [render.with_max_x(render.max.x - half), update.with_min_x(update.min.x + half)];

    let settings = session.run.lab.settings();
    let owner = Owner::of_computer(settings, session.selected());
    let values = settings.computer_of(session.selected()).values();
    for (param, place) in Computer::PARAMS.iter().filter(|param| param.group == LOADS).zip(places) {
        ui.scope_builder(UiBuilder::new().max_rect(place).id_salt(("load", &*param.name)), |ui| {
            controls::make_small(ui);
            let set = controls::param(ui, param, &values);
            pass.actions.extend(set.map(|value| Action::set(owner.path(&*param.name), value)));
        });
    }
    let place = UiBuilder::new().max_rect(switch).id_salt("switch").layout(Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(place, |ui| presentation_choice::switch_all(ui, pass));
}
