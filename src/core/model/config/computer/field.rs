//! A row of the table of settings: everything that the program knows about one setting.

use super::controls::{Section, SettingsPanel};
use crate::base::params::{Invalid, Param};
use toml::Value as Toml;

/// One setting of a `C`.
pub struct FieldOf<C> {
    /// Its key in scenarios and paths, its range, and the sentence about it.
    pub param: &'static Param,
    /// The group that it belongs to.
    pub group: Group,
    /// The part of the panel that shows it.
    pub section: Section,
    /// The options of the command line that set it.
    pub options: &'static [ShortOption],
    pub(super) access: Access<C>,
    pub(super) words: fn(&C) -> String,
    pub(super) show: fn(&mut C, &Param, &mut dyn SettingsPanel),
}

/// A group of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The costs of operations.
    Load,
    /// The virtual display.
    Display,
    /// How well the computer keeps time: an ideal one has the default of each.
    Timekeeping,
    /// The settings of the driver and the operating system, which stand between the loop and its display and its input; an ideal computer has
    /// the default of each.
    System,
    /// For testing a game.
    Testing,
}

/// An option of the command line that sets a field: short for `--set computer.KEY=VALUE`.
#[derive(Clone, Copy, Debug)]
pub struct ShortOption {
    /// The name without the dashes: `update-ms`.
    pub name: &'static str,
    /// The placeholder of the value in the help: `LO:HI`.
    pub placeholder: &'static str,
    /// The sentence in the help; the default is added to it if the option takes every value of the field.
    pub help: &'static str,
    /// The beginning of the value, which the option leaves out: `noise:` of a pattern.
    pub prefix: &'static str,
}

/// The functions that read and write one field, as a value of a scenario file.
pub(super) struct Access<C> {
    pub get: fn(&C) -> Toml,
    pub set: fn(&mut C, &Toml, &Param) -> Result<(), Invalid>,
    pub copy: fn(&C, &mut C),
    pub text: fn(&C) -> String,
    pub check: fn(&C, &Param) -> Result<(), Invalid>,
}

/// Makes the [`Access`] to the field of this name. A string is read as a person types the value: `"0:1"`.
macro_rules! access {
    ($key:ident) => {
        access!($key, super::setting_value::read)
    };
    ($key:ident, $read:path) => {
        super::field::Access {
            get: |computer| super::setting_value::write(&computer.$key),
            set: |computer, value, param| {
                computer.$key = $read(value, param)?;
                Ok(())
            },
            copy: |from, to| to.$key = from.$key,
            text: |computer| super::setting_value::SettingValue::text(computer.$key),
            check: |computer, param| super::setting_value::SettingValue::check(computer.$key, param),
        }
    };
}
pub(super) use access;

impl ShortOption {
    pub(super) const fn new(name: &'static str, placeholder: &'static str, help: &'static str) -> ShortOption {
        ShortOption { name, placeholder, help, prefix: "" }
    }

    /// Returns the option with the prefix that it adds to its value.
    pub(super) const fn writes(self, prefix: &'static str) -> ShortOption {
        ShortOption { prefix, ..self }
    }
}

impl<C: Default> FieldOf<C> {
    /// Returns the key in files and paths.
    pub fn key(&self) -> &'static str {
        &self.param.name
    }

    /// Returns the value that `of` has, as it stands in a file.
    pub fn get(&self, of: &C) -> Toml {
        (self.access.get)(of)
    }

    /// Sets the value on `of`; `"default"` sets the default. Ranges are checked by [`FieldOf::check`].
    ///
    /// # Errors
    /// If the value has another form.
    pub fn set(&self, of: &mut C, value: &Toml) -> Result<(), Invalid> {
        if value.as_str() == Some("default") {
            (self.access.copy)(&C::default(), of);
            return Ok(());
        }
        (self.access.set)(of, value, self.param)
    }

    /// Copies the value from the first computer to the second.
    pub fn copy(&self, from: &C, to: &mut C) {
        (self.access.copy)(from, to);
    }

    /// Returns the value of `of` as a person types it: `0:1`.
    pub fn text(&self, of: &C) -> String {
        (self.access.text)(of)
    }

    /// Describes the value of `of` in a few words: `render 5 ms`.
    pub fn in_words(&self, of: &C) -> String {
        (self.words)(of)
    }

    /// Shows the controls of the setting on `panel`, and changes it on `of` as the person does.
    pub fn show(&self, of: &mut C, panel: &mut dyn SettingsPanel) {
        (self.show)(of, self.param, panel);
    }

    /// Checks the value of `of` against its range.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn check(&self, of: &C) -> Result<(), Invalid> {
        (self.access.check)(of, self.param)
    }
}
