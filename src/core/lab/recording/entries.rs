//! The entries of a recording: everything that happens in a pane, in the order of time. The oldest entries are dropped.

use super::ring::{Ring, Timed};
use crate::base::time::{Span, Time};
use crate::lab::metrics::reference::StepPath;
use crate::model::machine::event::{Event, Watched, WatchedName};
use crate::model::machine::gpu::Stages;
use crate::model::machine::inputs::{Answer, Input};
use std::collections::VecDeque;

/// An entry of a recording: an event, or a detail of the event before or after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    Event(Event),
    /// The loop has set a watched value, which belongs to the next operation.
    Watched {
        at: Time,
        /// The index of its name in [`Entries`].
        name: u8,
        value: Watched,
    },
    /// Another loop has been started, so the old watched values are dropped.
    Forgotten {
        at: Time,
    },
    /// The event before this entry was longer because of a stall.
    Stalled {
        /// The beginning of that event.
        at: Time,
        by: Span,
    },
    /// The event before this entry is followed by a wait.
    Due {
        /// The beginning of that event.
        at: Time,
        /// The moment at which the wait was due to end.
        due: Time,
    },
    /// The frame of the render before this entry has been submitted.
    Submitted {
        /// The beginning of that render.
        at: Time,
        stages: Stages,
    },
}

impl Entry {
    /// Returns the event; `None` if the entry is a detail of one.
    pub fn event(&self) -> Option<Event> {
        match *self {
            Entry::Event(event) => Some(event),
            _ => None,
        }
    }

    /// Returns the event if it is an operation of the loop; `None` otherwise.
    pub fn operation(&self) -> Option<Event> {
        self.event().filter(|event| event.line().is_some())
    }

    /// Returns whether the entry is before a moment whose time equals the entry's own. Events between operations are; an
    /// operation is not, because the laboratory starts only operations that are due before its time.
    fn is_due_by_itself(&self) -> bool {
        matches!(
            self,
            Entry::Event(Event::Display { .. } | Event::Gpu { .. } | Event::Repeat { .. } | Event::Press { .. })
                | Entry::Forgotten { .. }
        )
    }
}

pub fn begins_turn(event: &Event) -> bool {
    matches!(event, Event::Frame { .. })
}

impl Timed for Entry {
    fn at(&self) -> Time {
        match *self {
            Entry::Event(event) => event.at(),
            Entry::Watched { at, .. }
            | Entry::Forgotten { at }
            | Entry::Stalled { at, .. }
            | Entry::Due { at, .. }
            | Entry::Submitted { at, .. } => at,
        }
    }
}

impl Timed for Input {
    fn at(&self) -> Time {
        self.at
    }
}

impl Timed for Answer {
    fn at(&self) -> Time {
        self.shown
    }
}

/// A moment at which a recording is read. Several events may have one time; a moment lies before or after each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub at: Time,
    /// The number of entries before the moment.
    pub end: usize,
}

/// An update of the world, or a thought, which moves no body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The beginning of the update.
    pub at: Time,
    /// The simulated time after it.
    pub sim: Time,
    pub entry: usize,
    /// The distances of the bodies from their paths; empty for a thought.
    pub path: StepPath,
}

impl Timed for Step {
    fn at(&self) -> Time {
        self.at
    }
}

#[derive(Clone, Debug)]
pub struct Operation {
    /// An update, a thought, a sleep or a render.
    pub event: Event,
    /// The moment at which the wait after the operation was due to end; `None` without a wait.
    pub due: Option<Time>,
    /// The part of the operation that is a stall.
    pub stall: Span,
    pub watched: Vec<(WatchedName, Watched)>,
}

/// The watched values of a loop, by the index of their names, in the order in which the loop first set them.
type WatchedValues = Vec<(u8, Watched)>;

/// The entries of a pane's recording, numbered from its beginning.
#[derive(Debug, Default)]
pub struct Entries {
    pub ring: Ring<Entry>,
    names: Vec<WatchedName>,
    /// The newest values, including those in `coming`.
    watched: WatchedValues,
    /// The values at the newest entry in `ring`, without those in `coming`.
    before_next: WatchedValues,
    /// Watched values of an operation that has not begun yet. Flips that come before that operation are entered first.
    coming: Vec<Entry>,
    /// Copies of the watched values, each with the number of the entry after it.
    saved: VecDeque<(usize, WatchedValues)>,
}

