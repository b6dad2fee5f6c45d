//! The recording of a pane: what is kept, and how far it reaches back.

use super::blocks::Blocks;
use super::event_log::{EventLog, LogEntry, LogReader};
use super::frame_way::FrameWays;
use super::records::{PaneConfig, PassCount, Reach, Stall, Step, Tunnel};
use super::ring::Ring;
use super::states::States;
use crate::base::time::{Span, Time};
use crate::lab::metrics::DisplayedFrame;
use crate::lab::metrics::reach::RECORDED;
use crate::model::machine::Event;
use crate::model::world::{Body, Numbers, Tally};
use std::collections::VecDeque;

/// One pane's recording takes at most this many bytes: six take less than 64 MiB. The more bodies a world has, the fewer
/// seconds of its displayed frames and states fit; of a world so large that there is no room for four (about 10 000 bodies),
/// none are recorded, but events and numbers are.
pub const MOST_BYTES: usize = 64 * 1024 * 1024 / 6;

/// A pane's recording.
pub struct History {
    pub(super) start: Time,
    pub(super) log: EventLog,
    pub(super) blocks: Blocks,
    pub(super) frames: Ring<DisplayedFrame>,
    /// What the displayed frames show.
    pub(super) frame_states: States,
    /// The world's own numbers in the frame that is displayed next.
    pub(super) numbers: Numbers,
    pub(super) steps: Ring<Step>,
    /// The states after the steps.
    pub(super) states: States,
    /// When frames were finished that were never displayed.
    pub(super) dropped: Ring<Time>,
    pub(super) stalls: Ring<Stall>,
    pub(super) ways: FrameWays,
    pub(super) passes: VecDeque<PassCount>,
    pub(super) configs: VecDeque<PaneConfig>,
    /// How far the newest update moved the world.
    pub(super) last_dt: Span,
    pub(super) tunnel: Option<Tunnel>,
    /// When something first went through.
    pub(super) first_tunnel: Option<Time>,
    /// When the frames were finished that are still on their way to the display.
    pub(super) queued: Vec<(u64, Time)>,
    /// The end of the last operation, before any wait for the display.
    pub(super) last_end: Time,
    /// The busy part of the last sleep.
    pub(super) spun: Span,
}

impl History {
    /// The recording of a pane whose first turn begins at `start`.
    pub fn new(start: Time, config: PaneConfig) -> History {
        let none = PassCount { at: Time::ZERO, step: 0, dt: Span::ZERO, all: Tally::default(), each: Box::default() };
        History {
            start,
            log: EventLog::new(2_800_000),
            blocks: Blocks::new(160_000),
            frames: Ring::new(24_000),
            frame_states: States::new(1_400_000),
            numbers: Numbers::default(),
            steps: Ring::new(60_000),
            states: States::new(2_500_000),
            dropped: Ring::new(48_000),
            stalls: Ring::new(1024),
            ways: FrameWays::new(),
            passes: VecDeque::from([none]),
            configs: VecDeque::from([config]),
            last_dt: Span::ZERO,
            tunnel: None,
            first_tunnel: None,
            queued: Vec::new(),
            last_end: Time::ZERO,
            spun: Span::ZERO,
        }
    }

    /// What the computer did with its time.
    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// The displayed frames that are kept.
    pub fn shown(&self) -> &Ring<DisplayedFrame> {
        &self.frames
    }

    /// The updates and thoughts that are kept.
    pub fn steps(&self) -> &Ring<Step> {
        &self.steps
    }

    /// When frames were finished that were never displayed.
    pub fn dropped(&self) -> &Ring<Time> {
        &self.dropped
    }

    /// The ways of the frames from the loop to the display.
    pub fn ways(&self) -> &FrameWays {
        &self.ways
    }

    /// Stalls, at the end of the operations that they struck.
    pub fn stalls(&self) -> &Ring<Stall> {
        &self.stalls
    }

    /// What the pane ran, from the oldest on.
    pub fn configs(&self) -> impl DoubleEndedIterator<Item = &PaneConfig> {
        self.configs.iter()
    }

