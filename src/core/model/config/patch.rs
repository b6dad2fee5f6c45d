//! Patches: settings by their paths, and the new values. A patch is the only way to change a setting.

use super::computer::Computer;
use super::own_loop::OwnLoop;
use super::pane_letter::PaneLetter;
use super::settings::{PaneSettings, Presentation, Settings, WorldChoice};
use crate::base::params::described::Described;
use crate::base::params::invalid::Invalid;
use crate::base::params::param::noun;
use crate::base::params::value::Value;
use crate::base::params::values::Values;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use toml::{Table, Value as Toml};

/// The setting of a computer that resets others, and so is set first.
const PLAY_LOAD: &str = "play_load";
/// The value that gives a pane a computer of its own.
const OWN: &str = "own";

/// The owner of a setting. A patch sets its values in the order of these variants: a world before its options, a loop before its
/// parameters, the shared computer before the panes' own computers, which are copied from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The run, with the settings `seed` and `paused`.
    Run,
    /// The user's own loops. The name of a setting is that of a loop, and its value is the loop's text. A new name adds a loop;
    /// `"default"` removes one.
    Loops,
    /// The world: `scene.id` chooses another one, with its default options.
    World,
    /// The world's options: `scene.options.NAME`.
    WorldOptions,
    /// The shared computer: `computer.NAME`.
    Computer,
    /// A pane. `panes.B.strategy` chooses another loop, with its default parameters, drawn as published and without a name of the
    /// pane's own, which `panes.B.name` gives and `"default"` removes.
    /// `panes.B.presentation` chooses how frames are drawn; `"default"` draws as published. `panes.B.computer` is `"own"` to copy
    /// the shared computer unless the pane has its own, or `"default"` to go back to the shared one.
    Pane(PaneLetter),
    /// The parameters of a pane's loop: `panes.B.params.NAME`.
    Params(PaneLetter),
    /// The pane's own computer, which begins as a copy of the shared one: `panes.B.computer.NAME`.
    PaneComputer(PaneLetter),
}

/// The path of a setting: its owner and its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SettingPath {
    pub owner: Owner,
    pub name: String,
}

impl Owner {
    pub fn path(self, name: impl Into<String>) -> SettingPath {
        SettingPath { owner: self, name: name.into() }
    }

    /// Returns the owner of the computer that the pane with this index runs on: the pane itself, or all panes. Captures share no
    /// computer.
    pub fn of_computer(settings: &Settings, index: usize) -> Owner {
        let pane = &settings.panes[index];
        let has_own = pane.computer.is_some() || pane.played().is_some();
        if has_own { Owner::PaneComputer(pane.letter()) } else { Owner::Computer }
    }

    /// Returns the pane that owns these settings; `None` if all panes share them.
    pub fn pane(self) -> Option<PaneLetter> {
        match self {
            Owner::Pane(pane) | Owner::Params(pane) | Owner::PaneComputer(pane) => Some(pane),
            _ => None,
        }
    }

    /// Returns the names of the owner's settings; empty if they are not fixed.
    fn names(self) -> Vec<&'static str> {
        match self {
            Owner::Run => vec!["seed", "paused"],
            Owner::World => vec!["id"],
            Owner::Pane(_) => vec!["strategy", "name", "presentation", "computer"],
            Owner::Computer | Owner::PaneComputer(_) => {
                let mut names: Vec<&str> = Computer::PARAMS.iter().map(|param| &*param.name).collect();
                names.sort_by_key(|name| *name != PLAY_LOAD);
                names
            }
            Owner::Loops | Owner::WorldOptions | Owner::Params(_) => Vec::new(),
        }
    }

    /// Returns the owner that a path begins with, and the name of the setting; `None` if there is no such owner.
    fn of<'a>(parts: &[&'a str]) -> Option<(Owner, &'a str)> {
        let pane = |letter: &str| PaneLetter::parse(letter);
        match *parts {
            ["scene", "options", name] => Some((Owner::WorldOptions, name)),
            ["scene", name] => Some((Owner::World, name)),
            ["computer", name] => Some((Owner::Computer, name)),
            ["panes", letter, "params", name] => Some((Owner::Params(pane(letter)?), name)),
            ["panes", letter, "computer", name] => Some((Owner::PaneComputer(pane(letter)?), name)),
            ["panes", letter, name] => Some((Owner::Pane(pane(letter)?), name)),
            [name] => Some((Owner::Run, name)),
            _ => None,
        }
    }
}

