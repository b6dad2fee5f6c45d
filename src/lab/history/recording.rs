//! The recording of a pane: what is kept, and how far it reaches back.

use super::blocks::Blocks;
use super::entries::Entries;
use super::frame_way::FrameWays;
use super::records::{Flip, PaneConfig, PassCount, Reach, Stall, Step, Tunnel};
use super::ring::Ring;
use super::states::States;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::RECORDED;
use crate::model::machine::Event;
use crate::model::world::{Body, Numbers, Tally};
use std::collections::VecDeque;

/// One pane's recording takes at most this many bytes: six take less than 64 MiB. The more happens, the fewer seconds fit. Bodies
/// take the room that everything else leaves: the more a world has, the fewer seconds of displayed frames and states are kept.
pub const MOST_BYTES: usize = 64 * 1024 * 1024 / 6;
/// Bodies are kept if there is room for so many states of them.
const FEWEST_STATES: usize = 8;

/// A pane's recording.
pub struct History {
    pub(super) start: Time,
    pub(super) entries: Entries,
    pub(super) blocks: Blocks,
    pub(super) frames: Ring<Flip>,
    /// What the displayed frames show.
    pub(super) frame_states: States,
    /// The world's own numbers in the frame that is displayed next.
    pub(super) numbers: Numbers,
    pub(super) steps: Ring<Step>,
    /// The states after the steps.
    pub(super) states: States,
    /// The room for displayed frames and states, in bytes.
    room: usize,
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
    /// When the last event began.
    pub(super) last_begin: Time,
    /// When the room for bodies is measured next.
    pub(super) measure_at: Time,
}

impl History {
    /// The recording of a pane whose first turn begins at `start`.
    pub fn new(start: Time, config: PaneConfig) -> History {
        let none = PassCount { at: Time::ZERO, step: 0, dt: Span::ZERO, all: Tally::default(), each: Box::default() };
        History {
            start,
            entries: Entries::new(72_000),
            blocks: Blocks::new(160_000),
            frames: Ring::new(24_000),
            frame_states: States::default(),
            numbers: Numbers::default(),
            steps: Ring::new(60_000),
            states: States::default(),
            room: MOST_BYTES / 4,
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
            last_begin: start,
            measure_at: start,
        }
    }

    /// What the computer did with its time.
    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// The displayed frames that are kept.
    pub fn shown(&self) -> &Ring<Flip> {
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

    /// Returns the bodies after update `step`, counted from 0, if they are kept.
    pub fn state_after(&self, step: usize) -> Option<&[Body]> {
        self.states.get(step).map(|state| &*state.bodies)
    }

    /// How far back one can look from `now`. What lies before the pane's first turn counts as known.
    pub fn reach(&self, now: Time) -> Reach {
        let back = |kept: Option<Time>, all: bool| match kept {
            _ if all => RECORDED,
            Some(from) => (now - from).min(RECORDED),
            None => Span::ZERO,
        };
        let frames = back(self.frame_states.first_at(), self.frame_states.range().start == 0);
        let states = back(self.states.first_at(), self.states.range().start == 0);
        let events = back(self.entries.first_at(), self.entries.range().start == 0);
        let blocks = back(self.blocks.first(), self.blocks.first().is_none_or(|first| first <= self.start));
        Reach { events: events.min(blocks), states: frames.min(states).min(events) }
    }

    /// Returns the event that is entry `number`.
    pub fn event(&self, number: u64) -> Option<Event> {
        self.entries.get(number as usize)?.event()
    }

    /// Returns the number of the newest event.
    pub fn newest(&self) -> Option<u64> {
        self.event_before(u64::MAX)
    }

    /// Returns the number of the last event before entry `end`.
    pub fn event_before(&self, end: u64) -> Option<u64> {
        self.last_before(end, |_| true)
    }

    /// Returns the number of the first event from entry `from` on.
    pub fn event_since(&self, from: u64) -> Option<u64> {
        self.first_since(from, |_| true)
    }

    /// Returns the number of the event that begins the last turn before entry `end`.
    pub fn turn_before(&self, end: u64) -> Option<u64> {
        self.last_before(end, |event| matches!(event, Event::Frame { .. }))
    }

    /// Returns the number of the event that begins the first turn from entry `from` on.
    pub fn turn_since(&self, from: u64) -> Option<u64> {
        self.first_since(from, |event| matches!(event, Event::Frame { .. }))
    }

    fn last_before(&self, end: u64, is_meant: impl Fn(&Event) -> bool) -> Option<u64> {
        let mut before = self.entries.between(0, usize::try_from(end).unwrap_or(usize::MAX)).rev();
        before.find(|(_, entry)| entry.event().as_ref().is_some_and(&is_meant)).map(|(number, _)| number as u64)
    }

    fn first_since(&self, from: u64, is_meant: impl Fn(&Event) -> bool) -> Option<u64> {
        let mut after = self.entries.between(from as usize, usize::MAX);
        after.find(|(_, entry)| entry.event().as_ref().is_some_and(&is_meant)).map(|(number, _)| number as u64)
    }

    /// Makes room for the bodies of another state, and forgets those from before `oldest`. False if they are too large to keep.
    pub(super) fn make_room(&mut self, bodies: &[Body], oldest: Time) -> bool {
        self.frame_states.forget_before(oldest);
        self.states.forget_before(oldest);
        let needed = size_of_val(bodies) + 128;
        while self.frame_states.bytes() + self.states.bytes() + needed > self.room {
            match (self.frame_states.first_at(), self.states.first_at()) {
                (Some(frame), Some(state)) if frame <= state => self.frame_states.forget_first(),
                (Some(_), None) => self.frame_states.forget_first(),
                (_, Some(_)) => self.states.forget_first(),
                (None, None) => break,
            }
        }
        needed <= self.room / FEWEST_STATES
    }

    /// Measures how much room everything else leaves to bodies.
    pub(super) fn measure_room(&mut self) {
        let others = self.bytes() - self.frame_states.bytes() - self.states.bytes();
        // Until it is measured again other things grow by a second.
        self.room = MOST_BYTES.saturating_sub(others + others / 8);
    }

    /// How many bytes the recording takes.
    pub fn bytes(&self) -> usize {
        let marks = self.frames.bytes() + self.steps.bytes() + self.dropped.bytes() + self.stalls.bytes() + self.ways.bytes();
        let passes = self.passes.iter().map(|count| size_of_val(&*count.each) + size_of::<PassCount>()).sum::<usize>();
        let configs = self.configs.capacity() * size_of::<PaneConfig>();
        let states = self.frame_states.bytes() + self.states.bytes();
        self.entries.bytes() + self.blocks.bytes() + states + marks + passes + configs
    }
}
