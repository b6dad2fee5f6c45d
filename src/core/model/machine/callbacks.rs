//! The callbacks of a loop that does not wait by itself: the system calls the loop at refreshes, as browsers and phones call a
//! game.
//!
//! The next callback is due at the first tick after the last timestamp, or immediately if that tick has passed, but not before
//! the frames that wait for the display fit into the queue. Its timestamp is the newest tick at that moment, so waking late moves
//! the clock and not the timestamp. The first callback comes at the first tick from now on. On a display with a variable refresh,
//! the flips take the place of the ticks, and the first callback comes immediately.
//!
//! A page may draw in timers instead. A browser shows the newest finished frame of such a page at each refresh.

use super::display::Display;
use super::refresh::Scanout;
use crate::base::time::{Span, Time};
use crate::model::config::computer::MissedRefresh;

/// The callback that a loop has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Callback {
    /// The moment at which the callback is due; the present moment if it comes immediately.
    pub due: Time,
    /// The tick that is the callback's timestamp.
    pub tick: Time,
}

/// The part of the system that calls the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Caller {
    /// Nothing calls the loop, which waits for the display in its renders.
    #[default]
    Nobody,
    /// The timers of a page that has asked for no refresh yet. A render never waits, and the display takes the newest frame.
    Timers,
    /// The display. A render never waits, because the loop waits in its callbacks.
    Display,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Callbacks {
    pub caller: Caller,
    /// The timestamp of the last callback; `None` if the loop has not had one.
    last: Option<Time>,
    /// The callback for which the loop asked in vain, because timers of a page went before it; `None` if there is no such request.
    wanted: Option<Wanted>,
}

/// A callback that was not due when the loop asked for it.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    /// The moment at which the loop asked first.
    since: Time,
    /// The moment from which the queue has room for the frames of that time. Frames that timers draw later do not count, as
    /// otherwise a page that draws in them would never get its callback.
    has_room: Time,
    due: Time,
    /// Whether it is wanted again because the page was busy when it was first due.
    was_missed: bool,
}

impl Callbacks {
    /// Returns the next callback of a loop that asks at `now`, if it is due before `moment` or was missed twice, and records it;
    /// otherwise records that it is wanted, and returns `None`. The callback does not come before `has_room`, the moment from
    /// which the queue has room. All flips that are due by `now` must have been made.
    pub fn next_before(
        &mut self,
        moment: Time,
        (now, has_room): (Time, Time),
        display: &Display,
        missed: MissedRefresh,
    ) -> Option<Callback> {
        let has_room = self.wanted.map_or(has_room, |wanted| wanted.has_room);
        let callback = self.next(now, has_room, display, missed);
        let is_missed = self.wanted.is_some_and(|wanted| wanted.due <= now);
        let is_missed_again = is_missed && self.wanted.is_some_and(|wanted| wanted.was_missed);
        if callback.due >= moment && moment < Time::NEVER && !is_missed_again {
            let wanted = self.wanted.get_or_insert(Wanted { since: now, has_room, due: callback.due, was_missed: false });
            if is_missed {
                (wanted.due, wanted.was_missed) = (callback.due, true);
            }
            return None;
        }
        self.wanted = None;
        self.last = Some(callback.tick);
        Some(callback)
    }

    fn next(&self, now: Time, has_room: Time, display: &Display, missed: MissedRefresh) -> Callback {
        let has_room = has_room.max(now);
        match display.scanout {
            Scanout::Fifo(refresh) | Scanout::Mailbox(refresh) | Scanout::Immediate(refresh) => {
                let first =
                    refresh.next(self.last.map_or(self.wanted.map_or(now, |wanted| wanted.since), |_| Time::ZERO), self.last);
                let due = first.max(has_room);
                let newest = refresh.last_at_or_before(due);
                match missed {
                    MissedRefresh::Next if newest < due => Callback::at(refresh.next(due, None)),
                    _ => Callback { due, tick: newest },
                }
            }
            Scanout::Variable { longest, .. } => self.next_flip(now, display, has_room, longest, missed),
        }
    }

    /// Returns the next callback on a display without ticks. If no frame is on its way, the display refreshes by itself when its
    /// longest interval has passed since the last timestamp.
    fn next_flip(&self, now: Time, display: &Display, has_room: Time, longest: Span, missed: MissedRefresh) -> Callback {
        let Some(last) = self.last else { return Callback::at(now) };
        let passed = display.shown().map(|frame| frame.at).filter(|flip| *flip > last);
        let due = match (passed, display.on_their_way().next()) {
            (Some(flip), Some(coming)) if missed == MissedRefresh::Next && flip < now => coming,
            (Some(_), _) => now,
            (None, Some(coming)) => coming,
            (None, None) => now.max(last + longest),
        };
        let due = due.max(has_room);
        let newest = display.on_their_way().take_while(|flip| *flip <= due).last();
        Callback { due, tick: newest.or(passed).unwrap_or(due) }
    }
}

impl Callback {
    fn at(tick: Time) -> Callback {
        Callback { due: tick, tick }
    }
}
