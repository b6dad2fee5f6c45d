//! The refreshes at which the system calls a loop that does not wait by itself, as browsers and phones call a game.
//!
//! The next callback is due at the first tick after that of the last one, or at once if that tick has passed; and not before the
//! display has shown all frames but as many as the queue holds. Its timestamp is the newest tick at that moment, so waking late
//! moves the clock and not the timestamp. The first callback comes at the first tick from now on. On a display without ticks, its
//! flips are the ticks, and the first callback comes at once.

use super::display::Display;
use super::refresh::Scanout;
use crate::base::time::{Span, Time};
use crate::model::config::MissedRefresh;

/// The callback that a loop has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Callback {
    /// When it is due; now if it comes at once.
    pub due: Time,
    /// The tick that is its timestamp.
    pub tick: Time,
}

/// The callbacks of one loop.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Callbacks {
    /// The tick of the last one; `None` for a loop that has asked for none.
    last: Option<Time>,
    /// The moment since which the loop wants the first one; `None` if it has not asked in vain.
    pub wanted_since: Option<Time>,
}

impl Callbacks {
    /// Returns whether the loop has asked for a callback, so that it waits for the display there and not in its renders.
    pub fn are_used(&self) -> bool {
        self.last.is_some()
    }

    /// Returns the next callback of a loop that asks at `now`, and records it. It comes when the queue `has_room` or later. The
    /// display must have shown what is due by now.
    pub fn next(&mut self, now: Time, has_room: Time, display: &Display, missed: MissedRefresh) -> Callback {
        let has_room = has_room.max(now);
        let callback = match display.scanout {
            Scanout::Fifo(refresh) | Scanout::Mailbox(refresh) | Scanout::Immediate(refresh) => {
                let first = refresh.next(self.last.map_or(self.wanted_since.unwrap_or(now), |_| Time::ZERO), self.last);
                let due = first.max(has_room);
                let newest = refresh.last_at_or_before(due);
                match missed {
                    MissedRefresh::Next if newest < due => Callback::at(refresh.next(due, None)),
                    _ => Callback { due, tick: newest },
                }
            }
            Scanout::Variable { longest, .. } => self.next_flip(now, display, has_room, longest, missed),
        };
        self.last = Some(callback.tick);
        callback
    }

    /// Returns the next callback on a display without ticks. If no frame is on its way, the display refreshes by itself, the longest
    /// interval after the last timestamp.
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
