//! The controls of a setting in the window's panel. Each row of the table of settings shows its own on a [`SettingsPanel`],
//! which the window draws and a test records.

use crate::base::params::{Param, Unit, ValueKind};

/// A part of the panel, with the settings that belong together for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The costs of a frame and of an update, which are always in sight.
    Loads,
    /// The virtual display, which is always in sight.
    Display,
    /// The GPU, the queue and the present mode, between a finished frame and the display.
    Gpu,
    /// How the loads go from frame to frame and from update to update.
    Patterns,
    /// The clock, the scheduler, the start and the reading of input.
    Clock,
    /// Clocks of old computers.
    OldClocks,
    /// Loads of large worlds, and what testers want.
    Testing,
}

impl Section {
    /// Returns the title.
    pub const fn title(self) -> &'static str {
        match self {
            Section::Loads => "Loads",
            Section::Display => "Display",
            Section::Gpu => "GPU and queue",
            Section::Patterns => "Load patterns",
            Section::Clock => "Clock and sleep",
            Section::OldClocks => "Old clocks",
            Section::Testing => "Per body, testing",
        }
    }

    /// Returns the words beside the title while every setting of the section has its default.
    pub const fn usual(self) -> &'static str {
        match self {
            Section::Loads | Section::Display => "",
            Section::Gpu => "none",
            Section::Patterns => "steady",
            Section::Clock => "exact",
            Section::OldClocks | Section::Testing => "off",
        }
    }
}

/// Shows controls, from top to bottom. Each changes its value if the person does, and returns whether they did.
pub trait SettingsPanel {
    /// Shows a slider with a number that can be typed.
    fn slider(&mut self, slider: &Slider<'_>, value: &mut f64) -> bool;

    /// Shows a check box.
    fn switch(&mut self, switch: &Switch<'_>, on: &mut bool) -> bool;

    /// Shows a choice of words, and returns the index of the one that the person has chosen.
    fn choice(&mut self, choice: &Choice<'_>) -> Option<usize>;

    /// Shows `value` in place of a control, because the setting has no effect now; `about` says why.
    fn fixed(&mut self, name: &str, value: &str, about: &str);

    /// Shows a remark in small letters.
    fn note(&mut self, text: &str);

    /// Returns the laboratory time, s.
    fn now_s(&self) -> f64;
}

/// The way in which the values of a slider are spread over its rail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal distances are equal differences.
    Linear,
    /// Small values get as much room as large ones.
    Logarithmic,
}

/// A slider: a name, the value with its unit, and the rail under them.
#[derive(Clone, Debug)]
pub struct Slider<'a> {
    /// The name, also for the screen reader.
    pub name: &'a str,
    /// The tooltip.
    pub about: &'a str,
    /// The unit of the value.
    pub unit: Unit,
    /// The ends of the rail; a value outside them can still be shown.
    pub range: (f64, f64),
    /// The range of numbers that may be typed.
    pub typed: (f64, f64),
    /// The scale of the rail.
    pub scale: Scale,
    /// The reason why it can't be set now; `None` if it can.
    pub disabled: Option<&'static str>,
}

impl<'a> Slider<'a> {
    /// Returns a linear slider for a number that `param` describes, with the rail from the first to the second end of `range`.
    pub fn linear(name: &'a str, param: &'a Param, range: (f64, f64)) -> Slider<'a> {
        let (unit, typed) = match &param.kind {
            ValueKind::Number(number) => (number.unit, (number.min, number.max)),
            ValueKind::Choice(_) => (Unit::Count, range),
        };
        Slider { name, about: &param.about, unit, range, typed, scale: Scale::Linear, disabled: None }
    }

    /// Returns a slider like [`Slider::linear`] on which small values get as much room as large ones.
    pub fn logarithmic(name: &'a str, param: &'a Param, range: (f64, f64)) -> Slider<'a> {
        Slider { scale: Scale::Logarithmic, ..Slider::linear(name, param, range) }
    }

    /// Returns the slider with another tooltip.
    #[must_use]
    pub fn about(self, about: &'a str) -> Slider<'a> {
        Slider { about, ..self }
    }

    /// Returns the slider, greyed out if `disabled`; hovering it says why.
    #[must_use]
    pub fn unless(self, disabled: bool, reason: &'static str) -> Slider<'a> {
        Slider { disabled: disabled.then_some(reason), ..self }
    }
}

/// A check box.
#[derive(Clone, Debug)]
pub struct Switch<'a> {
    /// The name, also for the screen reader.
    pub name: &'a str,
    /// The tooltip.
    pub about: &'a str,
    /// The reason why it can't be set now; `None` if it can.
    pub disabled: Option<&'static str>,
}

/// A choice of a few words.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// The name, also for the screen reader.
    pub name: &'a str,
    /// The tooltip.
    pub about: &'a str,
    /// The words in their order.
    pub options: &'a [ChoiceOption<'a>],
    /// Whether the words stand side by side, each one click away, and not in a list.
    pub side_by_side: bool,
}

/// A word of a [`Choice`].
#[derive(Clone, Copy, Debug)]
pub struct ChoiceOption<'a> {
    /// The word.
    pub word: &'a str,
    /// The sentence about it.
    pub about: &'a str,
    /// Whether it is what is set; several options may stand for the same value.
    pub is_chosen: bool,
}
