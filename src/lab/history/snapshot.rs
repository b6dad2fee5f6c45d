//! Everything about a pane at one moment of its past.

use super::recording::History;
use super::records::{Flip, HistoryPoint, PaneConfig};
use super::trail::{self, Trail};
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::RECENT_PASSES;
use crate::lab::metrics::{DisplayedFrame, RunMetrics};
use crate::model::config::Present;
use crate::model::machine::beam::{self, Rows};
use crate::model::machine::{Event, Refresh, Watched, WatchedName};
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
    /// What the rows of the display showed, from the top, where that was not all of this frame: where it tore.
    pub torn: Vec<(Rows, Option<PastFrame>)>,
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

/// A frame that rows of the display showed.
pub struct PastFrame {
    /// When it came, and the moment that it shows.
    pub shown: DisplayedFrame,
    /// What it shows.
    pub bodies: Vec<Body>,
    /// The world's own numbers in it.
    pub numbers: Numbers,
}

impl History {
    /// What was to be seen of the pane at `point`, laboratory time `now`, with the metrics of then.
    pub fn snapshot(&self, point: HistoryPoint, now: Time, metrics: RunMetrics) -> Snapshot {
        let end = self.end_of(point);
        let shown_count = self.frames.partition_point(|flip| flip.entry < end);
        let step_count = self.steps.partition_point(|step| step.entry < end);
        let last_shown = shown_count.checked_sub(1);
        let shown = last_shown.and_then(|number| self.frames.get(number)).map(Flip::frame);
        let state = last_shown.and_then(|number| self.frame_states.get(number));
        let count = |before: usize| &self.passes[before.max(1) - 1];
        let last = count(self.passes.partition_point(|count| count.step < step_count));
        let earlier = count(self.passes.partition_point(|count| count.at < now - RECENT_PASSES));
        Snapshot {
            point,
            at: now,
            metrics,
            trail: self.trail(shown, shown_count),
            shown,
            bodies: state.map(|state| state.bodies.clone()),
            numbers: state.map_or_else(Numbers::default, |state| state.numbers),
            torn: self.torn(now, shown_count),
            state: step_count.checked_sub(1).and_then(|step| self.state_after(step)).map(<[Body]>::to_vec),
            tally: last.all,
            tallies: last.each.clone(),
            recent_passes: last.all.since(earlier.all),
            missed_by: self.longest_miss(now, step_count),
            watched: self.entries.watched(end),
            operation: self.entries.operation_before(end).map(|(_, event)| event),
            config: self.config_at(now).clone(),
        }
    }

    /// What the rows of the display showed after `shown` frames, at `now`; nothing where all showed the last of these.
    fn torn(&self, now: Time, shown: usize) -> Vec<(Rows, Option<PastFrame>)> {
        let computer = &self.config_at(now).computer;
        if computer.present != Present::Immediate || shown == 0 {
            return Vec::new();
        }
        let refresh = Refresh::new(computer.refresh_hz);
        // What was replaced before it tore has left all rows at once.
        let tears = |config: &&PaneConfig| config.at > now || config.computer.present == Present::Immediate;
        let since = self.configs.iter().rev().take_while(tears).last().map_or(now, |config| config.at);
        let since = since.max(now - beam::lasts(refresh));
        let current = self.frames.partition_point(|flip| flip.at <= since).saturating_sub(1);
        let first = current.max(self.frames.range().start).max(shown.saturating_sub(beam::MOST_TORN + 1));
        let flips: Vec<Time> = (first..shown).filter_map(|number| self.frames.get(number)).map(|flip| flip.at).collect();
        let rows = beam::rows(refresh, now, &flips, first == 0);
        if rows.iter().all(|rows| rows.flip.is_some_and(|flip| first + flip + 1 == shown)) {
            return Vec::new();
        }
        let frame = |flip: usize| {
            let state = self.frame_states.get(first + flip)?;
            let shown = self.frames.get(first + flip)?.frame();
            Some(PastFrame { shown, bodies: state.bodies.clone(), numbers: state.numbers })
        };
        rows.into_iter().map(|rows| (rows, rows.flip.and_then(frame))).collect()
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

    /// Returns the trail after `end` frames, the last of which is `shown`.
    fn trail(&self, shown: Option<DisplayedFrame>, end: usize) -> Trail {
        let mut trail = Trail::default();
        let Some(last) = shown else { return trail };
        // The frame before the first one leaves its dots when that one appears.
        let first = self.frames.partition_point(|flip| flip.at < last.at - trail::LENGTH).saturating_sub(1);
        for number in first..end {
            if let (Some(flip), Some(state)) = (self.frames.get(number), self.frame_states.get(number)) {
                trail.add(flip.at, &state.bodies);
            }
        }
        trail
    }
}
