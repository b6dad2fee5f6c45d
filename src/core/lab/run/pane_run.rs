//! One pane of a run: a loop on its computer, to which commands are applied, and the fold of its events.

use super::fold::{Finished, Fold};
use super::setup::PaneSetup;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::model::config::capture::CapturedFrame;
use crate::model::config::command::Command;
use crate::model::config::pane_letter::PaneLetter;
use crate::model::config::patch::{Owner, Patch, SettingPath};
use crate::model::machine::clock::ClockSource;
use crate::model::machine::computer::VirtualComputer;
use crate::model::machine::host::{Host, LoopError, LoopFuture, Progress};
use crate::model::machine::live_feed::LabPace;
use crate::model::strategies::strategy::Found;
use crate::model::worlds;
use std::cell::{Ref, RefCell};
use std::rc::Rc;

pub struct PaneRun<F> {
    letter: PaneLetter,
    number: usize,
    strategy: Found,
    host: Host,
    running: LoopFuture,
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
        let (strategy, settings) = (setup.strategy()?, setup.settings);
        let world = worlds::world(&settings.scene, settings.seed)?;
        let mut computer = VirtualComputer::new(setup.computer(), settings.seed, world);
        if setup.at > Time::ZERO {
            computer = computer.starting_at(setup.at);
        }
        computer = computer.stopping_at(stop);
        if fold.wants_details() {
            computer = computer.keeping_frames();
        }
        let fold = Rc::new(RefCell::new(fold));
        if F::OBSERVES {
            computer = computer.observed_by(fold.clone());
        }
        // The run's own parts are complete here: this starts the clock.
        if let Some(clockwork) = clockwork {
            computer = computer.paced_by(clockwork);
        }
        computer.begins_loop(strategy.spin(&setup.choice().params));
        computer.presentation = setup.presentation()?;
        computer.paused = settings.paused;
        computer.play_load_of(setup.played());
        for stall in settings.hitches.iter().filter(|stall| Time::from_secs(stall.at_s) >= setup.at) {
            computer.strike(Time::from_secs(stall.at_s), Span::from_millis(stall.ms), stall.on);
        }
        let host = Host::new(computer);
        let running = strategy.begin(host.clone(), setup.choice().params.clone());
        let (letter, closed) = (setup.letter(), Time::NEVER);
        let pane = PaneRun { letter, number, strategy, host, running, fold, has_ended: false, is_computing: false, closed };
        pane.limit_steps(setup);
        Ok(pane)
    }

    /// Limits the steps on the computer to the longest step of the loop, which may depend on the display.
    fn limit_steps(&self, setup: &PaneSetup) {
        let longest = self.strategy.longest_step(&setup.choice().params, self.host.refresh_interval());
        self.host.computer_mut().steps_at_most(longest);
    }

    /// Starts every operation that is due before `horizon`. After the loop's end the frames that it has rendered are still
    /// displayed. After a fault the pane stands still until a loop is started again.
    pub(super) fn advance(&mut self, horizon: Time) {
        self.advance_within(horizon, &mut { u64::MAX });
    }

    /// Advances as [`PaneRun::advance`] does, but lets an interpreted loop execute at most `budget` instructions. Leaves the
    /// unused part in `budget`.
    pub(super) fn advance_within(&mut self, horizon: Time, budget: &mut u64) {
        if self.has_ended {
            return;
        }
        if self.fault().is_some() {
            self.host.computer_mut().show_until(horizon);
            return;
        }
        self.host.set_budget(*budget);
        let progress = self.host.run_until(&mut self.running, horizon);
        *budget = self.host.budget();
        self.is_computing = progress == Progress::Computing;
        self.has_ended = progress == Progress::Ended && self.fault().is_none() || self.computer().is_cut();
        if progress == Progress::Ended || self.has_ended {
            self.host.computer_mut().show_until(if self.has_ended { Time::NEVER } else { horizon });
        }
    }

    /// Gives the pane displayed frames of a running game, whose times are those of the game's clock, at the laboratory's time `now`.
    pub(super) fn feed(&self, frames: &[CapturedFrame], now: Time, pace: LabPace) {
        self.host.computer_mut().feed(frames, now, pace);
    }

    /// Returns the newest flip of the running game, which may be later than the laboratory's time; `None` before the first frame.
    pub fn newest_fed(&self) -> Option<Time> {
        self.computer().live.newest()
    }

    /// Returns the frames of the running game that came in the last 20 s, counted from the beginning of the first.
    pub fn fed(&self) -> Vec<CapturedFrame> {
        self.computer().live.kept()
    }

    /// Applies `command` to the pane. `setup` is the pane's setup after the command. Nothing changes after the pane's end.
    pub(super) fn obey(&mut self, command: &Command, setup: &PaneSetup) -> Result<(), Invalid> {
        if self.has_ended {
            return Ok(());
        }
        let computer = || self.host.computer_mut();
        match command {
            Command::Set(patch) => self.change(patch, setup)?,
            Command::Stall { ms, on } => computer().strike(setup.at, Span::from_millis(*ms), *on),
            Command::Tap => computer().tap(setup.at),
            Command::Steer(input) => computer().steer(*input),
            Command::AddPane(_) | Command::ClosePane(_) | Command::SwapPanes(..) => {
                computer().play_load_of(setup.played());
            }
        }
        if F::OBSERVES {
            self.fold.borrow_mut().configured(setup);
        }
        Ok(())
    }

    /// Applies `patch` to the pane, and restarts its loop at most once.
    fn change(&mut self, patch: &Patch, setup: &PaneSetup) -> Result<(), Invalid> {
        let letter = setup.letter();
        let sets = |is_set: fn(&SettingPath) -> bool| patch.paths().any(is_set);
        let sets_of_pane =
            |is_set: fn(&SettingPath) -> bool| patch.paths().any(|path| path.pane() == Some(letter) && is_set(path));
        let has_new_text = sets(|path| path.owner == Owner::Loops) && !setup.strategy()?.is(&self.strategy);
        let restarts = has_new_text || sets_of_pane(SettingPath::restarts_loop);
        if sets(|path| path.owner == Owner::Run && path.name == "paused") {
            self.host.computer_mut().paused = setup.settings.paused;
        }
        if sets(|path| path.owner == Owner::WorldOptions) {
            self.host.computer_mut().set_options(&setup.settings.scene.options);
        }
        if sets(SettingPath::is_of_computer) {
            self.host.computer_mut().set_computer(setup.computer());
            self.host.computer_mut().play_load_of(setup.played());
            if !restarts {
                self.limit_steps(setup);
            }
        }
        if restarts {
            // Drops the loop where it is; the computer ends the operation in hand and then runs the new one.
            let params = &setup.choice().params;
            self.strategy = setup.strategy()?;
            self.host.forget_fault(setup.at);
            self.host.computer_mut().begins_loop(self.strategy.spin(params));
            self.limit_steps(setup);
            self.running = self.strategy.begin(self.host.clone(), params.clone());
        }
        if restarts || sets_of_pane(|path| path.is_of_pane("presentation")) {
            self.host.computer_mut().presentation = setup.presentation()?;
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
        self.host.fault()
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
        let PaneRun { host, running, fold, .. } = self;
        drop((host, running));
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
        &self.strategy
    }

    /// Returns the computer that the pane runs on, with its world and display.
    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.host.computer()
    }

    /// Returns the fold of the pane's events so far.
    pub fn fold(&self) -> Ref<'_, F> {
        self.fold.borrow()
    }
}
