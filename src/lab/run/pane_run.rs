//! One pane of a run: a loop on its computer, and what is made of its events.

use super::fold::{Finished, Fold};
use super::loop_runner::LoopRunner;
use super::setup::PaneSetup;
use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::model::config::{Command, PaneLetter, PaneSettings, Patch};
use crate::model::machine::VirtualComputer;
use crate::model::machine::clock::ClockSource;
use crate::model::strategies::Strategy;
use std::cell::{Ref, RefCell};
use std::rc::Rc;

/// A pane while it runs.
pub struct PaneRun<F> {
    letter: PaneLetter,
    number: usize,
    runner: LoopRunner,
    fold: Rc<RefCell<F>>,
    has_ended: bool,
    /// When it was closed, if it was.
    closed: Time,
}

impl<F: Fold> PaneRun<F> {
    /// Begins a pane as `setup` says and ends at the first turn that would start at or after `stop`.
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
            // The last thing before the loop: it starts the clock.
            match clockwork {
                Some(clockwork) => computer.paced_by(clockwork),
                None => computer,
            }
        })?;
        Ok(PaneRun { letter: setup.letter(), number, runner, fold, has_ended: false, closed: Time::NEVER })
    }

    /// Everything that starts before `horizon` starts; what was rendered when the loop has ended is still displayed.
    pub(super) fn advance(&mut self, horizon: Time) {
        if !self.has_ended {
            self.has_ended = self.runner.run_until(horizon).is_ready() || self.computer().is_cut();
            if self.has_ended {
                self.runner.host().computer_mut().show_until(Time::NEVER);
            }
        }
    }

    /// Does what `command` asks of this pane; `setup` is as it is after it. What comes after the end changes nothing.
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

    /// Goes on as another pane, which has the past of this one: with that pane's loop and on its computer from `setup.at` on. This
    /// pane has the index `index` in the same settings.
    pub(super) fn go_on_as(&mut self, number: usize, index: usize, setup: &PaneSetup) -> Result<(), Invalid> {
        let mut before = setup.settings.clone();
        let computer = Some(before.computer_of(index).clone());
        before.panes[setup.index] = PaneSettings { letter: setup.choice().letter, computer, ..before.panes[index].clone() };
        (self.number, self.letter) = (number, setup.letter());
        self.obey(&Command::Set(Patch::between(&before, setup.settings)), setup)
    }

    /// It ends at `moment`, up to which it has run, unless it has ended before.
    pub(super) fn close(&mut self, moment: Time) {
        if !self.has_ended {
            self.has_ended = true;
            self.closed = moment;
        }
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns the fold of its events, and the end of its run.
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
            }
        };
        let PaneRun { runner, fold, .. } = self;
        drop(runner);
        let Some(fold) = Rc::into_inner(fold) else { unreachable!("only the computer shared it") };
        (fold.into_inner(), finished)
    }

    /// The letter that names the pane, wherever it stands.
    pub fn letter(&self) -> PaneLetter {
        self.letter
    }

    /// How many panes of the run began before this one: what tells it from another pane of the same letter.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The loop that runs.
    pub fn strategy(&self) -> &'static Strategy {
        self.runner.strategy()
    }

    /// The computer that it runs on, with its world and display.
    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.runner.host().computer()
    }

    /// Returns the fold of its events so far.
    pub fn fold(&self) -> Ref<'_, F> {
        self.fold.borrow()
    }
}