impl fmt::Display for Owner {
    /// Writes the beginning of the owner's paths, including the last dot.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Owner::Run => Ok(()),
            Owner::Loops => f.write_str("loops."),
            Owner::World => f.write_str("scene."),
            Owner::WorldOptions => f.write_str("scene.options."),
            Owner::Computer => f.write_str("computer."),
            Owner::Pane(pane) => write!(f, "panes.{pane}."),
            Owner::Params(pane) => write!(f, "panes.{pane}.params."),
            Owner::PaneComputer(pane) => write!(f, "panes.{pane}.computer."),
        }
    }
}

impl fmt::Display for SettingPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.owner, self.name)
    }
}

impl SettingPath {
    /// Reads a path as it is written in files and after `--set`.
    pub fn parse(text: &str) -> Result<SettingPath, Invalid> {
        // The name of a loop may have dots, as that of a file.
        if let Some(name) = text.strip_prefix("loops.") {
            return Ok(Owner::Loops.path(name));
        }
        let parts: Vec<&str> = text.split('.').collect();
        let begins = ["seed", "paused", "loops", "scene", "computer", "panes"];
        let goes_on =
            || Invalid::new(text, "", "a path goes on, as in computer.render_ms, panes.B.params.NAME or scene.options.NAME");
        match Owner::of(&parts) {
            _ if parts.len() > 1 && !begins[2..].contains(&parts[0]) => Err(Invalid::unknown(text, parts[0], begins)),
            Some((Owner::Run, name)) if begins[2..].contains(&name) => Err(goes_on()),
            Some((Owner::World, "options") | (Owner::Pane(_), "params")) => Err(goes_on()),
            Some((Owner::Run, name)) if !begins.contains(&name) => Err(Invalid::unknown(text, name, begins)),
            Some((owner, name)) => {
                let names = owner.names();
                let is_known = names.is_empty() || names.contains(&name);
                if is_known { Ok(owner.path(name)) } else { Err(Invalid::unknown(text, name, names)) }
            }
            None if parts[0] == "panes" && parts.get(1).is_some_and(|letter| PaneLetter::parse(letter).is_none()) => {
                Err(Invalid::new(text, parts[1], "a pane's letter, A to F"))
            }
            None => match parts[..] {
                ["scene", other, _] if other != "options" => Err(Invalid::unknown(text, other, ["id", "options"])),
                ["panes", _, other, _] if !["params", "computer"].contains(&other) => {
                    Err(Invalid::unknown(text, other, ["strategy", "name", "params", "presentation", "computer"]))
                }
                _ => Err(goes_on()),
            },
        }
    }

    /// Returns the pane that has this setting; `None` if all panes share it.
    pub fn pane(&self) -> Option<PaneLetter> {
        self.owner.pane()
    }

    /// Returns whether this is the setting `name` of a pane: `strategy`, `name`, `presentation` or `computer`.
    pub fn is_of_pane(&self, name: &str) -> bool {
        matches!(self.owner, Owner::Pane(_)) && self.name == name
    }

    /// Returns whether a change of this setting starts the pane's loop again.
    pub fn restarts_loop(&self) -> bool {
        matches!(self.owner, Owner::Params(_)) || self.is_of_pane("strategy")
    }

    /// Returns whether this setting belongs to a computer, or chooses the computer of a pane.
    pub fn is_of_computer(&self) -> bool {
        matches!(self.owner, Owner::Computer | Owner::PaneComputer(_)) || self.is_of_pane("computer")
    }

    /// Returns whether this setting says whether a computer plays the load of a capture.
    fn sets_played_load(&self) -> bool {
        matches!(self.owner, Owner::Computer | Owner::PaneComputer(_)) && self.name == PLAY_LOAD
    }

