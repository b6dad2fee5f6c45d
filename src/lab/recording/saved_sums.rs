//! The running sums of a run, and what they were at the beginning of each of the last seconds.
//!
//! Sums of whole numbers are kept second by second, so that those of a moment are added up from the seconds before it. A sum of
//! floating-point numbers depends on where it is cut: it is one running sum, saved each second. The metrics of a past moment
//! are those of a second's beginning, to which everything that was recorded from there on is added again.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::{RECENT, RECORDED};
use crate::lab::metrics::reference::ReferenceSolution;
use crate::lab::metrics::{RunMetrics, Screen, StepPath, Totals};
use crate::model::machine::{Answer, Event, Input};
use crate::model::world::Body;
use std::collections::VecDeque;
use std::rc::Rc;

const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// Every recorded moment has the whole window before it, and two seconds are there for the parts of seconds at either end.
const MOST_SECONDS: usize = ((RECORDED.flicks() + RECENT.flicks()) / SECOND.flicks()) as usize + 2;

/// A second of the run.
struct Second {
    beginning: Beginning,
    /// The sums as they were then, without totals.
    metrics: RunMetrics,
    /// The totals of the second; empty while it is running.
    totals: Totals,
}

/// Where a second begins in the recording.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    /// When something first happened in it.
    pub at: Time,
    /// The number of its first entry.
    pub entry: usize,
}

/// Measures a pane's run, and saves its sums once a second.
pub(super) struct SavedSums {
    reference: ReferenceSolution,
    current: Rc<RunMetrics>,
    /// The seconds that are kept; the last one is running.
    seconds: VecDeque<Second>,
    /// Everything before them.
    forgotten: Totals,
    /// When the next second begins.
    next: Time,
}

impl SavedSums {
    /// Returns the sums of a loop that starts at `start` and is seen on `screen`, in a world that is measured against
    /// `reference`.
    pub fn new(screen: Screen, start: Time, reference: ReferenceSolution) -> SavedSums {
        let current = RunMetrics::new(screen, start);
        let first = Second {
            beginning: Beginning { at: start, entry: 0 },
            metrics: current.beginning_at(start),
            totals: Totals::default(),
        };
        let next = start.floor_to(SECOND) + SECOND;
        SavedSums { reference, current: Rc::new(current), seconds: VecDeque::from([first]), forgotten: Totals::default(), next }
    }

    /// Returns the metrics as they are now.
    pub fn current(&self) -> Rc<RunMetrics> {
        self.current.clone()
    }

    /// Returns the exact motion that the run is measured against.
    pub fn reference(&mut self) -> &mut ReferenceSolution {
        &mut self.reference
    }

    /// Begins a second, if the running one is over at `at`, and returns whether it did. `entry` is the next entry's number.
    pub fn begin_second(&mut self, at: Time, entry: usize) -> bool {
        if at < self.next {
            return false;
        }
        self.next = at.floor_to(SECOND) + SECOND;
        let current = Rc::make_mut(&mut self.current);
        if let Some(running) = self.seconds.back_mut() {
            running.totals = current.take_totals();
        }
        let metrics = current.beginning_at(at);
        self.seconds.push_back(Second { beginning: Beginning { at, entry }, metrics, totals: Totals::default() });
        if self.seconds.len() > MOST_SECONDS + 1
            && let Some(oldest) = self.seconds.pop_front()
        {
            self.forgotten.add(&oldest.totals);
        }
        true
    }

    /// Adds an event, and returns what it did to the bodies if it is an update.
    pub fn add(&mut self, event: &Event, bodies: &[Body]) -> StepPath {
        let path = match *event {
            Event::Update { sim, dt, .. } => Some(self.reference.measure(sim, dt, bodies)),
            _ => None,
        };
        Rc::make_mut(&mut self.current).add(event, path.as_ref());
        path.unwrap_or_default()
    }

    /// Adds an input.
    pub fn input(&mut self, input: Input) {
        Rc::make_mut(&mut self.current).input(input);
    }

    /// Adds an answer.
    pub fn answer(&mut self, answer: &Answer) {
        Rc::make_mut(&mut self.current).answer(answer);
    }

    /// From now on the run is seen on another display.
    pub fn seen_on(&mut self, screen: Screen) {
        Rc::make_mut(&mut self.current).seen_on(screen);
    }

    /// Returns the metrics of a second's beginning, to which everything from there until `moment` is to be added. If possible
    /// it is two seconds before `moment`, so that the whole window is made again. Entries before `first_kept` are not known
    /// any more.
    pub fn before(&self, moment: Time, first_kept: usize) -> (Beginning, RunMetrics) {
        let until = |moment: Time| self.seconds.partition_point(|second| second.beginning.at <= moment).saturating_sub(1);
        let known = self.seconds.partition_point(|second| second.beginning.entry < first_kept);
        let number = until(moment - RECENT).max(known).min(until(moment));
        let mut before = self.forgotten.clone();
        self.seconds.range(..number).for_each(|second| before.add(&second.totals));
        let Second { beginning, metrics, .. } = &self.seconds[number];
        (*beginning, metrics.going_on_after(before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::metrics::Metrics;
    use crate::model::config::WorldChoice;
    use crate::model::machine::Observer;
    use crate::model::world::Tally;

    /// A frame every 100 ms, at half speed for `slow` seconds, then at real speed.
    fn frames(count: u32, slow: f64) -> Vec<Event> {
        let mut drawn = 0.0;
        let frame = |frame: u32| {
            let at = f64::from(frame) * 0.1;
            drawn += if at < slow { 0.05 } else { 0.1 };
            Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn), frame: 1 }
        };
        (0..count).map(frame).collect()
    }

    /// Returns the sums of these events, each of which is an entry.
    fn sums(events: &[Event]) -> SavedSums {
        let reference = ReferenceSolution::new(&WorldChoice::new("runner"), 0).expect("there is a runner");
        let mut sums = SavedSums::new(Screen::of_hz(10.0), Time::ZERO, reference);
        for (entry, event) in events.iter().enumerate() {
            sums.begin_second(event.at(), entry);
            sums.add(event, &[]);
        }
        sums
    }

    #[test]
    fn the_recent_numbers_forget_and_the_whole_ones_do_not() {
        let (events, mut whole) = (frames(100, 5.0), Metrics::new(Screen::of_hz(10.0), Time::ZERO));
        for event in &events {
            whole.note(event, &[]);
        }
        let (now, current) = (Time::from_secs(9.95), sums(&events).current());
        let recent = current.recent(now, Tally::default());
        assert!((recent.number("speed_ratio").unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(recent.count("frames_displayed"), 20);
        assert_eq!(current.whole(now, Tally::default()), whole.sums(now, Tally::default()));
    }

    #[test]
    fn a_run_made_again_from_any_second_has_the_same_numbers() {
        let events = frames(400, 17.0);
        let sums = sums(&events);
        for moment in [20.05, 21.0, 27.3, 31.0, 39.95].map(Time::from_secs) {
            let end = events.partition_point(|event| event.at() <= moment);
            let mut straight = RunMetrics::new(Screen::of_hz(10.0), Time::ZERO);
            events[..end].iter().for_each(|event| straight.add(event, None));
            for first_kept in [0, end - 5, end] {
                let (beginning, mut again) = sums.before(moment, first_kept);
                events[beginning.entry..end].iter().for_each(|event| again.add(event, None));
                assert_eq!(again.whole(moment, Tally::default()), straight.whole(moment, Tally::default()));
                if first_kept == 0 {
                    assert_eq!(again.recent(moment, Tally::default()), straight.recent(moment, Tally::default()));
                }
            }
        }
    }
}
