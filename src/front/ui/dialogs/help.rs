//! The help window: every key, by theme, on one screen.

use crate::front::ui::commands::{CommandGroup, GROUPS};
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Files, Session};
use egui::{Align, Label, Layout, RichText, ScrollArea, Ui, Window, vec2};

/// The width of a column, points, and of the space between two.
const COLUMN: f32 = 370.0;
const GAP: f32 = 24.0;
/// The width of a key's name.
const NAME: f32 = 104.0;

/// Shows the help window while it is open.
pub fn show(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    if !session.window().shows_help() {
        return;
    }
    let mut open = true;
    let room = ui.ctx().content_rect().shrink2(vec2(24.0, 32.0));
    let most = ((room.width() + GAP) / (COLUMN + GAP)).floor().clamp(1.0, 3.0);
    let width = (most * (COLUMN + GAP) - GAP).min(room.width());
    let height = room.height() - 56.0;
    let window = Window::new("Keys").open(&mut open).collapsible(false).resizable(false);
    window.pivot(egui::Align2::CENTER_TOP).fixed_pos(room.center_top()).show(ui.ctx(), |ui| {
        ui.set_width(width);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            let columns = columns(most as usize);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for column in columns {
                    ui.allocate_ui_with_layout(vec2(COLUMN.min(width), 0.0), Layout::top_down(Align::Min), |ui| {
                        for group in column {
                            of(ui, look, session, group);
                        }
                    });
                }
            });
        });
    });
    if !open {
        actions.push(Action::Help(false));
    }
}

/// Divides the groups into `count` columns of about the same length, in their order.
fn columns(count: usize) -> Vec<Vec<&'static CommandGroup>> {
    let lines = |group: &CommandGroup| group.with_keys().count() + 2;
    let all: usize = GROUPS.iter().map(lines).sum();
    let mut columns = vec![Vec::new(); count];
    let mut before = 0;
    for group in &GROUPS {
        // A group stands in the column in which its middle falls.
        let middle = before + lines(group) / 2;
        columns[(middle * count / all).min(count - 1)].push(group);
        before += lines(group);
    }
    columns
}

fn of(ui: &mut Ui, look: Look, session: &Session, group: &CommandGroup) {
    let spacing = ui.spacing_mut();
    (spacing.item_spacing, spacing.interact_size.y) = (vec2(8.0, 3.0), 0.0);
    ui.label(RichText::new(group.name).strong().color(look.accent()));
    let has_browser = session.window().host().files == Files::Browser;
    for command in group.with_keys().filter(|command| !(has_browser && command.is_browsers)) {
        ui.horizontal_top(|ui| {
            let name = ui.label(RichText::new(command.keys).monospace().size(13.0).color(look.text()));
            ui.add_space(NAME - name.rect.width());
            ui.add(Label::new(RichText::new(command.line()).size(13.0).color(look.weak())).wrap());
        });
    }
    ui.add_space(12.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_stands_in_one_column() {
        for count in 1..=3 {
            let columns = columns(count);
            assert_eq!(columns.len(), count);
            assert!(columns.iter().all(|column| !column.is_empty()));
            assert!(columns.into_iter().flatten().map(|group| group.name).eq(GROUPS.iter().map(|group| group.name)));
        }
    }
}
