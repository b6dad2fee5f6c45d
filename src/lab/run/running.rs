//! A run that has been started: panes side by side on one time axis, and the commands that are given to them.

use super::cursor::ScriptCursor;
use super::fold::{Finished, Fold};
use super::pane_run::PaneRun;
use super::setup::PaneSetup;
use crate::base::params::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::check;
use crate::model::config::script::{Refused, Script};
use crate::model::config::{Command, PaneId, Settings, TimedCommand};
use crate::model::machine::clock::ClockSource;
use std::rc::Rc;

/// Makes what each pane's events are given to.
pub(super) type Folds<F> = Rc<dyn Fn(&PaneSetup) -> Result<F, Invalid>>;

/// How often a run that goes to its end by itself may be called off, in its own time.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND);

/// A run between its start and its end. [The room's page](super) has an example.
pub struct Running<F> {
    /// As it was written; what a person did is in the log.
    script: Script,
    cursor: ScriptCursor,
    /// The first `remade` commands of the cursor make a past again; those of the script from `rest` on follow them.
    remade: usize,
    rest: usize,
    extent: Extent,
    folds: Folds<F>,
    /// In the order of their places.
    panes: Vec<PaneRun<F>>,
    /// Of a run with an end: the panes that were closed, because their results count.
    closed: Vec<PaneRun<F>>,
    now: Time,
    log: Vec<TimedCommand>,
    /// When commands were given that are not the script's.
    by_hand: Vec<Time>,
    /// The last command of the script that what a person did has made impossible.
    refusal: Option<Invalid>,
}

/// Which part of a script is run.
#[derive(Clone)]
pub(super) struct Extent {
    /// Nothing: every pane.
    pub pane: Option<PaneId>,
    /// Each pane's loop ends at the first turn that would start at or after this.
    pub stop: Time,
    /// Nothing: as fast as it goes.
    pub clockwork: Option<Rc<dyn ClockSource>>,
}

impl<F: Fold> Running<F> {
    /// Starts a run of every pane that has no end: it comes as far as it is advanced. `fold` makes what a pane's events are
    /// given to, for the panes of the beginning and for those that are added later.
    ///
    /// # Errors
    /// If the settings are not allowed, or not for one to six panes.
    pub fn start(
        script: impl Into<Script>,
        fold: impl Fn(&PaneSetup) -> Result<F, Invalid> + 'static,
    ) -> Result<Running<F>, Invalid> {
        let script: Script = script.into();
        check::settings(script.settings())?;
        script.settings().check_count()?;
        Running::begin(script, Extent { pane: None, stop: Time::NEVER, clockwork: None }, Rc::new(fold))
    }

    /// Starts what has been checked.
    pub(super) fn begin(script: Script, extent: Extent, folds: Folds<F>) -> Result<Running<F>, Invalid> {
        let cursor = ScriptCursor::new(script.settings().clone(), script.commands().to_vec());
        let mut run = Running {
            script,
            cursor,
            remade: 0,
            rest: 0,
            extent,
            folds,
            panes: Vec::new(),
            closed: Vec::new(),
            now: Time::ZERO,
            log: Vec::new(),
            by_hand: Vec::new(),
            refusal: None,
        };
        run.begin_panes()?;
        Ok(run)
    }

