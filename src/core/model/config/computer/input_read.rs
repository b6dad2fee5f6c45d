//! The moments at which a loop reads its input.

use super::controls::{Choice, ChoiceOption, SettingsPanel};
use super::setting_value::{SettingValue, parse_word};
use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// The moment at which inputs are read.
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
    /// Their words on the command line and in files, in the order of the variants.
    pub const WORDS: &[&str] = &["update", "turn"];

    /// Shows both as a list.
    pub(super) fn show(&mut self, param: &Param, panel: &mut dyn SettingsPanel) {
        let both = [
            (InputRead::Update, "before every update", "Each update knows of everything that was given before it."),
            (
                InputRead::Turn,
                "once a turn",
                "At the top of the turn, as an event pump does: of five updates of 10 ms, the last uses input that is 40 ms older.",
            ),
        ];
        let options = both.map(|(value, word, about)| ChoiceOption { word, about, is_chosen: value == *self });
        let choice = Choice { name: "Input is read", about: &param.about, options: &options, side_by_side: false };
        if let Some(index) = panel.choice(&choice) {
            *self = both[index].0;
        }
    }

    /// Returns whether it is the default, which a file need not say.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form")]
    pub(super) fn is_usual(&self) -> bool {
        *self == InputRead::default()
    }
}

impl SettingValue for InputRead {
    fn parse(text: &str, param: &Param) -> Result<InputRead, Invalid> {
        Ok(if parse_word(text, param)? == "turn" { InputRead::Turn } else { InputRead::Update })
    }

    fn text(self) -> String {
        InputRead::WORDS[self as usize].to_owned()
    }

    fn check(self, _: &Param) -> Result<(), Invalid> {
        Ok(())
    }
}
