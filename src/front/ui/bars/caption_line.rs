//! The caption under the bar: the caption of the scenario or of the demonstration, and the next command, in as many lines as the
//! text needs.

use crate::front::ui::pass::UiPass;
use crate::front::ui::style::look::{Look, UiLook, letters};
use crate::studio::session::action::{Action, Dialog, WindowAction};
use crate::studio::session::{Session, lap};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Color32, Label, Layout, RichText, TextStyle, Ui, vec2};
use std::borrow::Cow;
use tickscope_core::base::time::Time;
use tickscope_core::model::worlds;

/// In a window narrower than this, in points, the caption has a fixed height.
const NARROW: f32 = 620.0;
const HINT: &str = "Demonstration: touch anything to take over";

const NEXT: f32 = 0.34;

/// The room of the word that has the rest of a text.
const MORE: f32 = 44.0;

const BESIDE_LINES: f32 = 6.0;

/// Returns the height of the caption, in points, for its width. The height is that of the description of the scenario or the
/// world, with at most `most_rows` lines, and not that of the present caption, so that nothing jumps while the scenario plays.
pub fn height(ui: &Ui, session: &Session, width: f32, most_rows: usize) -> f32 {
    let is_lap = session.run.compares_lap();
    if width < NARROW {
        return if is_lap { 38.0 + 3.0 * line_height(ui) } else { 38.0 };
    }
    let has_next = is_lap || session.demonstrates() || !session.run.lab.script().commands().is_empty();
    let room = if has_next { width * (1.0 - NEXT) } else { width };
    let font = TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout(about(session).to_owned(), font, Color32::PLACEHOLDER, room);
    BESIDE_LINES + galley.rows.len().clamp(1, most_rows) as f32 * line_height(ui)
}

fn line_height(ui: &Ui) -> f32 {
    ui.text_style_height(&TextStyle::Body)
}

pub fn show(ui: &mut Ui, pass: &mut UiPass) {
    let (look, session) = (ui.look(), pass.session);
    if ui.available_width() < NARROW {
        return narrow(ui, pass);
    }
    let next_room = ui.available_width() * NEXT;
    let rows = (ui.available_height() / line_height(ui)) as usize;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if session.run.compares_lap() {
            lap_buttons(ui, pass);
        } else if session.demonstrates() && session.invitation().is_none() {
            ui.add(small(HINT, look));
        } else if let Some(next) = next_command(session) {
            let room = vec2(next_room, ui.available_height());
            ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| ui.add(small(next, look).truncate()));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let (text, colour) = words(look, session);
            sentence(ui, &text, colour, rows.max(1));
        });
    });
}

/// Shows the buttons of a lap: to drive again, to film it, and to give it away.
pub fn lap_buttons(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let film = Action::Window(WindowAction::Dialog(Some(Dialog::Film(session.proposed_film()))));
    let mut buttons = [
        ("Link", "Copies a link to this lap, with its keys.", Some(Action::Window(WindowAction::CopyLink))),
        ("Film", "Makes a film of the four panes.", Some(film)),
        ("Again", "Another lap.", lap::begin()),
    ];
    if !ui.layout().prefer_right_to_left() {
        buttons.reverse();
    }
    for (name, about, action) in buttons {
        if ui.button(name).on_hover_text(about).clicked() {
            pass.actions.extend(action);
        }
    }
}

fn narrow(ui: &mut Ui, pass: &mut UiPass) {
    let (look, session) = (ui.look(), pass.session);
    ui.spacing_mut().item_spacing.y = 0.0;
    let (text, colour) = words(look, session);
    if session.run.compares_lap() {
        let rows = (ui.available_height() / line_height(ui)) as usize;
        sentence(ui, &text, colour, rows.saturating_sub(2).max(1));
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| lap_buttons(ui, pass));
    } else if session.demonstrates() && text.is_empty() {
        ui.add(small(HINT, look));
    } else if let Some(next) = next_command(session).filter(|_| !session.demonstrates()) {
        sentence(ui, &text, colour, 1);
        ui.add(small(next, look).truncate());
    } else {
        sentence(ui, &text, colour, 2);
    }
}

/// Shows a text in at most `max_rows` rows. A longer one ends in a word whose tooltip has all of it.
fn sentence(ui: &mut Ui, text: &str, colour: Color32, max_rows: usize) {
    let lay_out = |max_width: f32| {
        let format = TextFormat::simple(TextStyle::Body.resolve(ui.style()), colour);
        let mut job = LayoutJob::single_section(text.to_owned(), format);
        job.wrap = TextWrapping { max_width, max_rows, ..TextWrapping::default() };
        ui.painter().layout_job(job)
    };
    let galley = lay_out(ui.available_width());
    if !galley.elided {
        ui.label(galley);
        return;
    }
    let more = lay_out(ui.available_width() - MORE * letters(ui));
    ui.horizontal(|ui| {
        ui.label(more);
        ui.with_layout(Layout::left_to_right(Align::Max), |ui| ui.link("more").on_hover_text(text));
    });
}

fn small(text: impl Into<String>, look: Look) -> Label {
    Label::new(RichText::new(text).small().color(look.weak()))
}

fn words(look: Look, session: &Session) -> (Cow<'_, str>, Color32) {
    if let Some(playhead) = session.run.transport.playhead {
        let past = (session.run.lab.now() - playhead.at).as_secs();
        let text = format!("Looking back: everything shows the moment {past:.2} s ago. Live leads forward, and plays.");
        return (text.into(), look.text());
    }
    if let Some(caption) = session.caption() {
        return (caption, look.text());
    }
    (about(session).into(), if session.run.opened.about.is_empty() { look.weak() } else { look.text() })
}

fn about(session: &Session) -> &str {
    let about = session.run.opened.about.as_str();
    let of_world = || worlds::find(&session.run.lab.settings().scene.id).map_or("", |kind| kind.about);
    // During the demonstration the line has the text and the height that it has after a touch.
    if about.is_empty() || session.demonstrates() { of_world() } else { about }
}

/// Describes every command of the script's next moment; `None` if no command is to come.
pub fn next_command(session: &Session) -> Option<String> {
    let lab = &session.run.lab;
    // If the playhead is in the past, the next command is the one that followed that moment.
    let next = match session.run.transport.playhead {
        Some(playhead) => lab.script().commands().iter().find(|logged| logged.at_flicks > playhead.at.flicks()),
        None => lab.next_scripted(),
    }?;
    // Several commands may have the same moment.
    let together = lab.script().commands().iter().filter(|timed| timed.at_flicks == next.at_flicks);
    let words: Vec<String> = together.map(|timed| timed.command.in_words()).collect();
    Some(format!("At {} s: {}", Time::from_flicks(next.at_flicks).as_secs(), words.join("; ")))
}
