//! The running sums of a run, saved at the beginning of each of the last seconds.
//!
//! Sums of whole numbers are stored second by second, so that the sum at a moment is the total of the seconds before it. A sum of
//! floating-point numbers depends on where it is cut, so it is one running sum, saved each second. The sums of a past moment are
//! those of a second's beginning, to which all events recorded since are added again. While time is played, the last result is
//! continued, so that each event is added once.

use super::context::Contexts;
use super::entries::{Entries, Entry, Moment, Step};
use super::ring::Ring;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::accumulator::Accumulator;
use crate::lab::metrics::reach::RECORDED;
use crate::lab::metrics::reference::{ReferenceSolution, StepPath};
use crate::lab::metrics::screen::Screen;
use crate::lab::metrics::totals::{Sums, Totals};
use crate::model::config::capture::SampleTimes;
use crate::model::machine::event::Event;
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::{Body, Tally};
use std::cell::RefCell;
use std::collections::VecDeque;

const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);
/// The largest number of seconds that are stored: the recorded ones, and one more at either end.
const MOST_SECONDS: usize = (RECORDED.flicks() / SECOND.flicks()) as usize + 2;

#[derive(Clone, Debug)]
pub struct RunSums {
    /// The totals before the present second.
    before: Totals,
    pub adding: Accumulator,
    paths_known: bool,
}

impl RunSums {
    /// Returns the sums of the run so far, at the time `clock` of the computer; `tally` has all passes.
    pub fn whole(&self, clock: Time, tally: Tally) -> Sums {
        let mut totals = self.before.clone();
        totals.add(&self.adding.totals);
        Sums { paths_known: self.paths_known, ..self.adding.sums(totals, clock, tally) }
    }
}

struct Second {
    at: Time,
    /// The number of the second's first entry.
    entry: usize,
    /// The sums at the second's beginning, without totals.
    adding: Accumulator,
    /// The totals of the second; empty while it is running.
    totals: Totals,
}

/// The parts of a recording whose events are added up.
#[derive(Clone, Copy)]
pub(super) struct Recorded<'a> {
    pub entries: &'a Entries,
    pub steps: &'a Ring<Step>,
    pub inputs: &'a Ring<Input>,
    pub answers: &'a Ring<Answer>,
    pub contexts: &'a Contexts,
}

struct Reading {
    sums: RunSums,
    moment: Moment,
    /// The numbers of inputs and of answers in the sums.
    given: (usize, usize),
}

pub(super) struct SavedSums {
    pub reference: ReferenceSolution,
    pub current: RunSums,
    /// The stored seconds; the last one is running.
    seconds: VecDeque<Second>,
    /// The totals of all dropped seconds.
    forgotten: Totals,
    next: Time,
    last_read: RefCell<Option<Reading>>,
}

impl SavedSums {
    /// Begins the sums of a loop that starts at `start` on `screen`, in a world that is measured against `reference`. `samples`
    /// is the kind of its sample times.
    pub fn new((screen, samples): (Screen, SampleTimes), start: Time, reference: ReferenceSolution) -> SavedSums {
        let mut adding = Accumulator::new(screen, start);
        adding.samples = samples;
        let first = Second { at: start, entry: 0, adding: adding.clone(), totals: Totals::default() };
        SavedSums {
            reference,
            current: RunSums { before: Totals::default(), adding, paths_known: true },
            seconds: VecDeque::from([first]),
            forgotten: Totals::default(),
            next: start.floor_to(SECOND) + SECOND,
            last_read: RefCell::default(),
        }
    }

    /// Begins a second if the running one is over at `at`, and returns whether it is. `entry` is the number of the next entry.
    pub fn begin_second(&mut self, at: Time, entry: usize) -> bool {
        if at < self.next {
            return false;
        }
        self.next = at.floor_to(SECOND) + SECOND;
        let RunSums { before, adding, .. } = &mut self.current;
        before.add(&adding.totals);
        if let Some(running) = self.seconds.back_mut() {
            running.totals = std::mem::take(&mut adding.totals);
        }
        self.seconds.push_back(Second { at, entry, adding: adding.clone(), totals: Totals::default() });
        if self.seconds.len() > MOST_SECONDS + 1
            && let Some(oldest) = self.seconds.pop_front()
        {
            self.forgotten.add(&oldest.totals);
        }
        true
    }

    /// Adds an event; returns the distances of the bodies from their paths if it is an update, else an empty path.
    pub fn add(&mut self, event: &Event, bodies: &[Body]) -> StepPath {
        let path = match *event {
            Event::Update { sim, dt, .. } => Some(self.reference.measure(sim, dt, bodies)),
            _ => None,
        };
        self.current.adding.add(event, path.as_ref());
        path.unwrap_or_default()
    }

    /// Calls `read` with the sums at a past `moment`, computed from the recorded events.
    pub fn read<T>(&self, moment: Moment, recorded: Recorded, read: impl FnOnce(&RunSums) -> T) -> T {
        let mut last = self.last_read.borrow_mut();
        let number = self.seconds.partition_point(|second| second.entry <= moment.end).saturating_sub(1);
        let first = self.seconds[number].entry.max(recorded.entries.ring.range().start);
        let goes_on = |reading: &Reading| reading.moment.at <= moment.at && (first..=moment.end).contains(&reading.moment.end);
        let reading = last.take().filter(goes_on).unwrap_or_else(|| self.reading_of(number, recorded)).until(moment, recorded);
        read(&last.insert(reading).sums)
    }

    fn reading_of(&self, number: usize, recorded: Recorded) -> Reading {
        let mut before = self.forgotten.clone();
        self.seconds.range(..number).for_each(|second| before.add(&second.totals));
        let Second { at, entry, adding, .. } = &self.seconds[number];
        let inputs = recorded.inputs.partition_point(|input| input.at < *at);
        let answers = recorded.answers.partition_point(|answer| answer.shown < *at);
        Reading {
            sums: RunSums { before, adding: adding.clone(), paths_known: true },
            moment: Moment { at: *at, end: *entry },
            given: (inputs, answers),
        }
    }
}

impl Reading {
    fn until(mut self, moment: Moment, recorded: Recorded) -> Reading {
        let RunSums { adding, paths_known, .. } = &mut self.sums;
        let from = self.moment.end;
        let mut step = recorded.steps.partition_point(|step| step.entry < from);
        for (number, entry) in recorded.entries.between(from, moment.end) {
            let Entry::Event(event) = entry else { continue };
            let known = recorded.steps.get(step).filter(|known| known.entry == number);
            step += usize::from(known.is_some());
            match *event {
                Event::Update { .. } => *paths_known &= known.is_some(),
                // A command takes effect after the frames that are displayed at the same moment.
                Event::Display { at, .. } => {
                    adding.screen = Screen::of(&recorded.contexts.at(at - Span::from_flicks(1)).computer);
                }
                _ => {}
            }
            adding.add(event, known.map(|known| &known.path));
        }
        let inputs = recorded.inputs.partition_point(|input| input.at <= moment.at);
        let answers = recorded.answers.partition_point(|answer| answer.shown <= moment.at);
        let (given, answered) = std::mem::replace(&mut self.given, (inputs, answers));
        recorded.inputs.since(given).take_while(|input| input.at <= moment.at).for_each(|input| adding.input(*input));
        recorded.answers.since(answered).take_while(|answer| answer.shown <= moment.at).for_each(|answer| adding.answer(answer));
        self.moment = moment;
        self
    }
}
