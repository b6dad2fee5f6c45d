//! Everything about a pane at one moment of its past.

use super::event_log::{LogEntry, LogPosition, LogReader};
use super::trail::{self, Trail};
use super::{DisplayedFrame, History, PaneConfig};
use crate::base::time::{Span, Time};
use crate::lab::metrics::live::{LATELY, Live};
use crate::model::machine::{Event, Observer, Watched};
use crate::model::world::{Body, Numbers, Tally};
use std::collections::VecDeque;

/// A moment of a pane's past. Several events may fall on one time; one of them can be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryPoint {
    /// What the laboratory showed at this time.
    At(Time),
    /// Just after the event of this number, counted from 0.
    After(u64),
}

/// What was to be seen and known then.
pub struct Snapshot {
    pub cut: HistoryPoint,
    /// Laboratory time.
    pub at: Time,
    pub live: Live,
    pub trail: Trail,
    /// The picture on the display.
    pub shown: Option<DisplayedFrame>,
    /// What it shows; nothing where the recording of pictures does not reach back so far.
    pub bodies: Option<Vec<Body>>,
    /// The world's own numbers in it.
    pub numbers: Numbers,
    /// The state after the last update, where that is kept.
    pub state: Option<Vec<Body>>,
    pub tally: Tally,
    /// Body by body, in worlds that count them apart.
    pub tallies: Box<[Tally]>,
    /// The passes that had ended in the six seconds before.
    pub recent: Tally,
    pub watched: Vec<(&'static str, Watched)>,
    /// The operation in hand, or the last one.
    pub operation: Option<Event>,
    pub era: PaneConfig,
}

/// The live numbers look at the last two seconds; what was in hand then has begun before.
const RUN_UP: Span = Span::from_flicks(4 * crate::base::time::FLICKS_PER_SECOND);

impl History {
    /// What was to be seen of the pane at `cut`, laboratory time `now`.
    pub fn moment(&self, cut: HistoryPoint, now: Time) -> Snapshot {
        let mut moment = self.moment_from(self.tape.read_before(now - RUN_UP), cut, now);
        if !moment.live.is_settled() {
            moment = self.moment_from(self.tape.read_before(Time::ZERO), cut, now);
        }
        moment
    }

    fn moment_from(&self, reader: LogReader, cut: HistoryPoint, now: Time) -> Snapshot {
        let (mut live, mut operation) = (Live::new(self.start), None);
        let mut watched = reader.watched();
        let place = walk(reader, cut, |entry| match entry {
            LogEntry::Event(event) => {
                live.note(&event, &[]);
                if event.line().is_some() {
                    operation = Some(event);
                }
            }
            other => learn(&mut watched, &other),
        });

        let mut bodies = Vec::new();
        let shown = place.shown.checked_sub(1).and_then(|number| self.shown.get(number).copied());
        let numbers = place.shown.checked_sub(1).and_then(|number| self.pictures.read(number, &mut bodies));
        let mut state = Vec::new();
        let has_state = place.steps > 0 && self.states.read(place.steps - 1, &mut state).is_some();
        let judged = |before: usize| &self.judged[before.max(1) - 1];
        let last = judged(self.judged.partition_point(|judged| judged.step < place.steps));
        let earlier = judged(self.judged.partition_point(|judged| judged.at < now - LATELY));
        Snapshot {
            cut,
            at: now,
            live,
            trail: self.trail(shown, place),
            shown,
            bodies: numbers.is_some().then_some(bodies),
            numbers: numbers.unwrap_or_default(),
            state: has_state.then_some(state),
            tally: last.all,
            tallies: last.each.clone(),
            recent: last.all.since(earlier.all),
            watched,
            operation,
            era: self.era(now).clone(),
        }
    }

    /// The passes that have ended in the last six seconds.
    pub fn recent_tally(&self, now: Time) -> Tally {
        let earlier = self.judged.partition_point(|judged| judged.at < now - LATELY);
        self.judged.back().map_or(Tally::default(), |last| last.all.since(self.judged[earlier.max(1) - 1].all))
    }

    /// The passes body by body, as they are now.
    pub fn tallies(&self) -> &[Tally] {
        self.judged.back().map_or(&[], |last| &last.each)
    }

    fn trail(&self, shown: Option<DisplayedFrame>, place: LogPosition) -> Trail {
        let mut trail = Trail::default();
        let Some(last) = shown else { return trail };
        let first = self.shown.partition_point(|shown| shown.at < last.at - trail::REACH);
        self.pictures.read_each(first..place.shown, |number, bodies, _| {
            if let Some(shown) = self.shown.get(number) {
                trail.add(shown.at, bodies);
            }
        });
        trail
    }