    /// What the pane ran at `moment`, or at the oldest moment known.
    pub fn config_at(&self, moment: Time) -> &PaneConfig {
        let next = self.configs.partition_point(|config| config.at <= moment);
        &self.configs[next.max(1) - 1]
    }

    /// Whether the game was paused at any time from `from` to `until`, as far as is known.
    pub fn was_paused(&self, from: Time, until: Time) -> bool {
        self.config_at(from).paused || self.configs.iter().any(|config| config.paused && from < config.at && config.at <= until)
    }

    /// The last body that went through a wall, as long as the step in which it did is kept.
    pub fn tunnel(&self) -> Option<Tunnel> {
        self.tunnel.filter(|tunnel| self.states.range().start < tunnel.step)
    }

    /// When a body first went through a wall.
    pub fn first_tunnel(&self) -> Option<Time> {
        self.first_tunnel
    }

    /// The state after update `step`, counted from 0; false where it is not kept.
    pub fn state_after(&self, step: usize, bodies: &mut Vec<Body>) -> bool {
        self.states.read(step, bodies).is_some()
    }

    /// How far back one can look from `now`. What lies before the pane's first turn counts as known.
    pub fn reach(&self, now: Time) -> Reach {
        let back = |kept: Option<Time>, all: bool| match kept {
            _ if all => RECORDED,
            Some(from) => (now - from).min(RECORDED),
            None => Span::ZERO,
        };
        let first_frame = self.frame_states.range().start;
        let first_state = self.states.range().start;
        let frames = back(self.frames.get(first_frame).map(|frame| frame.at), first_frame == 0);
        let states = back(self.steps.get(first_state).map(|step| step.at), first_state == 0);
        let events = back(self.log.first_at(), self.log.first_event() == 0);
        let blocks = back(self.blocks.first(), self.blocks.first().is_none_or(|first| first <= self.start));
        Reach { events: events.min(blocks), states: frames.min(states).min(events) }
    }

    /// The event of number `event`, counted from 0.
    pub fn event(&self, event: u64) -> Option<Event> {
        let mut reader = self.log.read_before_event(event);
        loop {
            if let LogEntry::Event(found) = reader.next()?
                && reader.position().events > event
            {
                return (reader.position().events == event + 1).then_some(found);
            }
        }
    }

    /// The number of the newest event.
    pub fn newest(&self) -> Option<u64> {
        self.log.end().events.checked_sub(1)
    }

    /// The last turn that began before event `event`, by the number of its event.
    pub fn turn_before(&self, event: u64) -> Option<u64> {
        let mut end = event;
        loop {
            let reader = self.log.read_before_event(end.checked_sub(1)?);
            let first = reader.position().events;
            if let Some(found) = turns(reader).take_while(|turn| *turn < end).last() {
                return Some(found);
            }
            if first == 0 || first <= self.log.first_event() {
                return None;
            }
            end = first;
        }
    }

    /// The first turn that began after event `event`, by the number of its event.
    pub fn turn_after(&self, event: u64) -> Option<u64> {
        turns(self.log.read_before_event(event + 1)).find(|turn| *turn > event)
    }

    /// How many bytes the recording takes.
    pub fn bytes(&self) -> usize {
        let marks = self.frames.bytes() + self.steps.bytes() + self.dropped.bytes() + self.stalls.bytes() + self.ways.bytes();
        let passes = self.passes.iter().map(|count| size_of_val(&*count.each) + size_of::<PassCount>()).sum::<usize>();
        let configs = self.configs.capacity() * size_of::<PaneConfig>();
        let states = self.frame_states.bytes() + self.states.bytes();
        self.log.bytes() + self.blocks.bytes() + states + marks + passes + configs
    }
}

/// The numbers of the events that are turns.
fn turns(mut reader: LogReader) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        loop {
            if let LogEntry::Event(Event::Frame { .. }) = reader.next()? {
                return Some(reader.position().events - 1);
            }
        }
    })
}
