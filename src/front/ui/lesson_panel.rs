//! The lesson above the panes: its text, the answers of a bet, the verdict of an exercise, and the button to the next step.

use crate::front::ui::answers;
use crate::front::ui::commands::{AS_WRITTEN, ESCAPE, GALLERY, LESSON_NEXT, NEXT, PLAY, PREVIOUS};
use crate::front::ui::exercise_controls::setting;
use crate::front::ui::keys;
use crate::front::ui::lesson_room::{self, TextRoom};
use crate::front::ui::panes::pane_layout;
use crate::front::ui::pass::UiPass;
use crate::front::ui::shortcuts::{TO_STEP, key};
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::{Look, UiLook};
use crate::front::ui::widgets::controls;
use crate::studio::lesson::definition::{Exercise, SEEDS};
use crate::studio::lesson::text::{LessonText, Piece};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, LessonAction, WindowAction};
use crate::studio::session::attendance::Attendance;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Align2, Area, Button, Color32, FontId, Frame, Id, Label, Layout, Margin, Order, Pos2, Rect, Response, RichText, Sense,
    Shape, Stroke, TextStyle, Ui, UiBuilder, Vec2, pos2, vec2,
};
use tickscope_core::base::numbers::capitalised;

/// Returns the id under which the rectangle of the lesson is stored, for contents that are shown over the window.
pub fn place() -> Id {
    Id::unique("place of the lesson")
}

/// The height of the row above the text, which projector mode does not have, in a high window and in a low one.
const HEADS: [f32; 2] = [36.0, 28.0];
/// In a window lower than this, in points, the text has the usual letters.
const LOW: f32 = 600.0;
/// The width of what stands beside the text in projector mode, in heights of letters.
pub const ASIDE: f32 = 8.0;

fn is_low(ui: &Ui) -> bool {
    ui.ctx().content_rect().height() < LOW
}

fn font(ui: &Ui, session: &Session) -> FontId {
    let is_large = !session.window.presenting && !is_low(ui);
    let style = if is_large { TextStyle::Heading } else { TextStyle::Body };
    style.resolve(ui.style())
}

fn aside(session: &Session, font: &FontId) -> f32 {
    if session.window.presenting { ASIDE * font.size } else { 0.0 }
}

/// Returns whether a cell that panes leave free holds the answers of a step, and what is said about them, in a row of
/// this width. That is so while all panes of the step are shown.
pub fn has_cells(ui: &Ui, session: &Session, lesson: &Attendance, width: f32) -> bool {
    let all: Vec<usize> = (0..session.run.lab.panes().len()).collect();
    let is_as_written = all.len() == lesson.setup().settings().panes.len();
    let shows_all = session.run.selection.enlarged().is_none() && !session.shows_one_stage();
    is_as_written && shows_all && pane_layout::has_columns(ui, session, &all, width)
}

/// Returns the height of the lesson in a row of this width, which is the same in all of its steps.
pub fn height(ui: &Ui, session: &Session, lesson: &Attendance, (width, has_cells): (f32, bool)) -> f32 {
    let font = font(ui, session);
    let head = if session.window.presenting { 0.0 } else { HEADS[usize::from(is_low(ui))] };
    let aside = aside(session, &font);
    let room = TextRoom { width: width - aside, aside, has_cells };
    head + lesson_room::height(ui, session, &lesson.lesson, &font, room)
}

/// Returns the exercise of the open step, whose controls stand under the panes; `None` if it has none, and in a part of another
/// page, which has no lists of loops.
pub fn exercise(session: &Session) -> Option<&Exercise> {
    session.lesson().filter(|_| !session.window.host.embedded)?.exercise()
}

