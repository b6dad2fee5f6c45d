//! The values of fields: numbers, numbers with a unit, and words for a missing number.

use super::part::TimeUnit;

/// Returns whether a field is empty, or has a word that stands for a missing number.
pub(super) fn is_missing(text: &str) -> bool {
    ["", "na", "n/a", "nan", "-", "null", "none", "unknown", "inf", "-inf"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// The signs between thousands that are never decimal signs.
const BETWEEN_THOUSANDS: [char; 5] = ['\'', '’', '\u{a0}', '\u{202f}', '\u{2009}'];

/// Returns the number that a text says, with a decimal point or comma.
pub(super) fn number(text: &str) -> Option<f64> {
    let plain = text.parse().or_else(|error| match (text.rfind(','), text.rfind('.')) {
        _ if text.starts_with(|first: char| first.is_ascii_digit()) && text.contains(BETWEEN_THOUSANDS) => {
            text.replace(BETWEEN_THOUSANDS, "").replace(',', ".").parse()
        }
        (None, _) => Err(error),
        (Some(comma), Some(point)) if comma < point => text.replace(',', "").parse(),
        (Some(_), _) => text.replace('.', "").replace(',', ".").parse(),
    });
    plain.ok().filter(|number: &f64| number.is_finite())
}

/// Returns the time of a field with a number and a unit, in milliseconds; `None` if the field has no unit.
pub(super) fn time_with_unit(text: &str) -> Option<f64> {
    let end = text.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let unit = TimeUnit::find(&text[end..].trim_start().to_lowercase())?;
    number(text[..end].trim_end()).map(|number| number * unit.millis())
}

#[cfg(test)]
mod tests {
    use crate::lab::captures::field_values::*;

    #[test]
    fn a_field_may_have_a_unit() {
        for (text, ms) in [
            ("16.68ms", Some(16.68)),
            ("16,5 ms", Some(16.5)),
            ("0.25s", Some(250.0)),
            ("1 500 µs", None),
            ("2000 µs", Some(2.0)),
            ("3e6ns", Some(3.0)),
            ("16.68", None),
            ("60 FPS", None),
            ("ms", None),
            ("", None),
        ] {
            assert_eq!(time_with_unit(text), ms, "{text}");
        }
    }
}
