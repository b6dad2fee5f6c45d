//! Links to a step of a lesson: `#lesson=ID&step=N` after the address of a page; and codes, `lesson:ID:N`, which a shell leaves
//! as they are.

use super::builtin;
use super::definition::Lesson;
use std::sync::Arc;
use tickscope_core::base::params::invalid::Invalid;

const LESSON: &str = "lesson=";
const CODE: &str = "lesson:";

pub fn link(base: &str, id: &str, step: usize) -> String {
    format!("{base}#{LESSON}{id}&step={}", step + 1)
}

pub fn code(id: &str, step: usize) -> String {
    format!("{CODE}{id}:{}", step + 1)
}

/// Reads the lesson and the index of the step of a code, or behind the last `#` of a link; `None` if the text leads to no lesson.
pub fn read_link(text: &str) -> Option<Result<(Arc<Lesson>, usize), Invalid>> {
    let text = text.trim().trim_end_matches(['>', ')', ']', '.', ',', ';', '"', '\'']);
    let (rest, before_step) = match text.strip_prefix(CODE) {
        Some(rest) => (rest, ":"),
        None => (text.rsplit_once('#')?.1.strip_prefix(LESSON)?, "&step="),
    };
    let (id, step) = rest.split_once(before_step).unwrap_or((rest, "1"));
    Some(builtin::find(id).and_then(|lesson| {
        let count = lesson.steps.len();
        let number = step.parse().ok().filter(|number| (1..=count).contains(number));
        let number = number.ok_or_else(|| Invalid::new("step", step, format!("1 to {count}")))?;
        Ok((lesson, number - 1))
    }))
}
