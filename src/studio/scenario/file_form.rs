//! The form of a scenario in its file.

use super::definition::{Caption, Scenario};
use super::key_path::{KeyPath, KeyPathPart, Refused};
use super::limits;
use super::ramp::Ramp;
use crate::studio::view::watching::Watching;
use crate::studio::view::{Theme, View};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::lab::run::bounded::SECONDS;
use tickscope_core::model::check;
use tickscope_core::model::config::command::{Command, TimedCommand};
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::control::ControlInput;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::Patch;
use tickscope_core::model::config::script::{AT_S, ScriptPart};
use tickscope_core::model::config::settings::{PaneSettings, PlannedStall, Settings, StallOn, WorldChoice};
use toml::Table;

/// The version of the form that this program reads and writes.
pub const VERSION: i64 = 4;

/// The keys of a scenario's file, in the order in which they are written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileForm {
    tickscope: i64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    about: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<Theme>,
    #[serde(default, with = "seed")]
    seed: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
    #[serde(default = "usual_scene")]
    scene: WorldChoice,
    #[serde(default)]
    computer: Computer,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hitches: Vec<PlannedStall>,
    panes: Vec<PaneSettings>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    at: Vec<Step>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    captions: Vec<Caption>,
    #[serde(default)]
    watching: WatchingForm,
    #[serde(default)]
    view: View,
    /// Loops that a user wrote. They come last because their texts are long.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    loops: Vec<LoopForm>,
}

/// One `[[loops]]` table: a name, and either the text or the file that holds it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopForm {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// A file in the scenario's folder. Opening reads it, and saving writes its text as `source`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// One `[[at]]` table: commands, and a patch of settings. Every key except the moment may be left out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The moment, in seconds from the beginning.
    s: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hitch_ms: Option<f64>,
    /// A number that moves evenly from this moment on.
    #[serde(default, skip_serializing)]
    ramp: Option<Ramp>,
    #[serde(default, skip_serializing_if = "StallOn::is_usual")]
    hitch_on: StallOn,
    /// Whether a person taps, as with the space bar.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    tap: bool,
    /// The controls that are held down from then on: `steer = { left = true }`; an empty table releases all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steer: Option<ControlInput>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    close: Option<PaneLetter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    swap: Option<[PaneLetter; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused: Option<bool>,
    /// New texts of the user's loops, by their names.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    loops: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    scene: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    computer: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    panes: Table,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    add: Option<PaneSettings>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WatchingForm {
    speed: f64,
    selected: PaneLetter,
    #[serde(skip_serializing_if = "Option::is_none")]
    enlarged: Option<PaneLetter>,
}

impl Default for WatchingForm {
    fn default() -> WatchingForm {
        WatchingForm { speed: 1.0, selected: PaneLetter(0), enlarged: None }
    }
}

fn usual_scene() -> WorldChoice {
    Settings::default().scene
}

impl Step {
    fn of(timed: &TimedCommand) -> Step {
        let at = Step { s: Time::from_flicks(timed.at_flicks).as_secs(), ..Step::default() };
        match timed.command.clone() {
            Command::Set(patch) => {
                let mut tables = patch.to_table();
                let mut table = |key: &str| tables.remove(key).and_then(|value| value.try_into().ok()).unwrap_or_default();
                let (loops, scene) = (table("loops"), table("scene"));
                let (computer, panes) = (table("computer"), table("panes"));
                Step { paused: tables.remove("paused").and_then(|on| on.as_bool()), loops, scene, computer, panes, ..at }
            }
            Command::Stall { ms, on } => Step { hitch_ms: Some(ms), hitch_on: on, ..at },
            Command::Tap => Step { tap: true, ..at },
            Command::Steer(held) => Step { steer: Some(held), ..at },
            Command::AddPane(pane) => Step { add: Some(pane), ..at },
            Command::ClosePane(pane) => Step { close: Some(pane), ..at },
            Command::SwapPanes(a, b) => Step { swap: Some([a, b]), ..at },
        }
    }

    /// Returns the commands of the step: first the commands that are no patch, then the patch, then the changes of the list of
    /// panes.
    fn into_commands(self) -> Result<Vec<Command>, Invalid> {
        let mut tables = Table::new();
        let own = [("loops", self.loops), ("scene", self.scene), ("computer", self.computer), ("panes", self.panes)];
        for (key, table) in own {
            if !table.is_empty() {
                tables.insert(key.to_owned(), table.into());
            }
        }
        if let Some(paused) = self.paused {
            tables.insert("paused".to_owned(), paused.into());
        }
        let patch = Patch::from_table(tables)?;
        let mut commands = Vec::new();
        commands.extend(self.hitch_ms.map(|ms| Command::Stall { ms, on: self.hitch_on }));
        commands.extend(self.tap.then_some(Command::Tap));
        commands.extend(self.steer.map(Command::Steer));
        commands.extend((!patch.is_empty()).then_some(Command::Set(patch)));
        commands.extend(self.add.map(Command::AddPane));
        commands.extend(self.close.map(Command::ClosePane));
        commands.extend(self.swap.map(|[a, b]| Command::SwapPanes(a, b)));
        Ok(commands)
    }
}

