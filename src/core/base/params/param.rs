//! A parameter: its name, its description, and its range or its words.

use super::invalid::Invalid;
use super::value::Value;
use std::borrow::Cow;

/// The unit of a number, which the window and error messages print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Hertz,
    Microseconds,
    Milliseconds,
    Seconds,
    /// Hundredths, ` %`.
    Percent,
    /// A plain number without a symbol.
    Count,
}

impl Unit {
    /// Returns the symbol with the space before it; empty for a plain number.
    pub const fn suffix(self) -> &'static str {
        match self {
            Unit::Hertz => " Hz",
            Unit::Microseconds => " µs",
            Unit::Milliseconds => " ms",
            Unit::Seconds => " s",
            Unit::Percent => " %",
            Unit::Count => "",
        }
    }
}

/// Returns whether a parameter of this name holds the number of frames per second that its loop asks for: `fps`, `max_fps`,
/// `target_fps` or `frame_rate`, also in capitals and without underscores, as in `maxFPS`.
pub fn is_frame_rate(name: &str) -> bool {
    ["fps", "maxfps", "targetfps", "framerate"].contains(&&*name.replace('_', "").to_ascii_lowercase())
}

/// The names of lengths of steps and of frames, in small letters and without underscores and units.
const PERIODS: [&str; 18] = [
    "step",
    "timestep",
    "fixedstep",
    "fixedtimestep",
    "fixeddt",
    "fixeddeltatime",
    "dt",
    "tick",
    "period",
    "interval",
    "frame",
    "target",
    "targetframe",
    "frametime",
    "targetframetime",
    "frameinterval",
    "perframe",
    "perupdate",
];

/// A parameter: a constant in the code, or a value made at run time together with its loop.
#[derive(Clone, Debug)]
pub struct Param {
    /// The name as `--set`, a scenario and the window use it: `max_fps`.
    pub name: Cow<'static, str>,
    /// One sentence for the tooltip.
    pub about: Cow<'static, str>,
    /// The kind of the values, with their range or their words.
    pub kind: ValueKind,
    /// Whether the value may change during a run. If not, the loop or world that owns the parameter starts over when it is set.
    pub live: bool,
    /// The rule that computes the default from another parameter of the same owner; `None` for a fixed default.
    pub derived: Option<Derived>,
    /// The words next to the control; empty if the title is made from the name.
    pub label: &'static str,
    /// The group of settings that contains the parameter; empty if its owner has only one group.
    pub group: &'static str,
    /// The rail of the slider; `None` if the slider spans the whole range.
    pub rail: Option<Rail>,
    /// The command line's option that sets the parameter, and the placeholder of the value in its help text. Parameters that
    /// share an option are written with colons between them. Empty if the option has the parameter's own name.
    pub option: (&'static str, &'static str),
}

/// The ends of a slider, which may be narrower than the range, and the scale between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rail {
    /// A linear scale: equal distances are equal differences.
    Linear(f64, f64),
    /// A logarithmic scale: small values get as much room as large ones.
    Logarithmic(f64, f64),
}

impl Rail {
    /// The least value above 0 on a logarithmic rail that begins at 0.
    pub const LEAST: f64 = 0.1;
}

/// A default that is computed from another parameter and changes with it until this parameter is set. Setting the word `derived`
/// restores this default.
#[derive(Clone, Copy, Debug)]
pub struct Derived {
    /// The parameter that the default is computed from.
    pub from: &'static Param,
    /// The formula as text: `refresh_hz / 4`.
    pub formula: &'static str,
    /// Computes the default from the value of `from`.
    pub default: fn(f64) -> f64,
}

/// The allowed values of a parameter.
#[derive(Clone, Debug)]
pub enum ValueKind {
    Number(Number),
    /// One of these words; the first is the default.
    Choice(Words),
    /// A switch; the field is its default.
    Switch(bool),
}

/// A finite number with its range, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The value that holds until the parameter is set; infinite for a number that is off until then.
    pub default: f64,
    /// The least allowed value.
    pub min: f64,
    /// The greatest allowed value.
    pub max: f64,
    pub unit: Unit,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
    /// Whether the word `off` is allowed, which removes a maximum that the published loop has (a networked game must not drop
    /// time).
    pub can_be_off: bool,
}

/// The words of a choice, at least one.
#[derive(Clone, Debug)]
pub enum Words {
    /// A list in the code.
    Listed(&'static [&'static str]),
    /// A list made at run time.
    Made(Vec<String>),
}

