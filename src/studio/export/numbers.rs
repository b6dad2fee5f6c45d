//! Numbers as text, for tables, windows and messages: one form for each use.

/// A number for a narrow column: fewer digits the larger it is.
pub fn narrow(value: Option<f64>, digits: usize) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if value.abs() >= 99_999.5 => format!("{value:.1e}"),
        Some(value) if value.abs() >= 999.5 => format!("{value:.0}"),
        Some(value) => format!("{value:.digits$}"),
    }
}

/// A difference: with its sign, also where it is small.
pub fn signed(value: Option<f64>, digits: usize) -> String {
    let text = narrow(value, digits);
    let is_zero = !text.contains(|c: char| matches!(c, '1'..='9'));
    match (is_zero, value) {
        (true, _) => text.replace('-', ""),
        (false, Some(value)) if value > 0.0 => format!("+{text}"),
        _ => text,
    }
}

/// The size of a file for people.
pub fn file_size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
