//! The values of fields: numbers, dates and times of day, numbers with a unit, and words for a missing number.

use super::part::TimeUnit;

/// Returns whether a field is empty, or has a word that stands for a missing number.
pub(super) fn is_missing(text: &str) -> bool {
    ["", "na", "n/a", "nan", "-", "null", "none", "unknown", "inf", "-inf"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Returns the number that a text says, with a decimal point or comma.
pub(super) fn number(text: &str) -> Option<f64> {
    let plain = text.parse().or_else(|error| match (text.rfind(','), text.rfind('.')) {
        (None, _) => Err(error),
        (Some(comma), Some(point)) if comma < point => text.replace(',', "").parse(),
        (Some(_), _) => text.replace('.', "").replace(',', ".").parse(),
    });
    plain.ok().filter(|number: &f64| number.is_finite())
}

/// Returns a date and time of day, such as `2026-9-18 8:57:43.3863549`, in milliseconds since the midnight before the month of the
/// date; `None` for every other text.
pub(super) fn time_of_day(text: &str) -> Option<f64> {
    let (date, time) = text.rsplit_once([' ', 'T']).unwrap_or(("", text));
    let mut parts = time.trim_end_matches('Z').split(':');
    let [hours, minutes, seconds] = [parts.next()?, parts.next()?, parts.next()?].map(number);
    let (hours, minutes, seconds) = (hours?, minutes?, seconds?);
    let is_time = (0.0..24.0).contains(&hours) && (0.0..60.0).contains(&minutes) && (0.0..61.0).contains(&seconds);
    // The day of the month: the last part of a date that begins with its year, otherwise the first.
    let parts: Vec<&str> = date.split(['-', '/', '.']).map(str::trim).collect();
    let day = if parts.first().is_some_and(|first| first.len() == 4) { parts.last() } else { parts.first() };
    let day = day.and_then(|day| day.parse::<f64>().ok()).unwrap_or(0.0);
    (is_time && parts.len() <= 3).then_some((((day * 24.0 + hours) * 60.0 + minutes) * 60.0 + seconds) * 1000.0)
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
