//! Numbers as text for tables, windows and messages, with one function for each use, and a function for the first letter of a
//! sentence.

use super::params::param::{Param, Unit, ValueKind};
use super::params::value::Value;
use super::time::Span;

/// Writes a number with `digits` digits after the point. A number that rounds to 0 has no minus sign.
pub fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let is_zero = text.trim_start_matches(['-', '0', '.']).is_empty();
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// Writes a number for a narrow column: the larger it is, the fewer digits it has.
pub fn narrow(value: Option<f64>, digits: usize) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if value.abs() >= 99_999.5 => format!("{value:.1e}"),
        Some(value) if value.abs() >= 999.5 => format!("{value:.0}"),
        Some(value) => fixed(value, digits),
    }
}

/// Writes a difference with its sign; a difference that rounds to 0 has no sign.
pub fn signed(value: Option<f64>, digits: usize) -> String {
    let text = narrow(value, digits);
    let is_more = value.is_some_and(|value| value > 0.0) && text.contains(|c: char| matches!(c, '1'..='9'));
    if is_more { format!("+{text}") } else { text }
}

/// Writes how long ago a moment was, in seconds with three digits after the point and a minus sign: `−0.017 s`.
pub fn ago(span: Span) -> String {
    format!("{} s", fixed(-span.as_secs(), 3).replace('-', "−"))
}

pub fn file_size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Writes a value for a column of a fixed width: the larger it is, the fewer digits it has.
pub fn column(value: Option<f64>, digits: usize) -> String {
    narrow(value, if value.is_some_and(|value| value.abs() >= 99.95) { digits.min(1) } else { digits })
}

/// Writes a number at an axis with as few digits as possible.
pub fn axis(value: f64) -> String {
    match value.abs() {
        size if size >= 9999.5 => format!("{:.0}k", value / 1000.0),
        size if size >= 10.0 || value.fract() == 0.0 => fixed(value, 0),
        _ => fixed(value, 1),
    }
}

/// Writes milliseconds with their unit; 100 s and more are written in seconds.
pub fn milliseconds(value: Option<f64>) -> String {
    match value {
        None => "– ms".to_owned(),
        Some(ms) if ms >= 99_999.5 => format!("{:.0} s", ms / 1000.0),
        Some(ms) if ms >= 999.95 => format!("{ms:.0} ms"),
        Some(ms) => format!("{} ms", fixed(ms, 1)),
    }
}

