//! The numbers of a run at one of its moments: over all of it so far, and over the last two seconds.

use super::accumulator::Accumulator;
use super::reach::RESPONDING;
use super::reference::StepPath;
use super::screen::Screen;
use super::totals::Sums;
use super::totals::Totals;
use super::window::RecentWindow;
use crate::base::time::Time;
use crate::model::machine::{Answer, Event, Input};
use crate::model::world::Tally;
use std::cell::RefCell;
use std::rc::Rc;

/// The sums of a run, from which the metrics of all of it and of its last two seconds follow by the same formulas.
#[derive(Clone, Debug)]
pub struct RunMetrics {
    /// The totals before the sums began.
    before: Totals,
    pub sums: Accumulator,
    pub window: RecentWindow,
    /// Whether the paths of all steps are known.
    paths_known: bool,
    /// The last answer about the last two seconds: header, sentence and table ask for the same one in every frame of the
    /// window.
    answered: RefCell<Option<(Time, Rc<Sums>)>>,
}

impl RunMetrics {
    pub fn new(screen: Screen, start: Time) -> RunMetrics {
        RunMetrics {
            before: Totals::default(),
            sums: Accumulator::new(screen, start),
            window: RecentWindow::new(start),
            paths_known: true,
            answered: RefCell::default(),
        }
    }

    /// Returns the same metrics without the last two seconds: they are added up only to be saved and
    /// [resumed](RunMetrics::resumed).
    #[must_use]
    pub fn carried(self) -> RunMetrics {
        RunMetrics { window: self.window.carried(), ..self }
    }

    /// Returns a copy without totals, which continues from the last events.
    #[must_use]
    pub fn without_totals(&self) -> RunMetrics {
        RunMetrics {
            before: Totals::default(),
            sums: self.sums.without_totals(),
            window: self.window.clone(),
            paths_known: true,
            answered: RefCell::default(),
        }
    }

    /// Returns metrics that continue from here after `before` has happened, and fill `window`.
    #[must_use]
    pub fn resumed(&self, before: Totals, window: RecentWindow) -> RunMetrics {
        RunMetrics { before, window, ..self.clone() }
    }

    /// Takes the totals since the last call; from then on they count as what happened before.
    pub fn take_totals(&mut self) -> Totals {
        let totals = std::mem::take(&mut self.sums.totals);
        self.before.add(&totals);
        totals
    }

    /// Sets whether the path of the next update is known.
    pub fn knows_paths(&mut self, is_known: bool) {
        self.paths_known &= is_known;
    }

    /// Adds an event; an update of a world that is measured comes with its path.
    pub fn add(&mut self, event: &Event, path: Option<&StepPath>) {
        self.answered.take();
        self.sums.add(event, path);
        self.window.add(event, path, self.sums.screen);
    }

    pub fn input(&mut self, input: Input) {
        self.answered.take();
        self.sums.input(input);
        self.window.input(input);
    }

    pub fn answer(&mut self, answer: &Answer) {
        self.answered.take();
        self.sums.answer(answer);
        self.window.answer(answer);
    }

    /// Returns the sums of the run so far, at the time `clock` of the computer; `tally` has all passes.
    pub fn whole(&self, clock: Time, tally: Tally) -> Sums {
        let mut totals = self.before.clone();
        totals.add(&self.sums.totals);
        Sums { paths_known: self.paths_known, ..self.sums.sums(totals, clock, tally) }
    }

    /// Returns the sums of the two seconds before `now`; the jitter is the running value of the whole run, and `tally` has the
    /// recent passes.
    pub fn recent(&self, now: Time, tally: Tally) -> Rc<Sums> {
        let mut answered = self.answered.borrow_mut();
        if let Some((_, sums)) = answered.as_ref().filter(|(at, sums)| *at == now && sums.tally == tally) {
            return sums.clone();
        }
        let sums = Rc::new(Sums { paths_known: self.paths_known, ..self.window.sums(now, self.sums.jitter, tally) });
        *answered = Some((now, sums.clone()));
        sums
    }

    /// Returns whether the display has shown a new frame in the ten seconds before `now`.
    pub fn is_responding(&self, now: Time) -> bool {
        self.window.waiting(now) <= RESPONDING
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Span;

    fn rendered(number: u64, at: Time) -> Event {
        Event::Render { at, end: at, alpha: None, sim: at, drawn: at, line: 1, frame: number }
    }

    #[test]
    fn a_frame_counts_as_dropped_once_a_newer_one_is_shown_and_not_while_it_is_on_its_way() {
        let mut metrics = RunMetrics::new(Screen::of_hz(10.0), Time::ZERO);
        let at = |ms: f64| Time::ZERO + Span::from_millis(ms);
        let dropped = |metrics: &RunMetrics, ms: f64| {
            let counts = [metrics.whole(at(ms), Tally::default()), (*metrics.recent(at(ms), Tally::default())).clone()];
            counts.map(|sums| sums.count("frames_dropped"))
        };
        for number in 1..=3 {
            metrics.add(&rendered(number, at(10.0 * number as f64)), None);
        }
        assert_eq!(dropped(&metrics, 40.0), [0, 0], "three frames are queued");
        metrics.add(&Event::Display { at: at(100.0), drawn: at(20.0), frame: 2 }, None);
        assert_eq!(dropped(&metrics, 110.0), [1, 1], "the first was overtaken, the third is on its way");
        metrics.add(&Event::Display { at: at(200.0), drawn: at(30.0), frame: 3 }, None);
        assert_eq!(dropped(&metrics, 210.0), [1, 1]);
        metrics.add(&rendered(4, at(3000.0)), None);
        metrics.add(&rendered(5, at(3010.0)), None);
        metrics.add(&Event::Display { at: at(3100.0), drawn: at(3010.0), frame: 5 }, None);
        assert_eq!(dropped(&metrics, 3110.0), [2, 1], "the last two seconds hold the second of them");
    }

    #[test]
    fn a_display_that_has_shown_nothing_for_ten_seconds_does_not_respond() {
        let mut metrics = RunMetrics::new(Screen::of_hz(60.0), Time::ZERO);
        metrics.add(&Event::Display { at: Time::from_secs(2.0), drawn: Time::ZERO, frame: 1 }, None);
        assert!(metrics.is_responding(Time::from_secs(12.0)));
        assert!(!metrics.is_responding(Time::from_secs(12.1)));
    }
}
