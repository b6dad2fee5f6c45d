//! A choice of a few words that stand side by side, so that all of them can be seen and each is one click away.

use crate::front::ui::style::look::Look;
use egui::{Align2, CornerRadius, FontId, Rect, Sense, Ui, vec2};

/// One word of a choice.
pub struct Segment<'a, T> {
    /// The value that it chooses.
    pub value: T,
    /// The word.
    pub word: &'a str,
    /// The sentence about it.
    pub about: &'a str,
}

/// Shows the words of a choice in `width`, the chosen one lit. `name` is what a screen reader says before each. The word
/// that the person has clicked, if one.
pub fn show<T: Copy + PartialEq>(
    ui: &mut Ui,
    look: Look,
    (name, width): (&str, f32),
    chosen: Option<T>,
    entries: &[Segment<'_, T>],
) -> Option<T> {
    let mut clicked = None;
    let font = FontId::proportional(12.0);
    let words: Vec<_> = entries
        .iter()
        .map(|entry| ui.painter().layout_no_wrap(entry.word.to_owned(), font.clone(), look.text()).size().x)
        .collect();
    let padding = ((width - words.iter().sum::<f32>()) / words.len() as f32).max(4.0);
    let (bar, _) = ui.allocate_exact_size(vec2(width, 22.0), Sense::hover());
    ui.painter().rect_filled(bar, 5.0, look.well());
    let mut left = bar.left();
    for (entry, word) in entries.iter().zip(words) {
        let rect = Rect::from_min_size(egui::pos2(left, bar.top()), vec2(word + padding, bar.height()));
        left = rect.right();
        let response = ui.interact(rect, ui.scope_id().with((name, entry.word)), Sense::click());
        let is_chosen = chosen == Some(entry.value);
        let label = format!("{name}: {}", entry.word);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, ui.is_enabled(), is_chosen, &label));
        let enabled = ui.is_enabled();
        if is_chosen {
            ui.painter().rect_filled(rect, CornerRadius::same(5), if enabled { look.accent() } else { look.line() });
        } else if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, CornerRadius::same(5), look.line());
        }
        let colour = match (enabled, is_chosen) {
            (true, true) => egui::Color32::WHITE,
            (true, false) => look.text(),
            (false, _) => look.weak().gamma_multiply(0.7),
        };
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, entry.word, font.clone(), colour);
        if response.on_hover_text(entry.about).on_disabled_hover_text(entry.about).clicked() {
            clicked = Some(entry.value);
        }
    }
    clicked
}
