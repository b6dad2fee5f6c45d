//! The lessons that come with the program: files in `assets/lessons`, in their order.

use super::definition::Lesson;
use crate::studio::scenario::{Unreadable, builtin as scenarios};
use std::sync::{Arc, LazyLock};
use tickscope_core::params::Invalid;

/// A lesson's name on the command line and its text.
pub struct BuiltinLesson {
    pub id: &'static str,
    pub text: &'static str,
}

macro_rules! builtin {
    ($($id:literal),* $(,)?) => {
        &[$(BuiltinLesson { id: $id, text: include_str!(concat!("../../../assets/lessons/", $id, ".toml")) }),*]
    };
}

/// Every lesson that comes with the program. To add one: write its file, name it here.
pub const ALL: &[BuiltinLesson] =
    builtin!["tied-to-the-computer", "step-too-long", "whole-steps", "lost-time", "between-steps", "the-display",];

/// The scenario with captions that is a lesson, too.
const OPENING: &str = "opening";

static LESSONS: LazyLock<Vec<Arc<Lesson>>> = LazyLock::new(|| {
    let read = |builtin: &BuiltinLesson| {
        let unreadable = |error: Unreadable| -> Lesson { unreachable!("a test reads {}: {error}", builtin.id) };
        Arc::new(builtin.lesson().unwrap_or_else(unreadable))
    };
    ALL.iter().map(read).collect()
});

/// Returns all lessons, read once.
pub fn lessons() -> &'static [Arc<Lesson>] {
    &LESSONS
}

impl BuiltinLesson {
    /// Reads its file.
    ///
    /// # Errors
    /// None; a test reads them all.
    pub fn lesson(&self) -> Result<Lesson, Unreadable> {
        Lesson::parse(self.id, &format!("{}.toml", self.id), self.text)
    }
}

static OPENING_LESSON: LazyLock<Arc<Lesson>> = LazyLock::new(|| Arc::new(Lesson::of_captions(OPENING, scenarios::opening())));

/// Returns all lessons and the opening.
pub fn all() -> impl Iterator<Item = &'static Arc<Lesson>> {
    lessons().iter().chain([&*OPENING_LESSON])
}

/// Returns the lesson of this name.
///
/// # Errors
/// If there is none of this name; the error names the nearest.
pub fn find(id: &str) -> Result<Arc<Lesson>, Invalid> {
    let found = all().find(|lesson| lesson.id == id);
    found.cloned().ok_or_else(|| Invalid::unknown("lesson", id, all().map(|lesson| lesson.id.as_str())))
}
