//! Links to a step of a lesson: `#lesson=ID&step=N` after the address of a page.

use super::builtin;
use super::definition::Lesson;
use std::sync::Arc;
use tickscope_core::base::params::invalid::Invalid;

const LESSON: &str = "lesson=";

pub fn link(base: Option<&str>, id: &str, step: usize) -> String {
    format!("{}#{LESSON}{id}&step={}", base.unwrap_or_default(), step + 1)
}

/// Reads the lesson and the index of the step behind the last `#` of a link; `None` if the link leads to no lesson.
pub fn read_link(text: &str) -> Option<Result<(Arc<Lesson>, usize), Invalid>> {
    let fragment = text.trim().rsplit_once('#')?.1.trim_end_matches(['>', ')', ']', '.', ',', ';', '"', '\'']);
    let rest = fragment.strip_prefix(LESSON)?;
    let (id, step) = rest.split_once("&step=").unwrap_or((rest, "1"));
    Some(builtin::find(id).and_then(|lesson| {
        let count = lesson.steps.len();
        let number = step.parse().ok().filter(|number| (1..=count).contains(number));
        let number = number.ok_or_else(|| Invalid::new("step", step, format!("1 to {count}")))?;
        Ok((lesson, number - 1))
    }))
}
