//! The presses of a world's button, and which steps take them.
//!
//! The metronome's beats and a person's taps press the button. A step takes presses by the rule of the computer ([`PressRead`]), or as
//! the loop says itself in `pressed` and `answer`. With input once a turn a step knows of the presses up to the top of the turn, else
//! of those up to its start.

use super::inputs::{Giver, Input};
use crate::base::time::{Span, Time};
use crate::model::config::computer::PressRead;
use crate::model::world::metronome::{BEAT, Metronome, TAP};
use std::collections::VecDeque;

/// The largest number of presses that wait for a step; older ones are dropped.
const MOST_WAITING: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Press {
    /// The number of the press in the run, counted from 1.
    pub number: u64,
    pub at: Time,
    pub until: Time,
    /// The number of the metronome's beat; `None` for a person's tap.
    pub beat: Option<i64>,
    is_over: bool,
}

/// The turn that runs.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The top of the turn before; the earliest time before the first turn.
    before: Time,
    top: Time,
    /// The clock at the top minus the simulated time.
    shift: Span,
}

/// The presses that a loop with a rule of its own has counted.
#[derive(Debug, Default)]
struct OwnRule {
    counted_until: u64,
    /// The counted presses after the newest answered one, the oldest first.
    open: VecDeque<Press>,
    /// The number of the first press that was counted since the last update.
    fresh: u64,
    newest_answered: Option<Press>,
    /// The presses that the next update takes.
    due: Vec<Press>,
    /// The ends of the presses whose release a page has not been told yet.
    held_until: VecDeque<Time>,
}

#[derive(Debug)]
pub(super) struct Presses {
    metronome: Metronome,
    begun: u64,
    /// The presses that a step may still see, the oldest first.
    waiting: VecDeque<Press>,
    turn: Turn,
    /// The moment of the last reading of inputs.
    known_until: Time,
    /// Whether the last step saw the button down.
    was_down: bool,
    own: Option<OwnRule>,
    /// The presses that the present step takes.
    pub taken: Vec<Press>,
}

impl Presses {
    pub fn new(seed: u64) -> Presses {
        let earliest = Time::from_flicks(i64::MIN);
        Presses {
            metronome: Metronome::new(seed),
            begun: 0,
            waiting: VecDeque::new(),
            turn: Turn { before: earliest, top: earliest, shift: Span::ZERO },
            known_until: earliest,
            was_down: false,
            own: None,
            taken: Vec::new(),
        }
    }

    /// Begins the press of an input.
    pub fn begin(&mut self, Input { at, by }: Input) -> Press {
        let beat = (by == Giver::Metronome).then(|| (at - Time::ZERO).whole(BEAT));
        let until = at + beat.map_or(TAP, |beat| self.metronome.length(beat));
        self.begun += 1;
        let press = Press { number: self.begun, at, until, beat, is_over: false };
        if self.waiting.len() == MOST_WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back(press);
        press
    }

    pub fn read(&mut self, at: Time) {
        self.known_until = at;
    }

    /// Begins a turn at `at` with the simulated time `sim`. All presses up to `at` must have begun.
    pub fn begin_turn(&mut self, at: Time, sim: Time) {
        self.turn = Turn { before: self.turn.top, top: at, shift: at - sim };
    }

    /// Starts with another loop, at `now`.
    pub fn begin_loop(&mut self, now: Time) {
        self.own = None;
        self.was_down = false;
        self.waiting.retain(|press| press.at > now);
    }

    /// Lets the step that ends at the simulated time `sim` take presses into `taken`.
    pub fn take(&mut self, rule: PressRead, sim: Time) {
        self.taken.clear();
        if let Some(own) = &mut self.own {
            self.taken.append(&mut own.due);
            own.fresh = own.counted_until + 1;
            return;
        }
        let (Turn { before, top, shift }, known) = (self.turn, self.known_until);
        let is_seen = |press: &Press| match rule {
            PressRead::Frame => before < press.at && press.at <= top,
            PressRead::Step => press.at <= known && known < press.until,
            PressRead::Latched => press.at <= known && !press.is_over,
            PressRead::Stamped => press.at <= known && !press.is_over && sim >= press.at - shift,
        };
        for press in self.waiting.iter_mut().filter(|press| is_seen(press)) {
            press.is_over = true;
            self.taken.push(*press);
        }
        let is_down = !self.taken.is_empty();
        match rule {
            PressRead::Step => self.taken.truncate(usize::from(!self.was_down)),
            PressRead::Latched => self.taken.truncate(1),
            PressRead::Frame | PressRead::Stamped => {}
        }
        self.was_down = is_down;
        let can_be_seen = |press: &Press| match rule {
            PressRead::Frame => press.at > before,
            PressRead::Step => press.until > known,
            PressRead::Latched | PressRead::Stamped => !press.is_over,
        };
        while self.waiting.pop_front_if(|press| !can_be_seen(press)).is_some() {}
    }

    /// Returns how many presses have begun since the last count, and lets the loop answer them from now on.
    pub fn count(&mut self) -> u64 {
        let own = self.own.get_or_insert_default();
        let count = self.waiting.len() as u64;
        own.open.append(&mut self.waiting);
        own.counted_until = self.begun;
        count
    }

    /// Counts presses as [`Presses::count`] does for a page. Returns each press (`true`) and each release (`false`) since the last call
    /// until `now`, in the order of their times.
    pub fn keys(&mut self, now: Time) -> Vec<bool> {
        let begun: Vec<Press> = self.waiting.iter().copied().collect();
        self.count();
        let Some(own) = &mut self.own else { return Vec::new() };
        own.held_until.extend(begun.iter().map(|press| press.until));
        let mut keys: Vec<(Time, bool)> = begun.iter().map(|press| (press.at, true)).collect();
        while let Some(until) = own.held_until.pop_front_if(|until| *until <= now) {
            keys.push((until, false));
        }
        keys.sort_unstable();
        keys.into_iter().map(|(_, is_down)| is_down).collect()
    }

    /// Lets the next update take the oldest press that was counted since the last update, or else the oldest counted one after the newest
    /// answered one. If the loop has answered all of them, the newest one is answered again.
    pub fn answer(&mut self) {
        let Some(own) = &mut self.own else { return };
        let fresh = own.open.iter().position(|press| press.number >= own.fresh).unwrap_or(0);
        let press = own.open.get(fresh).copied().or(own.newest_answered);
        own.open.drain(..(fresh + 1).min(own.open.len()));
        own.newest_answered = press;
        own.due.extend(press);
    }
}
