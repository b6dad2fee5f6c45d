//! Reading a recording up to a point of it.

use super::event_log::{LogEntry, LogPosition, LogReader};
use super::recording::History;
use super::records::HistoryPoint;
use crate::base::time::{Span, Time};
use crate::model::machine::{Event, Observer, Watched, WatchedName};

impl History {
    /// Since when every event is known: from the beginning, or from just after the oldest time in the log.
    pub fn recorded_since(&self) -> Time {
        match self.log.first_at() {
            Some(first) if self.log.first_event() > 0 => first + Span::from_flicks(1),
            _ => self.start,
        }
    }

    /// Passes `observer` the events from `from` until `point` again, and the computer that they happened on, but no bodies.
    pub fn replay(&self, from: Time, point: HistoryPoint, observer: &mut dyn Observer) {
        read_until(self.log.read_before(from), point, |entry| {
            let LogEntry::Event(event) = entry else { return };
            if event.at() < from {
                return;
            }
            if let Event::Display { at, .. } = event {
                // A command takes effect after what was displayed at its moment.
                observer.on_computer_changed(&self.config_at(at - Span::from_flicks(1)).computer);
            }
            observer.note(&event, &[]);
        });
    }

    /// What the computer's clock was at `point`, laboratory time `now`: when the operation ended that was in hand. Nothing if
    /// it still is.
    pub fn clock(&self, point: HistoryPoint, now: Time) -> Option<Time> {
        let done = self.position(point, now).events;
        let mut reader = self.log.read_before_event(done);
        loop {
            match reader.next()? {
                LogEntry::Event(event) if reader.position().events > done && !matches!(event, Event::Display { .. }) => {
                    return Some(event.at());
                }
                _ => {}
            }
        }
    }

    /// The place in the log at `point`, laboratory time `now`.
    pub fn position(&self, point: HistoryPoint, now: Time) -> LogPosition {
        read_until(self.reader(point, now), point, |_| {})
    }

    fn reader(&self, point: HistoryPoint, now: Time) -> LogReader<'_> {
        match point {
            HistoryPoint::At(_) => self.log.read_before(now),
            HistoryPoint::After(event) => self.log.read_before_event(event),
        }
    }
}

/// The values that a loop has shown, as `entry` changes them.
pub(super) fn note_watched(watched: &mut Vec<(WatchedName, Watched)>, entry: &LogEntry) {
    match entry {
        LogEntry::Watched { name, value, .. } => match watched.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = *value,
            None => watched.push((name.clone(), *value)),
        },
        LogEntry::Forgotten { .. } => watched.clear(),
        LogEntry::Event(_) | LogEntry::Stalled(_) | LogEntry::Due(_) => {}
    }
}

/// Reads on to `point`, passes `each` what it reads, and returns where that is.
pub(super) fn read_until(mut reader: LogReader, point: HistoryPoint, mut each: impl FnMut(LogEntry)) -> LogPosition {
    loop {
        let here = reader.position();
        let Some(entry) = reader.next() else { return here };
        let inside = match (point, &entry) {
            // The laboratory lets start what starts before its time, and shows what is due at it.
            (HistoryPoint::At(time), LogEntry::Event(Event::Display { at, .. }) | LogEntry::Forgotten { at }) => *at <= time,
            (HistoryPoint::At(time), LogEntry::Event(event)) => event.at() < time,
            (HistoryPoint::At(time), LogEntry::Watched { at, .. }) => *at < time,
            (HistoryPoint::After(event), LogEntry::Event(_) | LogEntry::Watched { .. } | LogEntry::Forgotten { .. }) => {
                here.events <= event
            }
            (_, LogEntry::Stalled(_) | LogEntry::Due(_)) => true,
        };
        if !inside {
            return here;
        }
        each(entry);
    }
}
