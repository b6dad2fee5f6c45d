//! A run that has been started: panes that run at the same time, and the commands that they receive.

use super::cursor::{Change, ScriptCursor};
use super::fold::{Finished, Fold};
use super::pane_run::PaneRun;
use super::setup::PaneSetup;
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::check;
use crate::model::config::capture::CapturedFrame;
use crate::model::config::command::{Command, TimedCommand};
use crate::model::config::pane_letter::PaneLetter;
use crate::model::config::script::Script;
use crate::model::config::settings::{PaneSettings, Settings};
use crate::model::machine::clock::ClockSource;
use crate::model::machine::live_feed::LabPace;
use std::rc::Rc;

/// The function that makes the fold of a pane.
pub(super) type Folds<F> = Rc<dyn Fn(&PaneSetup) -> Result<F, Invalid>>;

/// The number of closed panes that a run without an end keeps, each with its recording.
const KEPT_CLOSED: usize = 3;

/// The virtual time between two checks of whether the folds want more events.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND);

/// A run between its start and its end. [The module's page](super) has an example.
pub struct Running<F> {
    /// The script as it was written. The commands of a person are in the log.
    script: Script,
    cursor: ScriptCursor,
    /// The position in the commands: the first `remade` commands of the cursor repeat a past, and after them come those of the
    /// script from `rest` on.
    remade: usize,
    rest: usize,
    extent: Extent,
    folds: Folds<F>,
    /// The panes that run, in the order of the settings.
    panes: Vec<PaneRun<F>>,
    /// The closed panes. A run with an end keeps all of them, because their results count; another run keeps the last ones, so
    /// that they can be opened again.
    closed: Vec<PaneRun<F>>,
    now: Time,
    log: Vec<TimedCommand>,
    /// The moments of the commands that a person, and not the script, has given.
    by_hand: Vec<Time>,
    /// The reason why the last refused command of the script was refused: a person has changed a setting that the command needs.
    /// `None` if none was refused.
    refusal: Option<Invalid>,
}

/// The part of a script that is run, and its clock.
#[derive(Clone)]
pub(super) struct Extent {
    /// The number of the only pane that is run; `None` runs every pane.
    pub pane: Option<usize>,
    /// The end: no turn starts at or after this moment.
    pub stop: Time,
    /// The clock to run on; `None` runs as fast as possible.
    pub clockwork: Option<Rc<dyn ClockSource>>,
}

impl<F: Fold> Running<F> {
    /// Starts a run of every pane, without an end: it goes as far as it is advanced. `fold` makes the fold of a pane's events,
    /// for the panes at the start and for each pane that is added later.
    ///
    /// # Errors
    /// If the settings are not allowed, or there are not one to six panes.
    pub fn start(
        script: impl Into<Script>,
        fold: impl Fn(&PaneSetup) -> Result<F, Invalid> + 'static,
    ) -> Result<Running<F>, Invalid> {
        let script: Script = script.into();
        check::settings(script.settings())?;
        script.settings().check_count()?;
        Running::begin(script, Extent { pane: None, stop: Time::NEVER, clockwork: None }, Rc::new(fold))
    }

    /// Starts a script that has been checked.
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

    /// Advances every pane until every operation that is due before `moment` has started. The commands of the script are given at
    /// their moments.
    pub fn advance_to(&mut self, moment: Time) {
        self.advance_within(moment, u64::MAX);
    }

    /// Advances every pane to `moment` as [`Running::advance_to`] does, but stops when interpreted loops have executed `budget`
    /// instructions. Then time stands still for all panes, and the next call first computes what is left.
    pub fn advance_within(&mut self, moment: Time, mut budget: u64) {
        if !self.compute(&mut budget) || moment <= self.now {
            return;
        }
        while let Some(at) = self.cursor.next_at().filter(|at| *at <= moment) {
            if !self.run_to(at, &mut budget) {
                return;
            }
            self.give_next();
        }
        self.run_to(moment, &mut budget);
    }