impl Words {
    /// Returns the words in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (listed, made) = match self {
            Words::Listed(words) => (*words, &[][..]),
            Words::Made(words) => (&[][..], &words[..]),
        };
        listed.iter().copied().chain(made.iter().map(String::as_str))
    }

    fn in_a_row(&self) -> String {
        self.iter().collect::<Vec<_>>().join(", ")
    }
}

impl Param {
    const fn number(name: &'static str, default: f64, (min, max): (f64, f64), unit: Unit, about: &'static str) -> Param {
        Param::new(name, about, ValueKind::Number(Number { default, min, max, unit, whole: false, can_be_off: false }))
    }

    const fn new(name: &'static str, about: &'static str, kind: ValueKind) -> Param {
        Param {
            name: Cow::Borrowed(name),
            about: Cow::Borrowed(about),
            kind,
            live: false,
            derived: None,
            label: "",
            group: "",
            rail: None,
            option: ("", ""),
        }
    }

    pub const fn switch(name: &'static str, default: bool, about: &'static str) -> Param {
        Param::new(name, about, ValueKind::Switch(default))
    }

    /// Returns a parameter for a rate, 1 to 1000 Hz.
    pub const fn rate(name: &'static str, default: f64, about: &'static str) -> Param {
        Param::number(name, default, (1.0, 1000.0), Unit::Hertz, about)
    }

    /// Returns a parameter for a length of time in milliseconds.
    pub const fn millis(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        Param::number(name, default, range, Unit::Milliseconds, about)
    }

    /// Returns a parameter for a length of time in microseconds.
    pub const fn micros(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        Param::number(name, default, range, Unit::Microseconds, about)
    }

    /// Returns a parameter for a length of time in seconds.
    pub const fn seconds(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        Param::number(name, default, range, Unit::Seconds, about)
    }

    /// Returns a parameter for a number without a unit.
    pub const fn plain(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        Param::number(name, default, range, Unit::Count, about)
    }

    /// Returns a parameter for a whole number.
    pub const fn count(name: &'static str, default: f64, range: (f64, f64), about: &'static str) -> Param {
        let mut param = Param::number(name, default, range, Unit::Count, about);
        if let ValueKind::Number(ref mut number) = param.kind {
            number.whole = true;
        }
        param
    }

