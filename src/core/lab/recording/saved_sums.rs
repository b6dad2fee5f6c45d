//! The running sums of a run, saved at the beginning of each of the last seconds.
//!
//! Sums of whole numbers are kept second by second, so that those of a moment are added up from the seconds before it. A sum of
//! floating-point numbers depends on where it is cut: it is one running sum, saved each second. The metrics of a past moment
//! are those of a second's beginning, to which everything that was recorded from there on is added again. While
//! time is played the last read goes on, so that each event is added once.

use super::context::Contexts;
use super::entries::{Entries, Entry, Moment, Step};
use super::ring::Ring;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::{RECENT, RECORDED};
use crate::lab::metrics::reference::ReferenceSolution;
use crate::lab::metrics::{RecentWindow, RunMetrics, Screen, StepPath, Totals};
use crate::model::machine::{Answer, Event, Input};
use crate::model::world::Body;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// The most seconds that are kept: every recorded moment has a whole window before it, and two more seconds stand for the
/// parts of seconds at either end.
const MOST_SECONDS: usize = ((RECORDED.flicks() + RECENT.flicks()) / SECOND.flicks()) as usize + 2;

struct Second {
    beginning: Beginning,
    /// The sums at its beginning, without totals.
    metrics: RunMetrics,
    /// The totals of the second; empty while it is running.
    totals: Totals,
}

/// The position in the recording at which a second begins.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    at: Time,
    entry: usize,
}

/// The parts of a recording from which metrics are added up.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    pub entries: &'a Entries,
    pub steps: &'a Ring<Step>,
    pub inputs: &'a Ring<Input>,
    pub answers: &'a Ring<Answer>,
    pub contexts: &'a Contexts,
}

struct Reading {
    metrics: Rc<RunMetrics>,
    /// Since when every event is in them.
    known_since: Time,
    moment: Moment,
    /// The number of inputs and answers in them.
    given: (usize, usize),
}

/// The sums of a pane's run, saved once a second.
pub(super) struct SavedSums {
    pub reference: ReferenceSolution,
    /// The metrics of the run at present, without its last two seconds.
    pub current: RunMetrics,
    /// The seconds that are kept; the last one is running.
    seconds: VecDeque<Second>,
    /// The totals of all forgotten seconds.
    forgotten: Totals,
    next: Time,
    last_read: RefCell<Option<Reading>>,
}

impl SavedSums {
    /// Begins the sums of a loop that starts at `start` on `screen`, in a world that is measured against `reference`.
    pub fn new(screen: Screen, start: Time, reference: ReferenceSolution) -> SavedSums {
        let current = RunMetrics::new(screen, start).carried();
        let first =
            Second { beginning: Beginning { at: start, entry: 0 }, metrics: current.without_totals(), totals: Totals::default() };
        let next = start.floor_to(SECOND) + SECOND;
        let (seconds, forgotten, last_read) = (VecDeque::from([first]), Totals::default(), RefCell::default());
        SavedSums { reference, current, seconds, forgotten, next, last_read }
    }

    /// Begins a second, if the running one is over at `at`, and returns whether it did. `entry` is the next entry's number.
    pub fn begin_second(&mut self, at: Time, entry: usize) -> bool {
        if at < self.next {
            return false;
        }
        self.next = at.floor_to(SECOND) + SECOND;
        if let Some(running) = self.seconds.back_mut() {
            running.totals = self.current.take_totals();
        }
        let metrics = self.current.without_totals();
        self.seconds.push_back(Second { beginning: Beginning { at, entry }, metrics, totals: Totals::default() });
        if self.seconds.len() > MOST_SECONDS + 1
            && let Some(oldest) = self.seconds.pop_front()
        {
            self.forgotten.add(&oldest.totals);
        }
        true
    }

    /// Adds an event; returns the path of the bodies if it is an update.
    pub fn add(&mut self, event: &Event, bodies: &[Body]) -> StepPath {
        let path = match *event {
            Event::Update { sim, dt, .. } => Some(self.reference.measure(sim, dt, bodies)),
            _ => None,
        };
        self.current.add(event, path.as_ref());
        path.unwrap_or_default()
    }

