//! Reading a recording up to a point of it.

use super::entries::Entry;
use super::recording::History;
use super::records::HistoryPoint;
use super::ring::Timed;
use crate::base::time::{Span, Time};
use crate::model::machine::{Event, Observer};

impl History {
    /// Since when every event is known: from the beginning, or from just after the oldest time in the recording.
    pub fn recorded_since(&self) -> Time {
        match self.entries.first_at() {
            Some(first) if self.entries.range().start > 0 => first + Span::from_flicks(1),
            _ => self.start,
        }
    }

    /// Passes `observer` the events from `from` until `point` again, and the computer that they happened on, but no bodies.
    pub fn replay(&self, from: Time, point: HistoryPoint, observer: &mut dyn Observer) {
        for (_, entry) in self.entries.between(self.entries.first_since(from), self.end_of(point)) {
            let Entry::Event(event) = entry else { continue };
            if let Event::Display { at, .. } = *event {
                // A command takes effect after what was displayed at its moment.
                observer.on_computer_changed(&self.config_at(at - Span::from_flicks(1)).computer);
            }
            observer.note(event, &[]);
        }
    }

    /// Returns what the computer's clock was at `point`: when the operation ended that was in hand. `None` if it still is.
    pub fn clock(&self, point: HistoryPoint) -> Option<Time> {
        let goes_on = |entry: &Entry| entry.operation().is_some() || matches!(entry, Entry::Event(Event::Frame { .. }));
        let mut later = self.entries.between(self.end_of(point), usize::MAX);
        later.find(|(_, entry)| goes_on(entry)).map(|(_, entry)| entry.at())
    }

    /// Returns how many entries there are at `point`.
    pub fn end_of(&self, point: HistoryPoint) -> usize {
        match point {
            HistoryPoint::At(moment) => self.entries.end_at(moment),
            HistoryPoint::After(event) => self.entries.end_after(event as usize),
        }
    }
}
