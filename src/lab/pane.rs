//! One pane while it runs: a loop on its computer, and the numbers that it shows.

use super::gauge::{Gauge, Measured};
use super::live::Live;
use super::metrics::Metrics;
use super::response::Response;
use super::rig::Rig;
use super::series::Series;
use super::trail::Trail;
use super::truth::Truth;
use crate::host::{Answer, Event, Input, Observer, VirtualComputer};
use crate::params::Invalid;
use crate::scenes::{Body, Tally};
use crate::settings::{Command, Settings};
use crate::strategies::Strategy;
use crate::time::{FLICKS_PER_SECOND, Span, Time};
use std::cell::{Ref, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Pane {
    id: u64,
    rig: Rig,
    watch: Rc<RefCell<Watch>>,
    /// What the tally was, whenever it changed in the last seconds.
    tallies: VecDeque<(Time, Tally)>,
}

/// What a pane remembers of its own run.
struct Watch {
    live: Live,
    trail: Trail,
    gauge: Gauge,
    series: Series,
    response: Response,
}

impl Observer for Watch {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.live.note(event, bodies);
        self.gauge.note(event, bodies);
        self.series.note(event, bodies);
        if let Event::Display { at, .. } = event {
            self.trail.add(*at, bodies);
        }
    }

    fn input(&mut self, input: Input) {
        self.gauge.input(input);
        self.response.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.gauge.answer(answer);
        self.response.answer(answer);
    }

    fn refreshes_at(&mut self, hertz: f64) {
        self.gauge.refreshes_at(hertz);
    }
}

/// Passes take up to a few seconds, so what happened lately reaches back further than the other numbers.
const LATELY: Span = Span::from_flicks(6 * FLICKS_PER_SECOND);

impl Pane {
    /// Pane `index` of `settings`, its run starting at laboratory time `start`.
    pub(super) fn new(settings: &Settings, index: usize, start: Time, id: u64) -> Result<Pane, Invalid> {
        let mut watch = None;
        let truth = Truth::of(settings)?;
        let refresh_hz = settings.computer_of(index).refresh_hz;
        let rig = Rig::new(settings, index, start, |computer| {
            let begins = computer.clock();
            let gauge = Gauge::new(Metrics::new(refresh_hz, begins).against(truth));
            let (live, trail, series, response) = (Live::new(begins), Trail::default(), Series::default(), Response::default());
            let watched = watch.insert(Rc::new(RefCell::new(Watch { live, trail, gauge, series, response })));
            computer.keeping_pictures().observed_by(watched.clone())
        })?;
        let watch = watch.expect("the rig has been fitted");
        Ok(Pane { id, rig, watch, tallies: VecDeque::from([(start, Tally::default())]) })
    }

    /// Everything that starts before `horizon` starts.
    pub(super) fn advance(&mut self, horizon: Time) {
        let state = self.rig.run_until(horizon);
        debug_assert!(state.is_pending(), "a pane's loop runs for ever");
        let tally = self.computer().world().tally();
        if self.tallies.back().is_none_or(|(_, last)| *last != tally) {
            self.tallies.push_back((horizon, tally));
        }
        // The last one before the period is what it began with.
        while self.tallies.len() > 1 && self.tallies[1].0 < horizon - LATELY {
            self.tallies.pop_front();
        }
    }

    /// Does what `command`, given at `now`, asks of this pane in place `index`; `settings` are those after it.
    pub(super) fn obey(&mut self, command: &Command, index: usize, settings: &Settings, now: Time) -> Result<(), Invalid> {
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
        let before = self.tallies.iter().take_while(|(at, _)| *at < now - LATELY).last().or(self.tallies.front());
        let (before, tally) = (before.map_or(Tally::default(), |(_, tally)| *tally), self.computer().world().tally());
        Tally { caught: tally.caught - before.caught, tunnelled: tally.tunnelled - before.tunnelled }
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
        let mut measured = watch.gauge.recent(now, self.recent_tally(now));
        // The numbers in the pane's header are the same ones.
        let (live, summary) = (&watch.live, &mut measured.summary);
        summary.fps_mean = live.fps(now);
        summary.speed_ratio = live.speed(now);
        summary.animation_error_mean_ms = live.animation_error_ms(now);
        summary.dt_max_s = live.longest_step().map(Span::as_secs);
        summary.updates_per_frame_max = live.most_updates();
        summary.busy_percent = Some(live.busy_percent(now));
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