    /// Returns the metrics at `moment`, added up from the entries that are `kept`.
    pub fn read(&self, moment: Moment, kept: Kept) -> Rc<RunMetrics> {
        let mut last = self.last_read.borrow_mut();
        let known_since = self.known_since(self.second_before(moment, kept), kept);
        // A window that is not recorded as a whole is as short as the recording, whichever moment was read before.
        let has_same_window = |reading: &Reading| known_since <= moment.at - RECENT || reading.known_since == known_since;
        let goes_on = |reading: &Reading| {
            (Span::ZERO..=RECENT).contains(&(moment.at - reading.moment.at))
                && (kept.entries.ring.range().start..=moment.end).contains(&reading.moment.end)
                && has_same_window(reading)
        };
        let reading = match last.take().filter(goes_on) {
            Some(reading) if (reading.moment, reading.given) == (moment, kept.given(moment.at)) => reading,
            reading => reading.unwrap_or_else(|| self.reading_before(moment, kept)).until(moment, kept),
        };
        last.insert(reading).metrics.clone()
    }

    /// Returns the index of the second from whose beginning on events are added up for `moment`: two seconds before it if these
    /// are recorded, so that the whole window is added up again.
    fn second_before(&self, moment: Moment, kept: Kept) -> usize {
        let first_kept = kept.entries.ring.range().start;
        let until = |moment: Time| self.seconds.partition_point(|second| second.beginning.at <= moment).saturating_sub(1);
        let known = self.seconds.partition_point(|second| second.beginning.entry < first_kept);
        until(moment.at - RECENT).max(known).min(until(moment.at))
    }

    /// Returns since when every event is recorded: since the beginning of the second with this index, or later.
    fn known_since(&self, number: usize, kept: Kept) -> Time {
        let Beginning { at, entry } = self.seconds[number].beginning;
        let oldest = kept.entries.first_at().filter(|_| entry < kept.entries.ring.range().start);
        oldest.unwrap_or(at)
    }

    fn reading_before(&self, moment: Moment, kept: Kept) -> Reading {
        let number = self.second_before(moment, kept);
        let known_since = self.known_since(number, kept);
        let mut before = self.forgotten.clone();
        self.seconds.range(..number).for_each(|second| before.add(&second.totals));
        let Second { beginning: Beginning { at, entry }, metrics, .. } = &self.seconds[number];
        let is_whole = *entry >= kept.entries.ring.range().start;
        let window = if is_whole { metrics.window.resumed(*at) } else { RecentWindow::new(known_since) };
        let inputs = kept.inputs.partition_point(|input| input.at < *at);
        let answers = kept.answers.partition_point(|answer| answer.shown < *at);
        Reading {
            metrics: Rc::new(metrics.resumed(before, window)),
            known_since,
            moment: Moment { at: *at, end: *entry },
            given: (inputs, answers),
        }
    }
}

impl Kept<'_> {
    /// Returns how many inputs and answers there are until `moment`.
    fn given(&self, moment: Time) -> (usize, usize) {
        let inputs = self.inputs.partition_point(|input| input.at <= moment);
        (inputs, self.answers.partition_point(|answer| answer.shown <= moment))
    }
}