    /// Returns a parameter for a choice of words; the first is the default.
    pub const fn choice(name: &'static str, words: &'static [&'static str], about: &'static str) -> Param {
        Param::new(name, about, ValueKind::Choice(Words::Listed(words)))
    }

    /// Sets the group that contains the parameter, and the words next to its control.
    #[must_use]
    pub const fn shown(mut self, group: &'static str, label: &'static str) -> Param {
        (self.group, self.label) = (group, label);
        self
    }

    /// Sets the rail of the slider.
    #[must_use]
    pub const fn rail(mut self, rail: Rail) -> Param {
        self.rail = Some(rail);
        self
    }

    /// Sets the command line's option for this parameter, and the placeholder `part` of the value in its help text.
    #[must_use]
    pub const fn option(mut self, name: &'static str, part: &'static str) -> Param {
        self.option = (name, part);
        self
    }

    /// Allows the value to change during a run.
    #[must_use]
    pub const fn live(mut self) -> Param {
        self.live = true;
        self
    }

    /// Allows the value `off`, which is the default if that is infinite.
    #[must_use]
    pub const fn or_off(mut self) -> Param {
        if let ValueKind::Number(ref mut number) = self.kind {
            number.can_be_off = true;
        }
        self
    }

    /// Makes the default be computed from another parameter. The fixed default must be the value that is computed from the
    /// default of that parameter.
    #[must_use]
    pub const fn derived(mut self, derived: Derived) -> Param {
        self.derived = Some(derived);
        self
    }

    /// Returns whether `value` is the word that restores the derived default.
    pub fn is_derived(&self, value: &Value) -> bool {
        self.derived.is_some() && *value == Value::derived()
    }

    pub fn default_value(&self) -> Value {
        match &self.kind {
            ValueKind::Number(number) if number.default.is_infinite() => Value::off(),
            ValueKind::Number(number) => Value::Number(number.default),
            ValueKind::Choice(words) => Value::Word(words.iter().next().unwrap_or_default().to_owned()),
            ValueKind::Switch(on) => Value::Switch(*on),
        }
    }

    /// Returns the allowed values in words: `1 to 1000 Hz`.
    pub fn allowed(&self) -> String {
        match &self.kind {
            ValueKind::Number(n) => {
                let whole = if n.whole { "a whole number, " } else { "" };
                let off = if n.can_be_off { ", or off" } else { "" };
                let derived = self.derived.map_or_else(String::new, |derived| format!(", or derived ({})", derived.formula));
                let min = if n.min > 0.0 && n.min <= f64::MIN_POSITIVE { "above 0 and up".to_owned() } else { n.min.to_string() };
                format!("{whole}{min} to {}{}{off}{derived}", n.max, n.unit.suffix())
            }
            ValueKind::Choice(words) => format!("one of {}", words.in_a_row()),
            ValueKind::Switch(_) => "on or off, true or false".to_owned(),
        }
    }

    pub fn check(&self, value: &Value) -> Result<(), Invalid> {
        self.accept(value).map(drop)
    }

    /// Returns an allowed value as it is stored: the words `on` and `off` become `true` and `false` for a switch.
    pub fn accept(&self, value: &Value) -> Result<Value, Invalid> {
        let fits = match (&self.kind, value) {
            (ValueKind::Number(n), Value::Number(v)) => n.min <= *v && *v <= n.max && (!n.whole || v.fract() == 0.0),
            (ValueKind::Number(n), Value::Word(word)) => n.can_be_off && word == "off" || self.is_derived(value),
            (ValueKind::Choice(words), Value::Word(word)) if !words.iter().any(|known| known == word) => {
                return Err(Invalid::unknown(self.name.as_ref(), word, words.iter()));
            }
            (ValueKind::Choice(_), Value::Word(_)) | (ValueKind::Switch(_), Value::Switch(_)) => true,
            (ValueKind::Switch(_), Value::Word(word)) if word == "on" => return Ok(Value::Switch(true)),
            (ValueKind::Switch(_), Value::Word(word)) if word == "off" => return Ok(Value::Switch(false)),
            _ => false,
        };
        if fits { Ok(value.clone()) } else { Err(Invalid::new(self.name.as_ref(), value, self.allowed())) }
    }

    /// Returns the nearest number in the range; a parameter that is no number returns `number` itself.
    pub fn clamped(&self, number: f64) -> f64 {
        match &self.kind {
            ValueKind::Number(range) => number.clamp(range.min, range.max),
            _ => number,
        }
    }

    pub fn check_number(&self, number: f64) -> Result<(), Invalid> {
        self.check(&Value::Number(number))
    }

    /// Returns whether the parameter holds the length of a step or of a frame, the inverse of a rate: `step_ms`, `targetFrameTime`.
    pub fn is_period(&self) -> bool {
        let ValueKind::Number(Number { unit: Unit::Milliseconds | Unit::Seconds, .. }) = &self.kind else { return false };
        let bare = self.name.replace('_', "").to_ascii_lowercase();
        let without_unit = ["ms", "seconds", "s"].iter().find_map(|unit| bare.strip_suffix(unit));
        [Some(&*bare), without_unit].into_iter().flatten().any(|name| PERIODS.contains(&name.trim_start_matches("ms")))
    }

    /// Returns the rate in hertz that a number in this parameter sets, and as well the number that sets a rate: of the length of a
    /// step or a frame it is the inverse.
    pub fn hertz(&self, number: f64) -> f64 {
        match &self.kind {
            ValueKind::Number(Number { unit: Unit::Milliseconds, .. }) if self.is_period() => 1000.0 / number,
            _ if self.is_period() => 1.0 / number,
            _ => number,
        }
    }

    /// Returns the label, or words made from the name if there is no label. `max_step_ms` becomes `Max step`, because the unit is
    /// shown with the value.
    pub fn title(&self) -> String {
        match &self.kind {
            _ if !self.label.is_empty() => self.label.to_owned(),
            ValueKind::Choice(_) | ValueKind::Switch(_) => capitalised(&self.name),
            ValueKind::Number(_) => readable(&self.name),
        }
    }

    /// Returns the name in words as a part of a sentence: `render load`, `max frame rate`.
    pub fn noun(&self) -> String {
        match &self.kind {
            ValueKind::Number(_) if self.label.is_empty() => noun(&self.name),
            _ => uncapitalised(&self.title()),
        }
    }

    /// Describes a value in a few words: `render load 5 ms`.
    pub fn in_words(&self, value: &Value) -> String {
        let title = self.noun();
        let unit =
            if let (ValueKind::Number(number), Value::Number(_)) = (&self.kind, value) { number.unit.suffix() } else { "" };
        format!("{title} {value}{unit}")
    }
}

/// Returns the name of a parameter in words: `step_hz` becomes `step rate`, and `clamp_ms` `clamp`.
pub fn noun(name: &str) -> String {
    let rate = name.strip_suffix("_hz").or_else(|| name.strip_suffix("s_per_s"));
    let words = rate.map_or_else(|| readable(name), |rate| format!("{} rate", capitalised(rate)));
    // The parameters of an own loop keep their spelling: maxFPS.
    let words: Vec<&str> = words.split(' ').map(|word| if word == "FPS" { "frame rate" } else { word }).collect();
    uncapitalised(&words.join(" "))
}

/// Returns words that begin with a small letter, unless the first word is an acronym such as GPU.
fn uncapitalised(words: &str) -> String {
    let mut letters = words.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => first.to_lowercase().chain(words.chars().skip(1)).collect(),
        _ => words.to_owned(),
    }
}

