//! The moment at which a loop that the system calls is called, if it has missed its refresh.

use super::controls::{Choice, ChoiceOption, SettingsPanel};
use super::setting_value::{SettingValue, parse_word};
use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// The next callback of a loop that was busy at the refresh of its callback.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissedRefresh {
    /// It comes at once, with the timestamp of the newest refresh.
    #[default]
    Now,
    /// It comes at the next refresh.
    Next,
}

impl MissedRefresh {
    /// Their words on the command line and in files, in the order of the variants.
    pub const WORDS: &[&str] = &["now", "next"];

    /// Shows both as a list.
    pub(super) fn show(&mut self, param: &Param, panel: &mut dyn SettingsPanel) {
        let both = [
            (MissedRefresh::Now, "called at once", "The timestamp is that of the newest refresh: it lies before the call."),
            (
                MissedRefresh::Next,
                "called at the next refresh",
                "A callback that takes a little longer than a refresh takes two.",
            ),
        ];
        let options = both.map(|(value, word, about)| ChoiceOption { word, about, is_chosen: value == *self });
        let choice = Choice { name: "Missed refresh", about: &param.about, options: &options, side_by_side: false };
        if let Some(index) = panel.choice(&choice) {
            *self = both[index].0;
        }
    }

    /// Returns whether it is the default, which a file need not say.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form")]
    pub(super) fn is_usual(&self) -> bool {
        *self == MissedRefresh::default()
    }
}

impl SettingValue for MissedRefresh {
    fn parse(text: &str, param: &Param) -> Result<MissedRefresh, Invalid> {
        Ok(if parse_word(text, param)? == "next" { MissedRefresh::Next } else { MissedRefresh::Now })
    }

    fn text(self) -> String {
        MissedRefresh::WORDS[self as usize].to_owned()
    }

    fn check(self, _: &Param) -> Result<(), Invalid> {
        Ok(())
    }
}
