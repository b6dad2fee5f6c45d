//! The foot of projector mode, and the code beside the presented panes.

use crate::front::ui::bars::{caption_line, top_bar};
use crate::front::ui::code;
use crate::front::ui::command_actions::main_load;
use crate::front::ui::commands::{CODE, ESCAPE, LIGHT_THEME, NEXT, PREVIOUS, RECORD, RESTART, UiCommand};
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::{controls, playhead};
use crate::front::ui::{exercise_controls, lesson_panel};
use crate::studio::lesson::definition::Exercise;
use crate::studio::lesson::text::value_of;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, WindowAction};
use egui::{Align, Frame, Label, Layout, Margin, Panel, RichText, TextStyle, Ui, vec2};
use tickscope_core::base::numbers::with_unit;
use tickscope_core::base::params::param::{Param, ValueKind};
use tickscope_core::base::params::value::Value;

/// The least height of the foot, in points.
const FOOT: f32 = 30.0;
/// The room between two groups of the foot, in points.
const APART: f32 = 12.0;
/// The least room of a slider with its name and its value, in heights of letters.
const LEAST_LOAD: f32 = 16.0;
/// The room of a load with its unit, in heights of letters.
const VALUE: f32 = 4.6;

/// Returns the height of the foot.
pub fn foot_height(ui: &Ui) -> f32 {
    FOOT.max(ui.text_style_height(&TextStyle::Body) + 3.0)
}

/// Shows the foot: the way out, the steps, the load, the code, the theme and the film. A narrow one has no room for the load and
/// the code, and can be worked without keys. Returns whether the controls of an exercise stand in the place of the load.
pub fn foot(ui: &mut Ui, pass: &mut UiPass, is_narrow: bool) -> bool {
    let mut has_exercise = false;
    let session = pass.session;
    ui.spacing_mut().button_padding.y = 1.0;
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.horizontal_centered(|ui| {
        if icons::button(ui, Icon::Close, "End the presentation", &ESCAPE.tip_with("All panels again")) {
            pass.actions.push(Action::Window(WindowAction::Present(false)));
        }
        signed(ui, pass, Icon::Back, PREVIOUS);
        if let Some(lesson) = session.lesson().filter(|_| !is_narrow) {
            let count = lesson.lesson.steps.len();
            // The number of the last step has the room in every step.
            let place = |step: usize| format!("{step} of {count}");
            let width = ui.painter().layout_no_wrap(place(count), TextStyle::Body.resolve(ui.style()), ui.look().text()).size().x;
            let label = Label::new(RichText::new(place(lesson.step + 1)).color(ui.look().text())).extend();
            ui.add_sized(vec2(width, ui.available_height()), label);
        }
        signed(ui, pass, Icon::Next, NEXT);
        if is_narrow || session.lesson().is_none() {
            signed(ui, pass, Icon::Restart, RESTART);
        }
        top_bar::play(ui, pass);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            switches(ui, pass, is_narrow);
            ui.add_space(APART);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add_space(APART);
                if session.run.transport.playhead.is_some() {
                    playhead::show(ui, pass);
                } else if session.run.compares_lap() {
                    caption_line::lap_buttons(ui, pass);
                } else if let Some(exercise) = exercise_with_room(ui, session).filter(|_| !is_narrow) {
                    exercise_controls::show(ui, pass, exercise);
                    has_exercise = true;
                } else {
                    load(ui, pass);
                }
            });
        });
    });
    has_exercise
}

/// Returns the exercise of a step whose loads are fixed, if its controls fit into a row here; else `None`.
fn exercise_with_room<'a>(ui: &Ui, session: &'a Session) -> Option<&'a Exercise> {
    let exercise = lesson_panel::exercise(session).filter(|_| main_load(session).is_none())?;
    let rows = exercise_controls::rows(ui, exercise, session.run.lab.settings(), ui.available_width());
    (rows == 1).then_some(exercise)
}

fn signed(ui: &mut Ui, pass: &mut UiPass, icon: Icon, command: UiCommand) {
    if icons::button(ui, icon, command.name, &command.tip()) {
        pass.actions.extend(command.action(pass.session));
    }
}

/// Shows the buttons at the right end, from the right.
fn switches(ui: &mut Ui, pass: &mut UiPass, is_narrow: bool) {
    let session = pass.session;
    let ends = if session.run.take.is_some() { " ends it" } else { "" };
    if !is_narrow {
        ui.label(RichText::new(format!("{}{ends}", RECORD.keys)).color(ui.look().weak()));
    }
    top_bar::take(ui, pass);
    for command in [LIGHT_THEME, CODE].into_iter().take(if is_narrow { 1 } else { 2 }) {
        let name = command.name.trim_end_matches(" theme");
        let shown = if is_narrow { name.to_owned() } else { format!("{name} {}", command.keys) };
        let is_on = command.is_on(session) == Some(true);
        if ui.selectable_label(is_on, shown).on_hover_text(command.tip()).clicked() {
            pass.actions.extend(command.action(session));
        }
    }
}