/// Writes a length of time: in microseconds below 1 ms, in milliseconds below 1 s, otherwise in seconds.
pub fn length(span: Span) -> String {
    match span.as_millis() {
        ms if ms < 1.0 => format!("{:.0} µs", ms * 1000.0),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}

/// Writes a parameter's title and value as a control shows them: `Max step 50.0 ms`.
pub fn named(param: &Param, value: &Value) -> String {
    let value = match (value, &param.kind) {
        (Value::Number(value), ValueKind::Number(number)) => with_unit(*value, number.unit),
        (value, _) => value.to_string(),
    };
    format!("{} {value}", param.title())
}

/// Writes three significant digits and the unit; a rate that is not whole, such as 59.95 Hz, has two decimals.
pub fn with_unit(value: f64, unit: Unit) -> String {
    let digits = match value.abs() {
        v if unit == Unit::Count && v.fract() == 0.0 || v >= 99.95 => 0,
        v if unit == Unit::Hertz && v.fract() != 0.0 => 2,
        v if v >= 9.995 => 1,
        _ => 2,
    };
    format!("{}{}", fixed(value, digits), unit.suffix())
}

/// Returns the number of decimals of a frame rate: one, and none from 100 on.
pub fn rate_digits(fps: f64) -> usize {
    usize::from(fps < 99.95)
}

pub fn percent(value: f64) -> String {
    format!("{value:.0} %")
}

/// The largest number of digits after the point that tell two numbers of a sentence apart.
const MOST_DIGITS: usize = 9;

/// Writes a number with at most `most` digits after the point and without trailing zeros.
pub fn trimmed(number: f64, most: usize) -> String {
    let text = fixed(number, most);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Writes two numbers of one sentence like [`trimmed`], with more digits if they differ but would read alike.
pub fn trimmed_apart(numbers: [f64; 2], most: usize) -> [String; 2] {
    let written = |digits| numbers.map(|number| trimmed(number, digits));
    let read_alike = |[one, other]: &[String; 2]| one == other && numbers[0] != numbers[1];
    (most..MOST_DIGITS).map(written).find(|written| !read_alike(written)).unwrap_or_else(|| written(most))
}

/// Writes a number for a sentence with about three significant digits: `12.5`, `0.25`, `140`.
pub fn three_digits(number: f64) -> String {
    trimmed(
        number,
        if number >= 100.0 {
            0
        } else if number >= 10.0 {
            1
        } else {
            2
        },
    )
}

/// Writes a number of a file, which may be of any size, with three significant digits: `16.7`, `0.0052`, `1.00e300`.
pub fn any_three_digits(number: f64) -> String {
    let size = number.abs();
    if size >= 1e6 || size > 0.0 && size < 1e-3 {
        return format!("{number:.2e}");
    }
    let digits = match size {
        0.0 | 100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 4,
    };
    trimmed(number, digits)
}

/// Writes six significant digits without trailing zeros, but with at least `least` digits after the point.
pub fn six_digits(value: f64, least: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return fixed(value, least);
    }
    let before = libm::log10(value.abs()).floor() as i32 + 1;
    let digits = (6 - before).clamp(0, 12) as usize;
    let text = trimmed(value, digits);
    let kept = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if kept < least.min(digits) { format!("{value:.*}", least.min(digits)) } else { text }
}

/// Writes six significant digits; very large and very small numbers as a power of ten.
pub fn short(number: f64) -> String {
    let is_plain = number == 0.0 || (1e-5..1e15).contains(&number.abs());
    if is_plain { six_digits(number, 0) } else { format!("{number:.5e}") }
}

/// Returns a text with its first letter as a capital.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use crate::base::numbers::*;

    #[test]
    fn numbers_fit_their_columns_and_nothing_is_minus_zero() {
        assert_eq!(column(Some(-0.0001), 3), "0.000");
        let written = [
            narrow(Some(-0.04), 1),
            axis(-0.0),
            milliseconds(Some(-0.01)),
            with_unit(-0.001, Unit::Milliseconds),
            trimmed(-0.001, 2),
        ];
        assert_eq!(written, ["0.0", "0", "0.0 ms", "0.00 ms", "0"]);
        assert_eq!([-0.4, f64::NEG_INFINITY].map(|value| fixed(value, 0)), ["0", "-inf"]);
        assert_eq!(column(Some(123.45), 3), "123.5");
        assert_eq!(column(Some(1234.5), 3), "1234");
        assert_eq!(column(Some(-1e9), 3), "-1.0e9");
        assert_eq!(column(None, 3), "–");
    }

    #[test]
    fn a_difference_has_a_sign_unless_it_rounds_to_nothing() {
        assert_eq!([Some(0.5), Some(-0.5), Some(-0.001), None].map(|by| signed(by, 2)), ["+0.50", "-0.50", "0.00", "–"]);
        assert_eq!([0.017, 0.000_001].map(|s| ago(Span::from_secs(s))), ["−0.017 s", "0.000 s"]);
    }

    #[test]
    fn units_follow_the_size() {
        assert_eq!([None, Some(5.0), Some(1000.0), Some(120_000.0)].map(milliseconds), ["– ms", "5.0 ms", "1000 ms", "120 s"]);
        assert_eq!([0.0005, 0.02, 2.5].map(|s| length(Span::from_secs(s))), ["500 µs", "20 ms", "2.5 s"]);
        assert_eq!([9.0, 9.5, 12.5, 12_000.0].map(axis), ["9", "9.5", "12", "12k"]);
        assert_eq!([999, 1500, 2_000_000].map(file_size), ["999 bytes", "1.5 kB", "2.0 MB"]);
    }

    #[test]
    fn digits_that_say_nothing_are_left_out() {
        assert_eq!([12.5, 0.25, 140.2, 3.0].map(three_digits), ["12.5", "0.25", "140", "3"]);
    }

    #[test]
    fn two_numbers_of_a_sentence_read_alike_only_if_they_are() {
        let written = |one, other, most| trimmed_apart([one, other], most).join(" ");
        assert_eq!(written(60.0, 59.95, 2), "60 59.95");
        assert_eq!(written(60.0, 59.999, 2), "60 59.999");
        assert_eq!(written(59.94, 59.94006, 2), "59.94 59.9401");
        assert_eq!(written(29.4, 28.6, 0), "29.4 28.6");
        assert_eq!(written(30.0, 30.0, 0), "30 30");
        assert_eq!(written(1.0, 1.0 + 1e-15, 2), "1 1", "nobody can read this difference");
        assert_eq!([0.1, 16.666_666_7, 5.0].map(|ms| six_digits(ms, 1)), ["0.1", "16.6667", "5.0"]);
        assert_eq!([0.0, 1234.5, 1e-7, 2e16].map(short), ["0", "1234.5", "1.00000e-7", "2.00000e16"]);
        assert_eq!(capitalised("a sentence"), "A sentence");
    }
}