    /// Returns whether a loop must still compute operations that start before the present moment.
    pub fn is_computing(&self) -> bool {
        self.panes.iter().any(|pane| pane.is_computing)
    }

    /// Computes the operations that are left before the present moment. Returns whether all are done.
    fn compute(&mut self, budget: &mut u64) -> bool {
        let now = self.now;
        self.panes.iter_mut().filter(|pane| pane.is_computing).for_each(|pane| pane.advance_within(now, budget));
        !self.is_computing()
    }

    /// Advances every pane to `moment`. Returns whether all have reached it.
    fn run_to(&mut self, moment: Time, budget: &mut u64) -> bool {
        if moment > self.now {
            self.now = moment;
            self.panes.iter_mut().for_each(|pane| pane.advance_within(moment, budget));
        }
        !self.is_computing()
    }

    /// Gives a command of a person at the present laboratory time, and logs it. Returns the change that it made; `None` if the
    /// settings are as before.
    ///
    /// # Errors
    /// If the command is not allowed; then nothing has changed.
    pub fn command(&mut self, command: Command) -> Result<Option<Change>, Invalid> {
        let command = self.cursor.resolved(command);
        // A scenario may not have a command that changes nothing, so none is logged.
        if matches!(&command, Command::Set(patch) if patch.is_empty()) {
            return Ok(None);
        }
        let change = self.give(command)?;
        self.by_hand.push(self.now);
        Ok(change)
    }

    /// Gives the panes that follow the running game `name` its frames, at the present laboratory time. Frames are not logged: a run
    /// that is made again has none of them.
    pub fn feed(&self, name: &str, frames: &[CapturedFrame], pace: LabPace) {
        let follows = |pane: &&PaneSettings| pane.played().is_some_and(|capture| capture.is_live() && capture.name == name);
        for pane in self.settings().panes.iter().filter(follows).filter_map(|pane| self.pane(pane.letter())) {
            pane.feed(frames, self.now, pace);
        }
    }

    /// Gives the next command of the script. Skips it if it is no longer allowed, for instance because a person has closed its
    /// pane.
    fn give_next(&mut self) {
        if let Some(command) = self.cursor.take_next() {
            let command = self.cursor.resolved(command);
            self.refusal = self.give(command).err().or(self.refusal.take());
        }
    }

    /// Gives a command in the form in which it is logged. Returns the change that it made; `None` if the settings are as before.
    fn give(&mut self, command: Command) -> Result<Option<Change>, Invalid> {
        self.compute(&mut { u64::MAX });
        let change = self.cursor.apply(&command)?;
        let (cursor, now) = (&self.cursor, self.now);
        if let Some(gone) = self.panes.iter().position(|pane| cursor.index_of(pane.number()).is_none()) {
            let mut pane = self.panes.remove(gone);
            if self.extent.stop < Time::NEVER {
                pane.close(now);
            } else if self.closed.len() == KEPT_CLOSED {
                self.closed.remove(0);
            }
            self.closed.push(pane);
        }
        for pane in &mut self.panes {
            if let Some(setup) = cursor.setup(pane.number(), now) {
                pane.obey(&command, &setup)?;
            }
        }
        self.begin_panes()?;
        self.log.push(TimedCommand { at_flicks: now.flicks(), command });
        Ok(change)
    }

    /// Starts the panes that do not run yet, and puts all panes in the order of the settings.
    fn begin_panes(&mut self) -> Result<(), Invalid> {
        for (index, &number) in self.cursor.numbers.iter().enumerate() {
            let runs = self.panes.iter().any(|pane| pane.number() == number);
            if runs || self.extent.pane.is_some_and(|only| only != number) {
                continue;
            }
            let setup = PaneSetup { index, settings: self.cursor.settings(), at: self.now };
            let (stop, clockwork) = (self.extent.stop, self.extent.clockwork.clone());
            self.panes.push(PaneRun::begin((number, &setup), stop, clockwork, (self.folds)(&setup)?)?);
        }
        self.panes.sort_by_key(|pane| self.cursor.index_of(pane.number()));
        Ok(())
    }

