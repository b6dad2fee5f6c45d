//! Texts of the command line to values, and the refusals of wrong ones.

use crate::base::params::{Invalid, Param, Value};
use crate::lab::run::SECONDS;
use crate::model::config::{Hitch, HitchOn, LONGEST_RUN_S, PaneLetter, Presentation};
use crate::studio::export::TableFormat;

/// The length of a run, s.
///
/// # Errors
/// If the text is not allowed.
pub fn run_length(text: &str) -> Result<f64, Invalid> {
    let refusal = || Invalid::new("--seconds", text, format!("above 0, at most {LONGEST_RUN_S} s"));
    let seconds: f64 = text.parse().map_err(|_| refusal())?;
    SECONDS.check_number(seconds).map_err(|_| refusal())?;
    Ok(seconds)
}

/// How a report or a list is written, of what it offers.
///
/// # Errors
/// If the text is not allowed.
pub fn format_of(text: Option<&str>, offered: &[TableFormat]) -> Result<TableFormat, Invalid> {
    let name = |format: &TableFormat| match format {
        TableFormat::Table => "table",
        TableFormat::Json => "json",
        TableFormat::Csv => "csv",
    };
    let Some(text) = text else { return Ok(TableFormat::Table) };
    let found = offered.iter().find(|format| name(format) == text);
    found.copied().ok_or_else(|| Invalid::unknown("--format", text, offered.iter().map(name)))
}

/// How panes are drawn.
///
/// # Errors
/// If the text is not allowed.
pub fn presentation(text: &str) -> Result<Presentation, Invalid> {
    Presentation::find(text).map_err(|unknown| unknown.called("--presentation"))
}

/// A number in the range of `param`.
///
/// # Errors
/// If the text is not allowed.
pub fn number(option: &str, param: &Param, text: &str) -> Result<f64, Invalid> {
    let number = text.parse().map_err(|_| Invalid::new(option, text, param.allowed()))?;
    param.check_number(number).map_err(|_| Invalid::new(option, text, param.allowed()))?;
    Ok(number)
}

/// Two texts with a colon between them.
///
/// # Errors
/// If the text is not allowed.
pub fn pair<'a>(option: &str, form: &str, text: &'a str) -> Result<(&'a str, &'a str), Invalid> {
    text.split_once(':').ok_or_else(|| Invalid::new(option, text, format!("write {form}")))
}

/// A stall and its moment.
///
/// # Errors
/// If the text is not allowed.
pub fn hitch(text: &str) -> Result<Hitch, Invalid> {
    let (at, length) = pair("--hitch", "AT_S:MS", text)?;
    let (ms, on) = match length.split_once(':') {
        Some((ms, on)) => (ms, word("--hitch", on, &HitchOn::ALL.map(|on| (on.word(), on)))?),
        None => (length, HitchOn::Render),
    };
    let whole = |e: Invalid| Invalid::new("--hitch", text, format!("'{}' must be {}", e.value, e.allowed));
    let at_s = number("--hitch", &Hitch::AT_S, at).map_err(whole)?;
    Ok(Hitch { at_s, ms: number("--hitch", &Hitch::MS, ms).map_err(whole)?, on })
}

/// A name and its value.
///
/// # Errors
/// If the text is not allowed.
pub fn assignment<'a>(option: &str, text: &'a str) -> Result<(&'a str, Value), Invalid> {
    let (name, value) = text.split_once('=').ok_or_else(|| Invalid::new(option, text, "write NAME=VALUE"))?;
    Ok((name.trim(), Value::parse(value.trim())))
}

/// A pane by its letter, capital or small.
///
/// # Errors
/// If the text is not allowed.
pub fn letter(option: &str, text: &str) -> Result<PaneLetter, Invalid> {
    let pane = PaneLetter::parse(&text.to_ascii_uppercase());
    pane.ok_or_else(|| Invalid::new(option, text, "a pane's letter, A to F"))
}

/// One of several words.
///
/// # Errors
/// If the text is not allowed.
pub fn word<T: Copy>(option: &str, text: &str, words: &[(&str, T)]) -> Result<T, Invalid> {
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value).ok_or_else(|| Invalid::unknown(option, text, words.iter().map(|(word, _)| *word)))
}
