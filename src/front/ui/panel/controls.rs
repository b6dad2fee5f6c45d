//! Rows that several panels use: each has a name for the screen reader and a tooltip that explains the idea.

use crate::base::params::{Number, Param, Unit, Value, ValueKind, Values, Words};
pub use crate::front::ui::panel::rail::Scale;

use crate::front::ui::panel::rail::{LEAST, Rail};
use crate::front::ui::style::look::{Look, NUMBER};
use crate::studio::export::numbers::with_unit;
use egui::{Align, ComboBox, Context, DragValue, Id, Layout, Slider, SliderClamping, Ui};
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// A name, its value with the unit, and a slider under them.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The name, also for the screen reader.
    pub name: &'a str,
    /// The tooltip.
    pub about: Cow<'static, str>,
    /// The unit of the value.
    pub unit: Unit,
    /// The range of the slider; a value outside it can still be shown.
    pub range: RangeInclusive<f64>,
    /// The range of numbers that may be typed.
    pub typed: RangeInclusive<f64>,
    /// How the slider runs over the range.
    pub scale: Scale,
    /// Why it can't be set now, if it can't.
    pub disabled: Option<&'static str>,
}

impl<'a> Row<'a> {
    /// A row for a number that `param` describes, with a slider over `range`.
    pub fn of_param(name: &'a str, param: &Param, range: RangeInclusive<f64>, scale: Scale) -> Row<'a> {
        let (unit, typed) = match &param.kind {
            ValueKind::Number(number) => (number.unit, number.min..=number.max),
            ValueKind::Choice(_) => (Unit::Count, range.clone()),
        };
        Row { name, about: param.about.clone(), unit, range, typed, scale, disabled: None }
    }

    /// Returns the row greyed out if `disabled`; hovering it says why.
    #[must_use]
    pub fn unless(self, disabled: bool, reason: &'static str) -> Row<'a> {
        Row { disabled: disabled.then_some(reason), ..self }
    }

    /// True when the person has changed the value.
    pub fn show(self, ui: &mut Ui, look: Look, value: &mut f64) -> bool {
        self.show_on_rail(ui, look, value).0
    }

    /// Shows the row, and returns whether the value changed and where the slider's values lie.
    pub fn show_on_rail(self, ui: &mut Ui, look: Look, value: &mut f64) -> (bool, Rail) {
        let Row { name, about, unit, range, typed: may_be_typed, scale, disabled } = self;
        let mut changed = false;
        let label = ui
            .horizontal(|ui| {
                let label = ui.label(name).on_hover_text(disabled.unwrap_or(&about));
                let shade = if disabled.is_some() { look.weak() } else { look.text() };
                let typed = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_enabled_ui(disabled.is_none(), |ui| typed(ui, name, shade, (&mut *value, unit, &may_be_typed))).inner
                });
                changed = typed.inner;
                label
            })
            .inner;
        ui.spacing_mut().slider_width = ui.available_width();
        let mut slider = Slider::new(value, range.clone()).show_value(false).clamping(SliderClamping::Edits);
        if scale == Scale::Logarithmic {
            slider = slider.logarithmic(true).smallest_positive(LEAST);
        }
        if unit == Unit::Count {
            slider = slider.integer();
        }
        let slider = ui.add_enabled(disabled.is_none(), slider).labelled_by(label.id).on_hover_text(&*about);
        let rail = Rail::of(ui, slider.rect, range, scale);
        (slider.on_disabled_hover_text(disabled.unwrap_or_default()).changed() || changed, rail)
    }
}

