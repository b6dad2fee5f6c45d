//! What a person changes while the panes run.

use super::computer::{Bounds, Computer, HITCH_MS, Pattern};
use super::control::ControlInput;
use super::settings::{PaneSettings, Presentation, Settings};
use crate::base::params::{Invalid, Value};
use serde::{Deserialize, Serialize};

/// Something that a person changes. It takes effect at the laboratory's time, for every operation that starts at or after
/// it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// The shared computer changes.
    Computer(ComputerChange),
    /// One pane's computer changes and is its own from then on; with nothing it goes back to the shared one.
    PaneComputer { pane: usize, computer: Option<ComputerChange> },
    /// A pane's loop is dropped and another one starts on the same computer and world.
    Strategy { pane: usize, strategy: String },
    /// One parameter changes: the loop starts anew with it, on the same computer and world.
    Param { pane: usize, name: String, value: Value },
    /// How one pane is drawn; nothing means as published.
    Presentation { pane: usize, presentation: Option<Presentation> },
    /// Every pane's next picture takes `ms` longer.
    Hitch { ms: f64 },
    /// A person's input, for every pane to answer.
    Tap,
    /// What a person holds down from now on, in a world that is steered: every pane reads it with its next update.
    Steer(ControlInput),
    /// A live option of the world changes, in every pane.
    SceneOption { name: String, value: Value },
    /// One more pane, after the others. Its world starts where everything truly is at that moment.
    AddPane(PaneSettings),
    /// A pane goes; the ones after it move up.
    ClosePane { pane: usize },
    /// Two panes change places.
    SwapPanes { a: usize, b: usize },
}

/// What changes of a [`Computer`]; everything else stays as it is. Made from a whole computer it sets everything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ComputerChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub render_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_hz: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vsync: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timer_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sleep_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wake_ms: Option<Bounds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update_us_per_body: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub render_us_per_body: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_at_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wraps_at_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_step: Option<bool>,
}

impl From<Computer> for ComputerChange {
    fn from(computer: Computer) -> ComputerChange {
        ComputerChange {
            update_ms: Some(computer.update_ms),
            render_ms: Some(computer.render_ms),
            pattern: Some(computer.pattern),
            refresh_hz: Some(computer.refresh_hz),
            vsync: Some(computer.vsync),
            timer_ms: Some(computer.timer_ms),
            sleep_ms: Some(computer.sleep_ms),
            wake_ms: Some(computer.wake_ms),
            start_ms: Some(computer.start_ms),
            update_us_per_body: Some(computer.update_us_per_body),
            render_us_per_body: Some(computer.render_us_per_body),
            clock_at_s: Some(computer.clock_at_s),
            wraps_at_s: Some(computer.wraps_at_s),
            largest_step: Some(computer.largest_step),
        }
    }
}

impl ComputerChange {
    /// What makes `after` of `before`.
    pub fn between(before: &Computer, after: &Computer) -> ComputerChange {
        ComputerChange::from(after.clone()).beside(before)
    }

    /// `computer` with the changes.
    #[must_use]
    pub fn applied_to(&self, computer: &Computer) -> Computer {
        Computer {
            update_ms: self.update_ms.unwrap_or(computer.update_ms),
            render_ms: self.render_ms.unwrap_or(computer.render_ms),
            pattern: self.pattern.unwrap_or(computer.pattern),
            refresh_hz: self.refresh_hz.unwrap_or(computer.refresh_hz),
            vsync: self.vsync.unwrap_or(computer.vsync),
            timer_ms: self.timer_ms.unwrap_or(computer.timer_ms),
            sleep_ms: self.sleep_ms.unwrap_or(computer.sleep_ms),
            wake_ms: self.wake_ms.unwrap_or(computer.wake_ms),
            start_ms: self.start_ms.unwrap_or(computer.start_ms),
            update_us_per_body: self.update_us_per_body.unwrap_or(computer.update_us_per_body),
            render_us_per_body: self.render_us_per_body.unwrap_or(computer.render_us_per_body),
            clock_at_s: self.clock_at_s.unwrap_or(computer.clock_at_s),
            wraps_at_s: self.wraps_at_s.unwrap_or(computer.wraps_at_s),
            largest_step: self.largest_step.unwrap_or(computer.largest_step),
        }
    }

    /// Without what is so already on `computer`: a log of sliders stays short.
    #[must_use]
    pub fn beside(self, computer: &Computer) -> ComputerChange {
        fn new<T: PartialEq>(change: Option<T>, old: &T) -> Option<T> {
            change.filter(|new| new != old)
        }
        ComputerChange {
            update_ms: new(self.update_ms, &computer.update_ms),
            render_ms: new(self.render_ms, &computer.render_ms),
            pattern: new(self.pattern, &computer.pattern),
            refresh_hz: new(self.refresh_hz, &computer.refresh_hz),
            vsync: new(self.vsync, &computer.vsync),
            timer_ms: new(self.timer_ms, &computer.timer_ms),
            sleep_ms: new(self.sleep_ms, &computer.sleep_ms),
            wake_ms: new(self.wake_ms, &computer.wake_ms),
            start_ms: new(self.start_ms, &computer.start_ms),
            update_us_per_body: new(self.update_us_per_body, &computer.update_us_per_body),
            render_us_per_body: new(self.render_us_per_body, &computer.render_us_per_body),
            clock_at_s: new(self.clock_at_s, &computer.clock_at_s),
            wraps_at_s: new(self.wraps_at_s, &computer.wraps_at_s),
            largest_step: new(self.largest_step, &computer.largest_step),
        }
    }
}

impl Command {
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
            Command::Param { pane, name, value } => pane_of(settings, *pane)?.params.set(name, value.clone()),
            Command::Presentation { pane, presentation } => pane_of(settings, *pane)?.presentation = *presentation,
            Command::Hitch { ms } => HITCH_MS.check_number(*ms)?,
            Command::Tap | Command::Steer(_) => {}
            Command::SceneOption { name, value } => settings.scene.options.set(name, value.clone()),
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

    /// The same command as it is logged: without what is so already.
    #[must_use]
    pub fn beside(self, settings: &Settings) -> Command {
        match self {
            Command::Computer(change) => Command::Computer(change.beside(&settings.computer)),
            Command::PaneComputer { pane, computer: Some(change) } if pane < settings.panes.len() => {
                Command::PaneComputer { pane, computer: Some(change.beside(settings.computer_of(pane))) }
            }
            other => other,
        }
    }
}

fn pane_of(settings: &mut Settings, index: usize) -> Result<&mut PaneSettings, Invalid> {
    let count = settings.panes.len();
    settings.panes.get_mut(index).ok_or_else(|| Invalid::new("pane", index, format!("0 to {}", count.saturating_sub(1))))
}
