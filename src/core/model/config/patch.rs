//! Patches: settings by their paths, and the new values. A patch is the only way to change a setting.

use super::computer::{Computer, Field, plain, show};
use super::own_loop::OwnLoop;
use super::pane_letter::PaneLetter;
use super::settings::{PaneSettings, Presentation, Settings, WorldChoice};
use crate::base::params::{Invalid, Value, Values};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::collections::BTreeMap;
use std::fmt;
use toml::{Table, Value as Toml};

/// The word that takes back whatever was set, so that the default applies again.
const DEFAULT: &str = "default";

/// The path of a setting. The order of the variants is the order in which a patch sets them: a world before its options, a loop
/// before its parameters, the shared computer before those that are copied from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SettingPath {
    /// `seed`
    Seed,
    /// `scene.id`: another world, with its default options.
    World,
    /// `scene.options.NAME`
    WorldOption(String),
    /// `computer.KEY` of the shared computer.
    Computer(&'static str),
    /// `paused`
    Paused,
    /// `loops.NAME`: the text of an own loop, which is added if it is new; `"default"` removes it.
    Loop(String),
    /// `panes.B.strategy`: another loop, with its default parameters, drawn as it was published.
    Strategy(PaneLetter),
    /// `panes.B.params.NAME`
    Param(PaneLetter, String),
    /// `panes.B.presentation`; `"default"` draws as the loop was published.
    Presentation(PaneLetter),
    /// `panes.B.computer`: `{}` copies the shared computer unless the pane has its own, `"default"` goes back to the shared one.
    PaneComputer(PaneLetter),
    /// `panes.B.computer.KEY` of the pane's own computer, which begins as a copy of the shared one.
    PaneComputerField(PaneLetter, &'static str),
}

impl SettingPath {
    /// Reads a path as it is written in files and after `--set`.
    ///
    /// # Errors
    /// If there is no such setting; the error names the nearest.
    pub fn parse(text: &str) -> Result<SettingPath, Invalid> {
        let parts: Vec<&str> = text.split('.').collect();
        let unknown = |word: &str, known: &[&'static str]| Invalid::unknown(text, word, known.iter().copied());
        let field = |key: &str| Computer::field(key).map(Field::key).map_err(|unknown| unknown.called(text));
        match parts[..] {
            ["seed"] => Ok(SettingPath::Seed),
            ["paused"] => Ok(SettingPath::Paused),
            // A name may have dots, as that of a file.
            ["loops", _, ..] => Ok(SettingPath::Loop(text["loops.".len()..].to_owned())),
            ["scene", "id"] => Ok(SettingPath::World),
            ["scene", "options", name] => Ok(SettingPath::WorldOption(name.to_owned())),
            ["scene", other, ..] => Err(unknown(other, &["id", "options"])),
            ["computer", key] => field(key).map(SettingPath::Computer),
            ["panes", letter, ref rest @ ..] => {
                let pane = PaneLetter::parse(letter).ok_or_else(|| Invalid::new(text, letter, "a pane's letter, A to F"))?;
                match *rest {
                    ["strategy"] => Ok(SettingPath::Strategy(pane)),
                    ["params", name] => Ok(SettingPath::Param(pane, name.to_owned())),
                    ["presentation"] => Ok(SettingPath::Presentation(pane)),
                    ["computer"] => Ok(SettingPath::PaneComputer(pane)),
                    ["computer", key] => field(key).map(|key| SettingPath::PaneComputerField(pane, key)),
                    ["params", ..] | [] => Err(Invalid::new(text, "", "a path goes on: panes.B.params.NAME, panes.B.strategy")),
                    [other, ..] => Err(unknown(other, &["strategy", "params", "presentation", "computer"])),
                }
            }
            [other, ..] => {
                let refused = unknown(other, &["seed", "paused", "loops", "scene", "computer", "panes"]);
                Err(if refused.nearest.as_deref() == Some(other) {
                    Invalid::new(text, "", "a path goes on, as in computer.render_ms")
                } else {
                    refused
                })
            }
            [] => unreachable!("splitting a text gives at least one part"),
        }
    }

    /// Returns the pane whose setting it is; `None` if all panes share it.
    pub fn pane(&self) -> Option<PaneLetter> {
        match self {
            SettingPath::Strategy(pane)
            | SettingPath::Param(pane, _)
            | SettingPath::Presentation(pane)
            | SettingPath::PaneComputer(pane)
            | SettingPath::PaneComputerField(pane, _) => Some(*pane),
            _ => None,
        }
    }

    /// Returns whether setting it starts the loop of its pane again.
    pub fn restarts_loop(&self) -> bool {
        matches!(self, SettingPath::Strategy(_) | SettingPath::Param(..))
    }

    /// Returns whether it sets something of a computer.
    pub fn is_of_computer(&self) -> bool {
        matches!(self, SettingPath::Computer(_) | SettingPath::PaneComputer(_) | SettingPath::PaneComputerField(..))
    }

    /// Sets the value at the path.
    fn set(&self, value: &Toml, settings: &mut Settings) -> Result<(), Invalid> {
        let refused = |allowed: &str| Invalid::new(self.to_string(), show(value), allowed);
        let is_default = value.as_str() == Some(DEFAULT);
        let word = || value.as_str().ok_or_else(|| refused("a word in quotes"));
        match self {
            SettingPath::Seed => {
                let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
                let number = number.or_else(|| value.as_str().and_then(|text| text.parse().ok()));
                settings.seed = number.ok_or_else(|| refused("a whole number, 0 to 18446744073709551615"))?;
            }
            SettingPath::Paused => {
                let on = value.as_bool().or(if is_default { Some(false) } else { None });
                settings.paused = on.ok_or_else(|| refused("true or false"))?;
            }
            SettingPath::Loop(name) if is_default => settings.loops.retain(|own| own.name != *name),
            SettingPath::Loop(name) => {
                let new = OwnLoop::new(name, word()?);
                match settings.loops.iter_mut().find(|own| own.name == *name) {
                    Some(own) => *own = new,
                    None => settings.loops.push(new),
                }
            }
            SettingPath::World => settings.scene = WorldChoice::new(word()?),
            SettingPath::WorldOption(name) => {
                set_value(&mut settings.scene.options, name, value).ok_or_else(|| refused("a number or a word"))?;
            }
            SettingPath::Computer(key) => self.set_field(key, value, &mut settings.computer)?,
            SettingPath::Strategy(letter) => {
                let strategy = word()?;
                let pane = settings.pane_mut(*letter)?;
                *pane = PaneSettings { letter: pane.letter, computer: pane.computer.take(), ..PaneSettings::new(strategy) };
            }
            SettingPath::Param(letter, name) => {
                let params = &mut settings.pane_mut(*letter)?.params;
                set_value(params, name, value).ok_or_else(|| refused("a number or a word"))?;
            }
            SettingPath::Presentation(letter) => {
                let drawn =
                    if is_default { None } else { Some(Presentation::find(word()?).map_err(|e| e.called(self.to_string()))?) };
                settings.pane_mut(*letter)?.presentation = drawn;
            }
            SettingPath::PaneComputer(letter) if is_default => settings.pane_mut(*letter)?.computer = None,
            SettingPath::PaneComputer(letter) => drop(settings.own_computer(*letter)?),
            SettingPath::PaneComputerField(letter, key) => self.set_field(key, value, settings.own_computer(*letter)?)?,
        }
        Ok(())
    }

    fn set_field(&self, key: &str, value: &Toml, computer: &mut Computer) -> Result<(), Invalid> {
        Computer::field(key)?.set(computer, value).map_err(|refused| refused.called(self.to_string()))
    }

    /// Describes the setting and its new value in a few words.
    fn in_words(&self, value: &Toml) -> String {
        let field = |key: &str| {
            let mut computer = Computer::default();
            let set = Computer::field(key).and_then(|field| field.set(&mut computer, value).map(|()| field.in_words(&computer)));
            set.unwrap_or_else(|_| format!("{key} {}", show(value)))
        };
        match self {
            SettingPath::Seed => format!("seed {}", show(value)),
            SettingPath::Paused if value.as_bool() == Some(true) => "the game is paused".to_owned(),
            SettingPath::Paused => "the game goes on".to_owned(),
            SettingPath::Loop(name) if value.as_str() == Some(DEFAULT) => format!("without the loop {name}"),
            SettingPath::Loop(name) => format!("the text of {name}"),
            SettingPath::World => format!("the world {}", show(value)),
            SettingPath::WorldOption(name) | SettingPath::Param(_, name) => format!("{name} = {}", show(value)),
            SettingPath::Computer(key) | SettingPath::PaneComputerField(_, key) => field(key),
            SettingPath::Strategy(_) => show(value),
            SettingPath::Presentation(_) if value.as_str() == Some(DEFAULT) => "drawn as published".to_owned(),
            SettingPath::Presentation(_) => format!("drawn {}", show(value)),
            SettingPath::PaneComputer(_) if value.as_str() == Some(DEFAULT) => "the shared computer".to_owned(),
            SettingPath::PaneComputer(_) => "its own computer".to_owned(),
        }
    }
}

impl fmt::Display for SettingPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingPath::Seed => f.write_str("seed"),
            SettingPath::Paused => f.write_str("paused"),
            SettingPath::Loop(name) => write!(f, "loops.{name}"),
            SettingPath::World => f.write_str("scene.id"),
            SettingPath::WorldOption(name) => write!(f, "scene.options.{name}"),
            SettingPath::Computer(key) => write!(f, "computer.{key}"),
            SettingPath::Strategy(pane) => write!(f, "panes.{pane}.strategy"),
            SettingPath::Param(pane, name) => write!(f, "panes.{pane}.params.{name}"),
            SettingPath::Presentation(pane) => write!(f, "panes.{pane}.presentation"),
            SettingPath::PaneComputer(pane) => write!(f, "panes.{pane}.computer"),
            SettingPath::PaneComputerField(pane, key) => write!(f, "panes.{pane}.computer.{key}"),
        }
    }
}

