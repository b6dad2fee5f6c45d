//! The laboratory: panes side by side on one time axis, and the commands that a person gives them.
//!
//! Each pane has a computer of its own, so panes never disturb each other. [`Lab::advance_to`] lets every pane start
//! whatever starts before the laboratory's time; a command given then takes effect for everything that starts at or
//! after it, and is kept in a log. Settings and log together repeat a session exactly ([`Lab::replay`]).
//!
//! ```
//! use tickscope::lab::Lab;
//! use tickscope::settings::{Command, Settings};
//! use tickscope::time::Time;
//!
//! let mut lab = Lab::new(Settings::default())?;
//! lab.advance_to(Time::from_secs(2.0));
//! lab.command(Command::Hitch { ms: 500.0 })?;
//! lab.advance_to(Time::from_secs(3.0));
//! let again = Lab::replay(lab.initial().clone(), lab.log(), lab.now())?;
//! for (a, b) in lab.panes().iter().zip(again.panes()) {
//!     assert_eq!(a.computer().world().state_hash(), b.computer().world().state_hash());
//! }
//! # Ok::<(), tickscope::params::Invalid>(())
//! ```

pub mod history;
pub mod live;
pub mod metrics;
mod pane;
pub mod report;
pub mod run;
pub mod seen;
pub mod trace;
pub mod trail;
pub mod verdict;

pub use pane::Pane;

use crate::params::Invalid;
use crate::settings::{Command, HITCH_MS, MOST_PANES, PaneSettings, Settings};
use crate::strategies;
use crate::time::{Span, Time};
use serde::{Deserialize, Serialize};

pub struct Lab {
    initial: Settings,
    settings: Settings,
    panes: Vec<Pane>,
    now: Time,
    log: Vec<Logged>,
}

/// A command and when it was given, in flicks of laboratory time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logged {
    pub at_flicks: i64,
    pub command: Command,
}

impl Lab {
    /// # Errors
    /// If the settings are not allowed, or not for one to six panes.
    pub fn new(settings: Settings) -> Result<Lab, Invalid> {
        settings.check()?;
        check_count(&settings)?;
        let panes = (0..settings.panes.len())
            .map(|index| Pane::new(&settings, index, Time::ZERO, index as u64))
            .collect::<Result<_, _>>()?;
        Ok(Lab { initial: settings.clone(), settings, panes, now: Time::ZERO, log: Vec::new() })
    }

    /// A session again: the same settings, the same commands at the same moments, up to `until`.
    ///
    /// # Errors
    /// If the settings or a command are not allowed.
    pub fn replay(initial: Settings, log: &[Logged], until: Time) -> Result<Lab, Invalid> {
        let mut lab = Lab::new(initial)?;
        for Logged { at_flicks, command } in log {
            lab.advance_to(Time::from_flicks(*at_flicks).min(until));
            lab.command(command.clone())?;
        }
        lab.advance_to(until);
        Ok(lab)
    }

    /// Lets every pane start whatever starts before `moment`; the past stays as it is.
    pub fn advance_to(&mut self, moment: Time) {
        if moment > self.now {
            self.now = moment;
            self.panes.iter_mut().for_each(|pane| pane.advance(moment));
        }
    }

    /// Does what a person asks, at the laboratory's time, and logs it.
    ///
    /// # Errors
    /// If it is not allowed; then nothing has changed.
    pub fn command(&mut self, command: Command) -> Result<(), Invalid> {
        let mut changed = self.settings.clone();
        apply(&mut changed, &command)?;
        changed.check()?;
        check_count(&changed)?;
        self.settings = changed;

        match &command {
            Command::Computer(_) | Command::PaneComputer { .. } => {
                for (index, pane) in self.panes.iter().enumerate() {
                    pane.host().computer_mut().becomes(self.settings.computer_of(index));
                }
            }
            Command::Strategy { pane, .. } | Command::Param { pane, .. } => {
                let choice = &self.settings.panes[*pane];
                self.panes[*pane].start(strategies::find(&choice.strategy)?, &choice.params);
                self.draw_as_set(*pane);
            }
            Command::Presentation { pane, .. } => self.draw_as_set(*pane),
            Command::Hitch { ms } => {
                for pane in &self.panes {
                    pane.host().computer_mut().strike(self.now, Span::from_millis(*ms));
                }
            }
            Command::AddPane(_) => {
                let id = self.panes.iter().map(Pane::id).max().map_or(0, |last| last + 1);
                self.panes.push(Pane::new(&self.settings, self.panes.len(), self.now, id)?);
            }
            Command::ClosePane { pane } => drop(self.panes.remove(*pane)),
            Command::SwapPanes { a, b } => self.panes.swap(*a, *b),
        }
        self.panes.iter().enumerate().for_each(|(index, pane)| pane.remember(&self.settings, index, self.now));
        self.log.push(Logged { at_flicks: self.now.flicks(), command });
        Ok(())
    }

    fn draw_as_set(&self, index: usize) {
        let pane = &self.panes[index];
        let presentation = self.settings.panes[index].presentation.unwrap_or(pane.strategy().presentation);
        pane.host().computer_mut().draws(presentation);
    }

    /// As the run began.
    pub fn initial(&self) -> &Settings {
        &self.initial
    }

    /// As they are now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn panes(&self) -> &[Pane] {
        &self.panes
    }

    /// The laboratory's time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Every command so far, in order.
    pub fn log(&self) -> &[Logged] {
        &self.log
    }
}

/// What a command changes in the settings.
fn apply(settings: &mut Settings, command: &Command) -> Result<(), Invalid> {
    match command {
        Command::Computer(computer) => settings.computer = computer.clone(),
        Command::PaneComputer { pane, computer } => pane_of(settings, *pane)?.computer.clone_from(computer),
        Command::Strategy { pane, strategy } => {
            let pane = pane_of(settings, *pane)?;
            *pane = PaneSettings { computer: pane.computer.take(), ..PaneSettings::new(strategy) };
        }
        Command::Param { pane, name, value } => pane_of(settings, *pane)?.params.set(name, value.clone()),
        Command::Presentation { pane, presentation } => pane_of(settings, *pane)?.presentation = *presentation,
        Command::Hitch { ms } => HITCH_MS.check_number(*ms)?,
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

/// As many panes as a laboratory shows. A report may have more.
fn check_count(settings: &Settings) -> Result<(), Invalid> {
    if (1..=MOST_PANES).contains(&settings.panes.len()) {
        return Ok(());
    }
    Err(Invalid::new("panes", settings.panes.len(), format!("1 to {MOST_PANES} panes")))
}

fn pane_of(settings: &mut Settings, index: usize) -> Result<&mut PaneSettings, Invalid> {
    let count = settings.panes.len();
    settings.panes.get_mut(index).ok_or_else(|| Invalid::new("pane", index, format!("0 to {}", count - 1)))
}