    /// Lets every pane start whatever starts before `moment`; the past stays as it is. The script's commands are given
    /// at their moments on the way.
    pub fn advance_to(&mut self, moment: Time) {
        if moment <= self.now {
            return;
        }
        while let Some(at) = self.cursor.next_at().filter(|at| *at <= moment) {
            self.run_to(at);
            self.give_next();
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
        self.give(command)?;
        self.by_hand.push(self.now);
        Ok(())
    }

    /// A person may have closed the pane that the next command is for: the others go on.
    fn give_next(&mut self) {
        if let Some(command) = self.cursor.take_next() {
            self.refusal = self.give(command).err().or(self.refusal.take());
        }
    }

    fn give(&mut self, command: Command) -> Result<(), Invalid> {
        let command = command.without_unchanged(self.cursor.settings());
        self.cursor.apply(&command)?;
        let (cursor, now) = (&self.cursor, self.now);
        if let Some(gone) = self.panes.iter().position(|pane| cursor.place_of(pane.id()).is_none()) {
            let mut pane = self.panes.remove(gone);
            if self.extent.stop < Time::NEVER {
                pane.close(now);
                self.closed.push(pane);
            }
        }
        for pane in &mut self.panes {
            if let Some(setup) = cursor.setup(pane.id(), now) {
                pane.obey(&command, &setup)?;
            }
        }
        self.begin_panes()?;
        self.log.push(TimedCommand { at_flicks: now.flicks(), command });
        Ok(())
    }

    /// Starts the panes that are there and do not run yet, and orders all by their places.
    fn begin_panes(&mut self) -> Result<(), Invalid> {
        for (place, &id) in self.cursor.panes().iter().enumerate() {
            let runs = self.panes.iter().any(|pane| pane.id() == id);
            if runs || self.extent.pane.is_some_and(|only| only != id) {
                continue;
            }
            let setup = PaneSetup { id, place, settings: self.cursor.settings(), at: self.now };
            let fold = (self.folds)(&setup)?;
            self.panes.push(PaneRun::begin(&setup, self.extent.stop, self.extent.clockwork.clone(), fold)?);
        }
        self.panes.sort_by_key(|pane| self.cursor.place_of(pane.id()));
        Ok(())
    }

    /// The same run up to `at`, or up to now if that is earlier; what the script has to say after it is still to come. The
    /// past is made again from the beginning, which leads to the same state, bit for bit.
    ///
    /// # Errors
    /// None for a run that has begun once.
    pub fn fork(&self, at: Time) -> Result<Running<F>, Invalid> {
        let mut fork = self.rewound(at)?;
        fork.advance_to(at.min(self.now));
        Ok(fork)
    }

    /// A [`fork`](Running::fork) at its beginning, to be advanced to `at` piece by piece.
    ///
    /// # Errors
    /// None for a run that has begun once.
    pub fn rewound(&self, at: Time) -> Result<Running<F>, Invalid> {
        let at = at.min(self.now);
        let mut commands = self.past(at);
        let remade = commands.len();
        let scripted = self.script.commands();
        let rest = scripted.partition_point(|logged| logged.at_flicks <= at.flicks()).min(self.scripted());
        commands.extend_from_slice(&scripted[rest..]);
        let extent = Extent { clockwork: None, ..self.extent.clone() };
        let mut fork = Running::begin(self.script.clone(), extent, self.folds.clone())?;
        fork.cursor = ScriptCursor::new(self.script.settings().clone(), commands);
        (fork.remade, fork.rest) = (remade, rest);
        fork.by_hand = self.by_hand.iter().filter(|given| **given <= at).copied().collect();
        // Nothing advances a run to its beginning: what was given there is given at once.
        while fork.cursor.taken() < remade && fork.cursor.next_at() <= Some(Time::ZERO) {
            fork.give_next();
        }
        Ok(fork)
    }

    /// The same past up to `at`, and another future, as a script: what an [`Ensemble`](super::Ensemble) is made of.
    ///
    /// # Errors
    /// If a command of `future` is not allowed when its moment comes.
    pub fn forked_script(&self, at: Time, future: Vec<TimedCommand>) -> Result<Script, Refused> {
        let mut commands = self.past(at);
        commands.extend(future);
        check::script(self.initial().clone(), commands)
    }

    /// What was done up to `at`.
    fn past(&self, at: Time) -> Vec<TimedCommand> {
        self.log.iter().take_while(|logged| logged.at_flicks <= at.flicks()).cloned().collect()
    }

    /// How many of the script's commands have been given or refused.
    fn scripted(&self) -> usize {
        self.rest + self.cursor.taken().saturating_sub(self.remade)
    }

    /// Whether every pane has come to its end. A run of every pane has none.
    pub fn is_over(&self) -> bool {
        let is_to_come = self.extent.pane.is_some_and(|pane| self.cursor.is_to_come(pane));
        !is_to_come && self.panes.iter().all(PaneRun::has_ended)
    }

    /// Goes on to the end, or until no fold needs more: what has been made of each pane's events, and how it ended, in the
    /// order of identities. A run without an end finishes where it stands.
    pub fn finish(mut self) -> Vec<(F, Finished)> {
        while self.extent.stop < Time::NEVER && !self.is_over() && self.panes.iter().all(|pane| pane.fold().wants_more()) {
            self.advance_to(self.now + SLICE);
        }
        let mut panes = self.closed;
        panes.extend(self.panes);
        panes.sort_by_key(PaneRun::id);
        panes.into_iter().map(PaneRun::finish).collect()
    }

    /// What the run was started with, as it was written.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The next command that will be given by itself, if one is still to come.
    pub fn next_scripted(&self) -> Option<&TimedCommand> {
        self.cursor.next()
    }

    /// Whether the script alone has given commands.
    pub fn is_as_scripted(&self) -> bool {
        self.by_hand.is_empty() && self.refusal.is_none()
    }

    /// What was done and what is still scripted, as a script that does it again.
    pub fn recorded(&self) -> Script {
        let done = || check::script(self.initial().clone(), self.log.iter().chain(self.cursor.to_come()).cloned().collect());
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
        self.cursor.settings()
    }

    /// The panes that run, in the order of their places.
    pub fn panes(&self) -> &[PaneRun<F>] {
        &self.panes
    }

    /// The pane of this identity, unless it has been closed.
    pub fn pane(&self, id: PaneId) -> Option<&PaneRun<F>> {
        self.panes.iter().find(|pane| pane.id() == id)
    }

    /// Where a pane stands in the settings, counted from 0; nothing if it has been closed.
    pub fn place_of(&self, id: PaneId) -> Option<usize> {
        self.cursor.place_of(id)
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