/// New values of settings, by their paths. It is applied as a whole, and its result is checked once.
///
/// ```
/// use tickscope_core::config::{Patch, Settings};
///
/// let (before, mut after) = (Settings::default().lettered(), Settings::default().lettered());
/// let patch = Patch::parse("computer.render_ms = 45")?.and("panes.B.params.max_step_ms", "off")?;
/// patch.change(&mut after)?;
/// assert_eq!(after.computer.render_ms, 45.0);
/// assert_eq!(Patch::between(&before, &after), patch);
/// Patch::between(&after, &before).change(&mut after)?;
/// assert_eq!(after, before);
/// # Ok::<(), tickscope_core::params::Invalid>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch(BTreeMap<SettingPath, Toml>);

impl Patch {
    /// Returns a patch that sets one value; `"default"` restores the default.
    pub fn one(path: SettingPath, value: impl Into<Toml>) -> Patch {
        Patch::default().with(path, value)
    }

    /// Returns the patch with one more value.
    #[must_use]
    pub fn with(mut self, path: SettingPath, value: impl Into<Toml>) -> Patch {
        self.0.insert(path, plain(value.into()));
        self
    }

    /// Returns the patch with one more value, whose path is a text.
    ///
    /// # Errors
    /// If there is no such setting.
    pub fn and(self, path: &str, value: impl Into<Toml>) -> Result<Patch, Invalid> {
        Ok(self.with(SettingPath::parse(path)?, value))
    }