impl LoopForm {
    fn of(own: &OwnLoop) -> LoopForm {
        LoopForm { name: own.name.clone(), source: Some(own.source.to_string()), file: None }
    }

    /// Returns the loop, with its text from the form or from a file in `folder`.
    fn read(self, folder: Option<&Path>) -> Result<OwnLoop, Invalid> {
        let source = match (self.source, self.file) {
            (Some(source), None) => source,
            (None, Some(file)) => read_beside(folder, &file).map_err(|why| Invalid::new("file", &file, why))?,
            _ => return Err(Invalid::new("name", &self.name, "followed by either source or file")),
        };
        Ok(OwnLoop::new(&self.name, &source))
    }

    /// Reads the loops of `forms`, from their text or a file in `folder`, without running or checking them.
    fn read_all(forms: Vec<LoopForm>, folder: Option<&Path>) -> Result<Vec<OwnLoop>, Refused> {
        let at = |number| vec![KeyPathPart::Key("loops"), KeyPathPart::Item(number)];
        let read = |(number, form): (usize, LoopForm)| form.read(folder).map_err(|invalid| (at(number), invalid));
        forms.into_iter().enumerate().map(read).collect()
    }
}

fn read_beside(folder: Option<&Path>, file: &str) -> Result<String, String> {
    let is_plain = Path::new(file).components().all(|part| matches!(part, Component::Normal(_))) && !file.contains('\\');
    let folder = folder.ok_or("the text itself as source: only a scenario in a file has files beside it")?;
    if !is_plain {
        return Err("a plain path beside the scenario's file".to_owned());
    }
    let unreadable = |error: std::io::Error| format!("a file beside the scenario: it can't be read ({error})");
    let mut bytes = Vec::new();
    // A symbolic link may lead out of the folder, and opening a pipe would wait for a writer.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = folder.join(file).canonicalize().map_err(unreadable)?;
    if !path.starts_with(folder.canonicalize().map_err(unreadable)?) || !path.is_file() {
        return Err("a plain file beside the scenario's file, and no link out of its folder".to_owned());
    }
    // One byte more than the longest loop has is enough for the check of the loop to refuse the text.
    let opened = File::open(path).map_err(unreadable)?;
    opened.take(OwnLoop::LONGEST as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|_| "a file of text".to_owned())
}

impl FileForm {
    /// Returns the loops of the scenario's beginning, without running them.
    pub fn loops(&self, folder: Option<&Path>) -> Result<Vec<OwnLoop>, Refused> {
        LoopForm::read_all(self.loops.clone(), folder)
    }

    /// Returns the texts that steps give to loops, without running them.
    pub fn later_loops(&self) -> impl Iterator<Item = OwnLoop> {
        let texts = self.at.iter().flat_map(|step| step.loops.iter());
        texts.filter_map(|(name, source)| Some(OwnLoop::new(name, source.as_str()?)))
    }

    /// Returns the form that reads back as `scenario`.
    pub fn from_scenario(scenario: &Scenario) -> FileForm {
        let Settings { seed, scene, computer, hitches, paused, loops, panes } = scenario.script.settings().clone();
        let Watching { speed, selected, enlarged } = scenario.watching;
        let letter = |index: usize| panes.get(index).map_or(PaneLetter(index), PaneSettings::letter);
        let watching = WatchingForm { speed, selected: letter(selected), enlarged: enlarged.map(letter) };
        FileForm {
            tickscope: VERSION,
            name: scenario.name.clone(),
            about: scenario.about.clone(),
            seconds: scenario.seconds,
            theme: scenario.theme,
            seed,
            scene,
            computer,
            hitches,
            paused,
            loops: loops.iter().map(LoopForm::of).collect(),
            at: scenario.script.commands().iter().map(Step::of).collect(),
            captions: scenario.captions.clone(),
            watching,
            view: scenario.view,
            panes,
        }
    }

    /// Delays each `[[at]]` table by the beginning of its own span. `span` returns that beginning, and the length within which
    /// the moment must lie; `None` for no limit.
    pub fn delay(&mut self, span: impl Fn(usize) -> (f64, Option<f64>)) -> Result<(), Refused> {
        for (number, step) in self.at.iter_mut().enumerate() {
            let (start, seconds) = span(number);
            let allowed = match seconds {
                _ if step.s < 0.0 => "0 or more: it would change what is past",
                Some(seconds) if step.s > seconds => "no later than the end of its step",
                _ => {
                    step.s += start;
                    continue;
                }
            };
            return Err((at(number), Invalid::new("s", step.s, allowed)));
        }
        Ok(())
    }