/// Shows the slider of the load that the step names, or of the render load, as wide as there is room.
fn load(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let Some(path) = main_load(session) else { return };
    let Some((param, Value::Number(mut ms))) = value_of(&path, session.run.lab.settings()) else { return };
    let Param { kind: ValueKind::Number(range), .. } = param else { return };
    let letter = TextStyle::Body.resolve(ui.style()).size;
    if ui.available_width() < LEAST_LOAD * letter {
        return;
    }
    let name = ui.label(RichText::new(param.title()).color(ui.look().text())).on_hover_text(&*param.about);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let value = Label::new(RichText::new(with_unit(ms, range.unit)).monospace().color(ui.look().text())).extend();
        ui.allocate_ui_with_layout(vec2(VALUE * letter, ui.available_height()), Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_width(VALUE * letter);
            ui.add(value);
        });
        ui.add_space(APART);
        let (is_moved, _) = controls::bare_slider(ui, &param, range, &mut ms, name.id);
        if is_moved {
            pass.actions.push(Action::set(path, ms));
        }
    });
}

/// The height of the window in letters of the code.
const CODE_LETTERS_HIGH: f32 = 40.0;
/// The least width of the code in letters, the numbers of its lines not counted.
const CODE_LETTERS: f32 = 36.0;
/// The width of a letter of the code and of the numbers of its lines, in heights of letters.
const CODE_LETTER: f32 = 0.6;
const CODE_NUMBERS: f32 = 3.5;

fn code_letter(ui: &Ui) -> f32 {
    (ui.ctx().content_rect().height() / CODE_LETTERS_HIGH).max(code::LETTER)
}

/// The largest share of the window that long lines of code take.
const MOST_CODE: f32 = 0.45;
/// The size of the letters of code with very long lines, as a share of the usual one.
const LEAST_CODE: f32 = 0.8;
/// The room beside the code, in points.
const AROUND_CODE: f32 = 12.0;

/// Returns the width of the code beside the panes of a presentation that is `width` points wide, whichever of its panes is selected;
/// 0 if it is not shown.
pub fn code_width(ui: &Ui, session: &Session, width: f32) -> f32 {
    if !session.window.presents_code {
        return 0.0;
    }
    let least = code_letter(ui) * (CODE_LETTERS * CODE_LETTER + CODE_NUMBERS);
    (width / 3.0).max((needed_by_code(ui, session) + AROUND_CODE).min(width * MOST_CODE)).max(least).min(width / 2.0)
}

/// Returns the width that the widest code of a pane needs.
fn needed_by_code(ui: &Ui, session: &Session) -> f32 {
    let zoom = code_letter(ui) / code::LETTER;
    (0..session.run.lab.panes().len()).map(|pane| code::width_to_read(ui, session, pane, zoom)).fold(0.0, f32::max)
}

/// Shows the code of the selected pane at the right of the panes, with the line lit that runs.
pub fn code_beside(ui: &mut Ui, pass: &mut UiPass, width: f32) {
    let session = pass.session;
    let index = session.selected();
    let strategy = session.run.seen(index).strategy();
    let frame = Frame::new().inner_margin(Margin { left: 4, right: 8, top: 4, bottom: 4 });
    let panel = Panel::right("presented code").resizable(false).exact_size(width).show_separator_line(false);
    panel.frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| code::listing::name(ui, session, index, &strategy));
        let foot = ui.text_style_height(&TextStyle::Body) + 12.0;
        let size = vec2(ui.available_width(), (ui.available_height() - foot).max(0.0));
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.painter().rect_filled(ui.max_rect(), 4.0, ui.look().canvas());
            // A line that is too long makes the letters a little smaller.
            let zoom = code_letter(ui) / code::LETTER;
            let fits = ui.available_width() / code::width_to_read(ui, session, index, zoom);
            code::show_to_read(ui, session, index, (zoom * fits.clamp(LEAST_CODE, 1.0)).max(1.0));
        });
        ui.horizontal(|ui| {
            let before = pass.actions.len();
            let about = "Its JavaScript as a loop of your own, in the window: the presentation ends.";
            code::editor::copy_button(ui, pass, index, &strategy, "Edit a copy", about);
            if pass.actions.len() > before {
                pass.actions.push(Action::Window(WindowAction::Present(false)));
            }
            ui.add(Label::new(RichText::new("ends the presentation").color(ui.look().weak())).truncate());
        });
    });
}