    /// Reads `PATH=VALUE`. The value is written as in a file, or is a word without quotes.
    ///
    /// # Errors
    /// If it is not of this form, or there is no such setting.
    pub fn parse(text: &str) -> Result<Patch, Invalid> {
        let (path, value) = text.split_once('=').ok_or_else(|| Invalid::new("patch", text, "write PATH=VALUE"))?;
        Patch::default().and(path.trim(), parse_value(value.trim()))
    }

    /// Returns the patch that leads from one computer to another: of a pane's own, or of the shared one.
    pub fn of_computer(own: Option<PaneLetter>, before: &Computer, after: &Computer) -> Patch {
        let path = |key| own.map_or(SettingPath::Computer(key), |letter| SettingPath::PaneComputerField(letter, key));
        Patch(after.differences(before).map(|field| (path(field.key()), field.get(after))).collect())
    }

    /// Returns the patch that leads from `before` to `after`, which have the same panes in any order.
    pub fn between(before: &Settings, after: &Settings) -> Patch {
        let mut patch = Patch::default();
        let mut set = |path: SettingPath, value: Toml| drop(patch.0.insert(path, value));
        if before.seed != after.seed {
            set(SettingPath::Seed, i64::try_from(after.seed).map_or_else(|_| after.seed.to_string().into(), Toml::from));
        }
        if before.paused != after.paused {
            set(SettingPath::Paused, after.paused.into());
        }
        for new in after.loops.iter().filter(|new| !before.loops.contains(new)) {
            set(SettingPath::Loop(new.name.clone()), (*new.source).into());
        }
        for gone in before.loops.iter().filter(|old| after.loops.iter().all(|new| new.name != old.name)) {
            set(SettingPath::Loop(gone.name.clone()), DEFAULT.into());
        }
        let mut options = &before.scene.options;
        let none = Values::default();
        if before.scene.id != after.scene.id {
            set(SettingPath::World, after.scene.id.clone().into());
            options = &none;
        }
        differences(options, &after.scene.options).for_each(|(name, value)| set(SettingPath::WorldOption(name), value));
        for field in after.computer.differences(&before.computer) {
            set(SettingPath::Computer(field.key()), field.get(&after.computer));
        }
        for new in &after.panes {
            let letter = new.letter();
            let Some(old) = before.panes.iter().find(|pane| pane.letter == new.letter) else { continue };
            let (mut params, mut drawn) = (&old.params, old.presentation);
            if old.strategy != new.strategy {
                set(SettingPath::Strategy(letter), new.strategy.clone().into());
                (params, drawn) = (&none, None);
            }
            differences(params, &new.params).for_each(|(name, value)| set(SettingPath::Param(letter, name), value));
            if drawn != new.presentation {
                set(SettingPath::Presentation(letter), new.presentation.map_or(DEFAULT, Presentation::id).into());
            }
            match (&old.computer, &new.computer) {
                (Some(_), None) => set(SettingPath::PaneComputer(letter), DEFAULT.into()),
                (None, Some(own)) if *own == after.computer => set(SettingPath::PaneComputer(letter), Table::new().into()),
                (old, Some(own)) => own
                    .differences(old.as_ref().unwrap_or(&after.computer))
                    .for_each(|field| set(SettingPath::PaneComputerField(letter, field.key()), field.get(own))),
                (None, None) => {}
            }
        }
        patch
    }

