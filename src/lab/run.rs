//! One pane from its start to the end of a run, without a window and as fast as it goes.

use crate::host::clockwork::Clockwork;
use crate::host::{Host, Observer, VirtualComputer};
use crate::params::Invalid;
use crate::params::Param;
use crate::scenes::{Tally, World};
use crate::settings::{LONGEST_RUN_S, Settings};
use crate::strategies;
use crate::time::{Span, Time};
use std::cell::RefCell;
use std::rc::Rc;

/// How long a run is, in seconds.
pub const SECONDS: Param = Param::seconds("seconds", 10.0, (f64::MIN_POSITIVE, LONGEST_RUN_S), "How long the run is.");

/// A run that can be started.
pub struct Run<'a> {
    settings: &'a Settings,
    pane: usize,
    seconds: f64,
    keeps_pictures: bool,
    clockwork: Option<Rc<dyn Clockwork>>,
}

/// What is left when a run has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    /// The computer's clock.
    pub clock: Time,
    /// The world's.
    pub sim: Time,
    pub state_hash: u64,
    pub tally: Tally,
}

impl<'a> Run<'a> {
    /// # Errors
    /// If the settings are not allowed, the length is not, or a turn of this loop would never end.
    pub fn new(settings: &'a Settings, pane: usize, seconds: f64) -> Result<Run<'a>, Invalid> {
        settings.check()?;
        if !(seconds > 0.0 && seconds <= LONGEST_RUN_S) {
            return Err(Invalid::new(SECONDS.name, seconds, format!("above 0, at most {LONGEST_RUN_S} s")));
        }
        let choice = &settings.panes[pane];
        let update = Span::from_millis(settings.computer_of(pane).update_ms);
        if strategies::find(&choice.strategy)?.is_endless(&choice.params, update) {
            let allowed = format!("with this update_ms and no limit a turn of {} would never end", choice.strategy);
            return Err(Invalid::new("max_frameskip", "off", allowed));
        }
        Ok(Run { settings, pane, seconds, keeps_pictures: false, clockwork: None })
    }

    /// Display events carry the bodies in the picture.
    #[must_use]
    pub fn keeping_pictures(self, keeps_pictures: bool) -> Run<'a> {
        Run { keeps_pictures, ..self }
    }

    /// Runs on `clockwork`, the real clock for instance, instead of as fast as it goes.
    #[must_use]
    pub fn paced_by(self, clockwork: Rc<dyn Clockwork>) -> Run<'a> {
        Run { clockwork: Some(clockwork), ..self }
    }

    /// When the first turn begins.
    pub fn start(&self) -> Time {
        Time::ZERO + Span::from_millis(self.settings.computer_of(self.pane).start_ms)
    }

    /// Runs until the first turn that would start at or after the end, and shows what was rendered by then. Between
    /// seconds of its computer's time `goes_on` may call it off.
    ///
    /// # Errors
    /// None that [`Run::new`] has not refused already.
    pub fn go(self, observer: Option<Rc<RefCell<dyn Observer>>>, mut goes_on: impl FnMut() -> bool) -> Result<Finished, Invalid> {
        let Run { settings, pane, seconds, keeps_pictures, clockwork } = self;
        let choice = &settings.panes[pane];
        let strategy = strategies::find(&choice.strategy)?;
        let world = World::new(&settings.scene, settings.seed)?;
        let mut computer =
            VirtualComputer::new(settings.computer_of(pane), settings.seed, world).stopping_at(Time::from_secs(seconds));
        if let Some(observer) = observer {
            computer = computer.observed_by(observer);
        }
        if keeps_pictures {
            computer = computer.keeping_pictures();
        }
        computer.draws(choice.presentation.unwrap_or(strategy.presentation));
        for hitch in &settings.hitches {
            computer.strike(Time::from_secs(hitch.at_s), Span::from_millis(hitch.ms));
        }
        if let Some(clockwork) = clockwork {
            computer = computer.paced_by(clockwork); // The last thing before the loop: it starts the clock.
        }

        let host = Host::new(computer);
        let mut running = (strategy.start)(host.clone(), choice.params.clone());
        let mut ended = false;
        while !ended && goes_on() && !host.computer().is_cut() {
            let horizon = host.computer().clock() + Span::from_secs(1.0);
            ended = host.run_until(&mut running, horizon).is_ready();
        }
        host.computer_mut().show_until(Time::NEVER);

        let computer = host.computer();
        let world = computer.world();
        Ok(Finished { clock: computer.clock(), sim: world.sim(), state_hash: world.state_hash(), tally: world.tally() })
    }
}
