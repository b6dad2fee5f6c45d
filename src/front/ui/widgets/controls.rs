//! The controls of the panel, drawn by egui: each has a name for the screen reader and a tooltip that explains its idea.

use crate::front::ui::style::look::{NUMBER, UiLook};
use crate::front::ui::widgets::rail::Rail;
use egui::{
    Align, Button, ComboBox, Context, DragValue, FontId, Id, Layout, RichText, Role, SliderClamping, TextStyle, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;
use tickscope_core::base::numbers::with_unit;
use tickscope_core::base::params;
use tickscope_core::base::params::param::{Number, Param, Unit, ValueKind, Words};
use tickscope_core::base::params::value::Value;
use tickscope_core::base::params::values::Values;
use tickscope_core::model::config::computer::DISPLAY;

#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// The name of the list, which the screen reader reads too.
    pub name: &'a str,
    pub about: &'a str,
    pub options: &'a [ChoiceOption<'a>],
}

#[derive(Clone, Copy, Debug)]
pub struct ChoiceOption<'a> {
    pub word: &'a str,
    pub about: &'a str,
    pub is_chosen: bool,
}

/// Shows a slider under the name and the value of `param`, which is a number. Returns whether the person has changed the value,
/// and the slider's rail.
fn slider(ui: &mut Ui, param: &Param, number: Number, value: &mut f64) -> (bool, Rail) {
    let name = &*param.title();
    let row = ui.horizontal(|ui| {
        let label = ui.label(name).on_hover_text(&*param.about);
        let typed = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            typed(ui, name, ui.look().text(), (&mut *value, number.unit, (number.min, number.max)))
        });
        (label, typed.inner)
    });
    let (label, was_typed) = row.inner;
    // The label has the explanation, because a tooltip here would cover the ribbon below, which shows where to drag the slider.
    let (was_moved, rail) = bare_slider(ui, param, number, value, label.id);
    (was_moved || was_typed, rail)
}

/// Shows a slider in all of the room, without a name or a value; `label` is the id of its name. Returns whether the person has
/// changed the value, and the slider's rail.
pub fn bare_slider(ui: &mut Ui, param: &Param, number: Number, value: &mut f64, label: Id) -> (bool, Rail) {
    let values = param.rail.unwrap_or(params::param::Rail::Logarithmic(number.min, number.max));
    let (params::param::Rail::Linear(from, to) | params::param::Rail::Logarithmic(from, to)) = values;
    ui.spacing_mut().slider_width = ui.available_width();
    let mut slider = egui::Slider::new(value, from..=to).show_value(false).clamping(SliderClamping::Edits);
    if matches!(values, params::param::Rail::Logarithmic(..)) {
        let least = params::param::Rail::LEAST / if number.max > 1.0 { 1.0 } else { 100.0 };
        slider = slider.logarithmic(true).smallest_positive(least);
    }
    if number.whole || number.unit == Unit::Hertz {
        slider = slider.integer();
    }
    let slider = ui.add(slider).labelled_by(label);
    say(ui.ctx(), &param.title(), None, slider.changed());
    (slider.changed(), Rail::of(ui, slider.rect, values))
}

/// Makes the controls after this call small enough for a row of them.
pub fn make_small(ui: &mut Ui) {
    let style = ui.style_mut();
    style.spacing.item_spacing = vec2(4.0, 1.0);
    style.spacing.button_padding.y = 0.0;
    style.spacing.interact_size.y = 18.0;
    style.text_styles.insert(TextStyle::Body, FontId::proportional(12.5));
    style.text_styles.insert(TextStyle::Name(NUMBER.into()), FontId::monospace(12.5));
}

/// Shows the value as a number that can be typed, in the range of the setting, which may be wider than the range of the slider.
/// Returns whether the person has changed the value.
fn typed(ui: &mut Ui, name: &str, shade: egui::Color32, (value, unit, (min, max)): (&mut f64, Unit, (f64, f64))) -> bool {
    let style = ui.style_mut();
    style.drag_value_text_style = TextStyle::Name(NUMBER.into());
    style.spacing.button_padding.x = 4.0;
    style.visuals.widgets.inactive.weak_bg_fill = egui::Color32::TRANSPARENT;
    style.visuals.override_text_color = Some(shade);
    let unread = RefCell::new(None);
    let before = with_unit(*value, unit);
    let read = |text: &str| {
        let typed = text.trim();
        let number: Option<f64> = typed.trim_end_matches(unit.suffix().trim()).trim().replace(',', ".").parse().ok();
        let number = number.filter(|number| number.is_finite());
        let wrong = match number {
            _ if typed.is_empty() => None,
            None => Some(format!("is no number; it stays {before}")),
            Some(number) if number < min => Some(format!("is too small; it is now {}", with_unit(min, unit))),
            Some(number) if number > max => Some(format!("is too large; it is now {}", with_unit(max, unit))),
            Some(_) => None,
        };
        if let Some(wrong) = wrong {
            unread.replace(Some(format!("{name}: “{typed}” {wrong}.")));
        }
        number
    };
    let number = DragValue::new(value)
        .range(min..=max)
        .clamp_existing_to_range(false)
        .speed((max - min).min(200.0) / 400.0)
        .update_while_editing(false)
        .custom_formatter(|value, _| with_unit(value, unit))
        .custom_parser(read);
    let response = ui.add(number);
    let changed = response.changed();
    say(ui.ctx(), name, unread.take(), changed);
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, format!("{name}, value")));
    response.on_hover_text("Click to type, drag to change.");
    changed
}

