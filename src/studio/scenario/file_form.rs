//! A scenario as it stands in its file.

use super::definition::Scenario;
use super::form_1;
use super::key_path::{KeyPath, KeyPathPart};
use super::limits;
use super::step::Step;
use crate::base::params::Invalid;
use crate::lab::run::SECONDS;
use crate::model::config::{Computer, Hitch, PaneLetter, PaneSettings, SceneChoice, Settings, Theme, View, Watching};
use crate::model::{check, worlds};
use serde::{Deserialize, Serialize};

/// The version of the form that this program writes, and the newest that it reads.
pub const VERSION: i64 = 2;

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
    /// Whether the game is paused from the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
    #[serde(default = "usual_scene")]
    scene: SceneChoice,
    #[serde(default)]
    computer: Computer,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hitches: Vec<Hitch>,
    panes: Vec<PaneSettings>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    at: Vec<Step>,
    #[serde(default)]
    watching: WatchingForm,
    #[serde(default)]
    view: View,
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

fn usual_scene() -> SceneChoice {
    Settings::default().scene
}

impl FileForm {
    /// The form that reads back as `scenario`.
    pub fn from_scenario(scenario: &Scenario) -> FileForm {
        let Settings { seed, scene, computer, hitches, paused, panes } = scenario.script.settings().clone();
        let Watching { speed, selected, enlarged } = scenario.watching;
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
            panes,
            at: scenario.script.commands().iter().map(Step::from_command).collect(),
            watching: WatchingForm { speed, selected: PaneLetter(selected), enlarged: enlarged.map(PaneLetter) },
            view: scenario.view,
        }
    }

    /// The same in the form of today.
    fn upgraded(mut self) -> FileForm {
        if self.tickscope < 2 {
            form_1::fill_in_panes(&mut self.panes);
            self.at.iter_mut().for_each(Step::upgrade_from_form_1);
        }
        self
    }

    /// The scenario, or where the form is wrong and why.
    pub fn into_scenario(self) -> Result<Scenario, (KeyPath, Invalid)> {
        use KeyPathPart::{Item, Key};
        let FileForm {
            tickscope: _,
            name,
            about,
            seconds,
            theme,
            seed,
            scene,
            computer,
            hitches,
            paused,
            panes,
            at,
            watching,
            view,
        } = self.upgraded();
        let under = |path: &[KeyPathPart]| {
            let path = path.to_vec();
            move |invalid| (path, invalid)
        };
        limits::check_length((&name, &about), (&hitches, &scene, at.len()))?;
        seconds.map_or(Ok(()), |s| SECONDS.check_number(s)).map_err(under(&[Key("seconds")]))?;
        worlds::check(&scene).map_err(under(&[Key("scene")]))?;
        computer.check().map_err(under(&[Key("computer")]))?;
        for (number, hitch) in hitches.iter().enumerate() {
            hitch.check().map_err(under(&[Key("hitches"), Item(number)]))?;
        }
        for (number, pane) in panes.iter().enumerate() {
            check::pane(pane).map_err(under(&[Key("panes"), Item(number)]))?;
        }
        let settings = Settings { seed, scene, computer, hitches, paused, panes };
        settings.check_count().map_err(under(&[Key("panes")]))?;

        let mut commands = Vec::new();
        let mut steps = Vec::new();
        for (number, step) in at.into_iter().enumerate() {
            let made = step.commands().map_err(under(&[Key("at"), Item(number)]))?;
            steps.extend(made.iter().map(|_| number));
            commands.extend(made);
        }
        let script = check::script(settings, commands).map_err(|refused| {
            let step = refused.command.map_or(Vec::new(), |command| vec![Key("at"), Item(steps[command])]);
            (step, refused.invalid)
        })?;
        limits::check_moments(script.settings(), script.commands()).map_err(under(&[Key("at")]))?;
        view.check().map_err(under(&[Key("view")]))?;
        let watching =
            Watching { speed: watching.speed, selected: watching.selected.0, enlarged: watching.enlarged.map(|letter| letter.0) };
        watching.check(script.settings().panes.len()).map_err(under(&[Key("watching")]))?;
        Ok(Scenario { name, about, seconds, theme, script, view, watching })
    }
}

/// TOML's whole numbers end at 2⁶³ − 1; a larger seed is written as text.
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