    /// Returns the value at the path: `default` if it is not set, and `None` if its pane does not exist.
    pub fn value(&self, settings: &Settings) -> Option<Value> {
        let value = match (self.owner, self.name.as_str()) {
            (Owner::Run, "seed") => Some(settings.seed.to_string().into()),
            (Owner::Run, _) => Some(settings.paused.into()),
            (Owner::Loops, name) => settings.loops.iter().find(|own| own.name == name).map(|own| (*own.source).into()),
            (Owner::World, _) => Some(settings.scene.id.clone().into()),
            (Owner::WorldOptions, name) => settings.scene.options.named(name).cloned(),
            (Owner::Computer, name) => settings.computer.value(name),
            (Owner::Pane(letter), name) => {
                let pane = settings.pane(letter)?;
                match name {
                    "strategy" => Some(pane.strategy.clone().into()),
                    "name" => pane.name.clone().map(Value::from),
                    "presentation" => pane.presentation.map(|drawn| drawn.id().into()),
                    _ => pane.computer.as_ref().map(|_| OWN.into()),
                }
            }
            (Owner::Params(letter), name) => settings.pane(letter)?.params.named(name).cloned(),
            (Owner::PaneComputer(letter), name) => settings.pane(letter)?.computer.as_ref().and_then(|own| own.value(name)),
        };
        Some(value.unwrap_or_else(Value::unset))
    }

    fn set(&self, value: &Value, settings: &mut Settings) -> Result<(), Invalid> {
        let called = |refused: Invalid| refused.called(self.to_string());
        let refused = |allowed: &str| Invalid::new(self.to_string(), value, allowed);
        let word = || value.as_word().ok_or_else(|| refused("a word in quotes"));
        match (self.owner, self.name.as_str()) {
            (Owner::Run, "seed") => {
                let seed = value.to_string().parse().ok();
                settings.seed = seed.ok_or_else(|| refused("a whole number, 0 to 18446744073709551615"))?;
            }
            (Owner::Run, _) => {
                let on = if let Value::Switch(on) = value { Some(*on) } else { value.is_unset().then_some(false) };
                settings.paused = on.ok_or_else(|| refused("true or false"))?;
            }
            (Owner::Loops, name) => {
                let position = settings.loops.iter().position(|own| own.name == name);
                match position {
                    Some(index) if value.is_unset() => drop(settings.loops.remove(index)),
                    Some(index) => settings.loops[index] = OwnLoop::new(name, word()?),
                    None if value.is_unset() => {}
                    None => settings.loops.push(OwnLoop::new(name, word()?)),
                }
            }
            (Owner::World, _) => settings.scene = WorldChoice::new(word()?),
            (Owner::WorldOptions, name) => set_value(&mut settings.scene.options, name, value),
            (Owner::Computer, name) => settings.computer.change(name, value).map_err(called)?,
            (Owner::Pane(letter), "strategy") => {
                let strategy = word()?;
                let pane = settings.pane_mut(letter)?;
                let (computer, capture) = (pane.computer.take(), pane.capture.take());
                *pane = PaneSettings { letter: pane.letter, computer, capture, ..PaneSettings::new(strategy) };
            }
            (Owner::Pane(letter), "name") => {
                settings.pane_mut(letter)?.name = if value.is_unset() { None } else { Some(word()?.to_owned()) };
            }
            (Owner::Pane(letter), "presentation") => {
                let find = || Presentation::find(word()?).map_err(called);
                settings.pane_mut(letter)?.presentation = if value.is_unset() { None } else { Some(find()?) };
            }
            (Owner::Pane(letter), _) if value.is_unset() => settings.pane_mut(letter)?.computer = None,
            (Owner::Pane(_), _) if word()? != OWN => return Err(refused("own or default")),
            (Owner::Pane(letter), _) => drop(settings.own_computer(letter)?),
            (Owner::Params(letter), name) => set_value(&mut settings.pane_mut(letter)?.params, name, value),
            (Owner::PaneComputer(letter), name) => settings.own_computer(letter)?.change(name, value).map_err(called)?,
        }
        Ok(())
    }