/// The control whose text was last refused, and the news about it in this frame.
#[derive(Clone, Debug, Default)]
struct RefusedNumber {
    control: String,
    news: Option<NumberNews>,
}

/// The news about a number that the person typed.
#[derive(Clone, Debug)]
pub enum NumberNews {
    /// The text is no number; the reason is one line.
    Refused(String),
    /// The control has a new number, so its last refusal is no longer valid.
    Withdrawn,
}

fn refused() -> Id {
    Id::unique("refused number")
}

/// Stores the news about the text of a control: a refusal, or the end of a refusal.
fn say(ctx: &Context, control: &str, refusal: Option<String>, changed: bool) {
    ctx.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<RefusedNumber>(refused());
        if let Some(why) = refusal {
            *last = RefusedNumber { control: control.to_owned(), news: Some(NumberNews::Refused(why)) };
        } else if changed && last.control == control {
            *last = RefusedNumber { control: String::new(), news: Some(NumberNews::Withdrawn) };
        }
    });
}

/// Returns the news about typed texts in this frame, only once; `None` if there is none.
pub fn news(ctx: &Context) -> Option<NumberNews> {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<RefusedNumber>(refused()).news.take())
}

/// Shows a list of words with a name before it. Returns the index of the word that the person has chosen in this frame; `None` if
/// none was chosen.
pub fn choice(ui: &mut Ui, shown: &Choice<'_>) -> Option<usize> {
    let row = ui.horizontal(|ui| {
        ui.label(shown.name).on_hover_text(shown.about);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| list(ui, shown)).inner
    });
    row.inner
}

/// Shows a list of words alone. Returns the index of the word that the person has chosen in this frame; `None` if none was chosen.
pub fn list(ui: &mut Ui, shown: &Choice<'_>) -> Option<usize> {
    let chosen: Vec<&str> = shown.options.iter().filter(|option| option.is_chosen).map(|option| option.word).collect();
    let chosen = if chosen.is_empty() { "none of these".to_owned() } else { chosen.join(", ") };
    let list = ComboBox::from_id_salt(shown.name).selected_text(chosen).truncate();
    let list = list.show_ui(ui, |ui| entries(ui, shown.options));
    list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), shown.name));
    list.response.on_hover_text(shown.about);
    list.inner.flatten()
}

/// Shows the words of an open list. Returns the index of the clicked word; `None` if none was clicked.
fn entries(ui: &mut Ui, options: &[ChoiceOption<'_>]) -> Option<usize> {
    let mut clicked = None;
    for (index, option) in options.iter().enumerate() {
        let entry = ui.selectable_label(option.is_chosen, option.word);
        let entry = if option.about.is_empty() { entry } else { entry.on_hover_text(option.about) };
        if entry.clicked() {
            clicked = Some(index);
        }
    }
    clicked
}

/// Shows the words of a choice side by side, in rows if they need them, with the chosen one lit. Returns the index of the clicked word; `None` if none was
/// clicked. A screen reader reads the name before each word.
pub fn words(ui: &mut Ui, shown: &Choice<'_>) -> Option<usize> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        ui.spacing_mut().button_padding = vec2(3.5, 2.0);
        ui.spacing_mut().interact_size.y = 22.0;
        for (index, ChoiceOption { word, about, is_chosen }) in shown.options.iter().enumerate() {
            let button = ui.add(Button::new(RichText::new(*word).small()).selected(*is_chosen));
            let label = format!("{}: {word}", shown.name);
            button.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), *is_chosen, &label));
            if button.on_hover_text(*about).on_disabled_hover_text(*about).clicked() {
                clicked = Some(index);
            }
        }
    });
    clicked
}

/// Shows the control of any parameter. Returns the new value if the person has changed it, else `None`.
pub fn param(ui: &mut Ui, param: &Param, values: &Values) -> Option<Value> {
    param_with_rail(ui, param, values).0
}

