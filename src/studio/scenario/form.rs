//! A scenario as it stands in its file.

use super::step::{Letter, Step};
use super::{Scenario, VERSION};
use crate::base::params::Invalid;
use crate::lab::run::SECONDS;
use crate::model::config::view::{Theme, View};
use crate::model::config::watching::Watching;
use crate::model::config::{Computer, Hitch, PaneSettings, SceneChoice, Settings};
use crate::model::{check, worlds};
use serde::{Deserialize, Serialize};

/// Where in the form something stands: keys, and numbers from 0 in lists.
pub type Path = Vec<Piece>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Key(&'static str),
    Item(usize),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
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
    selected: Letter,
    #[serde(skip_serializing_if = "Option::is_none")]
    enlarged: Option<Letter>,
}

impl Default for WatchingForm {
    fn default() -> WatchingForm {
        WatchingForm { speed: 1.0, selected: Letter(0), enlarged: None }
    }
}

fn usual_scene() -> SceneChoice {
    Settings::default().scene
}

impl Form {
    pub fn of(scenario: &Scenario) -> Form {
        let Settings { seed, scene, computer, hitches, panes } = scenario.script.settings().clone();
        let Watching { speed, selected, enlarged } = scenario.watching;
        Form {
            tickscope: VERSION,
            name: scenario.name.clone(),
            about: scenario.about.clone(),
            seconds: scenario.seconds,
            theme: scenario.theme,
            seed,
            scene,
            computer,
            hitches,
            panes,
            at: scenario.script.commands().iter().map(Step::of).collect(),
            watching: WatchingForm { speed, selected: Letter(selected), enlarged: enlarged.map(Letter) },
            view: scenario.view,
        }
    }

    /// The scenario, or where the form is wrong and why.
    pub fn checked(self) -> Result<Scenario, (Path, Invalid)> {
        use Piece::{Item, Key};
        let Form { tickscope: _, name, about, seconds, theme, seed, scene, computer, hitches, panes, at, watching, view } = self;
        let under = |path: &[Piece]| {
            let path = path.to_vec();
            move |invalid| (path, invalid)
        };
        seconds.map_or(Ok(()), |s| SECONDS.check_number(s)).map_err(under(&[Key("seconds")]))?;
        worlds::check(&scene).map_err(under(&[Key("scene")]))?;
        computer.check().map_err(under(&[Key("computer")]))?;
        for (number, hitch) in hitches.iter().enumerate() {
            hitch.check().map_err(under(&[Key("hitches"), Item(number)]))?;
        }
        for (number, pane) in panes.iter().enumerate() {
            check::pane(pane).map_err(under(&[Key("panes"), Item(number)]))?;
        }
        let settings = Settings { seed, scene, computer, hitches, panes };
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

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form")]
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
