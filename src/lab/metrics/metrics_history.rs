//! Every metric of a pane while it runs: over the whole run, and over the last two seconds.
//!
//! The run is added up in stretches of a quarter of a second. Adding the last eight of them is all that the recent
//! numbers cost, however much happens. Those of the last twenty seconds and a bit are kept, so that the numbers of any
//! moment of them can be told again: only the part of the stretch in which it lies has to be measured once more.

use super::metrics::{Exposure, InputToDisplay, Metrics, Summary};
use super::totals::Totals;
use crate::base::params::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::history::REACH;
use crate::model::config::ControlInput;
use crate::model::machine::{Answer, Event, Input, Observer};
use crate::model::world::{Body, Tally};
use std::collections::VecDeque;

const STRETCH: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);
/// So many stretches, with the one that is still running, are the last two seconds.
const RECENT: usize = 8;
/// Moments that can be looked back at have as many before them.
const KEPT: usize = (REACH.flicks() / STRETCH.flicks()) as usize + RECENT + 1;

/// All numbers of a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    pub summary: Summary,
    pub exposure: Exposure,
    pub input: InputToDisplay,
    pub tally: Tally,
}

#[derive(Debug)]
pub struct MetricsHistory {
    /// The stretch that is running.
    running: Metrics,
    /// When it began, as a whole multiple of its length.
    began: Time,
    /// When something first happened in it, and the measure just before.
    first: Time,
    onwards: Metrics,
    /// Those before it; the latest last.
    recent: VecDeque<MetricsSlice>,
    /// Everything before the running one.
    past: Totals,
    /// Everything before those that are kept.
    forgotten: Totals,
}

/// A stretch that is over.
#[derive(Debug)]
struct MetricsSlice {
    began: Time,
    /// When something first happened in it, and the measure just before.
    first: Time,
    onwards: Metrics,
    totals: Totals,
}

/// A moment that has passed: whole stretches, and where to go on measuring.
#[derive(Debug)]
pub struct PastMetrics<'a> {
    /// When something first happened in the stretch that was running.
    pub from: Time,
    /// To be told what happened from there on.
    pub metrics: Metrics,
    gauge: &'a MetricsHistory,
    moment: Time,
    /// How many of the stretches that are kept were over.
    over: usize,
}

impl MetricsHistory {
    pub fn new(metrics: Metrics) -> MetricsHistory {
        let (first, onwards) = (metrics.start(), metrics.onwards());
        let (past, forgotten) = (Totals::default(), Totals::default());
        MetricsHistory {
            running: metrics,
            began: first.floor_to(STRETCH),
            first,
            onwards,
            recent: VecDeque::new(),
            past,
            forgotten,
        }
    }

    /// A new stretch, if the running one is over at `at`.
    fn move_on(&mut self, at: Time) {
        if at - self.began < STRETCH {
            return;
        }
        let over = self.running.cut();
        self.past.add(&over);
        let onwards = std::mem::replace(&mut self.onwards, self.running.onwards());
        self.recent.push_back(MetricsSlice { began: self.began, first: self.first, onwards, totals: over });
        if self.recent.len() > KEPT
            && let Some(oldest) = self.recent.pop_front()
        {
            self.forgotten.add(&oldest.totals);
        }
        (self.began, self.first) = (at.floor_to(STRETCH), at);
    }

    /// The whole run; `clock` is the computer's.
    pub fn whole(&self, clock: Time, tally: Tally) -> Measured {
        let mut totals = self.past.clone();
        totals.add(self.running.totals());
        measured(&totals, &self.running, clock - self.running.start(), tally)
    }

    /// The last two seconds before `now`; the busy share is not among them, since it can't be told from stretches.
    pub fn recent(&self, now: Time, tally: Tally) -> Measured {
        let mut totals = self.running.totals().clone();
        self.lately(self.recent.len(), now).for_each(|stretch| totals.add(&stretch.totals));
        measured(&totals, &self.running, Span::ZERO, tally)
    }