impl Reading {
    /// Adds all events until `moment`.
    fn until(mut self, moment: Moment, kept: Kept) -> Reading {
        let metrics = Rc::make_mut(&mut self.metrics);
        let from = self.moment.end;
        let mut step = kept.steps.partition_point(|step| step.entry < from);
        for (number, entry) in kept.entries.between(from, moment.end) {
            let Entry::Event(event) = entry else { continue };
            let known = kept.steps.get(step).filter(|known| known.entry == number);
            step += usize::from(known.is_some());
            match *event {
                Event::Update { .. } => metrics.knows_paths(known.is_some()),
                // A command takes effect after what was displayed at its moment.
                Event::Display { at, .. } => {
                    metrics.sums.screen = Screen::of(&kept.contexts.at(at - Span::from_flicks(1)).computer);
                }
                _ => {}
            }
            metrics.add(event, known.map(|known| &known.path));
        }
        let (inputs, answers) = std::mem::replace(&mut self.given, kept.given(moment.at));
        kept.inputs.since(inputs).take_while(|input| input.at <= moment.at).for_each(|input| metrics.input(*input));
        kept.answers.since(answers).take_while(|answer| answer.shown <= moment.at).for_each(|answer| metrics.answer(answer));
        self.moment = moment;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::metrics::Metrics;
    use crate::lab::recording::PaneContext;
    use crate::lab::run::PaneSetup;
    use crate::model::config::{Computer, Settings};
    use crate::model::machine::Observer;
    use crate::model::world::Tally;

    /// Returns a frame every 100 ms, at half speed for `slow` seconds, then at real speed.
    fn frames(count: u32, slow: f64) -> Vec<Event> {
        let mut drawn = 0.0;
        let frame = |frame: u32| {
            let at = f64::from(frame) * 0.1;
            drawn += if at < slow { 0.05 } else { 0.1 };
            Event::Display { at: Time::from_secs(at), drawn: Time::from_secs(drawn), frame: 1 }
        };
        (0..count).map(frame).collect()
    }

    /// A run of displayed frames.
    struct Frames {
        sums: SavedSums,
        entries: Entries,
        contexts: Contexts,
    }

    impl Frames {
        fn of(events: &[Event]) -> Frames {
            let settings = Settings { computer: Computer { refresh_hz: 10.0, ..Computer::default() }, ..Settings::default() };
            let setup = PaneSetup { index: 0, settings: &settings, at: Time::ZERO };
            let reference = ReferenceSolution::of(&settings).expect("the default settings are allowed");
            let contexts = Contexts::new(PaneContext::of(&setup).expect("the default settings are allowed"));
            let sums = SavedSums::new(Screen::of_hz(10.0), Time::ZERO, reference);
            let mut frames = Frames { sums, entries: Entries::default(), contexts };
            for event in events {
                frames.sums.begin_second(event.at(), frames.entries.end());
                frames.sums.add(event, &[]);
                frames.entries.add_event(event);
            }
            frames
        }

        fn read(&self, at: Time) -> Rc<RunMetrics> {
            let moment = Moment { at, end: self.entries.end_at(at) };
            let (steps, inputs, answers) = (&Ring::default(), &Ring::default(), &Ring::default());
            self.sums.read(moment, Kept { entries: &self.entries, steps, inputs, answers, contexts: &self.contexts })
        }
    }

    #[test]
    fn the_recent_numbers_forget_and_the_whole_ones_do_not() {
        let (events, mut whole) = (frames(100, 5.0), Metrics::new(Screen::of_hz(10.0), Time::ZERO));
        for event in &events {
            whole.note(event, &[]);
        }
        let (now, frames) = (Time::from_secs(9.95), Frames::of(&events));
        let recent = frames.read(now).recent(now, Tally::default());
        assert!((recent.number("speed_ratio").unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(recent.count("frames_displayed"), 20);
        for whole_again in [&frames.sums.current, &frames.read(now)].map(|metrics| metrics.whole(now, Tally::default())) {
            assert_eq!(whole_again, whole.sums(now, Tally::default()));
        }
    }

    #[test]
    fn a_moment_has_the_same_numbers_whichever_moment_was_read_before() {
        let events = frames(400, 17.0);
        let run = Frames::of(&events);
        let moments = [20.05, 21.0, 22.35, 31.0, 31.05, 39.95].map(Time::from_secs);
        for moment in moments.into_iter().chain(moments.into_iter().rev()) {
            let mut straight = RunMetrics::new(Screen::of_hz(10.0), Time::ZERO);
            events.iter().filter(|event| event.at() <= moment).for_each(|event| straight.add(event, None));
            let read = run.read(moment);
            assert_eq!(read.whole(moment, Tally::default()), straight.whole(moment, Tally::default()));
            assert_eq!(read.recent(moment, Tally::default()), straight.recent(moment, Tally::default()));
        }
    }

    #[test]
    fn what_is_not_recorded_any_more_makes_the_window_shorter_and_falsifies_no_rate() {
        let at = |number: u64| Time::ZERO + Span::from_millis(number as f64);
        let displayed = |number| Event::Display { at: at(number), drawn: at(number), frame: number };
        let mut run = Frames::of(&(0..5000).map(displayed).collect::<Vec<_>>());
        run.entries.forget_before(at(4999));
        let (now, first) = (at(4999), run.entries.first_at().expect("the newest frames are kept"));
        let read = run.read(now);
        assert!(first > Time::from_secs(4.0), "{first:?}");
        assert_eq!(read.window.length(now), now - first);
        assert_eq!(read.window.frames(now).next().map(|frame| frame.at), Some(first), "nothing from before the gap");
        assert_eq!(run.sums.current.whole(now, Tally::default()).count("frames_displayed"), 5000);
    }

    #[test]
    fn what_is_not_recorded_any_more_is_not_in_a_window_that_was_read_before_either() {
        let at = |number: u64| Time::ZERO + Span::from_millis(number as f64);
        let displayed = |number| Event::Display { at: at(number), drawn: at(2 * number), frame: number };
        let speeds = [None, Some(at(4800))].map(|before| {
            let mut run = Frames::of(&(0..5000).map(displayed).collect::<Vec<_>>());
            if let Some(before) = before {
                run.read(before);
            }
            run.entries.forget_before(at(4200));
            let now = at(4999);
            run.read(now).recent(now, Tally::default())
        });
        assert_eq!(speeds[0], speeds[1]);
        assert!(speeds[0].count("frames_displayed") < 1500, "the window is shorter than two seconds");
    }
}