fn readable(name: &str) -> String {
    capitalised(name.strip_suffix("_ms").or_else(|| name.strip_suffix("_hz")).unwrap_or(name))
}

fn capitalised(name: &str) -> String {
    let name = match name {
        // Only the title differs: the command line uses the word of the article.
        "mind" => "behaviour",
        "ai" => "AI",
        other => other,
    };
    let mut words = name.replace("fps", "FPS").replace("ccd", "CCD").replace("ai_", "AI_").replace('_', " ");
    if let Some(first) = words.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use crate::base::params::param::*;

    const CLAMP: Param = Param::millis("clamp_ms", 100.0, (1.0, 10_000.0), "").or_off();
    const CYCLES: Param = Param::count("max_cycles", 5.0, (1.0, 100.0), "");

    #[test]
    fn nothing_outside_the_range_is_accepted() {
        for bad in [f64::NAN, f64::INFINITY, -1.0, 0.0, 10_000.5] {
            let refusal = CLAMP.check_number(bad).unwrap_err();
            assert_eq!(refusal.allowed, "1 to 10000 ms, or off");
        }
        assert!(CYCLES.check_number(2.5).is_err());
        assert!(CYCLES.check(&Value::off()).is_err());
        assert!(CLAMP.check(&Value::off()).is_ok());
    }

    #[test]
    fn a_number_with_an_infinite_default_is_off_until_it_is_set() {
        const CAP: Param = Param::rate("max_fps", f64::INFINITY, "").or_off();
        assert_eq!((CAP.default_value(), CAP.allowed()), (Value::off(), "1 to 1000 Hz, or off".to_owned()));
        assert!(CAP.check(&CAP.default_value()).is_ok() && CAP.check_number(60.0).is_ok());
        assert!(CAP.check_number(f64::INFINITY).is_err(), "in a file it is the word");
    }

    #[test]
    fn only_a_default_that_follows_from_something_can_be_asked_for_again() {
        static RATE: Param = Param::rate("rate", 60.0, "");
        let half = Derived { from: &RATE, formula: "rate / 2", default: |rate| rate / 2.0 };
        let least = Param::rate("least", 30.0, "").derived(half);
        assert!(least.check(&Value::derived()).is_ok());
        assert_eq!(RATE.check(&Value::derived()).unwrap_err().allowed, "1 to 1000 Hz");
        let refusal = least.check(&Value::Word("derive".to_owned())).unwrap_err();
        assert_eq!(refusal.allowed, "1 to 1000 Hz, or derived (rate / 2)");
    }

    #[test]
    fn a_parameter_made_at_run_time_is_like_one_of_the_code() {
        const LISTED: Param = Param::choice("order", &["first", "last"], "Which end.");
        let words = ["first", "last"].map(str::to_owned).to_vec();
        let made = Param { name: "order".to_owned().into(), kind: ValueKind::Choice(Words::Made(words)), ..LISTED };
        for param in [&LISTED, &made] {
            assert_eq!(
                (param.default_value(), param.allowed()),
                (Value::Word("first".to_owned()), "one of first, last".to_owned())
            );
            assert!(param.check(&Value::Word("last".to_owned())).is_ok());
            let refusal = param.check(&Value::Word("lst".to_owned())).unwrap_err();
            assert_eq!((refusal.name, refusal.nearest), ("order".to_owned(), Some("last".into())));
        }
    }

    #[test]
    fn names_of_parameters_read_as_words() {
        assert_eq!(readable("max_step_ms"), "Max step");
        assert_eq!(readable("max_fps"), "Max FPS");
        assert_eq!(readable("nominal_hz"), "Nominal");
        assert_eq!(capitalised("whole_ms"), "Whole ms", "a choice has no unit beside it");
    }
}
