//! What a pane has done and shown in the last twenty seconds, to be shown again.
//!
//! A pane's [`History`] observes its computer and writes down every event, the loop's watched values, every displayed
//! picture and the state after every update. Looking back reads that: no loop is cloned and no world is stepped again, so
//! what is shown is what was. Memory is bounded ([`MOST_BYTES`]): where more happens than fits, the recording reaches
//! back less far, and [`History::reach`] tells how far.

pub mod blocks;
mod code;
pub mod event_log;
mod record;
pub mod ring;
mod snapshot;
mod states;
pub mod trail;
pub mod tunnel;

pub use blocks::{Block, BlockKind, Blocks};
pub use snapshot::{HistoryPoint, Snapshot};
pub use tunnel::{Crossing, Tunnel};

use crate::base::params::Values;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::config::{Computer, Presentation};
use crate::model::machine::Event;
use crate::model::strategies::Strategy;
use crate::model::world::{Body, Numbers, Tally};
use event_log::{EventLog, LogEntry};
use ring::{Ring, Timed};
use states::States;
use std::collections::VecDeque;

/// How far back a pane remembers, at most.
pub const REACH: Span = Span::from_flicks(20 * FLICKS_PER_SECOND);
/// One pane's recording takes at most so many bytes: six take less than 64 MiB. The more bodies a world has, the fewer
/// seconds of its pictures and states fit; of a world so large that there is no room for four (about 10 000 bodies), none
/// are recorded, but events and numbers are.
pub const MOST_BYTES: usize = 64 * 1024 * 1024 / 6;

/// A picture that was displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayedFrame {
    /// When the display changed to it.
    pub at: Time,
    /// The simulated time in it.
    pub drawn: Time,
}

/// An update of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub at: Time,
    /// Simulated time after it.
    pub sim: Time,
}

/// A stall, at the end of the picture that it struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    pub from: Time,
    pub to: Time,
}

impl Timed for DisplayedFrame {
    fn at(&self) -> Time {
        self.at
    }
}

impl Timed for Step {
    fn at(&self) -> Time {
        self.at
    }
}

impl Timed for Stall {
    fn at(&self) -> Time {
        self.from
    }
}

/// What a pane ran and on what, from a moment on.
#[derive(Clone)]
pub struct PaneConfig {
    pub at: Time,
    pub strategy: &'static Strategy,
    pub params: Values,
    pub computer: Computer,
    pub presentation: Presentation,
}

/// How many passes had ended, and how, after the update that ended one.
#[derive(Clone, Debug)]
struct Judged {
    at: Time,
    /// The number of that update.
    step: usize,
    all: Tally,
    /// Body by body, in worlds of few.
    each: Box<[Tally]>,
}

/// How far a recording reaches back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Events, watched values and numbers.
    pub events: Span,
    /// Pictures and states.
    pub states: Span,
}

pub struct History {
    start: Time,
    tape: EventLog,
    blocks: Blocks,
    shown: Ring<DisplayedFrame>,
    pictures: States,
    /// The world's own numbers in the frame that is displayed next.
    numbers: Numbers,
    steps: Ring<Step>,
    states: States,
    /// When pictures were finished that nobody was to see.
    dropped: Ring<Time>,
    stalls: Ring<Stall>,
    judged: VecDeque<Judged>,
    eras: VecDeque<PaneConfig>,
    tunnel: Option<Tunnel>,
    /// When something first went through.
    tunnelled: Option<Time>,
    /// When the pictures were finished that are still on their way to the display.
    coming: Vec<Time>,
}

impl History {
    /// The recording of a pane whose first turn begins at `start`.
    pub fn new(start: Time, era: PaneConfig) -> History {
        let nobody = Judged { at: Time::ZERO, step: 0, all: Tally::default(), each: Box::default() };
        History {
            start,
            tape: EventLog::new(3_000_000),
            blocks: Blocks::new(160_000),
            shown: Ring::new(24_000),
            pictures: States::new(1_400_000),
            numbers: Numbers::default(),
            steps: Ring::new(60_000),
            states: States::new(2_800_000),
            dropped: Ring::new(48_000),
            stalls: Ring::new(1024),
            judged: VecDeque::from([nobody]),
            eras: VecDeque::from([era]),
            tunnel: None,
            tunnelled: None,
            coming: Vec::new(),
        }
    }

    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Displayed pictures.
    pub fn shown(&self) -> &Ring<DisplayedFrame> {
        &self.shown
    }