impl Entries {
    pub(super) fn add_event(&mut self, event: &Event) -> usize {
        if !self.coming.is_empty() && (event.line().is_some() || matches!(event, Event::Frame { .. })) {
            for entry in self.coming.drain(..) {
                note(&mut self.before_next, &entry);
                self.ring.push(entry);
            }
        }
        self.ring.push(Entry::Event(*event));
        self.ring.range().end - 1
    }

    /// Stores a copy of the present values, before the next entry.
    pub(super) fn save_watched(&mut self) {
        self.saved.push_back((self.end(), self.before_next.clone()));
    }

    pub fn forget_before(&mut self, oldest: Time) {
        self.ring.forget_before(oldest);
        while self.saved.get(1).is_some_and(|(number, _)| *number <= self.ring.range().start) {
            self.saved.pop_front();
        }
    }

    /// Adds a value that the loop has set for its next operation.
    pub(super) fn add_watched(&mut self, at: Time, name: &WatchedName, value: Watched) {
        let known = self.names.iter().position(|known| known == name);
        let name = known.unwrap_or_else(|| {
            self.names.push(name.clone());
            self.names.len() - 1
        }) as u8;
        self.add_coming(Entry::Watched { at, name, value });
    }

    /// Drops the watched values, because another loop begins at `at`.
    pub(super) fn forget_watched(&mut self, at: Time) {
        self.add_coming(Entry::Forgotten { at });
    }

    fn add_coming(&mut self, entry: Entry) {
        note(&mut self.watched, &entry);
        self.coming.push(entry);
    }

    pub fn end(&self) -> usize {
        self.ring.range().end
    }

    pub fn first_at(&self) -> Option<Time> {
        self.ring.get(self.ring.range().start).map(Timed::at)
    }

    fn last_at(&self) -> Option<Time> {
        self.ring.get(self.end().checked_sub(1)?).map(Timed::at)
    }

    /// Returns the number of the first entry at or after `moment`.
    pub fn first_since(&self, moment: Time) -> usize {
        self.ring.partition_point(|entry| entry.at() < moment)
    }

    /// Returns the moment at which the laboratory's time is `at`.
    pub fn moment(&self, at: Time) -> Moment {
        let is_newest = self.last_at().is_none_or(|last| last < at);
        Moment { at, end: if is_newest { self.end() } else { self.end_at(at) } }
    }

    /// Returns the moment just after the event that is entry `number`; `None` if that entry is no event or not stored.
    pub fn moment_after(&self, number: usize) -> Option<Moment> {
        let event = self.event(number)?;
        Some(Moment { at: event.at(), end: self.end_after(number) })
    }

    /// Returns whether there is no entry after `moment`.
    pub fn is_newest(&self, moment: Moment) -> bool {
        moment.end >= self.end()
    }

    /// Returns the number of the last event before `moment`; `None` if there is none.
    pub fn event_at(&self, moment: Moment) -> Option<usize> {
        self.event_before(moment.end, |_| true)
    }

    /// Returns the number of entries before the moment at which the laboratory's time is `moment`.
    fn end_at(&self, moment: Time) -> usize {
        let mut end = self.first_since(moment);
        while self.ring.get(end).is_some_and(|entry| entry.at() == moment && entry.is_due_by_itself()) {
            end += 1;
        }
        end
    }

    /// Returns the number of entries up to event `number` and its details.
    fn end_after(&self, number: usize) -> usize {
        let mut end = number + 1;
        let belongs = |entry: &Entry| matches!(entry, Entry::Stalled { .. } | Entry::Due { .. } | Entry::Submitted { .. });
        while self.ring.get(end).is_some_and(belongs) {
            end += 1;
        }
        end
    }

    /// Returns the entries from number `from` until `end`, with their numbers.
    pub fn between(&self, from: usize, end: usize) -> impl DoubleEndedIterator<Item = (usize, &Entry)> {
        (from.max(self.ring.range().start)..end.min(self.end())).filter_map(|number| Some((number, self.ring.get(number)?)))
    }

    pub fn event(&self, number: usize) -> Option<Event> {
        self.ring.get(number)?.event()
    }

    pub fn newest_event(&self) -> Option<usize> {
        self.event_before(self.end(), |_| true)
    }

