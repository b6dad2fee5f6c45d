//! The keys of a command, and their names in tooltips and in the help.

use egui::{Key, KeyboardShortcut, ModifierNames, Modifiers};
use std::fmt;

/// The keys of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcuts {
    None,
    One(KeyboardShortcut),
    Either(KeyboardShortcut, KeyboardShortcut),
    /// The command acts for as long as the key is held.
    Held(KeyboardShortcut),
    /// Keys that are pressed with others, or belong to the toolkit, in words.
    Elsewhere(&'static str),
}

pub const fn key(key: Key) -> Shortcuts {
    Shortcuts::One(plain(key))
}

pub const fn ctrl(key: Key) -> Shortcuts {
    Shortcuts::One(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

pub const fn ctrl_shift(key: Key) -> Shortcuts {
    Shortcuts::One(KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key))
}

pub const fn either(key: Key, other: Key) -> Shortcuts {
    Shortcuts::Either(plain(key), plain(other))
}

pub const fn held(key: Key) -> Shortcuts {
    Shortcuts::Held(plain(key))
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

impl Shortcuts {
    fn iter(self) -> impl Iterator<Item = KeyboardShortcut> {
        let (first, second) = match self {
            Shortcuts::None | Shortcuts::Elsewhere(_) => (None, None),
            Shortcuts::One(shortcut) | Shortcuts::Held(shortcut) => (Some(shortcut), None),
            Shortcuts::Either(first, second) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }

    /// Returns whether `pressed` with `modifiers` is one of these keys. Shift counts only together with Ctrl, because some
    /// keyboards need it for `?`.
    pub fn are_triggered(self, pressed: Key, modifiers: Modifiers) -> bool {
        self.iter().filter(|shortcut| shortcut.logical_key == pressed).any(|KeyboardShortcut { modifiers: asked, .. }| {
            if asked.command {
                modifiers.command && !modifiers.alt && modifiers.shift == asked.shift
            } else {
                !(modifiers.ctrl || modifiers.command || modifiers.alt)
            }
        })
    }

    /// Returns whether the command has one key, without modifiers, and it is one of `keys`.
    pub fn is_one_of(self, keys: &[Key]) -> bool {
        matches!(self, Shortcuts::One(shortcut) if shortcut.modifiers.is_none() && keys.contains(&shortcut.logical_key))
    }

    /// Returns whether the command's key is one of F1 to F12, which write nothing into a text.
    pub fn is_function_key(self) -> bool {
        matches!(self, Shortcuts::One(shortcut) if (Key::F1..=Key::F12).contains(&shortcut.logical_key))
    }
}

impl fmt::Display for Shortcuts {
    /// Writes the keys separated by ` or `; empty if there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Shortcuts::Elsewhere(words) = self {
            return f.write_str(words);
        }
        for (number, KeyboardShortcut { modifiers, logical_key }) in self.iter().enumerate() {
            f.write_str(if number > 0 { " or " } else { "" })?;
            let held = ModifierNames { concat: " ", ..ModifierNames::NAMES }.format(&modifiers, false);
            let space = if held.is_empty() { "" } else { " " };
            write!(f, "{held}{space}{}", name(logical_key))?;
        }
        f.write_str(if matches!(self, Shortcuts::Held(_)) { ", held" } else { "" })
    }
}

fn name(key: Key) -> &'static str {
    match key {
        Key::Escape => "Esc",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        Key::Minus => "-",
        Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp => key.name(),
        other => other.symbol_or_name(),
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::shortcuts::*;

    #[test]
    fn keys_are_written_as_people_read_them() {
        let written = [
            (Shortcuts::None, ""),
            (key(Key::PageDown), "Page Down"),
            (key(Key::ArrowUp), "Up"),
            (key(Key::Minus), "-"),
            (either(Key::N, Key::Period), "N or ."),
            (either(Key::Questionmark, Key::F1), "? or F1"),
            (held(Key::H), "H, held"),
            (ctrl(Key::Z), "Ctrl Z"),
            (ctrl_shift(Key::Z), "Ctrl Shift Z"),
            (Shortcuts::Elsewhere("Wheel, drag"), "Wheel, drag"),
        ];
        for (shortcuts, words) in written {
            assert_eq!(shortcuts.to_string(), words);
        }
    }

    #[test]
    fn a_key_triggers_with_shift_but_not_with_other_modifiers_unless_it_asks_for_them() {
        let help = key(Key::Questionmark);
        assert!(help.are_triggered(Key::Questionmark, Modifiers::SHIFT));
        assert!(!help.are_triggered(Key::Questionmark, Modifiers::ALT) && !help.are_triggered(Key::Slash, Modifiers::NONE));
        assert!(ctrl(Key::Z).are_triggered(Key::Z, Modifiers::COMMAND | Modifiers::CTRL));
        assert!(!ctrl(Key::Z).are_triggered(Key::Z, Modifiers::COMMAND | Modifiers::SHIFT));
        assert!(!ctrl(Key::Z).are_triggered(Key::Z, Modifiers::NONE));
    }
}
