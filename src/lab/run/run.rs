//! One pane from its start to the end of a run, without a window and as fast as it goes.

use super::loop_runner::LoopRunner;
use crate::base::params::{Invalid, Param};
use crate::base::time::{Span, Time};
use crate::model::config::script::{Origin, Script};
use crate::model::config::{Command, LONGEST_RUN_S, Logged, Settings};
use crate::model::machine::Observer;
use crate::model::machine::clock::ClockSource;
use crate::model::world::{Readout, Tally};
use crate::model::{check, strategies, worlds};
use std::cell::RefCell;
use std::rc::Rc;

/// How long a run is, in seconds.
pub const SECONDS: Param = Param::seconds("seconds", 10.0, (f64::MIN_POSITIVE, LONGEST_RUN_S), "How long the run is.");

/// A run that can be started.
pub struct Run {
    script: Script,
    pane: Origin,
    seconds: f64,
    keeps_pictures: bool,
    clockwork: Option<Rc<dyn ClockSource>>,
}

/// What is left when a run has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The computer's clock.
    pub clock: Time,
    /// The world's.
    pub sim: Time,
    pub state_hash: u64,
    pub tally: Tally,
    /// What the world says of itself.
    pub readouts: Vec<Readout>,
}

impl Run {
    /// The run of the pane in place `pane` of the beginning.
    ///
    /// # Errors
    /// If the settings are not allowed, the length is not, or a turn of this loop would never end.
    pub fn new(script: impl Into<Script>, pane: usize, seconds: f64) -> Result<Run, Invalid> {
        Run::of(script, Origin::Start(pane), seconds)
    }

    /// The run of any pane, also of one that is added later.
    ///
    /// # Errors
    /// As for [`Run::new`].
    pub fn of(script: impl Into<Script>, pane: Origin, seconds: f64) -> Result<Run, Invalid> {
        let run = Run { script: script.into(), pane, seconds, keeps_pictures: false, clockwork: None };
        check::settings(run.script.settings())?;
        if !(seconds > 0.0 && seconds <= LONGEST_RUN_S) {
            return Err(Invalid::new(SECONDS.name, seconds, format!("above 0, at most {LONGEST_RUN_S} s")));
        }
        let mut story = ScriptCursor::new(&run.script, pane);
        story.check_ends()?;
        while story.next(None)?.is_some() {
            story.check_ends()?;
        }
        Ok(run)
    }

    /// Display events carry the bodies in the picture.
    #[must_use]
    pub fn keeping_pictures(self, keeps_pictures: bool) -> Run {
        Run { keeps_pictures, ..self }
    }

    /// Runs on `clockwork`, the real clock for instance, instead of as fast as it goes.
    #[must_use]
    pub fn paced_by(self, clockwork: Rc<dyn ClockSource>) -> Run {
        Run { clockwork: Some(clockwork), ..self }
    }

    /// When the first turn begins.
    pub fn start(&self) -> Time {
        let (settings, place, from) = self.beginning();
        from + Span::from_millis(settings.computer_of(place).start_ms)
    }

    /// The settings when this pane begins, its place in them, and the moment.
    fn beginning(&self) -> (Settings, usize, Time) {
        let mut story = ScriptCursor::new(&self.script, self.pane);
        let mut from = Time::ZERO;
        while story.place.is_none()
            && let Ok(Some(moment)) = story.next(None)
        {
            from = moment;
        }
        (story.settings, story.place.unwrap_or_default(), from)
    }

    /// The refresh rate, the loop and the like that the pane begins with.
    pub fn settings(&self) -> (Settings, usize) {
        let (settings, place, _) = self.beginning();
        (settings, place)
    }

