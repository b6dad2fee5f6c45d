//! The controls of an exercise, in rows: what a step lets a person change.

use crate::front::ui::keys;
use crate::front::ui::panes::header::loop_list;
use crate::front::ui::pass::UiPass;
use crate::front::ui::shortcuts::{TO_STEP, key};
use crate::front::ui::style::look::UiLook;
use crate::front::ui::widgets::presentation_choice;
use crate::studio::lesson::definition::Exercise;
use crate::studio::lesson::text::{number_of, value_of};
use crate::studio::session::action::{Action, RunAction};
use egui::{ComboBox, DragValue, FontId, Key, Response, RichText, Role, TextStyle, Ui, Vec2, WidgetInfo, vec2};
use tickscope_core::base::numbers::trimmed;
use tickscope_core::base::params::param::{Param, ValueKind, noun};
use tickscope_core::base::params::value::Value;
use tickscope_core::model::config::patch::{Owner, SettingPath};
use tickscope_core::model::config::settings::Settings;

/// The room between two controls, and between two rows, in points.
const APART: f32 = 6.0;
const BETWEEN_ROWS: f32 = 3.0;
/// The width of the list of loops, in points.
const LOOP: f32 = 170.0;
const TITLE: &str = "May be changed:";
/// The widest number of a control.
const NUMBER: &str = "1000.0";

/// The form of a control.
enum Form {
    /// The list of loops for the pane with this index.
    Loops(usize),
    /// The choice of the state that the pane with this index draws.
    Drawn(usize),
    Number(Param),
    Words(Param, Value),
}

/// Returns the form of the control of a setting; `None` if it has none with these settings.
fn form(path: &SettingPath, settings: &Settings) -> Option<Form> {
    let index = path.pane().and_then(|pane| settings.find_pane(pane).ok());
    match (index, value_of(path, settings)) {
        (Some(index), _) if path.is_of_pane("strategy") => Some(Form::Loops(index)),
        (Some(index), _) if path.is_of_pane("presentation") => Some(Form::Drawn(index)),
        (_, Some((param @ Param { kind: ValueKind::Number(_), .. }, _))) => Some(Form::Number(param)),
        (_, Some((param, value))) => Some(Form::Words(param, value)),
        _ => None,
    }
}

/// Shows the controls that an exercise lets a person use. Enter moves the focus to the first one, where it stays until Esc.
pub fn show(ui: &mut Ui, pass: &mut UiPass, exercise: &Exercise) {
    let enters = keys::enters(ui.ctx(), pass.session) || keys::tabs_in(ui.ctx());
    let row = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(APART, BETWEEN_ROWS);
        let settings = pass.session.run.lab.settings();
        if has_title(ui, exercise, settings, ui.available_width()) {
            name(ui, TITLE);
        }
        let mut first = None;
        for path in exercise.controls(settings) {
            let Some(form) = form(&path, settings) else { continue };
            // The control stays beside its name.
            if ui.available_size_before_wrap().x < width(ui, &form) {
                ui.end_row();
            }
            let control = control(ui, pass, &path, form);
            first = first.or(control);
        }
        first
    });
    if let Some(first) = row.inner {
        if enters {
            first.request_focus();
        }
        keys::keep_focus(ui, row.response.rect, first.id);
    }
}

fn name(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).small().color(ui.look().weak()));
}

/// Shows the control of a setting. Returns it if Enter may move the focus to it, which is so for all but the presentation; else
/// `None`.
fn control(ui: &mut Ui, pass: &mut UiPass, path: &SettingPath, form: Form) -> Option<Response> {
    match form {
        Form::Loops(index) => Some(loops(ui, pass, index)),
        Form::Drawn(index) => {
            presentation_choice::in_list(ui, pass, index);
            None
        }
        Form::Number(param) => {
            name(ui, &param.title());
            setting(ui, pass, path, &TextStyle::Button.resolve(ui.style()))
        }
        Form::Words(param, value) => {
            name(ui, &param.title());
            Some(words(ui, pass, path, &param, &value))
        }
    }
}

fn loops(ui: &mut Ui, pass: &mut UiPass, index: usize) -> Response {
    let before = pass.actions.len();
    let list = ui.push_id("exercise", |ui| loop_list(ui, pass, index, LOOP)).inner;
    // After a choice by keyboard, Tab continues from this list.
    if pass.actions.len() > before && ui.input(|input| input.key_pressed(Key::Enter)) {
        list.request_focus();
    }
    list
}

fn choices(param: &Param) -> Vec<String> {
    match &param.kind {
        ValueKind::Choice(words) => words.iter().map(str::to_owned).collect(),
        _ => ["false", "true"].map(str::to_owned).to_vec(),
    }
}