    /// Describes the setting and its new value in a few words.
    pub fn in_words(&self, value: &Value) -> String {
        let is_default = value.is_unset();
        match (self.owner, self.name.as_str()) {
            (Owner::Run, "paused") if *value == Value::Switch(true) => "the game is paused".to_owned(),
            (Owner::Run, "paused") => "the game goes on".to_owned(),
            (Owner::Loops, name) if is_default => format!("without the loop {name}"),
            (Owner::Loops, name) => format!("the text of {name}"),
            (Owner::World, _) => format!("the world {value}"),
            (Owner::WorldOptions | Owner::Params(_), name) => format!("{} {value}", noun(name)),
            (Owner::Computer | Owner::PaneComputer(_), name) => {
                Computer::param(name).map_or_else(|_| format!("{name} {value}"), |param| param.in_words(value))
            }
            (Owner::Pane(_), "strategy") => value.to_string(),
            (Owner::Pane(_), "name") if is_default => "without a name of its own".to_owned(),
            (Owner::Pane(_), "name") => format!("called {value}"),
            (Owner::Pane(_), "presentation") if is_default => "drawn as published".to_owned(),
            (Owner::Pane(_), "presentation") => format!("drawn {value}"),
            (Owner::Pane(_), _) => if is_default { "the shared computer" } else { "its own computer" }.to_owned(),
            (Owner::Run, name) => format!("{name} {value}"),
        }
    }
}

/// Sets or unsets a value of a loop or a world. Their registry checks it later.
fn set_value(values: &mut Values, name: &str, value: &Value) {
    if value.is_unset() {
        values.unset(name);
    } else {
        values.set(name, value.clone());
    }
}

/// New values of settings, by their paths. A patch is applied as a whole, and the result is checked once.
///
/// ```
/// use tickscope_core::model::config::patch::Patch;
/// use tickscope_core::model::config::settings::Settings;
///
/// let (before, mut after) = (Settings::default().lettered(), Settings::default().lettered());
/// let patch = Patch::parse("computer.render_ms = 45")?.and("panes.B.params.max_step_ms", "off")?;
/// let back = patch.reversed(&before);
/// patch.change(&mut after)?;
/// assert_eq!(after.computer.render_ms, 45.0);
/// back.change(&mut after)?;
/// assert_eq!(after, before);
/// # Ok::<(), tickscope_core::base::params::invalid::Invalid>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch(BTreeMap<SettingPath, Value>);

impl Patch {
    /// Returns a patch that sets one value; `"default"` restores the default.
    pub fn one(path: SettingPath, value: impl Into<Value>) -> Patch {
        Patch::default().with(path, value)
    }

    #[must_use]
    pub fn with(mut self, path: SettingPath, value: impl Into<Value>) -> Patch {
        self.0.insert(path, value.into());
        self
    }

    /// Returns the patch with one more value, at a path that is given as text.
    ///
    /// # Errors
    /// If there is no such setting.
    pub fn and(self, path: &str, value: impl Into<Value>) -> Result<Patch, Invalid> {
        Ok(self.with(SettingPath::parse(path)?, value))
    }

    /// Parses `PATH=VALUE`. A word may stand in quotes, as in a file.
    ///
    /// # Errors
    /// If the text is not of this form, or there is no such setting.
    pub fn parse(text: &str) -> Result<Patch, Invalid> {
        let (path, value) = text.split_once('=').ok_or_else(|| Invalid::new("patch", text, "write PATH=VALUE"))?;
        Patch::default().and(path.trim(), Value::parse(value.trim().trim_matches('"')))
    }

    /// Returns the patch that turns the computer `before` into `after`: the own computer of a pane, or with `None` the shared
    /// one.
    pub fn of_computer(own: Option<PaneLetter>, before: &Computer, after: &Computer) -> Patch {
        let owner = own.map_or(Owner::Computer, Owner::PaneComputer);
        Patch(after.differences(before).into_iter().map(|(param, value)| (owner.path(&*param.name), value)).collect())
    }

