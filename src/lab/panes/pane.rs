//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use crate::base::params::{Invalid, Values};
use crate::base::time::{Span, Time};
use crate::lab::history::trail::Trail;
use crate::lab::history::{History, PaneConfig, Snapshot};
use crate::lab::metrics::live::Live;
use crate::lab::metrics::metrics_history::{Measured, MetricsHistory, PastMetrics};
use crate::lab::metrics::response::Response;
use crate::lab::metrics::series::Series;
use crate::lab::metrics::{Exposure, Metrics};
use crate::lab::run::{Fold, PaneRun, PaneSetup};
use crate::model::config::ControlInput;
use crate::model::machine::{Answer, Detail, Event, Input, Observer};
use crate::model::world::{Body, Tally};
use std::cell::Ref;

/// A pane of a laboratory: a running loop, with the instruments that watch it.
pub type Pane = PaneRun<Instruments>;

/// What a pane remembers of its own run.
pub struct Instruments {
    live: Live,
    trail: Trail,
    gauge: MetricsHistory,
    series: Series,
    response: Response,
    history: History,
}

impl Observer for Instruments {
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

impl Fold for Instruments {
    fn looks_inside(&self) -> bool {
        true
    }

    fn configured(&mut self, setup: &PaneSetup) {
        // What has been allowed names a strategy that there is.
        if let Ok(era) = era(setup) {
            self.history.begin(era);
        }
    }
}

/// What the settings say of a pane.
fn era(setup: &PaneSetup) -> Result<PaneConfig, Invalid> {
    Ok(PaneConfig {
        at: setup.at,
        strategy: setup.strategy()?,
        params: setup.choice().params.clone(),
        computer: setup.computer().clone(),
        presentation: setup.presentation()?,
    })
}

impl Instruments {
    /// Those of a pane that begins as `setup` says.
    pub(super) fn of(setup: &PaneSetup) -> Result<Instruments, Invalid> {
        let begins = setup.first_turn();
        Ok(Instruments {
            live: Live::new(begins),
            trail: Trail::default(),
            gauge: MetricsHistory::new(Metrics::of(setup)?),
            series: Series::default(),
            response: Response::default(),
            history: History::new(begins, era(setup)?),
        })
    }
}

impl Pane {
    /// The passes that ended in the last six seconds.
    pub fn recent_tally(&self, now: Time) -> Tally {
        self.history().recent_tally(now)
    }

    /// What it has done in the last twenty seconds.
    pub fn history(&self) -> Ref<'_, History> {
        Ref::map(self.fold(), |instruments| &instruments.history)
    }

    pub fn live(&self) -> Ref<'_, Live> {
        Ref::map(self.fold(), |instruments| &instruments.live)
    }

    /// Every number of the whole run.
    pub fn whole(&self) -> Measured {
        let computer = self.computer();
        self.fold().gauge.whole(computer.clock(), computer.world().tally())
    }

    /// Every number of the last two seconds; passes are those of the last six.
    pub fn recent(&self, now: Time) -> Measured {
        let instruments = self.fold();
        let measured = instruments.gauge.recent(now, instruments.history.recent_tally(now));
        as_in_the_header(measured, &instruments.live, now)
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
        let instruments = self.fold();
        let mut then = instruments.gauge.then(moment.at);
        let known = instruments.history.tell_again(then.from, moment, &mut then.metrics);
        instruments.response.tell_again(then.from, moment.at, &mut then.metrics);
        let mut measured = measured(&then);
        if !known {
            // What the world was exposed to in that part can't be told.
            measured.exposure = Exposure::default();
        }
        measured
    }

    /// What the plots show.
    pub fn series(&self) -> Ref<'_, Series> {
        Ref::map(self.fold(), |instruments| &instruments.series)
    }

    /// How the pane answers inputs.
    pub fn response(&self) -> Ref<'_, Response> {
        Ref::map(self.fold(), |instruments| &instruments.response)
    }

    pub fn trail(&self) -> Ref<'_, Trail> {
        Ref::map(self.fold(), |instruments| &instruments.trail)
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
