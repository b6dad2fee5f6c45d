//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use super::folds::Folds;
use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::lab::history::trail::Trail;
use crate::lab::history::{History, HistoryPoint, PaneConfig, Snapshot};
use crate::lab::metrics::metrics_history::MetricsHistory;
use crate::lab::metrics::reference::ReferenceSolution;
use crate::lab::metrics::response::Response;
use crate::lab::metrics::series::Series;
use crate::lab::metrics::{Metrics, RunMetrics};
use crate::lab::run::loop_runner::LoopRunner;
use crate::model::config::{Command, Settings};
use crate::model::machine::VirtualComputer;
use crate::model::strategies::{self, Strategy};
use std::cell::{Ref, RefCell};
use std::rc::Rc;

/// A loop on its computer, with what is remembered of its run.
pub struct Pane {
    id: u64,
    rig: LoopRunner,
    folds: Rc<RefCell<Folds>>,
}

impl Pane {
    /// Pane `index` of `settings`, its run starting at laboratory time `start`.
    pub(crate) fn new(settings: &Settings, index: usize, start: Time, id: u64) -> Result<Pane, Invalid> {
        let mut folds = None;
        let reference = ReferenceSolution::of(settings)?;
        let choice = &settings.panes[index];
        let strategy = strategies::find(&choice.strategy)?;
        let presentation = choice.presentation.unwrap_or(strategy.presentation);
        let computer = settings.computer_of(index).clone();
        let refresh_hz = computer.refresh_hz;
        let config = PaneConfig { at: start, strategy, params: choice.params.clone(), computer, presentation };
        let rig = LoopRunner::new(settings, index, start, |computer| {
            let begins = computer.clock();
            let observer = folds.insert(Rc::new(RefCell::new(Folds {
                metrics: MetricsHistory::new(refresh_hz, begins, reference),
                series: Series::default(),
                response: Response::default(),
                trail: Trail::default(),
                history: History::new(begins, config),
            })));
            computer.keeping_pictures().observed_by(observer.clone())
        })?;
        let folds = folds.expect("the rig has been fitted");
        Ok(Pane { id, rig, folds })
    }

    /// Everything that starts before `horizon` starts.
    pub(crate) fn advance(&mut self, horizon: Time) {
        let state = self.rig.run_until(horizon);
        debug_assert!(state.is_pending(), "a pane's loop runs for ever");
    }

    /// Does what `command`, given at `now`, asks of this pane in place `index`; `settings` are those after it.
    pub(crate) fn obey(&mut self, command: &Command, index: usize, settings: &Settings, now: Time) -> Result<(), Invalid> {
        self.rig.obey(command, index, settings, now)
    }

    /// What tells this pane from the others of its laboratory, wherever it stands.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The loop that it runs.
    pub fn strategy(&self) -> &'static Strategy {
        self.rig.strategy()
    }

    /// The computer that it runs on.
    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.rig.host().computer()
    }

    /// Writes down what the settings say of this pane from `at` on, if that is something new.
    pub(crate) fn remember(&self, settings: &Settings, index: usize, at: Time) {
        let strategy = self.strategy();
        let choice = &settings.panes[index];
        let presentation = choice.presentation.unwrap_or(strategy.presentation);
        let (params, computer) = (choice.params.clone(), settings.computer_of(index).clone());
        let config = PaneConfig { at, strategy, params, computer, presentation };
        self.folds.borrow_mut().history.begin(config);
    }

    /// What it has done in the last twenty seconds.
    pub fn history(&self) -> Ref<'_, History> {
        Ref::map(self.folds.borrow(), |folds| &folds.history)
    }

    /// Its numbers as they are now.
    pub fn metrics(&self) -> Ref<'_, RunMetrics> {
        Ref::map(self.folds.borrow(), |folds| folds.metrics.current())
    }

    /// Every number of the whole run.
    pub fn whole(&self) -> Metrics {
        let computer = self.computer();
        self.metrics().whole(computer.clock(), computer.world().tally())
    }

    /// Every number of the two seconds before the laboratory's time `now`; passes are those of the last six.
    pub fn recent(&self, now: Time) -> Rc<Metrics> {
        self.metrics().recent(now, self.history().recent_passes(now))
    }

    /// What was to be seen and known at `point`, laboratory time `now`, which is one of the last twenty seconds.
    pub fn snapshot(&self, point: HistoryPoint, now: Time) -> Snapshot {
        let folds = self.folds.borrow();
        let mut replay = folds.metrics.replay(now, folds.history.recorded_since());
        let from = replay.from();
        folds.history.replay(from, point, &mut replay);
        folds.response.replay(from, now, &mut replay);
        folds.history.snapshot(point, now, replay.finish())
    }

    /// Every number of the whole run, as they were known at such a moment.
    pub fn whole_at(&self, moment: &Snapshot) -> Metrics {
        let clock = self.history().clock(moment.point, moment.at).unwrap_or_else(|| self.computer().clock());
        moment.metrics.whole(clock, moment.tally)
    }

    /// What the plots show.
    pub fn series(&self) -> Ref<'_, Series> {
        Ref::map(self.folds.borrow(), |folds| &folds.series)
    }

    /// How the pane answers inputs.
    pub fn response(&self) -> Ref<'_, Response> {
        Ref::map(self.folds.borrow(), |folds| &folds.response)
    }

    /// Where its bodies were in the frames of the last second.
    pub fn trail(&self) -> Ref<'_, Trail> {
        Ref::map(self.folds.borrow(), |folds| &folds.trail)
    }
}
