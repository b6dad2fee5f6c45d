//! The run of one pane of a script up to an end: plain data until it is started.

use super::cursor::ScriptCursor;
use super::fold::{Finished, Fold};
use super::running::{Extent, Running};
use super::setup::PaneSetup;
use crate::base::params::invalid::Invalid;
use crate::base::params::param::Param;
use crate::base::time::{Span, Time};
use crate::model::config::limits::LONGEST_RUN_S;
use crate::model::config::script::{Origin, Script};
use crate::model::machine::clock::ClockSource;
use crate::model::{check, worlds};
use std::cell::Cell;
use std::rc::Rc;

pub const SECONDS: Param = Param::seconds("seconds", 10.0, (f64::MIN_POSITIVE, LONGEST_RUN_S), "How long the run is.");

/// The run of one pane up to an end; checked but not started.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    script: Script,
    pane: usize,
    stop: Time,
}

impl Run {
    /// Returns the run of the pane that has the index `pane` at the start, for `seconds` (above 0, at most a day).
    ///
    /// # Errors
    /// If the settings or the length are not allowed, there is no such pane, or a turn of its loop would never end.
    pub fn new(script: impl Into<Script>, pane: usize, seconds: f64) -> Result<Run, Invalid> {
        Run::of(script, Origin::Start(pane), seconds)
    }

    /// Returns the run of any pane, even of one that a command adds.
    pub fn of(script: impl Into<Script>, pane: Origin, seconds: f64) -> Result<Run, Invalid> {
        let script: Script = script.into();
        check::settings(script.settings())?;
        if !(seconds > 0.0 && seconds <= LONGEST_RUN_S) {
            return Err(Invalid::new(SECONDS.name.as_ref(), seconds, format!("above 0, at most {LONGEST_RUN_S} s")));
        }
        let number = ScriptCursor::number_of(&script, pane);
        let number = number.ok_or_else(|| Invalid::new("pane", format!("{pane:?}"), "one that the script has"))?;
        let run = Run { script, pane: number, stop: Time::from_secs(seconds) };
        run.each_setup(check_ends)?;
        Ok(run)
    }

    /// Returns the same run with another seed, of which no check depends.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Run {
        Run { script: self.script.with_seed(seed), ..*self }
    }

    fn each_setup(&self, mut see: impl FnMut(&PaneSetup) -> Result<(), Invalid>) -> Result<(), Invalid> {
        let mut cursor = self.cursor();
        loop {
            if let Some(setup) = cursor.setup(self.pane, Time::ZERO) {
                see(&setup)?;
            }
            let Some(command) = cursor.take_next() else { return Ok(()) };
            cursor.apply(&command)?;
        }
    }

    /// Returns the reason why the pane stands still at some time of the run, because one of its loops can't run in the world;
    /// `None` if it never does.
    pub fn stands_still(&self) -> Result<Option<String>, Invalid> {
        let kind = worlds::find(&self.script.settings().scene.id)?;
        let mut said = None;
        self.each_setup(|setup| {
            let strategy = setup.strategy()?;
            let why = strategy.lacks_in(kind);
            said = said.take().or(why.map(|why| format!("{} stands still in {}: {why}", strategy.id, kind.id)));
            Ok(())
        })?;
        Ok(said)
    }

    fn cursor(&self) -> ScriptCursor {
        ScriptCursor::new(self.script.settings().clone(), self.script.commands().to_vec())
    }

    /// Returns the script at the moment at which the pane begins.
    pub fn beginning(&self) -> Beginning {
        let mut cursor = self.cursor();
        let at = cursor.go_to_beginning(self.pane).expect("a checked script has no command that is refused");
        Beginning { cursor, pane: self.pane, at }
    }

    /// Starts the run, which goes as fast as possible. `fold` makes the fold that receives the events.
    pub fn start<F: Fold>(&self, fold: impl Fn(&PaneSetup) -> Result<F, Invalid> + 'static) -> Result<Running<F>, Invalid> {
        let extent = Extent { pane: Some(self.pane), stop: self.stop, clockwork: None };
        Running::begin(self.script.clone(), extent, Rc::new(fold))
    }

    /// Makes the whole run. Returns `fold` after all events, and the state at the end of the run.
    pub fn fold<F: Fold>(&self, fold: F) -> Result<(F, Finished), Invalid> {
        self.fold_on(None, fold)
    }

    /// Makes the whole run on `clockwork`, such as the real clock; `None` for the virtual clock.
    pub fn fold_on<F: Fold>(&self, clockwork: Option<Rc<dyn ClockSource>>, fold: F) -> Result<(F, Finished), Invalid> {
        let extent = Extent { pane: Some(self.pane), stop: self.stop, clockwork };
        let fold = Cell::new(Some(fold));
        let once = move |_: &PaneSetup| Ok(fold.take().expect("the run has one pane, which begins once"));
        let mut panes = Running::begin(self.script.clone(), extent, Rc::new(once))?.finish();
        Ok(panes.pop().expect("the pane of the run comes in its script"))
    }
}

/// A script at the moment at which one of its panes begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    cursor: ScriptCursor,
    pane: usize,
    at: Time,
}

impl Beginning {
    pub fn setup(&self) -> PaneSetup<'_> {
        self.cursor.setup(self.pane, self.at).expect("a checked run has its pane")
    }
}

fn check_ends(setup: &PaneSetup) -> Result<(), Invalid> {
    let (choice, computer, settings) = (setup.choice(), setup.computer(), setup.settings);
    let mut update = Span::from_millis(computer.mean_update_ms());
    if computer.update_us_per_body > 0.0 {
        let bodies = worlds::world(&settings.scene, settings.seed)?.population();
        update += Span::from_millis(computer.update_us_per_body / 1000.0) * bodies;
    }
    if setup.strategy()?.is_endless(&choice.params, update) {
        let allowed = format!("with this update load and no limit a turn of {} would never end", choice.strategy);
        return Err(Invalid::new("max_frameskip", "off", allowed));
    }
    Ok(())
}
