//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use crate::base::params::{Invalid, Values};
use crate::base::time::{Span, Time};
use crate::lab::history::trail::Trail;
use crate::lab::history::{History, PaneConfig, Snapshot};
use crate::lab::metrics::live::Live;
use crate::lab::metrics::metrics_history::{Measured, MetricsHistory, PastMetrics};
use crate::lab::metrics::reference::ReferenceSolution;
use crate::lab::metrics::response::Response;
use crate::lab::metrics::series::Series;
use crate::lab::metrics::{Exposure, Metrics};
use crate::lab::run::loop_runner::LoopRunner;
use crate::model::config::{Command, ControlInput, Settings};
use crate::model::machine::{Answer, Detail, Event, Input, Observer, VirtualComputer};
use crate::model::strategies::{self, Strategy};
use crate::model::world::{Body, Tally};
use std::cell::{Ref, RefCell};
use std::rc::Rc;

pub struct Pane {
    id: u64,
    rig: LoopRunner,
    watch: Rc<RefCell<Watch>>,
}

/// What a pane remembers of its own run.
struct Watch {
    live: Live,
    trail: Trail,
    gauge: MetricsHistory,
    series: Series,
    response: Response,
    history: History,
}

impl Observer for Watch {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.live.note(event, bodies);
        self.gauge.note(event, bodies);
        self.series.note(event, bodies);
        if let Event::Display { at, .. } = event {
            self.trail.add(*at, bodies);
        }
        self.history.note(event, bodies);
    }

    fn detail(&mut self, detail: &Detail) {
        self.history.detail(detail);
    }

    fn input(&mut self, input: Input) {
        self.gauge.input(input);
        self.response.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.gauge.answer(answer);
        self.response.answer(answer);
    }

    fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.gauge.steered(sim, pedals);
    }

    fn options_set(&mut self, sim: Time, options: &Values) {
        self.gauge.options_set(sim, options);
    }

    fn refreshes_at(&mut self, hertz: f64) {
        self.gauge.refreshes_at(hertz);
    }
}

impl Pane {
    /// Pane `index` of `settings`, its run starting at laboratory time `start`.
    pub(crate) fn new(settings: &Settings, index: usize, start: Time, id: u64) -> Result<Pane, Invalid> {
        let mut watch = None;
        let truth = ReferenceSolution::of(settings)?;
        let choice = &settings.panes[index];
        let strategy = strategies::find(&choice.strategy)?;
        let presentation = choice.presentation.unwrap_or(strategy.presentation);
        let computer = settings.computer_of(index).clone();
        let refresh_hz = computer.refresh_hz;
        let era = PaneConfig { at: start, strategy, params: choice.params.clone(), computer, presentation };
        let rig = LoopRunner::new(settings, index, start, |computer| {
            let begins = computer.clock();
            let watched = watch.insert(Rc::new(RefCell::new(Watch {
                live: Live::new(begins),
                trail: Trail::default(),
                gauge: MetricsHistory::new(Metrics::new(refresh_hz, begins).against(truth)),
                series: Series::default(),
                response: Response::default(),
                history: History::new(begins, era),
            })));
            computer.keeping_frames().observed_by(watched.clone())
        })?;
        let watch = watch.expect("the rig has been fitted");
        Ok(Pane { id, rig, watch })
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

    pub fn strategy(&self) -> &'static Strategy {
        self.rig.strategy()
    }

    pub fn computer(&self) -> Ref<'_, VirtualComputer> {
        self.rig.host().computer()
    }

    /// The passes that ended in the last six seconds.
    pub fn recent_tally(&self, now: Time) -> Tally {
        self.history().recent_tally(now)
    }

    /// Writes down what the settings say of this pane from `at` on, if that is something new.
    pub(crate) fn remember(&self, settings: &Settings, index: usize, at: Time) {
        let strategy = self.strategy();
        let choice = &settings.panes[index];
        let presentation = choice.presentation.unwrap_or(strategy.presentation);
        let (params, computer) = (choice.params.clone(), settings.computer_of(index).clone());
        let era = PaneConfig { at, strategy, params, computer, presentation };
        self.watch.borrow_mut().history.begin(era);
    }

    /// What it has done in the last twenty seconds.
    pub fn history(&self) -> Ref<'_, History> {
        Ref::map(self.watch.borrow(), |watch| &watch.history)
    }

    pub fn live(&self) -> Ref<'_, Live> {
        Ref::map(self.watch.borrow(), |watch| &watch.live)
    }

    /// Every number of the whole run.
    pub fn whole(&self) -> Measured {
        let computer = self.computer();
        self.watch.borrow().gauge.whole(computer.clock(), computer.world().tally())
    }

    /// Every number of the last two seconds; passes are those of the last six.
    pub fn recent(&self, now: Time) -> Measured {
        let watch = self.watch.borrow();
        let measured = watch.gauge.recent(now, watch.history.recent_tally(now));
        as_in_the_header(measured, &watch.live, now)
    }

    /// Every number of the whole run, as they were known at a moment of the last twenty seconds.
    pub fn whole_then(&self, moment: &Snapshot) -> Measured {
        let clock = self.history().clock(moment).unwrap_or_else(|| self.computer().clock());
        self.then(moment, |then| then.whole(clock, moment.tally))
    }

    /// Every number of the two seconds before such a moment.
    pub fn recent_then(&self, moment: &Snapshot) -> Measured {
        let measured = self.then(moment, |then| then.recent(moment.recent));
        as_in_the_header(measured, &moment.live, moment.at)
    }

    /// Measures the last part again.
    fn then(&self, moment: &Snapshot, measured: impl FnOnce(&PastMetrics) -> Measured) -> Measured {
        let watch = self.watch.borrow();
        let mut then = watch.gauge.then(moment.at);
        let known = watch.history.tell_again(then.from, moment, &mut then.metrics);
        watch.response.tell_again(then.from, moment.at, &mut then.metrics);
        let mut measured = measured(&then);
        if !known {
            // What the world was exposed to in that part can't be told.
            measured.exposure = Exposure::default();
        }
        measured
    }

    /// What the plots show.
    pub fn series(&self) -> Ref<'_, Series> {
        Ref::map(self.watch.borrow(), |watch| &watch.series)
    }

    /// How the pane answers inputs.
    pub fn response(&self) -> Ref<'_, Response> {
        Ref::map(self.watch.borrow(), |watch| &watch.response)
    }

    pub fn trail(&self) -> Ref<'_, Trail> {
        Ref::map(self.watch.borrow(), |watch| &watch.trail)
    }
}

/// The numbers in a pane's header, wherever they stand, are the same ones.
fn as_in_the_header(mut measured: Measured, live: &Live, now: Time) -> Measured {
    let summary = &mut measured.summary;
    summary.fps_mean = live.fps(now);
    summary.speed_ratio = live.speed(now);
    summary.animation_error_mean_ms = live.animation_error_ms(now);
    summary.dt_max_s = live.longest_step().map(Span::as_secs);
    summary.updates_per_frame_max = live.most_updates();
    summary.busy_percent = Some(live.busy_percent(now));
    measured
}
