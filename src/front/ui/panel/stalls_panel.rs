//! The stalls that a person makes: two on buttons, and one that lasts as long as the hammer is held.

use crate::front::ui::pass::UiPass;
use crate::front::ui::shortcuts::{HAMMER, key};
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::controls::{self, Choice, ChoiceOption};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, WindowAction};
use egui::{Align, Button, Layout, RichText, Ui};
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::patch::Owner;
use tickscope_core::model::config::settings::StallOn;

/// The width of the hammer's button, in points.
const HAMMER_WIDTH: f32 = 64.0;

/// The kinds of operation that a stall lengthens, each with its visible effect.
const FALLS_ON: [(StallOn, &str, &str); 3] = [
    (StallOn::Render, "the next render", "The usual hitch: a frame takes longer, after this turn's updates."),
    (
        StallOn::Update,
        "the next update",
        "The world's own work takes longer: a loop that reads its clock between updates notices at once, others in their next turn.",
    ),
    (
        StallOn::Any,
        "whatever comes next",
        "An update, a render or a sleep: whether the stall lies before or after the reading of the clock decides who notices.",
    ),
];

/// Shows the buttons of three stalls: two of a fixed length, and the hammer, whose stall is as long as it is held.
pub fn buttons(ui: &mut Ui, pass: &mut UiPass) {
    ui.horizontal(|ui| {
        ui.label("Stall");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            hammer(ui, pass);
            button(ui, pass, 1000.0, "1 s");
            button(ui, pass, 100.0, "100 ms");
        });
    });
}

/// Shows the button of a stall of a second.
pub fn second(ui: &mut Ui, pass: &mut UiPass) {
    button(ui, pass, 1000.0, "Stall 1 s");
}

fn button(ui: &mut Ui, pass: &mut UiPass, ms: f64, name: &str) {
    let on = pass.session.window.hammer.falls_on;
    let about = format!(
        "Every pane's {} takes this much longer: which loops jump, which catch up, which discard the time?",
        on.in_words()
    );
    let button = ui.button(name);
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Hitch {ms} ms")));
    if button.on_hover_text(about).clicked() {
        pass.actions.push(Action::Lab(Command::Stall { ms, on }));
    }
}

/// Describes what stalls lengthen, and whether the game is paused, if these differ from the usual.
pub fn differences(session: &Session) -> Vec<String> {
    let on = session.window.hammer.falls_on;
    let falls = (on != StallOn::default()).then(|| format!("on the {}", on.in_words()));
    session.run.lab.settings().paused.then(|| "paused".to_owned()).into_iter().chain(falls).collect()
}

/// Shows the choice of the operation that stalls lengthen, and the game's own pause.
pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let about = "What the stalls of the buttons and of the hammer lengthen, in every pane.";
    let is_chosen = |on| on == pass.session.window.hammer.falls_on;
    let options = FALLS_ON.map(|(on, word, about)| ChoiceOption { word, about, is_chosen: is_chosen(on) });
    let choice = Choice { name: "Stalls fall on", about, options: &options };
    if let Some(index) = controls::choice(ui, &choice) {
        pass.actions.push(Action::Window(WindowAction::StallsFallOn(FALLS_ON[index].0)));
    }
    pause(ui, pass);
}

fn hammer(ui: &mut Ui, pass: &mut UiPass) {
    let held = pass.session.window.hammer_ms();
    let text = held.map_or("Hold".to_owned(), |ms| format!("{ms:4.0} ms"));
    // The button is as wide with a length as without one.
    let button = Button::new(text).min_size(egui::vec2(HAMMER_WIDTH, 24.0));
    let button = if held.is_some() { button.fill(ui.look().alarm().gamma_multiply(0.6)) } else { button };
    let response = ui.add(button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Hitch hammer"));
    let about = format!("Hold it, or {}, and let go: every pane stalls for as long as you held it.", key(HAMMER));
    let response = response.on_hover_text(about);
    if response.is_pointer_button_down_on() && held.is_none() {
        pass.actions.push(Action::Window(WindowAction::Lift));
    }
    if held.is_some() {
        // The length grows while the button is held, even if nothing else moves.
        ui.ctx().request_repaint();
        if ui.input(|input| input.pointer.any_released()) {
            pass.actions.push(Action::Window(WindowAction::Strike));
        }
    }
}

/// Shows the switch that pauses the game; the laboratory goes on.
fn pause(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let mut paused = session.run.lab.settings().paused;
    let about = "The game, not the laboratory (F9): a loop whose article knows a pause goes on updating, by 0 s, so what moves \
                 without a dt goes on. Every other loop knows nothing of it.";
    if ui.checkbox(&mut paused, "Pause the game").on_hover_text(about).changed() {
        pass.actions.push(Action::set(Owner::Run.path("paused"), paused));
    }
    if session.run.lab.settings().paused {
        let panes = session.run.lab.panes();
        let obeying = (0..panes.len()).filter(|pane| panes[*pane].strategy().pauses);
        let letters = obeying.map(|pane| session.letter(pane).to_string()).collect::<Vec<_>>().join(", ");
        let who = if letters.is_empty() {
            "No loop here knows a pause.".to_owned()
        } else {
            format!("Known to the loop of {letters}.")
        };
        ui.label(RichText::new(who).small().color(ui.look().weak()));
    }
}