    /// Returns the patch that undoes this one in `settings`. Values of panes that do not exist are left out.
    #[must_use]
    pub fn reversed(&self, settings: &Settings) -> Patch {
        let mut back = Patch::default();
        for path in self.0.keys() {
            let Some(value) = path.value(settings) else { continue };
            if let Owner::PaneComputer(pane) = path.owner
                && settings.pane(pane).is_some_and(|pane| pane.computer.is_none())
            {
                back = back.with(Owner::Pane(pane).path("computer"), Value::unset());
                continue;
            }
            back = back.with(path.clone(), value);
            // A setting that resets others must bring them back when it is reversed.
            let resets = match path.owner {
                Owner::World => Owner::WorldOptions,
                Owner::Pane(pane) if path.name == "strategy" => {
                    for also in ["presentation", "name"].map(|name| path.owner.path(name)) {
                        let value = also.value(settings).unwrap_or_else(Value::unset);
                        back = back.with(also, value);
                    }
                    Owner::Params(pane)
                }
                Owner::Pane(pane) if path.name == "computer" => Owner::PaneComputer(pane),
                owner if path.sets_played_load() => {
                    let reset = ["render_ms", "queue"].map(|name| owner.path(name));
                    back.0.extend(reset.into_iter().filter_map(|path| Some((path.clone(), path.value(settings)?))));
                    continue;
                }
                _ => continue,
            };
            back.0.extend(resets.values(settings).iter().map(|(name, value)| (resets.path(name), value.clone())));
        }
        back.without_copies()
    }

    /// Returns the patch that turns `before` into `after`, which have the same panes in any order.
    pub fn between(before: &Settings, after: &Settings) -> Patch {
        let shared = [Owner::Run, Owner::Loops, Owner::World, Owner::WorldOptions, Owner::Computer];
        let letters = after.panes.iter().filter_map(|pane| pane.letter).filter(|letter| before.pane(*letter).is_some());
        let of_panes = letters.flat_map(|letter| [Owner::Pane(letter), Owner::Params(letter), Owner::PaneComputer(letter)]);
        let mut patch = Patch::default();
        // Setting a path may reset others, so each path is compared with the settings after the earlier paths are set.
        let mut now = before.clone();
        for owner in shared.into_iter().chain(of_panes) {
            let names = [owner.names_in(&now), owner.names_in(after)].concat();
            for name in names {
                let path = owner.path(name);
                let value = path.value(after);
                if let Some(value) = value.filter(|value| path.value(&now).as_ref() != Some(value)) {
                    // This can't fail, because allowed settings have this value.
                    let _ = path.set(&value, &mut now);
                    patch.0.insert(path, value);
                }
            }
        }
        patch.without_copies()
    }

    /// Removes `computer = "own"` for each pane whose computer also gets values: these values give the pane its own computer, and
    /// a file can't hold both under one key.
    fn without_copies(mut self) -> Patch {
        let differs: Vec<PaneLetter> =
            self.0.keys().filter_map(|path| if let Owner::PaneComputer(pane) = path.owner { Some(pane) } else { None }).collect();
        let is_copy = |path: &SettingPath| path.is_of_pane("computer") && path.pane().is_some_and(|pane| differs.contains(&pane));
        self.0.retain(|path, value| !(is_copy(path) && value.as_word() == Some(OWN)));
        self
    }

    /// Applies the patch to `settings`; on an error they may be half changed. [`crate::model::check`] decides whether the result
    /// is allowed.
    pub fn change(&self, settings: &mut Settings) -> Result<(), Invalid> {
        let mut all: Vec<_> = self.0.iter().collect();
        // Choosing a loop resets the presentation, and playing a load the render load and the queue, so they are set first.
        all.sort_by_key(|(path, _)| (path.owner, path.name != "strategy" && !path.sets_played_load()));
        all.into_iter().try_for_each(|(path, value)| path.set(value, settings))
    }

    /// Adds the values of `later`, which replace values at the same paths.
    pub fn extend(&mut self, later: Patch) {
        self.0.extend(later.0);
    }

    /// Keeps only the values whose path `keep` returns true for.
    pub fn retain(&mut self, mut keep: impl FnMut(&SettingPath) -> bool) {
        self.0.retain(|path, _| keep(path));
    }

