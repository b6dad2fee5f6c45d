//! The card that explains a number. The pointer on the number, or a long press, shows one line; a click opens a card with its
//! formula, the pane's values in it, its source and the reason for the value.

use crate::front::ui::card;
use crate::front::ui::style::look::{Look, caption};
use crate::studio::export::numbers::column;
use crate::studio::session::{Action, Card, NumberCard, Session};
use egui::{FontId, Label, PopupAnchor, Response, RichText, Tooltip, Ui};
use tickscope_core::config::view::Counted;
use tickscope_core::findings::Explanation;

/// The length of a press, in seconds, that shows the line.
const LONG: f64 = 0.45;

fn shown(explanation: &Explanation) -> String {
    let space = if explanation.unit.is_empty() { "" } else { " " };
    format!("{}{space}{}", column(Some(explanation.value), explanation.digits), explanation.unit)
}

/// Lets the number that `response` shows explain itself; `card` identifies it. `response` must sense clicks.
pub fn explain(ui: &Ui, look: Look, session: &Session, response: &Response, card: NumberCard, actions: &mut Vec<Action>) {
    let is_open = session.card() == Some(Card::Number(card));
    if response.clicked() {
        actions.push(Action::Explain((!is_open).then_some(Card::Number(card))));
    }
    let pressed = ui.input(|input| input.pointer.press_start_time().map(|since| input.time - since));
    let is_pressed_long = response.is_pointer_button_down_on() && pressed.is_some_and(|pressed| pressed > LONG);
    if is_open {
        if let Some(explanation) = session.explanation(card) {
            show(ui, look, response, card, &explanation, actions);
        }
    } else if is_pressed_long {
        let anchor = PopupAnchor::from(response);
        Tooltip::always_open(response.ctx.clone(), response.layer_id, response.id, anchor).show(|ui| line(ui, session, card));
    } else {
        response.clone().on_hover_ui(|ui| line(ui, session, card));
    }
}

fn line(ui: &mut Ui, session: &Session, card: NumberCard) {
    let Some(explanation) = session.explanation(card) else {
        ui.label("There are not enough frames yet.");
        return;
    };
    let Explanation { metric, formula, .. } = &explanation;
    ui.set_max_width(ui.ctx().content_rect().width().min(608.0) - 48.0);
    ui.label(format!("{}: {} = {}", metric.name, formula.values, shown(&explanation)));
}

fn show(ui: &Ui, look: Look, at: &Response, card: NumberCard, explanation: &Explanation, actions: &mut Vec<Action>) {
    let Explanation { metric, formula, causes, .. } = explanation;
    let title = format!("{} of pane {}, explained", metric.name, card.pane);
    let value = Some(RichText::new(shown(explanation)).font(FontId::monospace(17.0)));
    card::show(ui, look, (at, at.rect), (card.pane, &title, metric.name, value), actions, |ui, _| {
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
}
