//! The list of loops of a pane: grouped, with one line each, and a field to search in.

use crate::front::ui::search_list::SearchList;
use crate::front::ui::search_words::{Rank, SearchWords};
use crate::front::ui::style::look::Look;
use crate::model::config::PaneLetter;
use crate::model::strategies::{self, Group, Strategy};
use crate::model::world::WorldKind;
use egui::text::LayoutJob;
use egui::{Align, ComboBox, Id, PopupCloseBehavior, Response, RichText, ScrollArea, TextFormat, TextStyle, TextWrapMode, Ui};

/// The height of the list of loops in a high window, in points.
const HEIGHT: f32 = 480.0;

/// Shows the list, closed or open: search, arrows and Enter, or a click; the strategy that was chosen.
pub fn show(
    ui: &mut Ui,
    look: Look,
    (pane, current): (PaneLetter, &Strategy),
    kind: &WorldKind,
    width: f32,
) -> Option<&'static Strategy> {
    let id = Id::unique(("strategy search", pane));
    let mut search = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    // Named, because the list would take the usual size of a button from the theme.
    let font = TextStyle::Button.resolve(ui.style());
    let list = ComboBox::from_id_salt(("strategy", pane))
        .selected_text(RichText::new(&*current.name).strong().font(font))
        .width(width)
        .wrap_mode(TextWrapMode::Truncate)
        .height(f32::INFINITY)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show_ui(ui, |ui| {
            ui.set_width((ui.ctx().content_rect().width() - AROUND).min(WIDTH));
            let chosen = open(ui, look, (pane, &mut search), (current, kind));
            if chosen.is_some() {
                ui.close();
            }
            chosen
        });
    // However it was closed, it opens with nothing to search.
    let is_open = list.inner.is_some();
    let chosen = list.inner.flatten();
    ui.data_mut(|data| data.insert_temp(id, if is_open && chosen.is_none() { search } else { String::new() }));
    let label = format!("Strategy of pane {pane}");
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    list.response.on_hover_text(&*current.about);
    chosen
}

/// The width of the list where there is room for it, and what is beside it.
const WIDTH: f32 = 470.0;
const AROUND: f32 = 32.0;

fn open(
    ui: &mut Ui,
    look: Look,
    (pane, search): (PaneLetter, &mut String),
    (current, kind): (&Strategy, &WorldKind),
) -> Option<&'static Strategy> {
    let list = SearchList::begin(ui, ("strategies", pane), 5, false);
    list.field(ui, search, ("Search strategies", "search: a name, an author, an idea …"), f32::INFINITY);
    let found = found(search);
    let able: Vec<&'static Strategy> = found.iter().copied().filter(|strategy| strategy.lacks_in(kind).is_none()).collect();
    let ids: Vec<&str> = able.iter().map(|strategy| &*strategy.id).collect();
    let marked = list.mark(ui, search, &ids, &vec![1; ids.len()], Some(&current.id)).map(|number| able[number]);
    let height = HEIGHT.min(ui.ctx().content_rect().height() - 120.0).max(80.0);
    let mut chosen = None;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
        for (number, strategy) in found.iter().enumerate() {
            if search.is_empty() && (number == 0 || found[number - 1].group != strategy.group) {
                ui.label(RichText::new(strategy.group.name()).small().color(look.weak()));
            }
            let entry = entry(ui, look, (strategy, kind), marked.is_some_and(|marked| marked.id == strategy.id));
            if entry.clicked() {
                chosen = Some(*strategy);
            }
            if list.follows() && marked.is_some_and(|marked| marked.id == strategy.id) {
                entry.scroll_to_me(Some(Align::Center));
            }
        }
        if found.is_empty() {
            ui.label(RichText::new("No loop has all these words in its texts.").color(look.weak()));
            if ui.button("Show all loops").on_hover_text("Clears the search; Esc closes the list.").clicked() {
                search.clear();
            }
        }
    });
    chosen.or(marked.filter(|_| list.enters()))
}

fn entry(ui: &mut Ui, look: Look, (strategy, kind): (&Strategy, &WorldKind), is_marked: bool) -> Response {
    let mut job = LayoutJob::default();
    let format =
        |style: TextStyle, colour| TextFormat { font_id: style.resolve(ui.style()), color: colour, ..TextFormat::default() };
    let lacks = strategy.lacks_in(kind);
    let name = if lacks.is_some() { look.weak() } else { look.text() };
    job.append(&strategy.name, 0.0, format(TextStyle::Body, name));
    let about = lacks.map_or(strategy.about.to_string(), |why| format!("Not in {}: {why}.", kind.name));
    // On the mark's own colour everything is in the colour of text.
    let weak = if is_marked { look.text() } else { look.weak() };
    job.append(&format!("\n{about}"), 0.0, format(TextStyle::Small, weak));
    let entry = egui::Button::selectable(is_marked, job).wrap();
    let entry = ui.add_enabled(lacks.is_none(), entry).on_hover_text(&*strategy.source);
    entry.on_disabled_hover_text(&*strategy.about)
}

/// Returns the strategies that a search finds: in their groups without one, else the best first.
fn found(search: &str) -> Vec<&'static Strategy> {
    let words = SearchWords::of(search);
    let mut found: Vec<(Rank, &'static Strategy)> = Group::ALL
        .into_iter()
        .flat_map(|group| strategies::ALL.iter().filter(move |strategy| strategy.group == group))
        .filter_map(|strategy| {
            let texts = [&*strategy.id, &strategy.name, &strategy.about, &strategy.source, strategy.group.name()];
            Some((words.rank(&strategy.name, &texts.join(" ").to_lowercase())?, strategy))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, strategy)| strategy).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_names_authors_and_ideas_in_any_order() {
        let found = |search: &str| found(search).into_iter().map(|found| found.id.as_ref()).collect::<Vec<_>>();
        assert_eq!(found("").len(), strategies::ALL.len());
        assert_eq!(found("SPIRAL"), ["semi-fixed"]);
        assert_eq!(found("fiedler")[..2], ["semi-fixed", "fixed-interpolated"], "by the author");
        assert_eq!(found("fix your timestep")[..2], ["semi-fixed", "fixed-interpolated"]);
        assert_eq!(found("glaiel"), ["snapped-delta"]);
        assert_eq!(found("interpolation")[0], "fixed-interpolated");
        assert!(found("no such loop").is_empty());
    }
}