    /// Opens a pane that was closed recently, by its [number](PaneRun::number). It continues as if it had never been closed, in
    /// its old place and with its recording. Removes the closing, and every later pane with the same letter, from the log.
    ///
    /// # Errors
    /// If the pane is not kept, its letter is taken, or a later command does not fit the pane; then nothing has changed.
    pub fn reopen(&mut self, number: usize) -> Result<(), Invalid> {
        let refused = || Invalid::new("pane", number, "one that was closed lately");
        let kept = self.closed.iter().position(|pane| pane.number() == number).ok_or_else(refused)?;
        let letter = self.closed[kept].letter();
        if self.index_of(letter).is_some() {
            return Err(refused());
        }
        let closed_later = self.closed[kept + 1..].iter().filter(|pane| pane.letter() == letter).count();
        let mut closings = self.log.iter().enumerate().rev().filter(|(_, logged)| logged.command == Command::ClosePane(letter));
        let (first, _) = closings.nth(closed_later).ok_or_else(refused)?;
        let mut log = self.log[..first].to_vec();
        log.extend(self.log[first..].iter().filter_map(|logged| logged.without_pane(letter)));

        let mut settings = self.initial().clone();
        log[..first].iter().try_for_each(|logged| check::apply(&logged.command, &mut settings))?;
        let before = settings.clone();
        log[first..].iter().try_for_each(|logged| check::apply(&logged.command, &mut settings))?;
        settings.check_count()?;

        let mut pane = self.closed.remove(kept);
        let mut then = before;
        for TimedCommand { at_flicks, command } in &log[first..] {
            let at = Time::from_flicks(*at_flicks);
            pane.advance(at);
            check::apply(command, &mut then)?;
            pane.obey(command, &PaneSetup { index: then.find_pane(letter)?, settings: &then, at })?;
        }
        pane.advance(self.now);
        self.panes.push(pane);
        let index = |pane: &PaneRun<F>| settings.find_pane(pane.letter()).unwrap_or(usize::MAX);
        self.panes.sort_by_key(index);
        let numbers = self.panes.iter().map(PaneRun::number).collect();
        self.cursor.restore(settings, numbers);
        let closed_at = Time::from_flicks(self.log[first].at_flicks);
        if let Some(by_hand) = self.by_hand.iter().rposition(|given| *given == closed_at) {
            self.by_hand.remove(by_hand);
        }
        self.log = log;
        Ok(())
    }

    /// Returns the same run up to `at`, or up to the present moment if that is earlier; the script's later commands are still to
    /// come. The past is computed again from the beginning, which leads to the same state, bit for bit.
    pub fn fork(&self, at: Time) -> Result<Running<F>, Invalid> {
        let mut fork = self.rewound(at)?;
        fork.advance_to(at.min(self.now));
        Ok(fork)
    }