fn words(ui: &mut Ui, pass: &mut UiPass, path: &SettingPath, param: &Param, value: &Value) -> Response {
    let list = ComboBox::from_id_salt(path.to_string()).selected_text(value.to_string()).show_ui(ui, |ui| {
        for word in choices(param) {
            if ui.selectable_label(word == value.to_string(), &word).clicked() {
                pass.actions.push(set(path, Value::parse(&word)));
            }
        }
    });
    list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, param.title()));
    list.response
}

pub fn set(path: &SettingPath, value: Value) -> Action {
    if path.owner == Owner::WorldOptions {
        Action::Run(RunAction::SceneOption(path.name.clone(), value))
    } else {
        Action::set(path.clone(), value)
    }
}

fn text_width(ui: &Ui, text: &str, style: &TextStyle) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), style.resolve(ui.style()), ui.look().text()).size().x
}

/// Returns the largest width of a control with its name, whatever is chosen in it.
fn width(ui: &Ui, form: &Form) -> f32 {
    let spacing = ui.spacing();
    let list = |words: &[String]| {
        let widest = words.iter().map(|word| text_width(ui, word, &TextStyle::Button)).fold(0.0, f32::max);
        (widest + spacing.icon_spacing + spacing.icon_width + 2.0 * spacing.button_padding.x).max(spacing.combo_width)
    };
    let named = |param: &Param, control: f32| text_width(ui, &param.title(), &TextStyle::Small) + APART + control;
    match form {
        Form::Loops(_) => LOOP,
        Form::Drawn(_) => list(&presentation_choice::all_words()),
        Form::Number(param) => named(param, text_width(ui, NUMBER, &TextStyle::Button) + APART),
        Form::Words(param, _) => named(param, list(&choices(param))),
    }
}

/// Returns the height of the controls in rows of this width.
pub fn height(ui: &Ui, exercise: &Exercise, settings: &Settings, room: f32) -> f32 {
    let row = ui.spacing().interact_size.y.max(ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y);
    rows(ui, exercise, settings, room) as f32 * (row + BETWEEN_ROWS)
}

/// Returns the number of rows of this width that the controls fill.
pub fn rows(ui: &Ui, exercise: &Exercise, settings: &Settings, room: f32) -> usize {
    rows_after(ui, exercise, settings, (0.0, room))
}

/// Returns whether the title stands before the controls: it may cost no row.
fn has_title(ui: &Ui, exercise: &Exercise, settings: &Settings, room: f32) -> bool {
    let title = text_width(ui, TITLE, &TextStyle::Small) + APART;
    rows_after(ui, exercise, settings, (title, room)) == rows(ui, exercise, settings, room)
}

fn rows_after(ui: &Ui, exercise: &Exercise, settings: &Settings, (title, room): (f32, f32)) -> usize {
    let (mut rows, mut end) = (1, title);
    for form in exercise.controls(settings).iter().filter_map(|path| form(path, settings)) {
        let width = width(ui, &form);
        if end + width > room {
            (rows, end) = (rows + 1, 0.0);
        }
        end += width + APART;
    }
    rows
}

/// Shows the number of a setting, which can be dragged, or changed with keys.
pub fn setting(ui: &mut Ui, pass: &mut UiPass, path: &SettingPath, font: &FontId) -> Option<Response> {
    let (mut value, range) = number_of(path, pass.session.run.lab.settings())?;
    let (least, most) = (range.min, range.max);
    // egui does not wrap a scope by itself, so its width is computed here.
    let width = ui.painter().layout_no_wrap(trimmed(value, 1), font.clone(), ui.look().text()).size().x;
    if ui.layout().main_wrap() && ui.available_size_before_wrap().x < width + 2.0 * font.size {
        ui.end_row();
    }
    let number = ui.scope(|ui| {
        ui.style_mut().visuals.override_text_color = Some(ui.look().text());
        ui.style_mut().text_styles.insert(TextStyle::Button, font.clone());
        // The number is part of a line of words, so it has little padding.
        ui.spacing_mut().button_padding = vec2(3.0, 0.0);
        ui.spacing_mut().interact_size = Vec2::ZERO;
        let fine = if value < 10.0 { 0.1 } else { ((most - least).min(200.0) / 400.0).max(0.1) };
        let step = if range.whole { 1.0 } else { fine };
        let [takes, more, less] = [TO_STEP, Key::ArrowUp, Key::ArrowDown].map(key);
        let tip = format!("Drag to change, click to type. By keys: {takes} takes the number, {more} and {less} change it.");
        let drag = DragValue::new(&mut value).range(least..=most).speed(step).max_decimals(1).update_while_editing(false);
        let number = ui.add(drag);
        number.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, noun(&path.name)));
        let number = number.on_hover_text(tip);
        if number.changed() {
            pass.actions.push(set(path, value.into()));
        }
        number
    });
    Some(number.inner)
}