/// Shows the control of any parameter. Returns the new value if the person has changed it, and the rail if the control is a
/// slider; else `None` for each.
pub fn param_with_rail(ui: &mut Ui, param: &Param, values: &Values) -> (Option<Value>, Option<Rail>) {
    steady(ui, (&param.group, &param.name), |ui| any_param(ui, param, values))
}

/// Shows controls whose ids depend on `name` and on the scope of `ui`, and not on the number of widgets before them: so a drag
/// goes on when a row before them comes or goes. `name` must be unique in the scope.
pub fn steady<R>(ui: &mut Ui, name: impl Hash + Debug, add: impl FnOnce(&mut Ui) -> R) -> R {
    let id = ui.scope_id().with(name);
    ui.scope_builder(UiBuilder::new().scope_id(id), add).inner
}

fn any_param(ui: &mut Ui, param: &Param, values: &Values) -> (Option<Value>, Option<Rail>) {
    match (&param.kind, values.get(param)) {
        (ValueKind::Choice(words), value) => (word_row(ui, param, words, &value.to_string()), None),
        (ValueKind::Number(number), _) => ui.vertical(|ui| number_row(ui, param, *number, values)).inner,
        (ValueKind::Switch(_), value) => {
            let mut on = value == Value::Switch(true);
            let switch = ui.checkbox(&mut on, param.title()).on_hover_text(&*param.about);
            (switch.changed().then_some(Value::Switch(on)), None)
        }
    }
}

fn word_row(ui: &mut Ui, param: &Param, choices: &Words, current: &str) -> Option<Value> {
    let option = |word| ChoiceOption { word, about: "", is_chosen: word == current };
    let options: Vec<_> = choices.iter().map(option).collect();
    let shown = Choice { name: &param.title(), about: &param.about, options: &options };
    // The choices of the display's settings are side by side, one click away, and not in lists.
    let clicked = if param.group == DISPLAY {
        let row = ui.horizontal(|ui| {
            ui.label(shown.name).on_hover_text(shown.about);
            words(ui, &shown)
        });
        row.inner
    } else {
        choice(ui, &shown)
    };
    clicked.map(|index| Value::from(options[index].word))
}

/// The number that is set first where a number is switched on that is off by default.
const FIRST: f64 = 60.0;

fn number_row(ui: &mut Ui, param: &Param, range: Number, values: &Values) -> (Option<Value>, Option<Rail>) {
    let set = values.number(param);
    let name = param.title();
    if range.can_be_off {
        let is_published = range.default.is_finite();
        let about =
            if is_published { "A networked game can't forget time: this maximum can be switched off." } else { &*param.about };
        let label = if is_published { format!("Limit: {name}") } else { name.clone() };
        let mut is_on = set.is_some();
        if ui.checkbox(&mut is_on, label).on_hover_text(about).changed() {
            let first = if is_published { range.default } else { FIRST.clamp(range.min, range.max) };
            return (Some(if is_on { Value::Number(first) } else { Value::off() }), None);
        }
    }
    let Some(mut value) = set else { return (None, None) };
    let (changed, rail) = slider(ui, param, range, &mut value);
    // A parameter without a rail is set in whole numbers, which people usually mean; others can be given on the command line.
    let value = if param.rail.is_some() { value } else { value.round() };
    let mut chosen = changed.then(|| Value::Number(value.clamp(range.min, range.max)));
    if let Some(derived) = &param.derived {
        let mut follows = values.is_derived(param);
        let label = format!("{name} derived: {}", derived.formula);
        let toggled = ui
            .checkbox(&mut follows, label)
            .on_hover_text("It follows from another number, and moves with it. Moving the slider fixes it; this goes back.");
        if toggled.changed() {
            chosen = Some(if follows { Value::derived() } else { Value::Number(value) });
        }
    }
    (chosen, Some(rail))
}

#[cfg(test)]
mod tests {
    use crate::front::ui::widgets::controls::*;

    #[test]
    fn numbers_keep_three_significant_digits_with_their_unit() {
        assert_eq!(with_unit(5.0, Unit::Milliseconds), "5.00 ms");
        assert_eq!(with_unit(99.99, Unit::Milliseconds), "100 ms");
        assert_eq!(with_unit(16.666, Unit::Milliseconds), "16.7 ms");
        assert_eq!(with_unit(5.0, Unit::Count), "5");
        assert_eq!(with_unit(59.95, Unit::Hertz), "59.95 Hz", "it is not 60");
        assert_eq!(with_unit(60.0, Unit::Hertz), "60.0 Hz");
    }
}
