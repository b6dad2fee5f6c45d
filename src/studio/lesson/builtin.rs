//! The lessons that come with the program: files in `assets/lessons`, in their order.

use super::definition::Lesson;
use crate::studio::scenario::definition::Unreadable;
use std::sync::{Arc, LazyLock};
use tickscope_core::base::params::invalid::Invalid;

pub struct BuiltinLesson {
    pub id: &'static str,
    pub text: &'static str,
}

macro_rules! builtin {
    ($($id:literal),* $(,)?) => {
        &[$(BuiltinLesson { id: $id, text: include_str!(concat!("../../../assets/lessons/", $id, ".toml")) }),*]
    };
}

/// Every lesson that comes with the program. To add one: write its file, and add its name here.
pub const ALL: &[BuiltinLesson] =
    builtin!["tied-to-the-computer", "step-too-long", "whole-steps", "lost-time", "between-steps", "the-display",];

fn read(builtin: &BuiltinLesson) -> Arc<Lesson> {
    let unreadable = |error: Unreadable| -> Lesson { unreachable!("a test reads {}: {error}", builtin.id) };
    Arc::new(builtin.lesson().unwrap_or_else(unreadable))
}

pub static LESSONS: LazyLock<Vec<Arc<Lesson>>> = LazyLock::new(|| ALL.iter().map(read).collect());
pub static OPENING: LazyLock<Arc<Lesson>> =
    LazyLock::new(|| read(&BuiltinLesson { id: "opening", text: include_str!("../../../assets/lessons/opening.toml") }));

impl BuiltinLesson {
    pub fn lesson(&self) -> Result<Lesson, Unreadable> {
        Lesson::parse(self.id, &format!("{}.toml", self.id), self.text)
    }
}

pub fn all() -> impl Iterator<Item = &'static Arc<Lesson>> {
    LESSONS.iter().chain([&*OPENING])
}

pub fn find(id: &str) -> Result<Arc<Lesson>, Invalid> {
    let found = all().find(|lesson| lesson.id == id);
    found.cloned().ok_or_else(|| Invalid::unknown("lesson", id, all().map(|lesson| lesson.id.as_str())))
}
