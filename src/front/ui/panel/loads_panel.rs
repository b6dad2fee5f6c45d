//! The costs of a frame and of an update, and the behaviour of each pane at every load.

use crate::front::ui::panel::controls::Controls;
use crate::front::ui::panel::ribbon;
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::Ui;
use tickscope_core::config::{Command, Computer, Patch};
use tickscope_core::load_map::Axis;

/// Shows the two loads with the ribbons of all panes and their key; `computer` is the one that the pane with this index runs on.
pub fn show(ui: &mut Ui, look: Look, session: &Session, (index, computer): (usize, &mut Computer), actions: &mut Vec<Action>) {
    for axis in Axis::ALL {
        let mut controls = Controls::new(ui, look, session);
        axis.field().show(computer, &mut controls);
        let Some(rail) = controls.last_rail() else { continue };
        if let Some((clicked, load_ms)) = ribbon::show(ui, look, session, axis, &rail) {
            go_to(session, axis, (index, computer), (clicked, load_ms), actions);
        }
    }
    ribbon::key(ui, look, session);
}

/// Gives a load to the computer of the pane that was clicked: the computer that is shown, or another.
fn go_to(
    session: &Session,
    axis: Axis,
    (index, computer): (usize, &mut Computer),
    (clicked, load_ms): (usize, f64),
    actions: &mut Vec<Action>,
) {
    let panes = &session.lab().settings().panes;
    let has_own = |index: usize| panes[index].computer.is_some();
    if index == clicked || !(has_own(index) || has_own(clicked)) {
        *axis.load_mut(computer) = load_ms;
        return;
    }
    let settings = session.lab().settings();
    let mut loaded = settings.computer_of(clicked).clone();
    *axis.load_mut(&mut loaded) = load_ms;
    let own = has_own(clicked).then(|| session.letter(clicked));
    actions.push(Action::Lab(Command::Set(Patch::of_computer(own, settings.computer_of(clicked), &loaded))));
}
