//! The title of a parameter, beside a control and in a sentence.

use super::param::{Param, ValueKind};
use super::value::Value;

impl Param {
    /// Returns the label, or the name as words. `max_step_ms` is `Max step`, because the unit stands with the value.
    pub fn title(&self) -> String {
        match &self.kind {
            _ if !self.label.is_empty() => self.label.to_owned(),
            ValueKind::Choice(_) | ValueKind::Switch(_) => capitalised(&self.name),
            ValueKind::Number(_) => readable(&self.name),
        }
    }

    /// Describes a value in a few words: `render load 5 ms`.
    pub fn in_words(&self, value: &Value) -> String {
        let title = self.title();
        let title = if title.starts_with("GPU") { title } else { title[..1].to_lowercase() + &title[1..] };
        let unit =
            if let (ValueKind::Number(number), Value::Number(_)) = (&self.kind, value) { number.unit.suffix() } else { "" };
        format!("{title} {value}{unit}")
    }
}

fn readable(name: &str) -> String {
    capitalised(name.strip_suffix("_ms").or_else(|| name.strip_suffix("_hz")).unwrap_or(name))
}

fn capitalised(name: &str) -> String {
    let name = match name {
        // The command line keeps the word of the article.
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
    use super::*;

    #[test]
    fn names_of_parameters_read_as_words() {
        assert_eq!(readable("max_step_ms"), "Max step");
        assert_eq!(readable("max_fps"), "Max FPS");
        assert_eq!(readable("nominal_hz"), "Nominal");
        assert_eq!(capitalised("whole_ms"), "Whole ms", "a choice has no unit beside it");
    }
}
