//! The lesson above the panes: its text, the answers of a bet, the verdict of an exercise, and the way on.

use crate::front::ui::commands::{LESSON_NEXT, NEXT, PREVIOUS, RESTART};
use crate::front::ui::style::look::Look;
use crate::studio::lesson::{LessonText, Piece, number_of};
use crate::studio::session::{Action, Attendance, LessonAction, Session};
use egui::{
    Align, Align2, Area, Button, Color32, DragValue, Frame, Id, Label, Layout, Margin, Order, RichText, Stroke, TextStyle, Ui,
};
use tickscope_core::config::{Patch, SettingPath};

/// Shows the lesson in the room of the caption. In a presentation it is large, and keys do everything.
pub fn show(ui: &mut Ui, look: Look, session: &Session, lesson: &Attendance, actions: &mut Vec<Action>) {
    let large = session.window.presenting;
    if !large {
        head(ui, look, session, lesson, actions);
    }
    let style = if large { TextStyle::Heading } else { TextStyle::Body };
    let font = style.resolve(ui.style());
    text(ui, look, session, (&lesson.step().text, &font), actions);
    for (said, colour) in said(look, session, lesson) {
        ui.add(Label::new(RichText::new(said).font(font.clone()).color(colour).strong()).wrap());
    }
    answers(ui, look, session, lesson, &font, actions);
}

/// Returns what is said about an answer, a verdict and a hint.
fn said(look: Look, session: &Session, lesson: &Attendance) -> Vec<(String, Color32)> {
    let mut said: Vec<(String, Color32)> = session.answer_in_words().map(|words| (words, look.text())).into_iter().collect();
    if lesson.exercise().is_some() {
        match session.verdict() {
            Some(verdict) if verdict.is_met => said.push((format!("Solved. {}", verdict.text), look.text())),
            Some(verdict) => said.push((format!("Not yet. {}", verdict.text), look.text())),
            None => said.push(("The judge tries three seeds …".to_owned(), look.weak())),
        }
        said.extend(session.hint().map(|hint| (format!("Hint: {hint}"), look.weak())));
    }
    if lesson.open_bet().is_some() && lesson.can_bet() == Some(false) {
        said.push(("There is no bet with these settings.".to_owned(), look.alarm()));
    }
    said
}

fn head(ui: &mut Ui, look: Look, session: &Session, lesson: &Attendance, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let place = format!("{} · {} of {}", lesson.lesson.name, lesson.step + 1, lesson.lesson.steps.len());
        ui.label(RichText::new(place).small().color(look.weak()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(action) = session.lesson_goes_on() {
                let go_on = ui.add(Button::new(RichText::new("Go on (Space)").strong())).on_hover_text(LESSON_NEXT.tip());
                if go_on.clicked() {
                    actions.push(Action::Lesson(action));
                }
            }
            for command in [NEXT, PREVIOUS] {
                let (name, about) = if command.keys == NEXT.keys {
                    ("›", "The next step (Page Down).")
                } else {
                    ("‹", "The step before (Page Up).")
                };
                if ui.small_button(name).on_hover_text(about).clicked() {
                    actions.extend(command.action(session));
                }
            }
            if session.step_is_changed() {
                let back = ui.small_button("Back to the step").on_hover_text("The set-up as the step had it (Backspace).");
                if back.clicked() {
                    actions.extend(RESTART.action(session));
                }
            }
        });
    });
}

/// Shows a text with its numbers: those of the run are strong, and those that are settings can be dragged.
fn text(ui: &mut Ui, look: Look, session: &Session, (text, font): (&LessonText, &egui::FontId), actions: &mut Vec<Action>) {
    let has_settings = text.0.iter().any(|piece| matches!(piece, Piece::Setting(_)));
    let words = |text: String| Label::new(RichText::new(text).font(font.clone()).color(look.text())).wrap();
    if !has_settings || session.window.presenting {
        ui.add(words(session.fill(text)));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for piece in &text.0 {
            match piece {
                Piece::Setting(path) => setting(ui, look, session, path, actions),
                other => drop(ui.add(words(session.fill(&LessonText(vec![other.clone()]))))),
            }
        }
    });
}

fn setting(ui: &mut Ui, look: Look, session: &Session, path: &SettingPath, actions: &mut Vec<Action>) {
    let Some((mut value, range)) = number_of(path, session.run.lab.settings()) else { return };
    let (least, most) = (range.min, range.max);
    ui.scope(|ui| {
        ui.style_mut().visuals.override_text_color = Some(look.accent());
        // It stands in a line of words.
        ui.spacing_mut().button_padding = egui::vec2(3.0, 0.0);
        ui.spacing_mut().interact_size = egui::Vec2::ZERO;
        let drag = DragValue::new(&mut value).range(least..=most).speed((most - least).min(200.0) / 400.0).max_decimals(1);
        if ui.add(drag).on_hover_text("Drag to change, click to type.").changed() {
            let patch = Patch::one(path.clone(), value);
            actions.push(Action::Lab(tickscope_core::config::Command::Set(patch)));
        }
    });
}

/// Shows the answers of an open bet: as buttons, or in a presentation as a row of keys.
fn answers(ui: &mut Ui, look: Look, session: &Session, lesson: &Attendance, font: &egui::FontId, actions: &mut Vec<Action>) {
    let Some(bet) = lesson.open_bet() else { return };
    let can_answer = session.step_waits() && lesson.can_bet() == Some(true);
    ui.horizontal_wrapped(|ui| {
        for (index, answer) in bet.answers.iter().enumerate() {
            let name = format!("{}  {}", index + 1, answer.answer);
            if session.window.presenting {
                ui.label(RichText::new(name).font(font.clone()).strong().color(if can_answer {
                    look.text()
                } else {
                    look.weak()
                }));
                ui.add_space(font.size);
            } else if ui.add_enabled(can_answer, Button::new(name)).clicked() {
                actions.push(Action::Lesson(LessonAction::Answer(index)));
            }
        }
    });
}

/// Shows under the bar the way back to the course from which something was opened.
pub fn course(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some((course, _)) = session.run.opened.course.as_ref().filter(|_| session.lesson().is_none()) else { return };
    if ui.small_button(format!("Go on with {}", course.name)).on_hover_text("The next entry (Page Down).").clicked() {
        actions.push(Action::Lesson(LessonAction::Next));
    }
}

/// Offers the lessons in a corner, at the first start.
pub fn offer(ui: &Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    if !session.window.offers_lessons || session.window.presenting {
        return;
    }
    let area =
        Area::new(Id::unique("lessons offered")).order(Order::Foreground).anchor(Align2::LEFT_BOTTOM, egui::vec2(12.0, -12.0));
    area.show(ui.ctx(), |ui| {
        let frame = Frame::new().fill(look.panel()).corner_radius(6).inner_margin(Margin::symmetric(14, 8));
        frame.stroke(Stroke::new(1.0, look.accent())).show(ui, |ui| {
            ui.label(RichText::new("Lessons that ask before they tell").strong());
            ui.horizontal(|ui| {
                if ui.button("Begin the first one").clicked() {
                    actions.extend(first());
                }
                if ui.button("Not now").clicked() {
                    actions.push(Action::OfferLessons(false));
                }
            });
        });
    });
}

fn first() -> Option<Action> {
    let first = crate::studio::lesson::builtin::lessons().first()?;
    Some(Action::Lesson(LessonAction::Open(first.clone(), 0)))
}
