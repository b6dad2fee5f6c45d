//! When a loop learns what a person does.

use serde::{Deserialize, Serialize};

/// When inputs are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputRead {
    /// Before every update.
    #[default]
    Update,
    /// Once a turn, at its top, as an event pump does.
    Turn,
}

impl InputRead {
    /// Both, the default first.
    pub const ALL: [InputRead; 2] = [InputRead::Update, InputRead::Turn];
    /// Their words, in the same order.
    pub const WORDS: &[&str] = &["update", "turn"];

    /// As written on the command line and in files.
    pub const fn word(self) -> &'static str {
        InputRead::WORDS[self as usize]
    }

    /// Whether it is as usual, so that a file need not say so.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form")]
    pub(super) fn is_usual(&self) -> bool {
        *self == InputRead::default()
    }
}
