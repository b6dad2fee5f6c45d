//! The title of a parameter, beside a control and in a sentence.

use super::param::{Param, ValueKind};

impl Param {
    /// Returns the name as words. `max_step_ms` is `Max step`, because the unit stands with the value.
    pub fn title(&self) -> String {
        match &self.kind {
            ValueKind::Choice(_) => capitalised(&self.name),
            ValueKind::Number(_) => readable(&self.name),
        }
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