    /// Returns the number of the last event before entry `end` for which `is_meant` is true; `None` if there is none.
    pub fn event_before(&self, end: usize, is_meant: impl Fn(&Event) -> bool) -> Option<usize> {
        let mut before = self.between(0, end).rev();
        before.find(|(_, entry)| entry.event().as_ref().is_some_and(&is_meant)).map(|(number, _)| number)
    }

    /// Returns the number of the first event from entry `from` on for which `is_meant` is true; `None` if there is none.
    pub fn event_since(&self, from: usize, is_meant: impl Fn(&Event) -> bool) -> Option<usize> {
        let mut since = self.between(from, self.end());
        since.find(|(_, entry)| entry.event().as_ref().is_some_and(&is_meant)).map(|(number, _)| number)
    }

    /// Returns the operation that runs at `moment`; `None` if the recording does not reach back to it.
    pub fn operation(&self, moment: Time) -> Option<Operation> {
        let end = self.first_since(moment + Span::from_flicks(1));
        let (number, event) = self.operation_before(end)?;
        let (mut due, mut stall) = (None, Span::ZERO);
        for (_, entry) in self.between(number, end) {
            match *entry {
                Entry::Due { due: over, .. } => due = Some(over),
                Entry::Stalled { by, .. } => stall = by,
                _ => {}
            }
        }
        Some(Operation { event, due, stall, watched: self.watched(Moment { at: moment, end }) })
    }

    /// Returns the lines of the loop's file that ran in the `span` before a moment, each with the moment of its last run, in the
    /// order of these moments.
    pub fn lines(&self, Moment { at: now, end }: Moment, span: Span) -> Vec<(u32, Time)> {
        let mut lines: Vec<(u32, Time)> = Vec::new();
        let first = self.first_since(now - span);
        let begins = self.operation_before(first).map_or(first, |(number, _)| number);
        let mut last = None;
        for (_, entry) in self.between(begins, end) {
            let Some(event) = entry.operation() else { continue };
            if let Some(line) = last {
                move_to_end(&mut lines, line, event.at());
            }
            last = event.line();
        }
        if let Some(line) = last {
            move_to_end(&mut lines, line, now);
        }
        lines.retain(|(_, at)| *at >= now - span);
        lines
    }

    fn operation_before(&self, end: usize) -> Option<(usize, Event)> {
        self.between(0, end).rev().find_map(|(number, entry)| Some((number, entry.operation()?)))
    }

    /// Returns the computer's clock at `moment`, which is the end of the present operation; `None` if that end is not known yet.
    /// A render ends when the next operation begins, unless the system calls the loop.
    pub fn clock(&self, moment: Moment, is_called: bool) -> Option<Time> {
        let is_next = |event: &Event| event.line().is_some() || begins_turn(event);
        if is_called {
            let present = self.event_before(moment.end, is_next).and_then(|number| self.event(number));
            if let Some(Event::Render { end, .. }) = present
                && end >= moment.at
            {
                return Some(end);
            }
        }
        self.event_since(moment.end, is_next).and_then(|number| self.event(number)).map(|event| event.at())
    }

    /// Returns the values that the loop had set before a moment.
    pub fn watched(&self, Moment { end, .. }: Moment) -> Vec<(WatchedName, Watched)> {
        let named = |values: &WatchedValues| {
            values.iter().filter_map(|(name, value)| Some((self.names.get(usize::from(*name))?.clone(), *value))).collect()
        };
        if end >= self.end() {
            return named(&self.watched);
        }
        let saved = self.saved.iter().rfind(|(number, _)| *number <= end);
        let (since, mut values) = saved.map_or_else(|| (0, Vec::new()), |(since, values)| (*since, values.clone()));
        for (_, entry) in self.between(since, end) {
            note(&mut values, entry);
        }
        named(&values)
    }

    pub fn bytes(&self) -> usize {
        let saved = self.saved.iter().map(|(_, values)| values.capacity() * size_of::<(u8, Watched)>() + 32);
        self.ring.bytes() + saved.sum::<usize>()
    }
}

fn note(values: &mut WatchedValues, entry: &Entry) {
    match *entry {
        Entry::Watched { name, value, .. } => match values.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => values.push((name, value)),
        },
        Entry::Forgotten { .. } => values.clear(),
        Entry::Event(_) | Entry::Stalled { .. } | Entry::Due { .. } | Entry::Submitted { .. } => {}
    }
}

fn move_to_end(lines: &mut Vec<(u32, Time)>, line: u32, at: Time) {
    lines.retain(|(known, _)| *known != line);
    lines.push((line, at));
}
