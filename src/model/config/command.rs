//! What a person changes while the panes run.

use super::computer::ComputerChange;
use super::control::ControlInput;
use super::settings::{Hitch, HitchOn, PaneSettings, Presentation, Settings};
use crate::base::params::{Invalid, Value, Values};
use serde::{Deserialize, Serialize};

/// Something that a person changes. It takes effect at the laboratory's time, for every operation that starts at or after
/// it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// The shared computer changes.
    Computer(ComputerChange),
    /// One pane's computer changes and is its own from then on; with nothing it goes back to the shared one.
    PaneComputer {
        /// The place of the pane, counted from 0.
        pane: usize,
        /// What changes of its computer.
        computer: Option<ComputerChange>,
    },
    /// A pane's loop is dropped and another one starts on the same computer and world.
    Strategy {
        /// The place of the pane, counted from 0.
        pane: usize,
        /// The id of the new loop.
        strategy: String,
    },
    /// One parameter changes: the loop starts again with it, on the same computer and world.
    Param {
        /// The place of the pane, counted from 0.
        pane: usize,
        /// The name of the parameter.
        name: String,
        /// Its new value; the word `default` takes back whatever was set.
        value: Value,
    },
    /// How one pane is drawn; nothing means as published.
    Presentation {
        /// The place of the pane, counted from 0.
        pane: usize,
        /// Which state is drawn from then on.
        presentation: Option<Presentation>,
    },
    /// In every pane the next operation of a kind takes `ms` longer, 0 to 10 000 ms.
    Hitch {
        /// The length of the stall, ms.
        ms: f64,
        /// What it falls on.
        #[serde(default, skip_serializing_if = "HitchOn::is_usual")]
        on: HitchOn,
    },
    /// The game is paused in every pane whose loop knows a pause, or goes on.
    Pause(bool),
    /// A person's input, for every pane to answer.
    Tap,
    /// What a person holds down from now on, in a world that is steered: every pane reads it with its next update.
    Steer(ControlInput),
    /// A live option of the world changes, in every pane.
    SceneOption {
        /// The name of the option.
        name: String,
        /// Its new value; the word `default` takes back whatever was set.
        value: Value,
    },
    /// One more pane, after the others. Its world starts in its exact state of that moment.
    AddPane(PaneSettings),
    /// A pane goes; the ones after it move up.
    ClosePane {
        /// The place of the pane, counted from 0.
        pane: usize,
    },
    /// Two panes change places.
    SwapPanes {
        /// The place of the one, counted from 0.
        a: usize,
        /// The place of the other, counted from 0.
        b: usize,
    },
}

/// A command and when it is given, in flicks of laboratory time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimedCommand {
    /// When it is given, in flicks since the beginning of the run.
    pub at_flicks: i64,
    /// What changes then.
    pub command: Command,
}

impl Command {
    /// A stall of `ms` that falls on every pane's next frame.
    pub const fn stall(ms: f64) -> Command {
        Command::Hitch { ms, on: HitchOn::Render }
    }

    /// Changes `settings` as the command does; on an error they may be half changed. Whether the result is allowed is for
    /// [`crate::model::check`] to say.
    ///
    /// # Errors
    /// If the command names a pane that isn't there, or a stall is out of range.
    pub fn change(&self, settings: &mut Settings) -> Result<(), Invalid> {
        match self {
            Command::Computer(change) => settings.computer = change.applied_to(&settings.computer),
            Command::PaneComputer { pane, computer } => {
                pane_of(settings, *pane)?;
                let own = computer.as_ref().map(|change| change.applied_to(settings.computer_of(*pane)));
                settings.panes[*pane].computer = own;
            }
            Command::Strategy { pane, strategy } => {
                let pane = pane_of(settings, *pane)?;
                *pane = PaneSettings { computer: pane.computer.take(), ..PaneSettings::new(strategy) };
            }
            Command::Param { pane, name, value } => set(&mut pane_of(settings, *pane)?.params, name, value),
            Command::Presentation { pane, presentation } => pane_of(settings, *pane)?.presentation = *presentation,
            Command::Hitch { ms, .. } => Hitch::MS.check_number(*ms)?,
            Command::Pause(paused) => settings.paused = *paused,
            Command::Tap | Command::Steer(_) => {}
            Command::SceneOption { name, value } => set(&mut settings.scene.options, name, value),
            Command::AddPane(pane) => settings.panes.push(pane.clone()),
            Command::ClosePane { pane } => {
                pane_of(settings, *pane)?;
                settings.panes.remove(*pane);
            }
            Command::SwapPanes { a, b } => {
                pane_of(settings, *a)?;
                pane_of(settings, *b)?;
                settings.panes.swap(*a, *b);
            }
        }
        Ok(())
    }

    /// The same command as it is logged: without the settings of a computer that it leaves as they are.
    #[must_use]
    pub fn without_unchanged(self, settings: &Settings) -> Command {
        match self {
            Command::Computer(change) => Command::Computer(change.without_unchanged(&settings.computer)),
            Command::PaneComputer { pane, computer: Some(change) } if pane < settings.panes.len() => {
                Command::PaneComputer { pane, computer: Some(change.without_unchanged(settings.computer_of(pane))) }
            }
            other => other,
        }
    }
}

fn set(values: &mut Values, name: &str, value: &Value) {
    if *value == Value::unset() { values.unset(name) } else { values.set(name, value.clone()) }
}

fn pane_of(settings: &mut Settings, index: usize) -> Result<&mut PaneSettings, Invalid> {
    let count = settings.panes.len();
    settings.panes.get_mut(index).ok_or_else(|| Invalid::new("pane", index, format!("0 to {}", count.saturating_sub(1))))
}
