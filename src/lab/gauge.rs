//! Every metric of a pane while it runs: over the whole run, and over the last two seconds.
//!
//! The run is added up in stretches of a quarter of a second. Adding the last eight of them is all that the recent
//! numbers cost, however much happens.

use super::metrics::{Exposure, InputToDisplay, Metrics, Summary};
use super::totals::Totals;
use crate::host::{Answer, Event, Input, Observer};
use crate::scenes::{Body, Tally};
use crate::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;

const STRETCH: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);
/// So many stretches, with the one that is still running, are the last two seconds.
const RECENT: usize = 8;

/// All numbers of a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    pub summary: Summary,
    pub exposure: Exposure,
    pub input: InputToDisplay,
    pub tally: Tally,
}

#[derive(Debug)]
pub struct Gauge {
    /// The stretch that is running.
    running: Metrics,
    /// When it began, as a whole multiple of its length.
    began: Time,
    /// Those before it, each with the moment at which it began; the latest last.
    recent: VecDeque<(Time, Totals)>,
    /// Everything before the running one.
    past: Totals,
}

impl Gauge {
    pub fn new(metrics: Metrics) -> Gauge {
        let began = metrics.start().floor_to(STRETCH);
        Gauge { running: metrics, began, recent: VecDeque::new(), past: Totals::default() }
    }

    /// A new stretch, if the running one is over at `at`.
    fn move_on(&mut self, at: Time) {
        if at - self.began < STRETCH {
            return;
        }
        let over = self.running.cut();
        self.past.add(&over);
        self.recent.push_back((self.began, over));
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        self.began = at.floor_to(STRETCH);
    }

    /// The whole run; `clock` is the computer's.
    pub fn whole(&self, clock: Time, tally: Tally) -> Measured {
        let mut totals = self.past.clone();
        totals.add(self.running.totals());
        self.measured(&totals, clock - self.running.start(), tally)
    }

    /// The last two seconds before `now`; the busy share is not among them, since it can't be told from stretches.
    pub fn recent(&self, now: Time, tally: Tally) -> Measured {
        let mut totals = self.running.totals().clone();
        let from = now.floor_to(STRETCH) - STRETCH * RECENT as i64;
        self.recent.iter().filter(|(began, _)| *began >= from).for_each(|(_, stretch)| totals.add(stretch));
        self.measured(&totals, Span::ZERO, tally)
    }

    fn measured(&self, totals: &Totals, elapsed: Span, tally: Tally) -> Measured {
        Measured {
            summary: Summary::of(totals, self.running.jitter(), elapsed),
            exposure: Exposure::of(totals),
            input: InputToDisplay::of(totals),
            tally,
        }
    }
}

impl Observer for Gauge {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        let (Event::Frame { at }
        | Event::Update { at, .. }
        | Event::Sleep { at, .. }
        | Event::Render { at, .. }
        | Event::Display { at, .. }) = *event;
        self.move_on(at);
        self.running.note(event, bodies);
    }

    fn input(&mut self, input: Input) {
        self.running.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
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
        let mut gauge = Gauge::new(Metrics::new(10.0, Time::ZERO));
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
