//! Cards that explain something in the window. A card is shown next to the thing that it explains until a person clicks outside
//! of it or presses Esc.
//!
//! The pointer on a number, or a long press, shows one line about it. A click opens a card with the formula of the number, the
//! formula with the values of the pane, the source of the definition, and the reason for the value.

use crate::front::ui::commands::ESCAPE;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::{UiLook, caption};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, Card, NumberCard, WindowAction};
use crate::studio::view::Counted;
use egui::{
    Align, FontId, Frame, Id, Label, Layout, Margin, Popup, PopupAnchor, PopupCloseBehavior, Rect, RectAlign, Response, RichText,
    Stroke, Tooltip, Ui,
};
use tickscope_core::base::numbers::column;
use tickscope_core::lab::symptoms::symptom::Explanation;
use tickscope_core::model::config::pane_letter::PaneLetter;

const WIDTH: f32 = 340.0;

/// The sides of the explained thing at which a card may be, the best first.
const SIDES: [RectAlign; 4] = [RectAlign::RIGHT_START, RectAlign::LEFT_START, RectAlign::BOTTOM_START, RectAlign::TOP_START];

/// The first row of a card: the letter of its pane, its name, and a value.
pub struct CardHead<'a> {
    pub letter: PaneLetter,
    pub name: &'a str,
    pub value: Option<RichText>,
    /// The name of the card for a screen reader.
    pub title: &'a str,
}

/// Shows the card of something in a pane: `contents` under `head`. A click on `at` opened it, and it avoids covering `evidence`.
pub fn show(
    ui: &Ui,
    pass: &mut UiPass,
    at: &Response,
    evidence: Rect,
    head: CardHead,
    contents: impl FnOnce(&mut Ui, &mut UiPass),
) {
    let colour = ui.look().of_pane(head.letter);
    let frame = Frame::popup(ui.style()).inner_margin(Margin::same(12)).stroke(Stroke::new(1.0, colour));
    let popup = Popup::new(Id::unique("card"), ui.ctx().clone(), PopupAnchor::ParentRect(evidence), at.layer_id);
    let popup =
        popup.align(SIDES[0]).align_alternatives(&SIDES).close_behavior(PopupCloseBehavior::IgnoreClicks).gap(6.0).frame(frame);
    let shown = popup.accessible_name(head.title.to_owned()).show(|ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        ui.spacing_mut().item_spacing.y = 6.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(head.letter.to_string()).strong().color(colour));
            ui.label(RichText::new(head.name).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icons::button(ui, Icon::Close, "Close the card", &format!("{}, or a click beside it.", ESCAPE.keys)) {
                    pass.actions.push(Action::Window(WindowAction::Explain(None)));
                }
                if let Some(value) = head.value {
                    ui.label(value);
                }
            });
        });
        contents(ui, pass);
    });
    // A press outside of the card closes it, except on the explained thing, whose click closes it itself.
    let pressed = ui.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
    if let (Some(pressed), Some(shown)) = (pressed, shown)
        && !shown.response.rect.contains(pressed)
        && !at.rect.contains(pressed)
    {
        pass.actions.push(Action::Window(WindowAction::Explain(None)));
    }
}

/// A press of this length, in seconds, shows the line.
const LONG: f64 = 0.45;

fn shown(explanation: &Explanation) -> String {
    let space = if explanation.unit.is_empty() { "" } else { " " };
    format!("{}{space}{}", column(Some(explanation.value), explanation.digits), explanation.unit)
}

/// Explains the number that `response` shows and `card` identifies: in a card that a click opens or closes, or else in a line
/// under the pointer. `response` must sense clicks.
pub fn explain(ui: &Ui, pass: &mut UiPass, response: &Response, card: NumberCard) {
    let session = pass.session;
    let is_open = session.card() == Some(Card::Number(card));
    if response.clicked() {
        pass.actions.push(Action::Window(WindowAction::Explain((!is_open).then_some(Card::Number(card)))));
    }
    let pressed = ui.input(|input| input.pointer.press_start_time().map(|since| input.time - since));
    let is_pressed_long = response.is_pointer_button_down_on() && pressed.is_some_and(|pressed| pressed > LONG);
    if is_open {
        if let Some(explanation) = session.run.explanation(card) {
            number(ui, pass, response, card, &explanation);
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

fn number(ui: &Ui, pass: &mut UiPass, at: &Response, card: NumberCard, explanation: &Explanation) {
    let look = ui.look();
    let Explanation { metric, formula, causes, .. } = explanation;
    let title = format!("{} of pane {}, explained", metric.name, card.pane);
    let value = Some(RichText::new(shown(explanation)).font(FontId::monospace(17.0)));
    let head = CardHead { letter: card.pane, name: metric.name, value, title: &title };
    show(ui, pass, at, at.rect, head, |ui, _| {
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
