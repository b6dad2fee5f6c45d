//! The choices of a person who reads code, which hold for all loops, and the lines of a text for these choices.

use super::syntax::Language;
use super::twin_lines;
use egui::{Context, Id};
use tickscope_core::model::strategies::strategy::Strategy;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeReading {
    pub language: Language,
    /// Whether the text before the loop is shown too.
    pub whole: bool,
}

impl CodeReading {
    /// Returns the person's choices; before the first choice, JavaScript without the text before the loop.
    pub fn chosen(ctx: &Context) -> CodeReading {
        ctx.data(|data| data.get_temp(id())).unwrap_or(CodeReading { language: Language::JavaScript, whole: false })
    }

    pub fn choose(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(id(), self));
    }

    /// Returns the choices for this loop: a loop without JavaScript is shown in Rust, whatever the person has chosen.
    #[must_use]
    pub fn of(self, strategy: &Strategy) -> CodeReading {
        if strategy.script.is_empty() { CodeReading { language: Language::Rust, ..self } } else { self }
    }

    /// Returns the line of the shown text for a line of the loop's file; `None` if the shown text has no such line.
    pub fn line_of(self, strategy: &Strategy, line: u32) -> Option<u32> {
        if self.of(strategy).language == Language::Rust || strategy.code == strategy.script {
            return Some(line);
        }
        twin_lines::twin(&strategy.code, &strategy.script, line)
    }

    pub fn line_in_words(self, strategy: &Strategy, line: u32) -> String {
        match self.line_of(strategy, line) {
            Some(line) if self.of(strategy).language == Language::JavaScript => format!("line {line}"),
            _ => {
                let file = strategy.file.rsplit('/').next().unwrap_or(&strategy.file);
                format!("{file}, line {line}")
            }
        }
    }
}

fn id() -> Id {
    Id::unique("code: how it is read")
}

#[cfg(test)]
mod tests {
    use crate::front::ui::code::reading::*;
    use tickscope_core::model::strategies;

    #[test]
    fn a_line_is_named_in_the_language_that_is_read() {
        let strategy = strategies::find("variable-delta").expect("it is there");
        let line_with =
            |text: &str, what: &str| text.lines().zip(1..).find(|(line, _)| line.contains(what)).expect("it is there").1;
        let (rust, script) = (line_with(&strategy.code, "host.update("), line_with(&strategy.script, "host.update("));
        assert_ne!(rust, script);
        let read = |language| CodeReading { language, whole: false }.line_in_words(strategy, rust);
        assert_eq!(read(Language::JavaScript), format!("line {script}"));
        assert_eq!(read(Language::Rust), format!("variable_delta.rs, line {rust}"));
    }
}
