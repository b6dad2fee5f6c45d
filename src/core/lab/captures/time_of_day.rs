//! Dates and times of day, as people and programs write them.

use super::field_values::number;

/// Returns a date and time of day, such as `2026-9-18 8:57:43.3863549`, in milliseconds since the midnight before the month of the
/// date; `None` for every other text. The time may have an offset to UTC, which is left out, a half of the day (`PM`), milliseconds
/// after a colon, or no hours if its seconds have a fraction.
pub(in crate::lab::captures) fn time_of_day(text: &str) -> Option<f64> {
    if !text.contains(':') {
        return None;
    }
    let text = text.trim_matches(['[', ']']).trim();
    let (text, is_afternoon) = without_half(text);
    let text = ["UTC", "GMT"].iter().find_map(|zone| text.strip_suffix(zone)).unwrap_or(text).trim_end();
    let (date, time) = text.rsplit_once([' ', 'T']).unwrap_or(("", text));
    let time = time.trim_end_matches('Z').split(['+', '-']).next()?;
    let parts: Vec<&str> = time.split(':').collect();
    let (hours, minutes, seconds) = match parts[..] {
        [minutes, seconds] if date.is_empty() && seconds.contains(['.', ',']) => (0.0, number(minutes)?, number(seconds)?),
        [hours, minutes, seconds] => (number(hours)?, number(minutes)?, number(seconds)?),
        [hours, minutes, seconds, millis] if millis.len() == 3 => {
            (number(hours)?, number(minutes)?, number(&format!("{seconds}.{millis}"))?)
        }
        _ => return None,
    };
    let is_time = (0.0..24.0).contains(&hours) && (0.0..60.0).contains(&minutes) && (0.0..61.0).contains(&seconds);
    let hours = is_afternoon.map_or(hours, |is_afternoon| hours % 12.0 + if is_afternoon { 12.0 } else { 0.0 });
    // The day of the month: the last part of a date that begins with its year, otherwise the first.
    let parts: Vec<&str> = date.split(['-', '/', '.']).map(str::trim).collect();
    let day = if parts.first().is_some_and(|first| first.len() == 4) { parts.last() } else { parts.first() };
    let day = day.and_then(|day| day.parse::<f64>().ok()).unwrap_or(0.0);
    (is_time && parts.len() <= 3).then_some((((day * 24.0 + hours) * 60.0 + minutes) * 60.0 + seconds) * 1000.0)
}

/// Returns a time without `AM` or `PM`, and whether it is after noon; `None` if the time has neither.
fn without_half(text: &str) -> (&str, Option<bool>) {
    let half = text.len().checked_sub(2).and_then(|at| text.get(at..)).filter(|half| half.is_ascii());
    let is_afternoon = half.and_then(|half| match half.to_ascii_lowercase().as_str() {
        "am" => Some(false),
        "pm" => Some(true),
        _ => None,
    });
    if is_afternoon.is_some() { (text[..text.len() - 2].trim_end(), is_afternoon) } else { (text, None) }
}

#[cfg(test)]
mod tests {
    use crate::lab::captures::time_of_day::*;

    #[test]
    fn a_time_of_day_may_have_an_offset_a_half_of_the_day_or_milliseconds_after_a_colon() {
        let second = 74_641_500.0;
        for (text, ms) in [
            ("20:44:01.5", Some(second)),
            ("2025-08-24T20:44:01.5Z", Some(second + 24.0 * 86_400_000.0)),
            ("2025-08-24T20:44:01.5+02:00", Some(second + 24.0 * 86_400_000.0)),
            ("2025-08-24T20:44:01.500-0500", Some(second + 24.0 * 86_400_000.0)),
            ("20:44:01.5 UTC", Some(second)),
            ("8:44:01.5 PM", Some(second)),
            ("12:00:01.5 am", Some(1500.0)),
            ("20:44:01:500", Some(second)),
            ("[20:44:01.5]", Some(second)),
            ("1:01.5", Some(61_500.0)),
            ("20:44", None),
            ("16.7", None),
            ("a:b:c", None),
        ] {
            assert_eq!(time_of_day(text), ms, "{text}");
        }
    }
}
