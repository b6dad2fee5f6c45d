//! The numbers in a pane's header.

use crate::base::time::Span;
use crate::front::ui::style::look::{Look, number};
use crate::studio::export::numbers::length;
use crate::studio::session::{Action, Session};
use egui::{Color32, Ui};

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
    _actions: &mut Vec<Action>,
) {
    let (seen, now) = (session.seen(index), session.now());
    let recent = &seen.recent(now).summary;
    let metrics = seen.metrics();
    let still = metrics.window().standstill(now).filter(|still| *still > STILL);
    let apart = metrics.game_speed_apart(now, recent).filter(|_| still.is_none());
    let over = match metrics.window().stall(now) {
        Some(stall) => format!("last two seconds, with a stall of {:.0} ms", stall.as_millis()),
        None => "last two seconds".to_owned(),
    };
    let put = |ui: &mut Ui, text: String, colour: Color32, about: &str| {
        ui.label(number(text, colour)).on_hover_text(about);
    };
    let stands_still = "The display has shown the same frame for so long: there is no FPS and no speed now.";
    let game_speed = |ui: &mut Ui, game: f64, width: usize| {
        let text = format!("{:>width$}", format!("game {:.0} %", game * 100.0));
        let about = format!("Time that updates make over real time, {over}: what is drawn is predicted, or comes later.");
        put(ui, text, look.alarm(), &about);
    };
    ui.spacing_mut().item_spacing.x = 12.0;
    if speed {
        match (still, recent.speed_ratio) {
            (Some(still), _) => put(ui, format!("{:>6}", length(still)), look.alarm(), stands_still),
            (None, None) => put(ui, "   – %".to_owned(), look.text(), "Not enough frames yet."),
            (None, Some(speed)) => {
                let about = format!("Simulated time that is drawn over real time, {over}.");
                put(ui, format!("{:4.0} %", speed * 100.0), speed_colour(look, Some(speed)), &about);
            }
        }
    }
    if fps {
        match (still, apart, recent.fps_mean) {
            (Some(_), _, _) => put(ui, "   frozen".to_owned(), look.alarm(), stands_still),
            (None, Some(apart), _) if !game => game_speed(ui, apart, 9),
            (None, _, None) => put(ui, "    – FPS".to_owned(), look.text(), "Not enough frames yet."),
            (None, _, Some(fps)) => {
                put(ui, format!("{fps:5.1} FPS"), look.text(), &format!("Displayed frames a second, {over}."));
            }
        }
    }
    if let Some(apart) = apart.filter(|_| game) {
        game_speed(ui, apart, 10);
    }
}

fn speed_colour(look: Look, speed: Option<f64>) -> Color32 {
    match speed {
        Some(speed) if !(0.97..=1.03).contains(&speed) => look.alarm(),
        _ => look.text(),
    }
}
