//! Cards that explain something in the window: one stands beside what it explains, until a click beside it, or Esc.
//!
//! The pointer on a number, or a long press, shows one line; a click opens a card with its formula, the pane's values in it, its
//! source and the reason for the value.

use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::{Look, caption};
use crate::studio::session::{Action, Card, NumberCard, Session, WindowAction};
use egui::{
    Align, FontId, Frame, Id, Label, Layout, Margin, Popup, PopupAnchor, PopupCloseBehavior, Rect, RectAlign, Response, RichText,
    Stroke, Tooltip, Ui,
};
use tickscope_core::config::PaneLetter;
use tickscope_core::config::view::Counted;
use tickscope_core::numbers::column;
use tickscope_core::symptoms::Explanation;

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
                    actions.push(Action::Window(WindowAction::Explain(None)));
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
        actions.push(Action::Window(WindowAction::Explain(None)));
    }
}

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
        actions.push(Action::Window(WindowAction::Explain((!is_open).then_some(Card::Number(card)))));
    }
    let pressed = ui.input(|input| input.pointer.press_start_time().map(|since| input.time - since));
    let is_pressed_long = response.is_pointer_button_down_on() && pressed.is_some_and(|pressed| pressed > LONG);
    if is_open {
        if let Some(explanation) = session.run.explanation(card) {
            number(ui, look, response, card, &explanation, actions);
        }
    } else if is_pressed_long {
        let anchor = PopupAnchor::from(response);
        Tooltip::always_open(response.ctx.clone(), response.layer_id, response.id, anchor).show(|ui| line(ui, session, card));
    } else {
        response.clone().on_hover_ui(|ui| line(ui, session, card));
    }
}

fn line(ui: &mut Ui, session: &Session, card: NumberCard) {
    let Some(explanation) = session.run.explanation(card) else {
        ui.label("There are not enough frames yet.");
        return;
    };
    let Explanation { metric, formula, .. } = &explanation;
    ui.set_max_width(ui.ctx().content_rect().width().min(608.0) - 48.0);
    ui.label(format!("{}: {} = {}", metric.name, formula.values, shown(&explanation)));
}

fn number(ui: &Ui, look: Look, at: &Response, card: NumberCard, explanation: &Explanation, actions: &mut Vec<Action>) {
    let Explanation { metric, formula, causes, .. } = explanation;
    let title = format!("{} of pane {}, explained", metric.name, card.pane);
    let value = Some(RichText::new(shown(explanation)).font(FontId::monospace(17.0)));
    show(ui, look, (at, at.rect), (card.pane, &title, metric.name, value), actions, |ui, _| {
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
            Counted::Recent => "Over the last two seconds; passes over six, and slow speeds over up to ten.",
            Counted::Whole => "Over the whole run.",
        };
        ui.add(Label::new(caption(over, look.weak())).wrap());
        ui.add(Label::new(caption(format!("Source: {}; docs/metrics.md, {}.", metric.source, metric.id), look.weak())).wrap());
    });
}
