//! The arithmetic of Koen Witters' schedules, which count whole milliseconds in 32 bits.
//!
//! His `update_game()` has no dt: it moves the world by a fixed amount that was designed for the nominal rate. So the
//! world's step stays one period of the rate, whatever is cut off the schedule.

use super::prelude::*;

/// Whether the schedule is cut to whole milliseconds.
pub const WHOLE_MS: Param = Param::choice(
    "whole_ms",
    &["off", "on"],
    "The schedule is 1000 / rate in whole milliseconds, the rest cut off; the world's step stays 1 / rate.",
);
/// How the loop compares the clock with its schedule.
pub const COMPARE: Param = Param::choice(
    "compare",
    &["ticks", "difference", "signed"],
    "What is compared when a tick may be due: the counter's readings, their unsigned difference, or their signed one.",
);

const MILLISECOND: Span = Span::from_flicks(crate::base::time::FLICKS_PER_SECOND / 1000);

/// From one moment of the schedule to the next.
pub fn schedule(set: &Values, rate: &Param) -> Span {
    if set.is(&WHOLE_MS, "on") { MILLISECOND * i64::from(whole_millis(set, rate, 1)) } else { set.period(rate) }
}

/// `1000 / rate` in whole numbers, where each of `rate` has this many parts.
fn whole_millis(set: &Values, rate: &Param, parts: i64) -> u32 {
    set.number(rate).map_or(0, |rate| (1000.0 / (rate * parts as f64)) as u32)
}

/// How the loop finds out whether a tick is due.
#[derive(Clone, Copy)]
pub enum Compare {
    /// As published: one reading above the other. When the clock's reading has started over and the schedule's has not,
    /// nothing is due for 49.7 days; when the schedule's has and the clock's has not, everything is.
    Ticks,
    /// A commenter's remedy (`ChrisH`): the unsigned difference is above one period. It holds across the start-over and is
    /// one tick late, so that the schedule stays behind the clock, and an alpha that is worked out from the schedule is between
    /// 1 and 2, and what a millisecond adds that the comparison does not see: what is drawn by it lies past the newest state,
    /// extrapolated by up to two ticks and a millisecond. Only a clock that is set back by more than a tick gets it ahead: then the difference is nearly 2³², and ticks are due for ever.
    Difference { period: u32 },
    /// The difference, taken as a signed number, is above zero: right wherever the two are less than 24 days apart.
    Signed,
}

impl Compare {
    /// What [`COMPARE`] says for a schedule of `rate`.
    pub fn of(set: &Values, rate: &Param) -> Compare {
        Compare::of_parts(set, rate, 1)
    }

    /// The same for a schedule on which each tick has this many parts.
    pub fn of_parts(set: &Values, rate: &Param, parts: i64) -> Compare {
        if set.is(&COMPARE, "difference") {
            Compare::Difference { period: whole_millis(set, rate, parts) }
        } else if set.is(&COMPARE, "signed") {
            Compare::Signed
        } else {
            Compare::Ticks
        }
    }

    /// Whether at `now` the tick of the moment `next` is due.
    pub fn is_due(self, host: &Host, now: Time, next: Time) -> bool {
        let passed = || millis(host.counter(now)).wrapping_sub(millis(host.counter(next)));
        match self {
            Compare::Ticks => host.counter(now) > host.counter(next),
            Compare::Difference { period } => passed() > period,
            Compare::Signed => passed().cast_signed() > 0,
        }
    }
}

/// The whole milliseconds of a reading, in 32 bits.
fn millis(reading: Time) -> u32 {
    reading.flicks().div_euclid(MILLISECOND.flicks()) as u32
}

/// With no limit on the skips, a turn goes on as long as each update costs at least what it makes up for.
pub fn turn_never_ends(set: &Values, update: Span, rate: &Param, limit: &Param) -> bool {
    set.number(limit).is_none() && update >= schedule(set, rate)
}

/// A clock that is set back would have the unsigned difference make ticks for 49.7 days within one turn.
pub fn needs_limit(set: &Values, limit: &Param) -> Option<Invalid> {
    let endless = set.is(&COMPARE, "difference") && set.number(limit).is_none();
    endless.then(|| Invalid::new(limit.name.as_ref(), set.get(limit), "a number where compare is difference"))
}