    pub fn into_scenario(self, folder: Option<&Path>) -> Result<Scenario, Refused> {
        use crate::studio::scenario::key_path::KeyPathPart::{Item, Key};
        let under = |path: &[KeyPathPart<'static>]| {
            let path = path.to_vec();
            move |invalid| (path, invalid)
        };
        let moves: usize = self.at.iter().filter_map(|step| step.ramp.as_ref()).map(Ramp::count).sum();
        limits::check_length((&self.name, &self.about), (&self.hitches, &self.scene, self.at.len() + moves))?;
        limits::check_captions(&self.captions)?;
        self.seconds.map_or(Ok(()), |s| SECONDS.check_number(s)).map_err(under(&[Key("seconds")]))?;
        self.view.check().map_err(under(&[Key("view")]))?;
        let FileForm { seed, scene, computer, hitches, paused, panes, .. } = self;
        let loops = LoopForm::read_all(self.loops, folder)?;
        let settings = Settings { seed, scene, computer, hitches, paused, loops, panes };
        settings.check_count().map_err(under(&[Key("panes")]))?;
        let commands = in_order(self.at, &settings)?;
        let (numbers, commands): (Vec<usize>, Vec<TimedCommand>) = commands.into_iter().unzip();
        limits::check_texts(&commands).map_err(under(&[Key("at")]))?;
        let script = check::script(settings, commands).map_err(|refused| {
            let path = match refused.part {
                ScriptPart::World => vec![Key("scene")],
                ScriptPart::Computer => vec![Key("computer")],
                ScriptPart::Stall(number) => vec![Key("hitches"), Item(number)],
                ScriptPart::Loop(number) => vec![Key("loops"), Item(number)],
                ScriptPart::Pane(number) => vec![Key("panes"), Item(number)],
                ScriptPart::Panes => vec![Key("panes")],
                ScriptPart::Command(number) => at(numbers[number]),
            };
            (path, refused.invalid)
        })?;
        limits::check_moments(script.settings(), script.commands()).map_err(under(&[Key("at")]))?;
        let index = |key: &'static str, letter: PaneLetter| {
            script.settings().find_pane(letter).map_err(|e| (vec![Key("watching"), Key(key)], e.called(key)))
        };
        let WatchingForm { speed, selected, enlarged } = self.watching;
        let enlarged = enlarged.map(|letter| index("enlarged", letter)).transpose()?;
        let watching = Watching { speed, selected: index("selected", selected)?, enlarged };
        watching.check(script.settings().panes.len()).map_err(under(&[Key("watching")]))?;
        let FileForm { name, about, seconds, theme, view, captions, .. } = self;
        Ok(Scenario { name, about, seconds, theme, script, view, watching, captions })
    }
}

/// The commands of `[[at]]` tables, each with the index of its table.
type Commands = Result<Vec<(usize, TimedCommand)>, Refused>;

fn at(number: usize) -> KeyPath<'static> {
    vec![KeyPathPart::Key("at"), KeyPathPart::Item(number)]
}

/// Converts steps to commands, in the order of their moments. A ramp begins at the value that the setting has at that moment.
fn in_order(steps: Vec<Step>, settings: &Settings) -> Commands {
    let mut all: Vec<(usize, TimedCommand)> = Vec::new();
    let mut steps: Vec<(usize, Step)> = steps.into_iter().enumerate().collect();
    steps.sort_by(|(_, a), (_, b)| a.s.total_cmp(&b.s));
    for (number, mut step) in steps {
        let refused = |invalid| (at(number), invalid);
        AT_S.check_number(step.s).map_err(refused)?;
        let at_flicks = Time::from_secs(step.s).flicks();
        let (s, ramp) = (step.s, step.ramp.take());
        let made = step.into_commands().map_err(refused)?;
        if made.is_empty() && ramp.is_none() {
            return Err(refused(Invalid::new("s", s, "something must happen: hitch_ms, computer, panes …")));
        }
        all.extend(made.into_iter().map(|command| (number, TimedCommand { at_flicks, command })));
        if let Some(ramp) = ramp {
            let moves = ramp.moves(Time::from_flicks(at_flicks), settings, &all).map_err(refused)?;
            all.extend(moves.into_iter().map(|timed| (number, timed)));
        }
    }
    Ok(all)
}

/// Writes a seed above TOML's largest whole number, 2⁶³ − 1, as text.
mod seed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Seed {
        Number(i64),
        Text(String),
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form; what is trivial depends on the target")]
    pub fn serialize<S: Serializer>(seed: &u64, to: S) -> Result<S::Ok, S::Error> {
        i64::try_from(*seed).map_or_else(|_| Seed::Text(seed.to_string()), Seed::Number).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let wrong = || D::Error::custom("a whole number, 0 to 18446744073709551615, in quotes above 9223372036854775807");
        match Seed::deserialize(from).map_err(|_| wrong())? {
            Seed::Number(number) => u64::try_from(number).map_err(|_| wrong()),
            Seed::Text(text) => text.parse().map_err(|_| wrong()),
        }
    }
}