    pub fn steps(&self) -> &Ring<Step> {
        &self.steps
    }

    /// When pictures were finished that were never displayed.
    pub fn dropped(&self) -> &Ring<Time> {
        &self.dropped
    }

    pub fn stalls(&self) -> &Ring<Stall> {
        &self.stalls
    }

    /// What the pane ran, from the oldest on.
    pub fn eras(&self) -> impl DoubleEndedIterator<Item = &PaneConfig> {
        self.eras.iter()
    }

    /// What the pane ran at `moment`, or at the oldest moment known.
    pub fn era(&self, moment: Time) -> &PaneConfig {
        let next = self.eras.partition_point(|era| era.at <= moment);
        &self.eras[next.max(1) - 1]
    }

    /// The last body that went through a wall, as long as the step in which it did is kept.
    pub fn tunnel(&self) -> Option<Tunnel> {
        self.tunnel.filter(|tunnel| self.states.range().start < tunnel.step)
    }

    /// When a body first went through a wall.
    pub fn first_tunnel(&self) -> Option<Time> {
        self.tunnelled
    }

    /// The state after update `step`, counted from 0; false where it is not kept.
    pub fn state_after(&self, step: usize, bodies: &mut Vec<Body>) -> bool {
        self.states.read(step, bodies).is_some()
    }

    /// How far back one can look from `now`. What lies before the pane's first turn counts as known.
    pub fn reach(&self, now: Time) -> Reach {
        let back = |kept: Option<Time>, all: bool| match kept {
            _ if all => REACH,
            Some(from) => (now - from).min(REACH),
            None => Span::ZERO,
        };
        let first_shown = self.pictures.range().start;
        let first_state = self.states.range().start;
        let pictures = back(self.shown.get(first_shown).map(|shown| shown.at), first_shown == 0);
        let states = back(self.steps.get(first_state).map(|step| step.at), first_state == 0);
        let events = back(self.tape.first_at(), self.tape.first_event() == 0);
        let blocks = back(self.blocks.first(), self.blocks.first().is_none_or(|first| first <= self.start));
        Reach { events: events.min(blocks), states: pictures.min(states).min(events) }
    }

    /// The event of number `event`, counted from 0.
    pub fn event(&self, event: u64) -> Option<Event> {
        let mut reader = self.tape.read_before_event(event);
        loop {
            if let LogEntry::Event(found) = reader.next()?
                && reader.place().events > event
            {
                return (reader.place().events == event + 1).then_some(found);
            }
        }
    }

    /// The number of the newest event.
    pub fn newest(&self) -> Option<u64> {
        self.tape.end().events.checked_sub(1)
    }

    /// The last turn that began before event `event`, by the number of its event.
    pub fn turn_before(&self, event: u64) -> Option<u64> {
        let mut end = event;
        loop {
            let reader = self.tape.read_before_event(end.checked_sub(1)?);
            let first = reader.place().events;
            if let Some(found) = turns(reader).take_while(|turn| *turn < end).last() {
                return Some(found);
            }
            if first == 0 || first <= self.tape.first_event() {
                return None;
            }
            end = first;
        }
    }

    /// The first turn that began after event `event`, by the number of its event.
    pub fn turn_after(&self, event: u64) -> Option<u64> {
        turns(self.tape.read_before_event(event + 1)).find(|turn| *turn > event)
    }

    /// What the recording takes.
    pub fn bytes(&self) -> usize {
        let marks = self.shown.bytes() + self.steps.bytes() + self.dropped.bytes() + self.stalls.bytes();
        let judged = self.judged.iter().map(|judged| size_of_val(&*judged.each) + size_of::<Judged>()).sum::<usize>();
        let eras = self.eras.capacity() * size_of::<PaneConfig>();
        self.tape.bytes() + self.blocks.bytes() + self.pictures.bytes() + self.states.bytes() + marks + judged + eras
    }
}

/// The numbers of the events that are turns.
fn turns(mut reader: event_log::LogReader) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        loop {
            if let LogEntry::Event(Event::Frame { .. }) = reader.next()? {
                return Some(reader.place().events - 1);
            }
        }
    })
}
