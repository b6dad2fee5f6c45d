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
    /// Keys that the window or the toolkit handles, each in its own way.
    Toolkit(&'static [KeyboardShortcut]),
    /// Neighbouring keys from the first to the last, one for each thing in a row.
    Row(Key, Key),
    /// A movement of the pointer, in words.
    Pointer(&'static str),
}

/// The keys of panes, and of the answers to a bet.
pub const DIGITS: [Key; 6] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
/// The keys that do something else with Shift.
const SHIFTED: [Key; 2] = [Key::Comma, Key::Period];
/// The key that makes every pane stall for as long as it is held.
pub const HAMMER: Key = Key::H;
/// The key that shows all panes over each other for as long as it is held.
pub const ONE_STAGE: Key = Key::O;
/// The key that moves the focus to the first control of a lesson's step.
pub const TO_STEP: Key = Key::Enter;
pub const COPY: KeyboardShortcut = with_ctrl(Key::C);
pub const PASTE: KeyboardShortcut = with_ctrl(Key::V);

pub const fn key(key: Key) -> Shortcuts {
    Shortcuts::One(plain(key))
}

pub const fn shift(key: Key) -> Shortcuts {
    Shortcuts::One(with_shift(key))
}

pub const fn ctrl(key: Key) -> Shortcuts {
    Shortcuts::One(with_ctrl(key))
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

pub const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

pub const fn with_ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

pub const fn with_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

impl Shortcuts {
    fn iter(self) -> impl Iterator<Item = KeyboardShortcut> {
        let (first, second) = match self {
            Shortcuts::None | Shortcuts::Toolkit(_) | Shortcuts::Row(..) | Shortcuts::Pointer(_) => (None, None),
            Shortcuts::One(shortcut) | Shortcuts::Held(shortcut) => (Some(shortcut), None),
            Shortcuts::Either(first, second) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }

    /// Returns whether `pressed` with `modifiers` is one of these keys. Shift counts only together with Ctrl, and where it asks for
    /// something else, because some keyboards need it for `?`.
    pub fn are_triggered(self, pressed: Key, modifiers: Modifiers) -> bool {
        self.iter().filter(|shortcut| shortcut.logical_key == pressed).any(|KeyboardShortcut { modifiers: asked, .. }| {
            let is_as_asked = modifiers.shift == asked.shift;
            if asked.command {
                modifiers.command && !modifiers.alt && is_as_asked
            } else {
                let counts = SHIFTED.contains(&pressed);
                !(modifiers.ctrl || modifiers.command || modifiers.alt) && (is_as_asked || !counts)
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
    /// Writes the keys as people read them; empty if there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shortcuts::None => Ok(()),
            Shortcuts::One(shortcut) => f.write_str(&words(*shortcut)),
            Shortcuts::Either(first, second) => write!(f, "{} or {}", words(*first), words(*second)),
            Shortcuts::Held(shortcut) => write!(f, "{}, held", words(*shortcut)),
            Shortcuts::Toolkit(shortcuts) => {
                // A modifier is written once for the keys that it is held with.
                for (number, shortcut) in shortcuts.iter().enumerate() {
                    let before = number.checked_sub(1).map(|number| shortcuts[number]);
                    f.write_str(if before.is_some() { ", " } else { "" })?;
                    let is_held = before.is_some_and(|before| before.modifiers == shortcut.modifiers);
                    f.write_str(&words(if is_held { plain(shortcut.logical_key) } else { *shortcut }))?;
                }
                Ok(())
            }
            Shortcuts::Row(first, last) => write!(f, "{} to {}", name(*first), name(*last)),
            Shortcuts::Pointer(words) => f.write_str(words),
        }
    }
}

fn words(KeyboardShortcut { modifiers, logical_key }: KeyboardShortcut) -> String {
    let held = ModifierNames { concat: " ", ..ModifierNames::NAMES }.format(&modifiers, false);
    let space = if held.is_empty() { "" } else { " " };
    format!("{held}{space}{}", name(logical_key))
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
        const INDENT: Shortcuts = Shortcuts::Toolkit(&[plain(Key::Tab), with_shift(Key::Tab)]);
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
            (Shortcuts::Toolkit(&[COPY, PASTE]), "Ctrl C, V"),
            (INDENT, "Tab, Shift Tab"),
            (Shortcuts::Row(DIGITS[0], DIGITS[5]), "1 to 6"),
            (Shortcuts::Pointer("Wheel, drag"), "Wheel, drag"),
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
