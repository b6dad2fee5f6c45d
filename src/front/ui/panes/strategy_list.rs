//! The list of loops of a pane: grouped, with one line each, and a field to search in.

use crate::front::ui::style::look::Look;
use crate::model::strategies::{self, Group, Strategy};
use crate::model::world::WorldKind;
use egui::text::LayoutJob;
use egui::{ComboBox, Id, PopupCloseBehavior, RichText, TextEdit, TextFormat, TextStyle, TextWrapMode, Ui};

/// Shows the list, closed or open; the strategy that was chosen.
pub fn show(
    ui: &mut Ui,
    look: Look,
    (pane, current): (usize, &Strategy),
    kind: &WorldKind,
    width: f32,
) -> Option<&'static Strategy> {
    let search_id = Id::unique(("strategy search", pane));
    let mut search = ui.data(|data| data.get_temp::<String>(search_id)).unwrap_or_default();
    let mut chosen = None;
    let list = ComboBox::from_id_salt(("strategy", pane))
        .selected_text(RichText::new(&*current.name).strong())
        .width(width)
        .wrap_mode(TextWrapMode::Truncate)
        .height(560.0)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show_ui(ui, |ui| {
            ui.set_min_width(430.0);
            let field = TextEdit::singleline(&mut search).hint_text("search").desired_width(f32::INFINITY);
            let field = ui.add(field);
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search strategies"));
            // The open list has the keyboard, so that keys search and trigger no shortcut.
            if ui.memory(|memory| memory.focused().is_none()) {
                field.request_focus();
            }
            chosen = entries(ui, look, &search, (current, kind));
            if chosen.is_some() {
                search.clear();
                ui.close();
            }
        });
    ui.data_mut(|data| data.insert_temp(search_id, search));
    let label = format!("Strategy of pane {}", crate::front::ui::letter(pane));
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    list.response.on_hover_text(&*current.about);
    chosen
}

fn entries(ui: &mut Ui, look: Look, search: &str, (current, kind): (&Strategy, &WorldKind)) -> Option<&'static Strategy> {
    let mut chosen = None;
    for group in Group::ALL {
        let mut members = strategies::ALL.iter().filter(|s| s.group == group && is_found(s, search)).peekable();
        if members.peek().is_some() {
            ui.label(RichText::new(group.name()).small().color(look.weak()));
        }
        for strategy in members {
            let mut job = LayoutJob::default();
            let format = |style: TextStyle, colour| TextFormat {
                font_id: style.resolve(ui.style()),
                color: colour,
                ..TextFormat::default()
            };
            let lacks = strategy.lacks_in(kind);
            let name = if lacks.is_some() { look.weak() } else { look.text() };
            job.append(&strategy.name, 0.0, format(TextStyle::Body, name));
            let about = lacks.map_or(strategy.about.to_string(), |why| format!("Not in {}: {why}.", kind.name));
            job.append(&format!("\n{about}"), 0.0, format(TextStyle::Small, look.weak()));
            let entry = egui::Button::selectable(strategy.id == current.id, job);
            let entry = ui.add_enabled(lacks.is_none(), entry).on_hover_text(&*strategy.source);
            if entry.on_disabled_hover_text(&*strategy.about).clicked() {
                chosen = Some(strategy);
            }
        }
    }
    chosen
}

/// Whether every word of the search occurs in the texts of the strategy.
fn is_found(strategy: &Strategy, search: &str) -> bool {
    let text = [&*strategy.id, &strategy.name, &strategy.about, &strategy.source, strategy.group.name()].join(" ").to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_names_authors_and_ideas_in_any_order() {
        let found =
            |search: &str| strategies::ALL.iter().filter(|s| is_found(s, search)).map(|s| s.id.as_ref()).collect::<Vec<_>>();
        assert_eq!(found("").len(), strategies::ALL.len());
        assert_eq!(found("SPIRAL"), ["semi-fixed"]);
        assert_eq!(found("fiedler fixed"), ["semi-fixed", "fixed-interpolated"]);
        assert!(found("no such loop").is_empty());
    }
}
