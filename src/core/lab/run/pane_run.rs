//! One pane of a run: a loop on its computer, and the fold of its events.

use super::fold::{Finished, Fold};
use super::loop_runner::LoopRunner;
use super::setup::PaneSetup;
use crate::base::params::invalid::Invalid;
use crate::base::time::Time;
use crate::model::config::command::Command;
use crate::model::config::pane_letter::PaneLetter;
use crate::model::machine::clock::ClockSource;
use crate::model::machine::computer::VirtualComputer;
use crate::model::machine::host::{LoopError, Progress};
use crate::model::strategies::strategy::Found;
use std::cell::{Ref, RefCell};
use std::rc::Rc;

pub struct PaneRun<F> {
    letter: PaneLetter,
    number: usize,
    runner: LoopRunner,
    fold: Rc<RefCell<F>>,
    pub(super) has_ended: bool,
    /// Whether the loop must still compute operations that start before the run's present moment.
    pub is_computing: bool,
    /// The moment at which the pane was closed; [`Time::NEVER`] if it was not.
    closed: Time,
}

impl<F: Fold> PaneRun<F> {
    /// Starts the pane `number` by its `setup`. The pane ends at the first turn that would start at or after `stop`.
    pub(super) fn begin(
        (number, setup): (usize, &PaneSetup),
        stop: Time,
        clockwork: Option<Rc<dyn ClockSource>>,
        fold: F,
    ) -> Result<PaneRun<F>, Invalid> {
        let wants_details = fold.wants_details();
        let fold = Rc::new(RefCell::new(fold));
        let runner = LoopRunner::new(setup, |computer| {
            let computer = computer.stopping_at(stop);
            let computer = if wants_details { computer.keeping_frames() } else { computer };
            let computer = if F::OBSERVES { computer.observed_by(fold.clone()) } else { computer };
            // This is last, because it starts the clock.
            match clockwork {
                Some(clockwork) => computer.paced_by(clockwork),
                None => computer,
            }
        })?;
        Ok(PaneRun { letter: setup.letter(), number, runner, fold, has_ended: false, is_computing: false, closed: Time::NEVER })
    }

    /// Starts every operation that is due before `horizon`. After the loop's end the frames that it has rendered are still
    /// displayed. After a fault the pane stands still until a loop is started again.
    pub(super) fn advance(&mut self, horizon: Time) {
        self.advance_within(horizon, &mut { u64::MAX });
    }

    /// Does the same as [`PaneRun::advance`], but an interpreted loop executes at most `budget` instructions. Leaves the unused
    /// part in `budget`.
    pub(super) fn advance_within(&mut self, horizon: Time, budget: &mut u64) {
        let host = self.runner.host.clone();
        if self.has_ended {
            return;
        }
        if self.fault().is_some() {
            host.computer_mut().show_until(horizon);
            return;
        }
        host.set_budget(*budget);
        let progress = self.runner.run_until(horizon);
        *budget = host.budget();
        self.is_computing = progress == Progress::Computing;
        self.has_ended = progress == Progress::Ended && self.fault().is_none() || self.computer().is_cut();
        if progress == Progress::Ended || self.has_ended {
            host.computer_mut().show_until(if self.has_ended { Time::NEVER } else { horizon });
        }
    }

    /// Applies `command` to the pane. `setup` is the pane's setup after the command. Nothing changes after the pane's end.
    pub(super) fn obey(&mut self, command: &Command, setup: &PaneSetup) -> Result<(), Invalid> {
        if self.has_ended {
            return Ok(());
        }
        self.runner.obey(command, setup)?;
        if F::OBSERVES {
            self.fold.borrow_mut().configured(setup);
        }
        Ok(())
    }

    /// Ends the pane at `moment`, up to which it has run. Does nothing if it has ended before.
    pub(super) fn close(&mut self, moment: Time) {
        if !self.has_ended {
            self.has_ended = true;
            self.closed = moment;
        }
    }

    /// Returns the reason why the loop stands still; `None` if it runs or has reached its end.
    pub fn fault(&self) -> Option<LoopError> {
        self.runner.host.fault()
    }

    /// Returns the fold of the pane's events, and the state at its end.
    pub(super) fn finish(self) -> (F, Finished) {
        let finished = {
            let computer = self.computer();
            let (world, clock) = (computer.world(), computer.clock().min(self.closed));
            Finished {
                clock,
                sim: world.sim(),
                state_hash: world.state_hash(),
                tally: world.tally(),
                readouts: world.readouts(&world.frame_at(clock)),
                fault: self.fault(),
                strategy: self.strategy().id.to_string(),
            }
        };
        let PaneRun { runner, fold, .. } = self;
        drop(runner);
        let Some(fold) = Rc::into_inner(fold) else { unreachable!("only the computer shared it") };
        (fold.into_inner(), finished)
    }

    pub fn letter(&self) -> PaneLetter {
        self.letter
    }

    /// Returns the number of panes that began before this one in the run. The number identifies the pane, while a letter may be
    /// given again.
    pub fn number(&self) -> usize {
        self.number
    }

    pub fn strategy(&self) -> &Found {
        &self.runner.strategy
    }

    /// Returns the computer that the pane runs on, with its world and display.
    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.runner.host.computer()
    }

    /// Returns the fold of the pane's events so far.
    pub fn fold(&self) -> Ref<'_, F> {
        self.fold.borrow()
    }
}
