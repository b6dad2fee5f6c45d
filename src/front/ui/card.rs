//! A card that explains something in the window: it stands beside what it explains, until a click beside it, or Esc.

use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::Look;
use crate::studio::session::Action;
use egui::{
    Align, Frame, Id, Layout, Margin, Popup, PopupAnchor, PopupCloseBehavior, Rect, RectAlign, Response, RichText, Stroke, Ui,
};
use tickscope_core::config::PaneLetter;

const WIDTH: f32 = 340.0;

/// The sides of what a card explains on which it stands, the best first.
const SIDES: [RectAlign; 4] = [RectAlign::RIGHT_START, RectAlign::LEFT_START, RectAlign::BOTTOM_START, RectAlign::TOP_START];

/// Shows the card of something in a pane: the pane's letter, the `name` and a `value` stand in its first row, the rest is
/// `contents`. `title` is its name for a screen reader. A click on `at` opened it, and it leaves `evidence` in sight where it can.
pub fn show(
    ui: &Ui,
    look: Look,
    (at, evidence): (&Response, Rect),
    (letter, title, name, value): (PaneLetter, &str, &str, Option<RichText>),
    actions: &mut Vec<Action>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let colour = look.of_pane(letter);
    let frame = Frame::popup(ui.style()).inner_margin(Margin::same(12)).stroke(Stroke::new(1.0, colour));
    let popup = Popup::new(Id::unique("card"), ui.ctx().clone(), PopupAnchor::ParentRect(evidence), at.layer_id);
    let popup =
        popup.align(SIDES[0]).align_alternatives(&SIDES).close_behavior(PopupCloseBehavior::IgnoreClicks).gap(6.0).frame(frame);
    let shown = popup.accessible_name(title.to_owned()).show(|ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        ui.spacing_mut().item_spacing.y = 6.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(letter.to_string()).strong().color(colour));
            ui.label(RichText::new(name).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icons::button(ui, look, Icon::Close, "Close the card", "Esc, or a click beside it.") {
                    actions.push(Action::Explain(None));
                }
                if let Some(value) = value {
                    ui.label(value);
                }
            });
        });
        contents(ui, actions);
    });
    // A press beside it closes it; what it explains does so with its click.
    let pressed = ui.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
    if let (Some(pressed), Some(shown)) = (pressed, shown)
        && !shown.response.rect.contains(pressed)
        && !at.rect.contains(pressed)
    {
        actions.push(Action::Explain(None));
    }
}
