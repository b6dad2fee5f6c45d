//! The help window: every key, and what the marks mean.

use crate::front::ui::keys::KEYS;
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Session};
use egui::{Grid, RichText, ScrollArea, Ui, Window};

/// Shows the help window while it is open.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let mut open = session.shows_help();
    let height = (ui.ctx().content_rect().height() - 120.0).clamp(120.0, 800.0);
    let window = Window::new("Keys").open(&mut open).collapsible(false).resizable(false).default_pos([60.0, 50.0]);
    window.default_height(height).show(ui.ctx(), |ui| {
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            Grid::new("keys").num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
                let row = |ui: &mut Ui, name: &str, about: &str| {
                    ui.label(RichText::new(name).monospace().color(look.text()));
                    ui.label(about);
                    ui.end_row();
                };
                for binding in KEYS {
                    row(ui, binding.name, binding.about);
                }
                row(ui, "H, held", "the hitch hammer: on release, every pane stalls for as long as H was held");
                row(ui, "1 to 6", "select a pane");
                row(ui, "Tab", "go from control to control; Space presses, arrows move a slider");
                row(ui, "Ctrl + − 0", "larger, smaller, normal interface");
                row(ui, "Ctrl O, Ctrl S", "open a scenario, save the state as one");
                row(ui, "Ctrl C, Ctrl V", "the state as a share code: copy, paste");
                row(ui, "Wheel, drag", "in a pane: the camera of all panes");
                row(ui, "Ctrl Q", "quit");
            });
        });
    });
    if open != session.shows_help() {
        actions.push(Action::Help(open));
    }
}