/// Shows the lesson in place of the caption. In projector mode keys do everything. If `has_cells` is true, and the panes leave a
/// cell free, only the text stands here.
pub fn show(ui: &mut Ui, pass: &mut UiPass, lesson: &Attendance, has_cells: bool) {
    let session = pass.session;
    let font = font(ui, session);
    let is_apart = has_cells && pane_layout::leaves_cell(session.run.lab.panes().len());
    let contents = |ui: &mut Ui, pass: &mut UiPass| {
        step_text(ui, pass, &font);
        if !is_apart {
            task(ui, pass, lesson, &font, false);
        }
    };
    if session.window.presenting {
        let (text, aside) = ui.max_rect().split_left_right_at_x(ui.max_rect().max.x - aside(session, &font));
        let place = UiBuilder::new().max_rect(aside).layout(Layout::top_down(Align::Max));
        ui.scope_builder(place, |ui| beside(ui, session, lesson));
        let whole = ui.max_rect();
        ui.scope_builder(UiBuilder::new().max_rect(text), |ui| contents(ui, pass));
        if !is_apart {
            ui.scope_builder(UiBuilder::new().max_rect(whole), |ui| answers::show(ui, pass, lesson, &font, false));
        }
    } else {
        head(ui, pass, lesson);
        contents(ui, pass);
    }
    let place_now = ui.min_rect();
    ui.data_mut(|data| data.insert_temp(place(), place_now));
}

/// The margin of what stands in a free cell.
const CELL: f32 = 12.0;

/// Shows the answers of the step, and what is said about them, in a cell that the panes leave free.
pub fn show_in_cell(ui: &mut Ui, pass: &mut UiPass, lesson: &Attendance, cell: Rect) {
    let font = font(ui, pass.session);
    let place = UiBuilder::new().max_rect(cell.shrink(CELL)).id_salt("lesson in a cell");
    ui.scope_builder(place, |ui| task(ui, pass, lesson, &font, true));
}

fn step_text(ui: &mut Ui, pass: &mut UiPass, font: &FontId) {
    let session = pass.session;
    let enters = keys::enters(ui.ctx(), session);
    let Some(shown) = session.step_text() else {
        let changed = format!("The set-up was changed: {} brings the step back.", AS_WRITTEN.keys);
        ui.add(Label::new(RichText::new(changed).font(font.clone()).color(ui.look().text())).wrap());
        return;
    };
    // Enter moves the focus to the first control of the step, and Tab to the others.
    if let Some(first) = text(ui, pass, &shown, font).filter(|_| enters) {
        first.request_focus();
    }
}

/// Shows the answers of the step, and what is said about them or about its exercise.
fn task(ui: &mut Ui, pass: &mut UiPass, lesson: &Attendance, font: &FontId, in_cell: bool) {
    let session = pass.session;
    if in_cell && session.window.presenting {
        answers::show(ui, pass, lesson, font, true);
    }
    solved(ui, session, lesson, font);
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width();
    for (said, colour) in said(ui.look(), session, lesson) {
        let space = if job.is_empty() { 0.0 } else { font.size * 0.4 };
        job.append(&said, space, TextFormat::simple(font.clone(), colour));
    }
    if !job.is_empty() {
        let label = ui.add(Label::new(job).wrap());
        if let Some(exercise) = lesson.exercise() {
            label.on_hover_text(format!("{}. The panes show a run of their own.", capitalised(&judged(exercise))));
        }
    }
    if !session.window.presenting {
        answers(ui, pass, lesson);
    }
}

/// Shows at the right of a presented text whether the run waits, or else the name of the lesson.
fn beside(ui: &mut Ui, session: &Session, lesson: &Attendance) {
    let look = ui.look();
    let (words, colour) = if session.step_is_paused() {
        (paused(), look.accent())
    } else if session.decides_bet() {
        (DECIDING.to_owned(), look.weak())
    } else if let Some(action) = session.lesson_goes_on() {
        let effect = if action == LessonAction::Outcome { "see it" } else { "on" };
        (format!("{}: {effect}", PLAY.keys), look.text())
    } else if lesson.exercise().is_some() {
        (format!("{}, arrows, Tab: try it", key(TO_STEP)), look.text())
    } else {
        (lesson.lesson.name.clone(), look.weak())
    };
    ui.add(Label::new(RichText::new(words).color(colour)).wrap().halign(Align::Max));
}

const DECIDING: &str = "The run that decides is being made …";

fn paused() -> String {
    format!("Paused: {} runs on", PLAY.keys)
}

/// Describes the runs that judge an exercise.
fn judged(exercise: &Exercise) -> String {
    format!("{SEEDS} runs of {} s from the start, each with another seed", exercise.seconds)
}