    /// Runs until the first turn that would start at or after the end, and shows what was rendered by then. Between
    /// seconds of its computer's time `goes_on` may call it off. A pane that is closed ends at that moment.
    ///
    /// # Errors
    /// None that [`Run::new`] has not refused already.
    pub fn go(self, observer: Option<Rc<RefCell<dyn Observer>>>, mut goes_on: impl FnMut() -> bool) -> Result<Finished, Invalid> {
        let (settings, place, from) = self.beginning();
        let stop = Time::from_secs(self.seconds);
        let mut rig = LoopRunner::new(&settings, place, from, |computer| {
            let computer = computer.stopping_at(stop);
            let computer = if self.keeps_pictures { computer.keeping_pictures() } else { computer };
            let computer = match observer {
                Some(observer) => computer.observed_by(observer),
                None => computer,
            };
            // The last thing before the loop: it starts the clock.
            match self.clockwork {
                Some(clockwork) => computer.paced_by(clockwork),
                None => computer,
            }
        })?;
        let mut story = ScriptCursor::new(&self.script, self.pane);
        while story.place.is_none() && story.next(None)?.is_some() {}

        let mut until = Time::NEVER;
        let mut ended = false;
        while !ended && goes_on() && !rig.host().computer().is_cut() {
            let next = story.moment().unwrap_or(Time::NEVER);
            let horizon = (rig.host().computer().clock() + Span::from_secs(1.0)).min(next);
            ended = rig.run_until(horizon).is_ready();
            // Whatever starts before the next command has started when the clock has come to it.
            if !ended && horizon == next {
                story.next(Some(&mut rig))?;
                if story.place.is_none() {
                    until = next;
                    break;
                }
            }
        }
        rig.host().computer_mut().show_until(until);

        let computer = rig.host().computer();
        let world = computer.world();
        let clock = computer.clock().min(until);
        let readouts = world.readouts(&world.frame());
        Ok(Finished { clock, sim: world.sim(), state_hash: world.state_hash(), tally: world.tally(), readouts })
    }
}

/// A script as one pane lives through it.
struct ScriptCursor<'a> {
    commands: &'a [Logged],
    number: usize,
    pane: Origin,
    settings: Settings,
    /// Where the pane stands; nothing before it is added and after it is closed.
    place: Option<usize>,
}

impl<'a> ScriptCursor<'a> {
    fn new(script: &'a Script, pane: Origin) -> ScriptCursor<'a> {
        let place = match pane {
            Origin::Start(place) => Some(place),
            Origin::Command(_) => None,
        };
        ScriptCursor { commands: script.commands(), number: 0, pane, settings: script.settings().clone(), place }
    }

    /// When the next command comes.
    fn moment(&self) -> Option<Time> {
        self.commands.get(self.number).map(|logged| Time::from_flicks(logged.at_flicks))
    }

    /// The next command happens, to the pane too if it is there; answers with its moment.
    fn next(&mut self, rig: Option<&mut LoopRunner>) -> Result<Option<Time>, Invalid> {
        let Some(moment) = self.moment() else { return Ok(None) };
        let command = &self.commands[self.number].command;
        check::apply(command, &mut self.settings)?;
        if let Some((rig, place)) = rig.zip(self.place) {
            rig.obey(command, place, &self.settings, moment)?;
        }
        self.place = match (*command).clone() {
            Command::AddPane(_) if self.pane == Origin::Command(self.number) => Some(self.settings.panes.len() - 1),
            Command::ClosePane { pane } if self.place == Some(pane) => None,
            Command::ClosePane { pane } => self.place.map(|place| place - usize::from(place > pane)),
            Command::SwapPanes { a, b } if self.place == Some(a) => Some(b),
            Command::SwapPanes { a, b } if self.place == Some(b) => Some(a),
            _ => self.place,
        };
        self.number += 1;
        Ok(Some(moment))
    }

    /// # Errors
    /// If the pane is there and a turn of its loop would never end.
    fn check_ends(&self) -> Result<(), Invalid> {
        let Some(place) = self.place else { return Ok(()) };
        let choice = &self.settings.panes[place];
        let computer = self.settings.computer_of(place);
        let mut update = Span::from_millis(computer.update_ms);
        if computer.update_us_per_body > 0.0 {
            let bodies = worlds::world(&self.settings.scene, self.settings.seed)?.population();
            update += Span::from_millis(computer.update_us_per_body / 1000.0) * bodies;
        }
        if strategies::find(&choice.strategy)?.is_endless(&choice.params, update) {
            let allowed = format!("with this update_ms and no limit a turn of {} would never end", choice.strategy);
            return Err(Invalid::new("max_frameskip", "off", allowed));
        }
        Ok(())
    }
}
