//! The error that names a refused value and the allowed ones.

use std::fmt;
use std::num::NonZeroU32;

/// The similarity above which a word is suggested; a suggestion that is not similar would only confuse.
const NEAR: f64 = 0.75;

/// A value that is not allowed. Prints one line with the name, the value and the allowed values; for an error in a text it prints
/// `name:line:column: error`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}{}{allowed}", position(value, nearest.as_deref(), *place))]
pub struct Invalid {
    /// The name of the option or setting, as the user knows it.
    pub name: String,
    /// The refused value, cut to 60 characters; empty for an error in a text.
    pub value: String,
    /// The allowed values in words, such as `0 to 10000 ms` or `one of on, off`; for an error in a text, the error.
    pub allowed: String,
    /// The nearest valid name; `None` if no name is near.
    pub nearest: Option<Box<str>>,
    /// The place of an error in a text; `None` if a value is refused.
    pub place: Option<TextPlace>,
}

/// A line and a column of a text, both counted from 1 (0 if unknown).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// One more than the line, so that an error with a place stays small.
    after_line: NonZeroU32,
    column: u16,
}

impl TextPlace {
    fn new(line: u32, column: u32) -> TextPlace {
        let after_line = NonZeroU32::MIN.saturating_add(line);
        TextPlace { after_line, column: u16::try_from(column).unwrap_or(u16::MAX) }
    }

    pub fn line(self) -> u32 {
        self.after_line.get() - 1
    }
}

impl Invalid {
    pub fn new(name: impl Into<String>, value: impl fmt::Display, allowed: impl Into<String>) -> Invalid {
        Invalid { name: name.into(), value: one_line(&value.to_string()), allowed: allowed.into(), nearest: None, place: None }
    }

    /// Refuses a text because of an error at `place`: a line and a column, both counted from 1 (0 if unknown). `error` is one
    /// sentence.
    pub fn in_text(name: impl Into<String>, place: (u32, u32), error: impl Into<String>) -> Invalid {
        Invalid { place: Some(TextPlace::new(place.0, place.1)), ..Invalid::new(name, "", error) }
    }

    /// Refuses a word that is not one of `known`, and finds the nearest of them.
    pub fn unknown<'a>(name: impl Into<String>, value: &str, known: impl IntoIterator<Item = &'a str>) -> Invalid {
        let known: Vec<&str> = known.into_iter().collect();
        let nearest = known
            .iter()
            .map(|known| (likeness(value, known), *known))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(likeness, _)| *likeness > NEAR)
            .map(|(_, known)| known.into());
        Invalid { nearest, ..Invalid::new(name, value, format!("one of {}", known.join(", "))) }
    }

    /// Changes the name to the one that the user knows.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Invalid {
        Invalid { name: name.into(), ..self }
    }
}

/// Returns the text between the name and the allowed values: the refused value with a suggestion, or the position of an error in
/// a text.
fn position(value: &str, nearest: Option<&str>, place: Option<TextPlace>) -> String {
    let meant = nearest.map(|nearest| format!(" (did you mean '{nearest}'?)")).unwrap_or_default();
    match place.map(|place| (place.line(), place.column)) {
        None => format!(": '{value}' is not allowed{meant}; "),
        Some((0, _)) => ": ".to_owned(),
        Some((line, 0)) => format!(":{line}: "),
        Some((line, column)) => format!(":{line}:{column}: "),
    }
}

/// Returns how similar two words are: 0 to 1, and 1 more if they differ by at most one wrong letter or two swapped letters.
fn likeness(one: &str, other: &str) -> f64 {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let slip = strsim::osa_distance(&one, &other) <= 1;
    strsim::jaro_winkler(&one, &other) + f64::from(u8::from(slip))
}

/// Returns whether a word is similar enough to a known one to suggest the known one.
pub fn is_near(word: &str, known: &str) -> bool {
    likeness(word.trim_start_matches('-'), known.trim_start_matches('-')) > NEAR
}

/// Returns a text as one line of at most 60 characters.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
    if text.chars().count() > 60 { clean + "…" } else { clean }
}

#[cfg(test)]
mod tests {
    use crate::base::params::invalid::*;

    #[test]
    fn a_message_stays_on_one_line_whatever_was_typed() {
        let refusal = Invalid::new("--seconds", "1\n2".repeat(100), "a number");
        assert!(!refusal.to_string().contains('\n'));
        assert!(refusal.to_string().len() < 120);
    }
}
