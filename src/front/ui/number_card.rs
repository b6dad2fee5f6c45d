//! A number explains itself: the pointer on it, or a long press, shows one line, a click a card with its formula, the pane's
//! values in it, its source and why it is so.

use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::{Look, caption};
use crate::lab::findings::Explanation;
use crate::model::config::view::Counted;
use crate::studio::export::numbers::column;
use crate::studio::session::{Action, NumberCard, Session};
use egui::{Align, FontId, Frame, Id, Label, Layout, Margin, Popup, PopupAnchor, PopupCloseBehavior, Response, RichText, Stroke};
use egui::{Tooltip, Ui};

const WIDTH: f32 = 340.0;
/// A press that lasts so long, in seconds, shows the line.
const LONG: f64 = 0.45;

/// Returns the number as it stands in a card.
fn shown(explanation: &Explanation) -> String {
    let space = if explanation.unit.is_empty() { "" } else { " " };
    format!("{}{space}{}", column(Some(explanation.value), explanation.digits), explanation.unit)
}

/// Lets the number that `response` shows explain itself: `card` says which one it is. Its response has to sense clicks.
pub fn explain(ui: &Ui, look: Look, session: &Session, response: &Response, card: NumberCard, actions: &mut Vec<Action>) {
    let is_open = session.card() == Some(card);
    if response.clicked() {
        actions.push(Action::Explain((!is_open).then_some(card)));
    }
    let pressed = ui.input(|input| input.pointer.press_start_time().map(|since| input.time - since));
    let is_pressed_long = response.is_pointer_button_down_on() && pressed.is_some_and(|pressed| pressed > LONG);
    if is_open {
        if let Some(explanation) = session.explanation(card) {
            show(ui, look, session, response, card, &explanation, actions);
        }
    } else if is_pressed_long {
        let anchor = PopupAnchor::from(response);
        Tooltip::always_open(response.ctx.clone(), response.layer_id, response.id, anchor).show(|ui| line(ui, session, card));
    } else {
        response.clone().on_hover_ui(|ui| line(ui, session, card));
    }
}

/// Shows the name of a number, and its formula with the values.
fn line(ui: &mut Ui, session: &Session, card: NumberCard) {
    let Some(explanation) = session.explanation(card) else {
        ui.label("There are not enough frames yet.");
        return;
    };
    let Explanation { metric, formula, .. } = &explanation;
    ui.set_max_width(ui.ctx().content_rect().width().min(608.0) - 48.0);
    ui.label(format!("{}: {} = {}", metric.name, formula.values, shown(&explanation)));
}

fn show(
    ui: &Ui,
    look: Look,
    session: &Session,
    at: &Response,
    card: NumberCard,
    explanation: &Explanation,
    actions: &mut Vec<Action>,
) {
    let Explanation { metric, formula, causes, .. } = explanation;
    let index = session.lab().index_of(card.pane).unwrap_or(0);
    let letter = session.letter(index);
    let frame =
        Frame::popup(ui.style()).inner_margin(Margin::same(12)).stroke(Stroke::new(1.0, look.of_pane(session.letter(index))));
    let id = Id::unique("number card");
    let popup = Popup::new(id, ui.ctx().clone(), PopupAnchor::from(at), at.layer_id);
    let popup = popup.close_behavior(PopupCloseBehavior::IgnoreClicks).gap(6.0).frame(frame);
    let shown_card = popup.accessible_name(format!("{} of pane {letter}, explained", metric.name)).show(|ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        ui.spacing_mut().item_spacing.y = 6.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(letter.to_string()).strong().color(look.of_pane(session.letter(index))));
            ui.label(RichText::new(metric.name).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icons::button(ui, look, Icon::Close, "Close the card", "Esc, or a click beside it.") {
                    actions.push(Action::Explain(None));
                }
                ui.label(RichText::new(shown(explanation)).font(FontId::monospace(17.0)));
            });
        });
        ui.add(Label::new(metric.about).wrap());
        let mono = |text: String| Label::new(RichText::new(text).monospace()).wrap();
        if !metric.about.to_lowercase().contains(&formula.symbols.to_lowercase()) {
            ui.add(Label::new(caption(formula.symbols, look.weak())).wrap());
        }
        ui.add(mono(format!("{} = {}", formula.values, shown(explanation))));
        for cause in causes {
            ui.add(Label::new(RichText::new(cause.headline() + ".").color(look.text())).wrap());
        }
        let over = match card.counted {
            Counted::Recent => "Over the last two seconds; passes over six.",
            Counted::Whole => "Over the whole run.",
        };
        ui.add(Label::new(caption(over, look.weak())).wrap());
        ui.add(Label::new(caption(format!("Source: {}; docs/metrics.md, {}.", metric.source, metric.id), look.weak())).wrap());
    });
    // A press beside it closes it; the number itself does so with its click.
    let pressed = ui.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
    if let (Some(pressed), Some(shown_card)) = (pressed, shown_card)
        && !shown_card.response.rect.contains(pressed)
        && !at.rect.contains(pressed)
    {
        actions.push(Action::Explain(None));
    }
}
