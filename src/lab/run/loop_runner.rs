//! A loop on its computer, and what the commands of a person do to it.

use crate::base::params::Invalid;
use crate::base::time::{Span, Time};
use crate::model::config::{Command, Settings};
use crate::model::machine::{Host, LoopFuture, VirtualComputer};
use crate::model::strategies::{self, Strategy};
use crate::model::worlds;
use std::task::Poll;

pub struct LoopRunner {
    strategy: &'static Strategy,
    host: Host,
    running: LoopFuture,
}

impl LoopRunner {
    /// Pane `index` of `settings`, its run starting at laboratory time `start`; `fitted` says who looks at its computer.
    pub fn new(
        settings: &Settings,
        index: usize,
        start: Time,
        fitted: impl FnOnce(VirtualComputer) -> VirtualComputer,
    ) -> Result<LoopRunner, Invalid> {
        let choice = &settings.panes[index];
        let strategy = strategies::find(&choice.strategy)?;
        let world = worlds::world(&settings.scene, settings.seed)?;
        let mut computer = VirtualComputer::new(settings.computer_of(index), settings.seed, world);
        if start > Time::ZERO {
            computer = computer.starting_at(start);
        }
        computer = fitted(computer);
        computer.begins_loop(strategy.longest_step(&choice.params));
        computer.draws(choice.presentation.unwrap_or(strategy.presentation));
        for hitch in settings.hitches.iter().filter(|hitch| Time::from_secs(hitch.at_s) >= start) {
            computer.strike(Time::from_secs(hitch.at_s), Span::from_millis(hitch.ms));
        }
        let host = Host::new(computer);
        let running = (strategy.start)(host.clone(), choice.params.clone());
        Ok(LoopRunner { strategy, host, running })
    }

    /// Everything that starts before `horizon` starts. Ready when the loop has ended; it must not be run again then.
    pub fn run_until(&mut self, horizon: Time) -> Poll<()> {
        self.host.run_until(&mut self.running, horizon)
    }

    /// Does what `command`, given at `now`, asks of the pane in place `index`; `settings` are those after it.
    pub fn obey(&mut self, command: &Command, index: usize, settings: &Settings, now: Time) -> Result<(), Invalid> {
        match command {
            Command::Computer(_) | Command::PaneComputer { .. } => {
                self.host.computer_mut().becomes(settings.computer_of(index));
            }
            Command::Strategy { pane, .. } | Command::Param { pane, .. } if *pane == index => {
                // Drops the loop where it is; the computer ends the operation in hand and then runs the new one.
                let choice = &settings.panes[index];
                self.strategy = strategies::find(&choice.strategy)?;
                self.host.computer_mut().begins_loop(self.strategy.longest_step(&choice.params));
                self.running = (self.strategy.start)(self.host.clone(), choice.params.clone());
                self.draw_as_set(index, settings);
            }
            Command::Presentation { pane, .. } if *pane == index => self.draw_as_set(index, settings),
            Command::Hitch { ms } => self.host.computer_mut().strike(now, Span::from_millis(*ms)),
            Command::Tap => self.host.computer_mut().tap(now),
            Command::Steer(pedals) => self.host.computer_mut().steer(*pedals),
            Command::SceneOption { .. } => self.host.computer_mut().set_options(&settings.scene.options),
            _ => {}
        }
        Ok(())
    }

    fn draw_as_set(&self, index: usize, settings: &Settings) {
        let presentation = settings.panes[index].presentation.unwrap_or(self.strategy.presentation);
        self.host.computer_mut().draws(presentation);
    }

    pub fn strategy(&self) -> &'static Strategy {
        self.strategy
    }

    pub fn host(&self) -> &Host {
        &self.host
    }
}