    /// What was known at `moment`, up to the beginning of its stretch.
    pub fn then(&self, moment: Time) -> PastMetrics<'_> {
        // The stretch that was running then, which may have begun long before if nothing has happened since.
        let place = self.recent.partition_point(|stretch| stretch.first <= moment).saturating_sub(1);
        let over = if self.first <= moment { self.recent.len() } else { place };
        let (from, onwards) = match self.recent.get(over) {
            Some(stretch) => (stretch.first, &stretch.onwards),
            None => (self.first, &self.onwards),
        };
        let mut metrics = onwards.onwards();
        if let Some(truth) = self.running.truth() {
            metrics = metrics.against(truth.again());
        }
        PastMetrics { from, metrics, gauge: self, moment, over }
    }

    /// The stretches that count at `now` beside the running one, the first `over` of those that are kept being over.
    fn lately(&self, over: usize, now: Time) -> impl Iterator<Item = &MetricsSlice> {
        let from = now.floor_to(STRETCH) - STRETCH * RECENT as i64;
        self.recent.range(over.saturating_sub(RECENT)..over).filter(move |stretch| stretch.began >= from)
    }
}

fn measured(totals: &Totals, metrics: &Metrics, elapsed: Span, tally: Tally) -> Measured {
    Measured {
        summary: Summary::of(totals, metrics.jitter(), elapsed),
        exposure: Exposure::of(totals),
        input: InputToDisplay::of(totals),
        tally,
    }
}

impl PastMetrics<'_> {
    /// The whole run until then, when the computer's clock was `clock`.
    pub fn whole(&self, clock: Time, tally: Tally) -> Measured {
        let mut totals = self.gauge.forgotten.clone();
        self.gauge.recent.range(..self.over).for_each(|stretch| totals.add(&stretch.totals));
        totals.add(self.metrics.totals());
        measured(&totals, &self.metrics, clock - self.metrics.start(), tally)
    }

    /// The two seconds before.
    pub fn recent(&self, tally: Tally) -> Measured {
        let mut totals = self.metrics.totals().clone();
        self.gauge.lately(self.over, self.moment).for_each(|stretch| totals.add(&stretch.totals));
        measured(&totals, &self.metrics, Span::ZERO, tally)
    }
}

impl Observer for MetricsHistory {
    fn steered(&mut self, sim: Time, pedals: ControlInput) {
        self.running.steered(sim, pedals);
    }

    fn options_set(&mut self, sim: Time, options: &Values) {
        self.running.options_set(sim, options);
    }

    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.move_on(event.at());
        self.running.note(event, bodies);
    }

    fn input(&mut self, input: Input) {
        self.move_on(input.at);
        self.running.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.move_on(answer.shown);
        self.running.answer(answer);
    }

    fn refreshes_at(&mut self, hertz: f64) {
        self.running.refreshes_at(hertz);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recent_numbers_forget_and_the_whole_ones_do_not() {
        let mut gauge = MetricsHistory::new(Metrics::new(10.0, Time::ZERO));
        let mut whole = Metrics::new(10.0, Time::ZERO);
        // Half speed for five seconds, then real speed.
        let mut drawn = 0.0;
        for picture in 0..100 {
            let at = f64::from(picture) * 0.1;
            drawn += if at < 5.0 { 0.05 } else { 0.1 };
            let event = Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn) };
            gauge.note(&event, &[]);
            whole.note(&event, &[]);
        }
        let now = Time::from_secs(9.95);
        let recent = gauge.recent(now, Tally::default()).summary;
        assert!((recent.speed_ratio.unwrap() - 1.0).abs() < 1e-9);
        assert!((18..=23).contains(&recent.frames_displayed), "{}", recent.frames_displayed);
        assert_eq!(gauge.whole(now, Tally::default()).summary, whole.summary(now));
    }
}
