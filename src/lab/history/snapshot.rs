//! Everything about a pane at one moment of its past.

use super::event_log::{LogEntry, LogPosition, LogReader};
use super::reading::{note_watched, read_until};
use super::recording::History;
use super::records::{HistoryPoint, PaneConfig};
use super::trail::{self, Trail};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::RECENT_PASSES;
use crate::lab::metrics::{DisplayedFrame, RunMetrics};
use crate::model::machine::{Event, Watched, WatchedName};
use crate::model::world::{Body, Numbers, Tally};

/// Everything that was to be seen and known of a pane at one moment of its recording.
pub struct Snapshot {
    /// The moment that is meant.
    pub point: HistoryPoint,
    /// The laboratory time of that moment.
    pub at: Time,
    /// The numbers of the run until then.
    pub metrics: RunMetrics,
    /// Where bodies were in the second before.
    pub trail: Trail,
    /// The frame on the display.
    pub shown: Option<DisplayedFrame>,
    /// What it shows; nothing where the recording of frames does not reach back to it.
    pub bodies: Option<Vec<Body>>,
    /// The world's own numbers in it.
    pub numbers: Numbers,
    /// The state after the last update, where that is kept.
    pub state: Option<Vec<Body>>,
    /// The passes that had ended by then.
    pub tally: Tally,
    /// The passes body by body, in worlds that count them apart.
    pub tallies: Box<[Tally]>,
    /// The passes that had ended in the six seconds before.
    pub recent_passes: Tally,
    /// The longest update in which one of these was found to have missed its wall.
    pub missed_by: Option<Span>,
    /// The values that the loop had shown.
    pub watched: Vec<(WatchedName, Watched)>,
    /// The operation in hand, or the last one.
    pub operation: Option<Event>,
    /// What it ran, and on what.
    pub config: PaneConfig,
}

/// The operation in hand has usually begun within this time before; where it has not, the whole log is searched for it.
const USUAL: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);

/// What the log tells of a moment.
struct Logged {
    position: LogPosition,
    watched: Vec<(WatchedName, Watched)>,
    operation: Option<Event>,
}

impl Logged {
    fn read(reader: LogReader, point: HistoryPoint) -> Logged {
        let (mut watched, mut operation) = (reader.watched(), None);
        let position = read_until(reader, point, |entry| match entry {
            LogEntry::Event(event) => {
                if event.line().is_some() {
                    operation = Some(event);
                }
            }
            other => note_watched(&mut watched, &other),
        });
        Logged { position, watched, operation }
    }
}

impl History {
    /// What was to be seen of the pane at `point`, laboratory time `now`, with the metrics of then.
    pub fn snapshot(&self, point: HistoryPoint, now: Time, metrics: RunMetrics) -> Snapshot {
        let mut logged = Logged::read(self.log.read_before(now - USUAL), point);
        if logged.operation.is_none() {
            logged = Logged::read(self.log.read_before(Time::ZERO), point);
        }
        let Logged { position, watched, operation } = logged;
        let mut bodies = Vec::new();
        let shown = position.shown.checked_sub(1).and_then(|number| self.frames.get(number).copied());
        let numbers = position.shown.checked_sub(1).and_then(|number| self.frame_states.read(number, &mut bodies));
        let mut state = Vec::new();
        let has_state = position.steps > 0 && self.states.read(position.steps - 1, &mut state).is_some();
        let count = |before: usize| &self.passes[before.max(1) - 1];
        let last = count(self.passes.partition_point(|count| count.step < position.steps));
        let earlier = count(self.passes.partition_point(|count| count.at < now - RECENT_PASSES));
        Snapshot {
            point,
            at: now,
            metrics,
            trail: self.trail(shown, position),
            shown,
            bodies: numbers.is_some().then_some(bodies),
            numbers: numbers.unwrap_or_default(),
            state: has_state.then_some(state),
            tally: last.all,
            tallies: last.each.clone(),
            recent_passes: last.all.since(earlier.all),
            missed_by: self.longest_miss(now, position.steps),
            watched,
            operation,
            config: self.config_at(now).clone(),
        }
    }

    /// The passes that have ended in the last six seconds.
    pub fn recent_passes(&self, now: Time) -> Tally {
        let earlier = self.passes.partition_point(|count| count.at < now - RECENT_PASSES);
        self.passes.back().map_or(Tally::default(), |last| last.all.since(self.passes[earlier.max(1) - 1].all))
    }

    /// The longest update in the last six seconds in which a pass was found to have missed its wall.
    pub fn missed_by(&self, now: Time) -> Option<Span> {
        self.longest_miss(now, usize::MAX)
    }

    /// The same of the updates whose numbers are below `end`.
    fn longest_miss(&self, now: Time, end: usize) -> Option<Span> {
        let counts = self.passes.iter().zip(self.passes.iter().skip(1));
        let missed = counts.filter(|(before, count)| {
            count.all.tunnelled > before.all.tunnelled && count.at >= now - RECENT_PASSES && count.step < end
        });
        missed.map(|(_, count)| count.dt).max()
    }

    /// The passes body by body, as they are now.
    pub fn tallies(&self) -> &[Tally] {
        self.passes.back().map_or(&[], |last| &last.each)
    }

    fn trail(&self, shown: Option<DisplayedFrame>, position: LogPosition) -> Trail {
        let mut trail = Trail::default();
        let Some(last) = shown else { return trail };
        let first = self.frames.partition_point(|frame| frame.at < last.at - trail::LENGTH);
        self.frame_states.read_each(first..position.shown, |number, bodies, _| {
            if let Some(frame) = self.frames.get(number) {
                trail.add(frame.at, bodies);
            }
        });
        trail
    }
}