    /// Changes `settings`; on an error they may be half changed. Whether the result is allowed is for
    /// [`crate::model::check`] to say.
    ///
    /// # Errors
    /// If a pane isn't there, or a value has the wrong form.
    pub fn change(&self, settings: &mut Settings) -> Result<(), Invalid> {
        self.0.iter().try_for_each(|(path, value)| path.set(value, settings))
    }

    /// Adds the values of `later`, which replace those of the same paths.
    pub fn extend(&mut self, later: Patch) {
        self.0.extend(later.0);
    }

    /// Keeps only the values that `keep` returns true for.
    pub fn retain(&mut self, mut keep: impl FnMut(&SettingPath) -> bool) {
        self.0.retain(|path, _| keep(path));
    }

    /// Removes the values of the computers that are set already, so that the log of a dragged slider stays short.
    pub fn drop_unchanged(&mut self, settings: &Settings) {
        self.0.retain(|path, value| {
            let (computer, key) = match path {
                SettingPath::Computer(key) => (&settings.computer, key),
                SettingPath::PaneComputerField(letter, key) => {
                    match settings.pane(*letter).and_then(|pane| pane.computer.as_ref()) {
                        Some(own) => (own, key),
                        None => return true,
                    }
                }
                _ => return true,
            };
            Computer::field(key).map_or(true, |field| field.get(computer) != *value)
        });
    }

    /// Returns whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the paths that are set, in the order in which they are set.
    pub fn paths(&self) -> impl Iterator<Item = &SettingPath> {
        self.0.keys()
    }

    /// Returns the paths and their values, in the order in which they are set.
    pub fn iter(&self) -> impl Iterator<Item = (&SettingPath, &Toml)> {
        self.0.iter()
    }

    /// Describes what is set in a few words: `render 40 ms`, `B: semi-fixed`.
    pub fn in_words(&self) -> String {
        let mut all: Vec<(Option<PaneLetter>, Vec<String>)> = Vec::new();
        for (path, value) in &self.0 {
            match all.iter_mut().find(|(pane, _)| *pane == path.pane()) {
                Some((_, words)) => words.push(path.in_words(value)),
                None => all.push((path.pane(), vec![path.in_words(value)])),
            }
        }
        let of_pane = |(pane, words): (Option<PaneLetter>, Vec<String>)| match pane {
            Some(pane) => format!("{pane}: {}", words.join(", ")),
            None => words.join(", "),
        };
        all.into_iter().map(of_pane).collect::<Vec<_>>().join(", ")
    }