    /// Removes the values of computers that `settings` already have, so that the log of a dragged slider stays short.
    pub fn drop_unchanged(&mut self, settings: &Settings) {
        if self.paths().any(SettingPath::sets_played_load) {
            return; // It resets others, so a value that is there already may be needed.
        }
        self.0.retain(|path, value| !path.is_of_computer() || path.value(settings).as_ref() != Some(value));
    }

    /// Removes every value that changes nothing in `settings`.
    pub fn drop_all_unchanged(&mut self, settings: &Settings) {
        // Choosing the same loop again changes something too: it resets the parameters.
        let is_reset = |path: &SettingPath| {
            let pane = path.pane().filter(|_| path.is_of_pane("strategy")).and_then(|pane| settings.pane(pane));
            pane.is_some_and(|pane| !pane.params.is_empty() || pane.presentation.is_some())
        };
        self.0.retain(|path, value| path.value(settings).as_ref() != Some(value) || is_reset(path));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn value(&self, path: &SettingPath) -> Option<&Value> {
        self.0.get(path)
    }

    pub fn paths(&self) -> impl Iterator<Item = &SettingPath> {
        self.0.keys()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&SettingPath, &Value)> {
        self.0.iter()
    }

    /// Describes the new values in a few words: `render load 40 ms`, `B: semi-fixed`.
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

    /// Reads the tables of a file, such as `computer = { render_ms = 45 }`.
    pub fn from_table(table: Table) -> Result<Patch, Invalid> {
        let mut patch = Patch::default();
        read_tables("", table, &mut patch)?;
        Ok(patch)
    }

    /// Returns the patch as the tables of a file.
    pub fn to_table(&self) -> Table {
        let mut root = Table::new();
        for (SettingPath { owner, name }, value) in &self.0 {
            let mut table = &mut root;
            for part in owner.to_string().split('.').filter(|part| !part.is_empty()) {
                let next = table.entry(part).or_insert_with(|| Table::new().into());
                if !next.is_table() {
                    // The pane gets a computer of its own, and then the values that differ in it.
                    *next = Table::new().into();
                }
                let Toml::Table(next) = next else { unreachable!("it has just been made one") };
                table = next;
            }
            let value = Toml::try_from(value).unwrap_or_else(|error| unreachable!("a value is plain data: {error}"));
            table.insert(name.clone(), value);
        }
        root
    }
}

impl Owner {
    /// Returns the values of this owner that are set.
    fn values(self, settings: &Settings) -> Values {
        let of_pane = |pane: PaneLetter| settings.pane(pane);
        match self {
            Owner::WorldOptions => settings.scene.options.clone(),
            Owner::Computer => settings.computer.values(),
            Owner::Params(pane) => of_pane(pane).map(|pane| pane.params.clone()).unwrap_or_default(),
            Owner::PaneComputer(pane) => {
                of_pane(pane).and_then(|pane| pane.computer.as_ref()).map(Described::values).unwrap_or_default()
            }
            _ => Values::default(),
        }
    }

    fn names_in(self, settings: &Settings) -> Vec<String> {
        match self {
            Owner::Run | Owner::World | Owner::Pane(_) => self.names().into_iter().map(str::to_owned).collect(),
            Owner::Loops => settings.loops.iter().map(|own| own.name.clone()).collect(),
            _ => self.values(settings).iter().map(|(name, _)| name.to_owned()).collect(),
        }
    }
}

/// Adds the values in a table and in the tables below it to `patch`.
fn read_tables(path: &str, table: Table, patch: &mut Patch) -> Result<(), Invalid> {
    for (key, value) in table {
        let path = if path.is_empty() { key } else { format!("{path}.{key}") };
        match value {
            Toml::Table(own) if own.is_empty() => drop(patch.0.insert(SettingPath::parse(&path)?, OWN.into())),
            Toml::Table(below) => read_tables(&path, below, patch)?,
            value => {
                let setting = SettingPath::parse(&path)?;
                let shown = value.to_string();
                let value = value.try_into().map_err(|_| Invalid::new(path, shown, "a number, a word, or true or false"))?;
                patch.0.insert(setting, value);
            }
        }
    }
    Ok(())
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
