//! The fates of the presses of a world's button: answered, lost or doubled, and how late.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::machine::event::Event;
use crate::model::machine::inputs::Giver;
use std::collections::VecDeque;

/// A press that no step has taken this long after its end is lost.
const WAIT: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);

/// The length of the past of which the newest presses are counted.
pub const PRESSES_REACH: Span = Span::from_flicks(6 * FLICKS_PER_SECOND);

/// A press, with its answers so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PressFate {
    number: u64,
    pub at: Time,
    until: Time,
    by: Giver,
    /// The number of steps that took it in time.
    pub answers: u32,
    /// The first frame that was drawn after a step had taken it; `None` before that.
    frame: Option<u64>,
    /// The time from the press to the flip that shows its answer; `None` before that.
    pub late: Option<Span>,
}

impl PressFate {
    /// Returns the moment at which the press is lost if no step has taken it.
    fn decided_at(&self) -> Time {
        self.until + WAIT
    }
}

/// The newest presses of a run.
#[derive(Clone, Debug, Default)]
pub struct PressFates {
    newest: VecDeque<PressFate>,
}

impl PressFates {
    pub fn add(&mut self, event: &Event) {
        match *event {
            Event::Press { at, until, number, by } => {
                self.newest.push_back(PressFate { number, at, until, by, answers: 0, frame: None, late: None });
            }
            Event::Taken { at, press } => {
                if let Some(fate) = self.newest.iter_mut().find(|fate| fate.number == press && at <= fate.decided_at()) {
                    fate.answers += 1;
                }
            }
            Event::Render { frame, .. } => {
                self.newest
                    .iter_mut()
                    .filter(|fate| fate.answers > 0 && fate.frame.is_none())
                    .for_each(|fate| fate.frame = Some(frame));
            }
            Event::Display { at, frame, .. } => {
                let shows = |fate: &&mut PressFate| fate.late.is_none() && fate.frame.is_some_and(|first| first <= frame);
                self.newest.iter_mut().filter(shows).for_each(|fate| fate.late = Some(at - fate.at));
            }
            _ => {}
        }
    }

    /// Returns the metronome's presses that are answered or lost by `now`, the oldest first. A person's taps do not count.
    pub fn decided(&self, now: Time) -> impl Iterator<Item = &PressFate> + Clone {
        self.newest.iter().filter(move |fate| fate.by == Giver::Metronome && fate.decided_at() <= now)
    }

    /// Removes the oldest press if its fate was decided before `now` and its answer, if it has one, was displayed.
    pub fn take_decided(&mut self, now: Time) -> Option<PressFate> {
        self.newest.pop_front_if(|fate| fate.decided_at() < now && (fate.answers == 0 || fate.late.is_some()))
    }

    /// Removes the presses that began before `oldest`.
    pub fn forget_before(&mut self, oldest: Time) {
        while self.newest.pop_front_if(|fate| fate.at < oldest).is_some() {}
    }
}

/// The sums of the presses of a part of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PressTotals {
    pub pressed: u64,
    pub answered: u64,
    pub lost: u64,
    pub doubled: u64,
    /// The number of presses whose answer was displayed.
    pub shown: u64,
    /// The sum of the times from a press to the display, in flicks.
    pub late_sum: i128,
    pub late_max: Option<Span>,
}

impl PressTotals {
    pub fn add(&mut self, fate: &PressFate) {
        if fate.by == Giver::Hand {
            return;
        }
        self.pressed += 1;
        self.answered += u64::from(fate.answers > 0);
        self.lost += u64::from(fate.answers == 0);
        self.doubled += u64::from(fate.answers > 1);
        if let Some(late) = fate.late {
            self.shown += 1;
            self.late_sum += i128::from(late.flicks());
            self.late_max = self.late_max.max(Some(late));
        }
    }

    pub fn merge(&mut self, other: &PressTotals) {
        self.pressed += other.pressed;
        self.answered += other.answered;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.shown += other.shown;
        self.late_sum += other.late_sum;
        self.late_max = self.late_max.max(other.late_max);
    }
}