/// Returns the sentences about an answer, a verdict and a hint, each with its colour.
fn said(look: Look, session: &Session, lesson: &Attendance) -> Vec<(String, Color32)> {
    let mut said: Vec<(String, Color32)> = session.answer_in_words().map(|words| (words, look.text())).into_iter().collect();
    if let Some(exercise) = lesson.exercise() {
        match session.verdict() {
            Some(verdict) if verdict.is_met => {}
            Some(verdict) => said.push((format!("Not yet. {}", verdict.text), look.text())),
            None => said.push((format!("The judge makes {} …", judged(exercise)), look.weak())),
        }
        let is_open = session.verdict().is_none_or(|verdict| !verdict.is_met);
        said.extend(session.hint().filter(|_| is_open).map(|hint| (format!("Hint: {hint}"), look.weak())));
    }
    if lesson.open_bet().is_some() && session.can_bet() == Some(false) {
        said.push(("There is no bet with these settings.".to_owned(), look.alarm()));
    }
    said
}

/// Shows that the exercise is solved, with a mark and in a frame.
fn solved(ui: &mut Ui, session: &Session, lesson: &Attendance, font: &FontId) {
    let (Some(exercise), Some(verdict)) = (lesson.exercise(), session.verdict().filter(|verdict| verdict.is_met)) else { return };
    let look = ui.look();
    let words = if session.shows_solution() { lesson_room::solved(&verdict.text) } else { format!("Solved. {}", verdict.text) };
    let [beside, above] = lesson_room::SOLVED_MARGIN;
    let margin = Margin::symmetric(beside, above);
    // The space bar continues the lesson, and does not press the control that solved it.
    if keys::is_new(ui, Id::unique("solved exercise")) {
        keys::leave_control(ui.ctx());
    }
    let frame = Frame::new().corner_radius(4).inner_margin(margin).stroke(Stroke::new(lesson_room::SOLVED_FRAME, look.text()));
    let framed = frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            let (mark, _) = ui.allocate_exact_size(Vec2::splat(font.size), Sense::hover());
            icons::draw(ui, Icon::Check, mark.shrink(font.size * 0.1), Stroke::new(font.size * 0.16, look.text()));
            ui.add(Label::new(RichText::new(words).font(font.clone()).color(look.text())).wrap());
        });
    });
    framed.response.on_hover_text(format!("Judged by {}.", judged(exercise)));
}

fn head(ui: &mut Ui, pass: &mut UiPass, lesson: &Attendance) {
    let look = ui.look();
    let session = pass.session;
    ui.horizontal(|ui| {
        let place = format!("{} · {} of {}", lesson.lesson.name, lesson.step + 1, lesson.lesson.steps.len());
        ui.label(RichText::new(place).small().color(look.weak()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(action) = session.lesson_goes_on() {
                // The space bar presses the control that has the keys.
                let leaves =
                    if ui.memory(|memory| memory.focused().is_some()) { format!("{}, ", ESCAPE.keys) } else { String::new() };
                let name = RichText::new(format!("Go on ({leaves}{})", LESSON_NEXT.keys)).strong();
                let go_on = ui.add(Button::new(name)).on_hover_text(LESSON_NEXT.tip());
                if go_on.clicked() {
                    pass.actions.push(Action::Lesson(action));
                }
            } else if session.step_is_paused() {
                // The bar has the button.
                ui.label(RichText::new(paused()).strong().color(look.accent()));
            } else if lesson.step().end.is_some() && !session.step_waits() {
                let runs = format!("Runs to its stop · {} pauses", PLAY.keys);
                ui.label(RichText::new(runs).small().color(look.weak()));
            } else if session.decides_bet() {
                ui.label(RichText::new(DECIDING).small().color(look.weak()));
            } else if lesson.is_last()
                && ui.button(format!("Other lessons ({})", GALLERY.keys)).on_hover_text(GALLERY.tip()).clicked()
            {
                pass.actions.push(Action::Window(WindowAction::Gallery(true)));
            }
            let buttons = [(NEXT, "›", "The next step"), (PREVIOUS, "‹", "The step before")];
            for (command, name, about) in buttons {
                if ui.small_button(name).on_hover_text(command.tip_with(about)).clicked() {
                    pass.actions.extend(command.action(session));
                }
            }
            if session.step_can_be_brought_back() {
                let about = AS_WRITTEN.tip_with("The set-up as the step had it");
                if ui.small_button("Back to the step").on_hover_text(about).clicked() {
                    pass.actions.extend(AS_WRITTEN.action(session));
                }
            }
        });
    });
}

