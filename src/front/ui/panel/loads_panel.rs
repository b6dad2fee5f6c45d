//! The costs of a frame and of an update, and the behaviour of each pane at every load.

use crate::front::ui::lesson_panel;
use crate::front::ui::panel::{controls, ribbon};
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Ui, pos2};
use tickscope_core::config::{Computer, Owner};
use tickscope_core::load_map::Axis;
use tickscope_core::params::{Described, Values};

/// Shows the two loads with the ribbons of all panes and their key; `values` are those of the selected pane's computer.
pub fn show(ui: &mut Ui, look: Look, session: &Session, values: &Values, actions: &mut Vec<Action>) {
    let settings = session.run.lab.settings();
    for axis in Axis::ALL {
        let path = |index: usize| Owner::of_computer(settings, index).path(axis.setting());
        let Ok(param) = Computer::param(axis.setting()) else { continue };
        let (set, rail) = controls::param_with_rail(ui, look, param, values);
        if let (Some(rail), Axis::Render) = (&rail, axis) {
            let value = values.number(param).unwrap_or_default();
            let handle = pos2(rail.x_of(value), ui.cursor().min.y - 14.0);
            lesson_panel::invite(ui, look, session, handle, actions);
        }
        actions.extend(set.map(|value| Action::set(path(session.run.selection.selected()), value)));
        let clicked = rail.and_then(|rail| ribbon::show(ui, look, session, axis, &rail));
        actions.extend(clicked.map(|(index, load_ms)| Action::set(path(index), load_ms)));
    }
    ribbon::key(ui, look, session);
}