    /// Tells `observer` again what happened from `from` until `moment`, as it was told then. Where the states after its
    /// updates are not kept any more there are none; then the answer is false.
    pub fn tell_again(&self, from: Time, moment: &Snapshot, observer: &mut dyn Observer) -> bool {
        let reader = self.tape.read_before(from);
        let mut next = reader.place().steps;
        let (mut events, mut steps) = (VecDeque::new(), next..next);
        walk(reader, moment.cut, |entry| {
            let LogEntry::Event(event) = entry else { return };
            let is_update = matches!(event, Event::Update { .. });
            if event.at() >= from {
                events.push_back(event);
                steps.end = next + usize::from(is_update);
            } else if is_update {
                steps = next + 1..next + 1;
            }
            next += usize::from(is_update);
        });
        let kept = self.states.range();
        let known = steps.is_empty() || (kept.start <= steps.start && steps.end <= kept.end);
        // A command takes effect after what was displayed at its moment.
        let tell = |event: &Event, bodies: &[Body], observer: &mut dyn Observer| {
            if let Event::Display { at, .. } = *event {
                observer.refreshes_at(self.era(at - Span::from_flicks(1)).computer.refresh_hz);
            }
            observer.note(event, bodies);
        };
        if known {
            self.states.read_each(steps, |_, bodies, _| {
                while let Some(event) = events.pop_front() {
                    tell(&event, bodies, observer);
                    if matches!(event, Event::Update { .. }) {
                        return;
                    }
                }
            });
        }
        for event in &events {
            tell(event, &[], observer);
        }
        known
    }

    /// What the computer's clock was at `moment`: when the operation ended that was in hand. Nothing if it still is.
    pub fn clock(&self, moment: &Snapshot) -> Option<Time> {
        let done = self.place(moment.cut, moment.at).events;
        let mut reader = self.tape.read_before_event(done);
        loop {
            match reader.next()? {
                LogEntry::Event(event) if reader.place().events > done && !matches!(event, Event::Display { .. }) => {
                    return Some(event.at());
                }
                _ => {}
            }
        }
    }

    /// The place on the tape at `cut`, laboratory time `now`.
    pub fn place(&self, cut: HistoryPoint, now: Time) -> LogPosition {
        walk(self.reader(cut, now), cut, |_| {})
    }

    fn reader(&self, cut: HistoryPoint, now: Time) -> LogReader<'_> {
        match cut {
            HistoryPoint::At(_) => self.tape.read_before(now),
            HistoryPoint::After(event) => self.tape.read_before_event(event),
        }
    }

    /// The operation in hand at `moment`, how many events there had been with it, the values that the loop had shown by
    /// then, and when its wait is over but for waking late.
    pub fn operation(&self, moment: Time) -> Option<Operation> {
        // It may have begun on the piece before.
        let begun = self.blocks.number_at(moment).and_then(|number| self.blocks.get(number)).map_or(moment, |block| block.at);
        let reader = self.tape.read_before(begun - Span::from_flicks(1));
        let mut watched = reader.watched();
        let (mut found, mut due, mut stall, mut events) = (None, None, Span::ZERO, 0);
        walk(reader, HistoryPoint::At(moment + Span::from_flicks(1)), |entry| match entry {
            LogEntry::Event(event) => {
                events += 1;
                if event.line().is_some() {
                    (found, due, stall) = (Some(event), None, Span::ZERO);
                }
            }
            LogEntry::Due(at) => due = Some(at),
            LogEntry::Stalled(by) => stall = by,
            other => learn(&mut watched, &other),
        });
        found.map(|event| Operation { event, due, stall, watched })
    }

    /// Which lines of its file the loop has run in the `span` before `now`, the latest last, and when each one last did.
    pub fn lines(&self, cut: HistoryPoint, now: Time, span: Span) -> Vec<(u32, Time)> {
        let mut lines: Vec<(u32, Time)> = Vec::new();
        let mut last = None;
        walk(self.tape.read_before(now - span), cut, |entry| {
            if let LogEntry::Event(event) = entry {
                if let (Some(line), Some(ended)) = (last, event.line().map(|_| event.at())) {
                    touch(&mut lines, line, ended);
                }
                last = event.line().or(last);
            }
        });
        if let Some(line) = last {
            touch(&mut lines, line, now);
        }
        lines.retain(|(_, at)| *at >= now - span);
        lines
    }
}

/// An operation as the tape tells it.
#[derive(Clone, Debug)]
pub struct Operation {
    pub event: Event,
    /// When its wait is over, but for waking late.
    pub due: Option<Time>,
    pub stall: Span,
    /// What the loop had shown by then.
    pub watched: Vec<(&'static str, Watched)>,
}

/// Moves a line to the end of the list.
fn touch(lines: &mut Vec<(u32, Time)>, line: u32, at: Time) {
    lines.retain(|(known, _)| *known != line);
    lines.push((line, at));
}

fn learn(watched: &mut Vec<(&'static str, Watched)>, entry: &LogEntry) {
    match *entry {
        LogEntry::Watched { name, value, .. } => match watched.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => watched.push((name, value)),
        },
        LogEntry::Forgotten { .. } => watched.clear(),
        LogEntry::Event(_) | LogEntry::Stalled(_) | LogEntry::Due(_) => {}
    }
}

/// Reads on to `cut` and answers where that is.
fn walk(mut reader: LogReader, cut: HistoryPoint, mut each: impl FnMut(LogEntry)) -> LogPosition {
    loop {
        let here = reader.place();
        let Some(entry) = reader.next() else { return here };
        let inside = match (cut, &entry) {
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
