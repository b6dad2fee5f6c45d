//! The parsers of the values of options. They don't know the name of the option: [`Refusal`](super::refusal::Refusal) adds it to
//! the error.

use crate::studio::export::tables::TableFormat;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::params::param::Param;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::time::Time;
use tickscope_core::lab::captures::part::TimeUnit;
use tickscope_core::lab::run::bounded::SECONDS;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::limits::LONGEST_RUN_S;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::Patch;
use tickscope_core::model::config::script::AT_S;
use tickscope_core::model::config::settings::{PlannedStall, Presentation, StallOn};

pub const TABLE_FORMATS: &[(&str, TableFormat)] =
    &[("table", TableFormat::Table), ("json", TableFormat::Json), ("csv", TableFormat::Csv)];
pub const LIST_FORMATS: &[(&str, TableFormat)] = TABLE_FORMATS.split_at(2).0;

pub fn words<T: Copy + Send + Sync + 'static>(words: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let value = |text: String| words.iter().find(|(word, _)| *word == text).expect("clap has found it among the words").1;
    PossibleValuesParser::new(words.iter().map(|(word, _)| *word)).map(value)
}

/// Returns a parser of numbers in the range of `param`.
pub fn number(param: Param) -> impl Fn(&str) -> Result<f64, Invalid> + Clone + Send + Sync {
    move |text| {
        let number = text.parse::<f64>().ok().filter(|number| param.check_number(*number).is_ok());
        number.ok_or_else(|| Invalid::new(&*param.name, text, param.allowed()))
    }
}

/// Reads the length of a run, in seconds.
pub fn run_length(text: &str) -> Result<f64, Invalid> {
    number(SECONDS)(text).map_err(|refused| Invalid { allowed: format!("above 0, at most {LONGEST_RUN_S} s"), ..refused })
}

/// Reads how much of the beginning of a capture is left out, in seconds.
pub fn capture_start(text: &str) -> Result<f64, Invalid> {
    number(Param::seconds("capture-from", 0.0, (0.0, LONGEST_RUN_S), ""))(text)
}

pub fn time_unit(text: &str) -> Result<TimeUnit, Invalid> {
    let all = || TimeUnit::ALL.into_iter().chain([TimeUnit::FramesPerSecond]);
    all().find(|unit| unit.id() == text).ok_or_else(|| Invalid::unknown("unit", text, all().map(TimeUnit::id)))
}

pub fn seed(text: &str) -> Result<u64, Invalid> {
    text.parse().map_err(|_| Invalid::new("seed", text, format!("a whole number, 0 to {}", u64::MAX)))
}

pub fn presentation(text: &str) -> Result<Presentation, Invalid> {
    Presentation::find(text)
}

/// Reads a stall with its moment: `AT_S:MS`, or `AT_S:MS:update`.
pub fn stall(text: &str) -> Result<PlannedStall, Invalid> {
    let refused = |allowed: String| Invalid::new("hitch", text, allowed);
    let (at, length) = text.split_once(':').ok_or_else(|| refused("write AT_S:MS".to_owned()))?;
    let (ms, on) = length.split_once(':').unwrap_or((length, StallOn::default().word()));
    let words = StallOn::ALL.map(StallOn::word);
    let on = StallOn::ALL.into_iter().find(|known| known.word() == on).ok_or_else(|| Invalid::unknown("hitch", on, words))?;
    let part = |wrong: Invalid| refused(format!("'{}' must be {}", wrong.value, wrong.allowed));
    Ok(PlannedStall { at_s: number(PlannedStall::AT_S)(at).map_err(part)?, ms: number(PlannedStall::MS)(ms).map_err(part)?, on })
}

/// Reads a change of a setting with its moment: `AT_S:PATH=VALUE`.
pub fn later_change(text: &str) -> Result<TimedCommand, Invalid> {
    let refused = |allowed: &str| Invalid::new("then", text, allowed);
    let (at, change) = text.split_once(':').ok_or_else(|| refused("write AT_S:PATH=VALUE"))?;
    let at = number(AT_S)(at).map_err(|wrong| refused(&format!("'{}' must be {}", wrong.value, wrong.allowed)))?;
    let command = Command::Set(Patch::parse(change)?);
    Ok(TimedCommand { at_flicks: Time::from_secs(at).flicks(), command })
}

/// Reads `NAME=VALUE`.
pub fn assignment(text: &str) -> Result<(String, Value), Invalid> {
    let (name, value) = text.split_once('=').ok_or_else(|| Invalid::new("set", text, "write NAME=VALUE"))?;
    Ok((name.trim().to_owned(), Value::parse(value.trim())))
}

/// Reads the letter of a pane, upper or lower case.
pub fn letter(text: &str) -> Result<PaneLetter, Invalid> {
    let pane = PaneLetter::parse(&text.to_ascii_uppercase());
    pane.ok_or_else(|| Invalid::new("pane", text, "a pane's letter, A to F"))
}