    /// Reads the tables of a file: `computer = { render_ms = 45 }`.
    ///
    /// # Errors
    /// If there is no such setting; the error names the nearest.
    pub fn from_table(table: Table) -> Result<Patch, Invalid> {
        let mut patch = Patch::default();
        read_tables("", table, &mut patch)?;
        Ok(patch)
    }

    /// Returns the tables of a file that hold the patch.
    pub fn to_table(&self) -> Table {
        let mut root = Table::new();
        for (path, value) in &self.0 {
            let path = path.to_string();
            let mut parts: Vec<&str> = match path.strip_prefix("loops.") {
                Some(name) => vec!["loops", name],
                None => path.split('.').collect(),
            };
            let last = parts.pop().unwrap_or_default();
            let mut table = &mut root;
            for part in parts {
                let next = table.entry(part).or_insert_with(|| Table::new().into());
                if !next.is_table() {
                    // The shared computer first, and then what differs from it.
                    *next = Table::new().into();
                }
                let Toml::Table(next) = next else { unreachable!("it has just been made one") };
                table = next;
            }
            table.insert(last.to_owned(), value.clone());
        }
        root
    }
}

/// Reads what was typed as a value: as it is written in a file, or a word without quotes.
fn parse_value(text: &str) -> Toml {
    let read = toml::from_str::<Table>(&format!("value = {text}")).ok();
    read.and_then(|mut table| table.remove("value")).map_or_else(|| text.into(), plain)
}

/// Goes down the tables to the values of settings, which are tables themselves for patterns and pairs of bounds.
fn read_tables(path: &str, table: Table, patch: &mut Patch) -> Result<(), Invalid> {
    for (key, value) in table {
        let path = if path.is_empty() { key } else { format!("{path}.{key}") };
        match (SettingPath::parse(&path), value) {
            (Ok(SettingPath::PaneComputer(_)), Toml::Table(fields)) if !fields.is_empty() => read_tables(&path, fields, patch)?,
            (Ok(setting), value) => drop(patch.0.insert(setting, plain(value))),
            (Err(_), Toml::Table(below)) if can_go_on(&path) => read_tables(&path, below, patch)?,
            (Err(unknown), _) => return Err(unknown),
        }
    }
    Ok(())
}

/// Returns whether `path` names no setting itself but can be the beginning of a longer path.
fn can_go_on(path: &str) -> bool {
    let parts: Vec<&str> = path.split('.').collect();
    matches!(parts[..], ["computer" | "scene" | "panes" | "loops"] | ["scene", "options"] | ["panes", _, "params"])
        || matches!(parts[..], ["panes", letter] if PaneLetter::parse(letter).is_some())
}

/// Sets or unsets a value; `None` if it is neither a number nor a word.
fn set_value(values: &mut Values, name: &str, value: &Toml) -> Option<()> {
    match value {
        Toml::String(word) if word == DEFAULT => values.unset(name),
        Toml::String(word) => values.set(name, Value::Word(word.clone())),
        Toml::Integer(number) => values.set(name, Value::Number(*number as f64)),
        Toml::Float(number) => values.set(name, Value::Number(*number)),
        _ => return None,
    }
    Some(())
}

/// Returns the values that lead from one to the other.
fn differences(from: &Values, to: &Values) -> impl Iterator<Item = (String, Toml)> {
    let changed = to.iter().filter(|(name, value)| from.named(name) != Some(value));
    let gone = from.iter().filter(|(name, _)| to.named(name).is_none());
    let changed: Vec<(String, Toml)> = changed.map(|(name, value)| (name.to_owned(), plain(value.into()))).collect();
    changed.into_iter().chain(gone.map(|(name, _)| (name.to_owned(), DEFAULT.into())).collect::<Vec<_>>())
}

impl From<&Value> for Toml {
    fn from(value: &Value) -> Toml {
        match value {
            Value::Number(number) => Toml::Float(*number),
            Value::Word(word) => word.as_str().into(),
        }
    }
}

impl From<Value> for Toml {
    fn from(value: Value) -> Toml {
        Toml::from(&value)
    }
}

impl Serialize for Patch {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_table().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Patch {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Patch, D::Error> {
        Patch::from_table(Table::deserialize(from)?).map_err(D::Error::custom)
    }
}