/// The value as a number that can be typed, within the range of the setting and not only of its slider. True when it was.
fn typed(ui: &mut Ui, name: &str, shade: egui::Color32, (value, unit, range): (&mut f64, Unit, &RangeInclusive<f64>)) -> bool {
    let style = ui.style_mut();
    style.drag_value_text_style = egui::TextStyle::Name(NUMBER.into());
    style.spacing.button_padding.x = 4.0;
    style.visuals.widgets.inactive.weak_bg_fill = egui::Color32::TRANSPARENT;
    style.visuals.override_text_color = Some(shade);
    let unread = RefCell::new(None);
    let before = with_unit(*value, unit);
    let read = |text: &str| {
        let number = text.trim().trim_end_matches(unit.suffix().trim()).trim().replace(',', ".").parse().ok();
        if number.is_none_or(|number: f64| !number.is_finite()) && !text.trim().is_empty() {
            unread.replace(Some(format!("{name}: “{}” is no number; it stays {before}.", text.trim())));
        }
        number.filter(|number| number.is_finite())
    };
    let number = DragValue::new(value)
        .range(range.clone())
        .clamp_existing_to_range(false)
        .speed((range.end() - range.start()).min(200.0) / 400.0)
        .update_while_editing(false)
        .custom_formatter(|value, _| with_unit(value, unit))
        .custom_parser(read);
    let response = ui.add(number);
    if let Some(unread) = unread.take() {
        ui.data_mut(|data| data.insert_temp(refused(), unread));
    }
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, format!("{name}, value")));
    response.on_hover_text("Click to type, drag to change.").changed()
}

fn refused() -> Id {
    Id::unique("refused number")
}

/// Returns one line about a typed text that is no number; `None` if there was none in this frame.
pub fn refusal(ctx: &Context) -> Option<String> {
    ctx.data_mut(|data| data.remove_temp(refused()))
}

/// A list of a few words with a name before it; each entry is a value, its word, and a sentence about it. True when the
/// person has chosen another one.
pub fn list<T: Copy + PartialEq>(ui: &mut Ui, (name, about): (&str, &str), entries: &[(T, &str, &str)], chosen: &mut T) -> bool {
    let before = *chosen;
    ui.horizontal(|ui| {
        let label = ui.label(name).on_hover_text(about);
        let shown = entries.iter().find(|(value, ..)| *value == before).map_or("", |(_, word, _)| *word);
        let list = ComboBox::from_id_salt(name).selected_text(shown).show_ui(ui, |ui| {
            for (value, word, about) in entries {
                if ui.selectable_label(*value == before, *word).on_hover_text(*about).clicked() {
                    *chosen = *value;
                }
            }
        });
        list.response.labelled_by(label.id).on_hover_text(about);
    });
    *chosen != before
}

/// Shows the control of any parameter. Returns the new value if the person has changed it.
pub fn param(ui: &mut Ui, look: Look, param: &Param, values: &Values) -> Option<Value> {
    match &param.kind {
        ValueKind::Choice(words) => choice(ui, param, words, &values.get(param).to_string()),
        ValueKind::Number(number) => ui.vertical(|ui| number_row(ui, look, param, *number, values)).inner,
    }
}

fn choice(ui: &mut Ui, param: &Param, words: &Words, current: &str) -> Option<Value> {
    let mut chosen = None;
    let name = param.title();
    ui.horizontal(|ui| {
        let label = ui.label(&name).on_hover_text(&*param.about);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let list = ComboBox::from_id_salt(&param.name).selected_text(current).show_ui(ui, |ui| {
                for word in words.iter() {
                    if ui.selectable_label(word == current, word).clicked() {
                        chosen = Some(Value::Word(word.to_owned()));
                    }
                }
            });
            list.response.labelled_by(label.id).on_hover_text(&*param.about);
        });
    });
    chosen
}

fn number_row(ui: &mut Ui, look: Look, param: &Param, range: Number, values: &Values) -> Option<Value> {
    let set = values.number(param);
    let name = param.title();
    if range.can_be_off {
        let mut limited = set.is_some();
        let toggled = ui
            .checkbox(&mut limited, format!("Limit: {name}"))
            .on_hover_text("A networked game can't forget time: this maximum can be switched off.");
        if toggled.changed() {
            return Some(if limited { param.default_value() } else { Value::off() });
        }
    }
    let mut value = set?;
    let row = Row::of_param(&name, param, range.min..=range.max, Scale::Logarithmic);
    let changed = row.show(ui, look, &mut value);
    // Whole rates and milliseconds are what people mean; anything else can be typed on the command line.
    let mut chosen = changed.then(|| Value::Number(value.round().clamp(range.min, range.max)));
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
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

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