    /// Returns a [`fork`](Running::fork) at its beginning, to be advanced to `at` in pieces.
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
        // No advance leads to the beginning of the run, so its commands are given at once.
        while fork.cursor.taken < remade && fork.cursor.next_at() <= Some(Time::ZERO) {
            fork.give_next();
        }
        Ok(fork)
    }

    fn past(&self, at: Time) -> Vec<TimedCommand> {
        self.log.iter().take_while(|logged| logged.at_flicks <= at.flicks()).cloned().collect()
    }

    /// Returns the number of the script's commands that have been given or refused.
    fn scripted(&self) -> usize {
        self.rest + self.cursor.taken.saturating_sub(self.remade)
    }

    /// Returns whether every pane has reached its end. A run of every pane has no end.
    pub fn is_over(&self) -> bool {
        let is_to_come = self.extent.pane.is_some_and(|pane| self.cursor.is_to_come(pane));
        let has_ended = |pane: &PaneRun<F>| pane.has_ended || pane.fault().is_some() && self.cursor.next().is_none();
        !is_to_come && self.panes.iter().all(has_ended)
    }

    /// Runs to the end, or until a fold wants no more. Returns the fold and the end of each pane, in the order in which the panes
    /// began. A run without an end finishes at its present moment.
    pub fn finish(mut self) -> Vec<(F, Finished)> {
        while self.extent.stop < Time::NEVER && !self.is_over() && self.panes.iter().all(|pane| pane.fold().wants_more()) {
            self.advance_to(self.now + SLICE);
        }
        // A run without an end keeps its closed panes only to open them again.
        let mut panes = if self.extent.stop < Time::NEVER { self.closed } else { Vec::new() };
        panes.extend(self.panes);
        panes.sort_by_key(PaneRun::number);
        panes.into_iter().map(PaneRun::finish).collect()
    }

    pub fn script(&self) -> &Script {
        &self.script
    }

    /// Drops the commands of the script that are still to come. The commands that it has given count from now on as given by a
    /// person.
    pub fn leave_script(&mut self) {
        self.script = Script::from(self.script.settings());
        self.cursor.drop_commands();
        (self.remade, self.rest) = (0, 0);
        self.by_hand = self.log.iter().map(|timed| Time::from_flicks(timed.at_flicks)).collect();
    }

    /// Returns the next command of the script; `None` if no more commands come.
    pub fn next_scripted(&self) -> Option<&TimedCommand> {
        self.cursor.next()
    }

    /// Returns whether all commands so far came from the script.
    pub fn is_as_scripted(&self) -> bool {
        self.by_hand.is_empty() && self.refusal.is_none()
    }

    /// Returns a script that repeats all commands so far and continues with the commands to come.
    pub fn recorded(&self) -> Script {
        let done = || check::script(self.initial().clone(), self.log.iter().chain(self.cursor.to_come()).cloned().collect());
        // All commands so far were allowed; the commands to come may no longer be.
        done().or_else(|_| check::script(self.initial().clone(), self.log.clone())).unwrap_or_else(|_| self.script.clone())
    }

    /// Returns the reason why a command of the script was refused; `None` if none was.
    pub fn refusal(&self) -> Option<&Invalid> {
        self.refusal.as_ref()
    }

    /// Returns the settings at the start of the run.
    pub fn initial(&self) -> &Settings {
        self.script.settings()
    }

    pub fn settings(&self) -> &Settings {
        self.cursor.settings()
    }

    /// Returns the settings at the start of the run with every change that a person has made since, as far as it is allowed there.
    /// A pause of the game is left out.
    pub fn changed_by_hand(&self) -> Settings {
        let mut by_hand = self.by_hand.iter().rev().peekable();
        // The commands of a person come after those of the script at the same moment.
        let is_by_hand = |logged: &&TimedCommand| by_hand.next_if(|at| at.flicks() == logged.at_flicks).is_some();
        let commands: Vec<&TimedCommand> = self.log.iter().rev().filter(is_by_hand).collect();
        let mut settings = self.initial().clone();
        for TimedCommand { command, .. } in commands.into_iter().rev() {
            let mut changed = settings.clone();
            if check::apply(command, &mut changed).and_then(|()| changed.check_count()).is_ok() {
                settings = changed;
            }
        }
        Settings { paused: self.initial().paused, ..settings }
    }

    /// Returns the panes that run, in the order of the settings.
    pub fn panes(&self) -> &[PaneRun<F>] {
        &self.panes
    }

    pub fn pane(&self, letter: PaneLetter) -> Option<&PaneRun<F>> {
        self.panes.iter().find(|pane| pane.letter() == letter)
    }

    pub fn index_of(&self, letter: PaneLetter) -> Option<usize> {
        self.settings().find_pane(letter).ok()
    }

    pub fn now(&self) -> Time {
        self.now
    }

    /// Returns every command so far.
    pub fn log(&self) -> &[TimedCommand] {
        &self.log
    }
}
