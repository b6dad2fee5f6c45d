//! The laboratory: panes side by side on one time axis, and the commands that a person gives them.
//!
//! Each pane has a computer of its own, so panes never disturb each other. [`Lab::advance_to`] lets every pane start
//! whatever starts before the laboratory's time; a command given then takes effect for everything that starts at or
//! after it, and is kept in a log. Settings and log together repeat a session exactly ([`Lab::replay`]).
//!
//! ```
//! use tickscope::lab::panes::Lab;
//! use tickscope::model::config::{Command, Settings};
//! use tickscope::base::time::Time;
//!
//! let mut lab = Lab::new(Settings::default())?;
//! lab.advance_to(Time::from_secs(2.0));
//! lab.command(Command::Hitch { ms: 500.0 })?;
//! lab.advance_to(Time::from_secs(3.0));
//! let again = Lab::replay(lab.initial().clone(), lab.log(), lab.now())?;
//! for (a, b) in lab.panes().iter().zip(again.panes()) {
//!     assert_eq!(a.computer().world().state_hash(), b.computer().world().state_hash());
//! }
//! # Ok::<(), tickscope::base::params::Invalid>(())
//! ```

use super::pane::Pane;
use super::report::Report;
use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::model::check;
use crate::model::config::script::Script;
use crate::model::config::{Command, Settings, TimedCommand};

pub struct Lab {
    script: Script,
    /// How many of the script's commands have been given.
    given: usize,
    settings: Settings,
    panes: Vec<Pane>,
    now: Time,
    log: Vec<TimedCommand>,
    /// The last command of the script that what a person did has made impossible.
    refusal: Option<Invalid>,
}

impl Lab {
    /// # Errors
    /// If the settings are not allowed, or not for one to six panes.
    pub fn new(script: impl Into<Script>) -> Result<Lab, Invalid> {
        let script: Script = script.into();
        let settings = script.settings().clone();
        check::settings(&settings)?;
        settings.check_count()?;
        let panes = (0..settings.panes.len())
            .map(|index| Pane::new(&settings, index, Time::ZERO, index as u64))
            .collect::<Result<_, _>>()?;
        Ok(Lab { script, given: 0, settings, panes, now: Time::ZERO, log: Vec::new(), refusal: None })
    }

    /// A session again: the same settings, the same commands at the same moments, up to `until`.
    ///
    /// # Errors
    /// If the settings or a command are not allowed.
    pub fn replay(initial: Settings, log: &[TimedCommand], until: Time) -> Result<Lab, Invalid> {
        let mut lab = Lab::new(initial)?;
        for TimedCommand { at_flicks, command } in log {
            lab.advance_to(Time::from_flicks(*at_flicks).min(until));
            lab.command(command.clone())?;
        }
        lab.advance_to(until);
        Ok(lab)
    }

    /// The same run from its beginning, to be made again: what was done until `until` is not done yet, and has to be given
    /// from the log; what the script has to say after that is still to come.
    ///
    /// # Errors
    /// None for a run that has begun once.
    pub fn from_the_beginning(&self, until: Time) -> Result<Lab, Invalid> {
        let mut lab = Lab::new(&self.script)?;
        lab.given = self.script.commands().partition_point(|logged| logged.at_flicks <= until.flicks());
        Ok(lab)
    }

    /// Lets every pane start whatever starts before `moment`; the past stays as it is. The script's commands are given
    /// at their moments on the way.
    pub fn advance_to(&mut self, moment: Time) {
        if moment <= self.now {
            return;
        }
        while let Some(TimedCommand { at_flicks, command }) = self.next_scripted().cloned()
            && Time::from_flicks(at_flicks) <= moment
        {
            self.run_to(Time::from_flicks(at_flicks));
            self.given += 1;
            // A person may have closed the pane that it is for: the others go on.
            self.refusal = self.command(command).err().or(self.refusal.take());
        }
        self.run_to(moment);
    }

    fn run_to(&mut self, moment: Time) {
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
        let command = command.without_unchanged(&self.settings);
        let mut changed = self.settings.clone();
        check::apply(&command, &mut changed)?;
        changed.check_count()?;
        self.settings = changed;

        for (index, pane) in self.panes.iter_mut().enumerate() {
            pane.obey(&command, index, &self.settings, self.now)?;
        }
        match &command {
            Command::AddPane(_) => {
                let id = self.panes.iter().map(Pane::id).max().map_or(0, |last| last + 1);
                self.panes.push(Pane::new(&self.settings, self.panes.len(), self.now, id)?);
            }
            Command::ClosePane { pane } => drop(self.panes.remove(*pane)),
            Command::SwapPanes { a, b } => self.panes.swap(*a, *b),
            _ => {}
        }
        self.panes.iter().enumerate().for_each(|(index, pane)| pane.remember(&self.settings, index, self.now));
        self.log.push(TimedCommand { at_flicks: self.now.flicks(), command });
        Ok(())
    }

    /// The metrics of every pane since the beginning, as far as they are known now.
    pub fn report(&self) -> Report {
        Report::of_running(self)
    }

    /// What the lab was made from.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The script's next command, if one is still to come.
    pub fn next_scripted(&self) -> Option<&TimedCommand> {
        self.script.commands().get(self.given)
    }

    /// Whether nobody but the script has given a command.
    pub fn is_as_scripted(&self) -> bool {
        self.log.len() == self.given && self.refusal.is_none()
    }

    /// What was done and what is still scripted, as a script that does it again.
    pub fn recorded(&self) -> Script {
        let to_come = &self.script.commands()[self.given..];
        let done = || check::script(self.initial().clone(), self.log.iter().chain(to_come).cloned().collect());
        // What was done was allowed; what is still to come may not be any more.
        done().or_else(|_| check::script(self.initial().clone(), self.log.clone())).unwrap_or_else(|_| self.script.clone())
    }

    /// Why a command of the script could not be given.
    pub fn refusal(&self) -> Option<&Invalid> {
        self.refusal.as_ref()
    }

    /// As the run began.
    pub fn initial(&self) -> &Settings {
        self.script.settings()
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
    pub fn log(&self) -> &[TimedCommand] {
        &self.log
    }
}