/// Shows a text with its numbers: numbers of the run are strong, and settings can be dragged, or changed with keys. Returns the
/// first setting that can be changed; `None` if there is none.
fn text(ui: &mut Ui, pass: &mut UiPass, text: &LessonText, font: &FontId) -> Option<Response> {
    let (look, session) = (ui.look(), pass.session);
    let has_settings = text.has_settings();
    let words = |text: String| Label::new(RichText::new(text).font(font.clone()).color(look.text())).wrap();
    if !has_settings {
        ui.add(words(session.fill(text)));
        return None;
    }
    let row = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let mut first = None;
        let is_setting = |piece: &Piece| matches!(piece, Piece::Setting(_));
        let parts = text.0.chunk_by(|before, piece| !is_setting(before) && !is_setting(piece));
        for (place, part) in parts.enumerate() {
            if let [Piece::Setting(path)] = part {
                let number = controls::steady(ui, place, |ui| setting(ui, pass, path, font));
                first = first.or(number);
            } else {
                ui.add(words(session.fill(&LessonText(part.to_vec()))));
            }
        }
        first
    });
    row.inner
}

/// Shows the answers of an open bet as buttons.
fn answers(ui: &mut Ui, pass: &mut UiPass, lesson: &Attendance) {
    let Some(bet) = lesson.open_bet() else { return };
    let can_answer = pass.session.step_waits() && pass.session.can_bet() == Some(true);
    ui.horizontal_wrapped(|ui| {
        for (index, answer) in bet.answers.iter().enumerate() {
            let name = format!("{}  {}", index + 1, answer.answer);
            if ui.add_enabled(can_answer, Button::new(name)).clicked() {
                pass.actions.push(Action::Lesson(LessonAction::Answer(index)));
            }
        }
    });
}

/// Shows the button that returns to the course from which something was opened.
pub fn course(ui: &mut Ui, pass: &mut UiPass) {
    let Some((course, _)) = pass.session.run.opened.course.as_ref().filter(|_| pass.session.lesson().is_none()) else {
        return;
    };
    if ui.small_button(format!("Go on with {}", course.name)).on_hover_text(NEXT.tip_with("The next entry")).clicked() {
        pass.actions.push(Action::Lesson(LessonAction::Next));
    }
}

const ARROW: f32 = 24.0;

/// Shows at the end of the demonstration an arrow to the `handle` of the slider that the person should drag, and a button to the
/// lessons.
pub fn invite(ui: &Ui, pass: &mut UiPass, handle: Pos2) {
    let look = ui.look();
    let Some(invitation) = pass.session.invitation() else { return };
    let plate = pos2(ui.max_rect().min.x - ARROW, handle.y);
    let area = Area::new(Id::unique("invitation")).order(Order::Foreground).pivot(Align2::RIGHT_CENTER).fixed_pos(plate);
    area.show(ui.ctx(), |ui| {
        framed(ui, Margin::symmetric(14, 8), |ui| {
            ui.label(RichText::new(invitation).strong());
            if ui.button("Six lessons").on_hover_text(GALLERY.tip()).clicked() {
                pass.actions.push(Action::Window(WindowAction::Gallery(true)));
            }
        });
        let (painter, tip) = (ui.ctx().layer_painter(ui.layer_id()), handle - vec2(9.0, 0.0));
        painter.line_segment([plate, tip], Stroke::new(2.5, look.accent()));
        let head = [tip, tip + vec2(-12.0, -7.0), tip + vec2(-12.0, 7.0)];
        painter.add(Shape::convex_polygon(head.to_vec(), look.accent(), Stroke::NONE));
    });
}

/// Shows a row in a frame that stands out from the window.
fn framed(ui: &mut Ui, margin: Margin, contents: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(ui.look().panel()).corner_radius(6).inner_margin(margin);
    frame.stroke(Stroke::new(1.0, ui.look().accent())).show(ui, |ui| ui.horizontal(contents));
}
