//! Fields with a number and its unit, such as `16.68ms`.

use super::part::TimeUnit;
use super::table::number;

/// Returns the time of a field with a number and a unit, in milliseconds; `None` if the field has no unit.
pub(super) fn time_with_unit(text: &str) -> Option<f64> {
    let end = text.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let unit = TimeUnit::find(&text[end..].trim_start().to_lowercase())?;
    number(text[..end].trim_end()).map(|number| number * unit.millis())
}

#[cfg(test)]
mod tests {
    use crate::lab::captures::time_with_unit::*;

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
