//! The numbers in a pane's header.

use crate::base::time::Span;
use crate::front::ui::cards::explain;
use crate::front::ui::style::look::{Look, number};
use crate::model::config::view::Counted;
use crate::studio::export::numbers::length;
use crate::studio::session::{Action, CardPlace, NumberCard, Session};
use egui::{Color32, Label, Sense, Ui};

/// A display that has stood still for longer than this is said to.
const STILL: Span = Span::from_flicks(crate::base::time::FLICKS_PER_SECOND / 10);

/// The numbers that a class must read, from the right: speed and FPS, and the speed of the game where it is another one.
/// Without room of its own it stands in the place of the FPS. While the display stands still the two say so.
pub fn show(
    ui: &mut Ui,
    look: Look,
    session: &Session,
    index: usize,
    (speed, fps, game): (bool, bool, bool),
    actions: &mut Vec<Action>,
) {
    let (seen, now) = (session.seen(index), session.now());
    let recent = seen.recent(now);
    let metrics = seen.metrics();
    let still = metrics.window().standstill(now).filter(|still| *still > STILL);
    let apart = metrics.game_speed_apart(now, &recent).filter(|_| still.is_none());
    let pane = session.lab().panes()[index].id();
    let mut put = |ui: &mut Ui, text: String, colour: Color32, metric: &'static str| {
        let label = Label::new(number(text, colour)).selectable(false);
        if session.host().embedded {
            ui.add(label); // A card has no room there.
            return;
        }
        let said = ui.add(label.sense(Sense::click()));
        let card = NumberCard { pane, metric, counted: Counted::Recent, place: CardPlace::Header };
        explain(ui, look, session, &said, card, actions);
    };
    let game_speed = |game: f64, width: usize| format!("{:>width$}", format!("game {:.0} %", game * 100.0));
    ui.spacing_mut().item_spacing.x = 12.0;
    if speed {
        match (still, recent.number("speed_ratio")) {
            (Some(still), _) => put(ui, format!("{:>6}", length(still)), look.alarm(), "frozen_s"),
            (None, None) => put(ui, "   – %".to_owned(), look.text(), "speed_ratio"),
            (None, Some(speed)) => {
                put(ui, format!("{:4.0} %", speed * 100.0), speed_colour(look, Some(speed)), "speed_ratio");
            }
        }
    }
    if fps {
        match (still, apart, recent.number("fps_mean")) {
            (Some(_), _, _) => put(ui, "   frozen".to_owned(), look.alarm(), "frozen_s"),
            (None, Some(apart), _) if !game => put(ui, game_speed(apart, 9), look.alarm(), "game_speed_ratio"),
            (None, _, None) => put(ui, "    – FPS".to_owned(), look.text(), "fps_mean"),
            (None, _, Some(fps)) => put(ui, format!("{fps:5.1} FPS"), look.text(), "fps_mean"),
        }
    }
    if let Some(apart) = apart.filter(|_| game) {
        put(ui, game_speed(apart, 10), look.alarm(), "game_speed_ratio");
    }
}

fn speed_colour(look: Look, speed: Option<f64>) -> Color32 {
    match speed {
        Some(speed) if !(0.97..=1.03).contains(&speed) => look.alarm(),
        _ => look.text(),
    }
}
