//! A running loop on its computer, to which commands are applied.

use super::setup::PaneSetup;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::model::config::command::Command;
use crate::model::config::patch::{Owner, Patch, SettingPath};
use crate::model::config::settings::PaneSettings;
use crate::model::machine::computer::VirtualComputer;
use crate::model::machine::host::{Host, LoopFuture, Progress};
use crate::model::strategies::strategy::Found;
use crate::model::worlds;

pub(super) struct LoopRunner {
    pub strategy: Found,
    pub host: Host,
    running: LoopFuture,
}

impl LoopRunner {
    /// Starts the loop of a pane by its `setup`. `fitted` adds the run's own parts to the computer, such as the observer.
    pub fn new(setup: &PaneSetup, fitted: impl FnOnce(VirtualComputer) -> VirtualComputer) -> Result<LoopRunner, Invalid> {
        let (strategy, settings) = (setup.strategy()?, setup.settings);
        let world = worlds::world(&settings.scene, settings.seed)?;
        let mut computer = VirtualComputer::new(setup.computer(), settings.seed, world);
        if setup.at > Time::ZERO {
            computer = computer.starting_at(setup.at);
        }
        computer = fitted(computer);
        computer.begins_loop(strategy.spin(&setup.choice().params));
        computer.presentation = setup.presentation()?;
        computer.paused = settings.paused;
        computer.play_load_of(settings.captured_pane().and_then(PaneSettings::played));
        for stall in settings.hitches.iter().filter(|stall| Time::from_secs(stall.at_s) >= setup.at) {
            computer.strike(Time::from_secs(stall.at_s), Span::from_millis(stall.ms), stall.on);
        }
        let host = Host::new(computer);
        let running = strategy.begin(host.clone(), setup.choice().params.clone());
        let runner = LoopRunner { strategy, host, running };
        runner.limit_steps(setup);
        Ok(runner)
    }

    /// Limits the steps on the computer to the longest step of the loop, which may depend on the display.
    fn limit_steps(&self, setup: &PaneSetup) {
        let longest = self.strategy.longest_step(&setup.choice().params, self.host.refresh_interval());
        self.host.computer_mut().steps_at_most(longest);
    }

    /// Starts every operation that is due before `horizon`. A loop that has ended must not be run again.
    pub fn run_until(&mut self, horizon: Time) -> Progress {
        self.host.run_until(&mut self.running, horizon)
    }

    /// Applies `command` to the pane. `setup` is the pane's setup after the command, and has the command's moment.
    pub fn obey(&mut self, command: &Command, setup: &PaneSetup) -> Result<(), Invalid> {
        match command {
            Command::Set(patch) => return self.change(patch, setup),
            Command::Stall { ms, on } => self.host.computer_mut().strike(setup.at, Span::from_millis(*ms), *on),
            Command::Tap => self.host.computer_mut().tap(setup.at),
            Command::Steer(input) => self.host.computer_mut().steer(*input),
            Command::AddPane(_) | Command::ClosePane(_) | Command::SwapPanes(..) => {
                let captured = setup.settings.captured_pane().and_then(PaneSettings::played);
                self.host.computer_mut().play_load_of(captured);
            }
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
}
