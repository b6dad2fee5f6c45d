//! The arithmetic of Koen Witters' schedules, which count whole milliseconds in 32 bits.
//!
//! His `update_game()` has no dt: it moves the world by a fixed amount for the nominal rate. So the world's step stays one period
//! of the rate, whatever is cut off the schedule.

use super::prelude::*;

pub const WHOLE_MS: Param = Param::choice(
    "whole_ms",
    &["off", "on", "as-seconds"],
    "The schedule is 1000 / rate in whole milliseconds, the rest cut off, or that many seconds, as if the clock counted \
     milliseconds when it counts seconds; the world's step stays 1 / rate.",
);
pub const COMPARE: Param = Param::choice(
    "compare",
    &["ticks", "difference", "any-difference", "signed"],
    "What is compared when a tick may be due: the counter's readings, their unsigned difference with a tick or (a slip) with 0, \
     or their signed difference.",
);

const MILLISECOND: Span = Span::from_flicks(crate::base::time::FLICKS_PER_SECOND / 1000);

/// Returns the time from one tick of the schedule to the next.
pub fn schedule(set: &Values, rate: &Param) -> Span {
    let whole = MILLISECOND * i64::from(whole_millis(set, rate, 1));
    if set.is(&WHOLE_MS, "on") {
        whole
    } else if set.is(&WHOLE_MS, "as-seconds") {
        whole * 1000
    } else {
        set.period(rate)
    }
}

/// Returns `1000 / rate` in whole numbers, for a schedule on which each tick has this many parts.
fn whole_millis(set: &Values, rate: &Param, parts: i64) -> u32 {
    set.number(rate).map_or(0, |rate| (1000.0 / (rate * parts as f64)) as u32)
}

/// The comparison that says whether a tick is due.
#[derive(Clone, Copy)]
pub enum Compare {
    /// A tick is due if the clock's counter is above that of the schedule, as published. When only the clock's counter has
    /// started over, no tick is due for 49.7 days; when only that of the schedule has, ticks are due for ever.
    Ticks,
    /// A tick is due if the unsigned difference is above one period, a commenter's remedy (`ChrisH`). It is right across the
    /// start-over but one tick late, so that the schedule stays behind the clock and its alpha is between 1 and 2, plus up to the
    /// millisecond that the comparison does not see: frames are extrapolated by up to two ticks and a millisecond. After a clock
    /// is set back by more than a tick, the difference is nearly 2³² and ticks are due for ever. A period of 0 is another
    /// commenter's slip (Gorlan): then ticks are due for ever as soon as the schedule is ahead of the clock, which it is after
    /// every tick.
    Difference { period: u32 },
    /// A tick is due if the signed difference is above zero, which is right as long as clock and schedule are less than 24 days
    /// apart.
    Signed,
}

impl Compare {
    pub fn of(set: &Values, rate: &Param) -> Compare {
        Compare::of_parts(set, rate, 1)
    }

    /// Reads [`COMPARE`] for a schedule on which each tick has this many parts.
    pub fn of_parts(set: &Values, rate: &Param, parts: i64) -> Compare {
        if set.is(&COMPARE, "difference") {
            Compare::Difference { period: whole_millis(set, rate, parts) }
        } else if set.is(&COMPARE, "any-difference") {
            Compare::Difference { period: 0 }
        } else if set.is(&COMPARE, "signed") {
            Compare::Signed
        } else {
            Compare::Ticks
        }
    }

    /// Returns whether the tick of the moment `next` is due at `now`.
    pub fn is_due(self, host: &Host, now: Time, next: Time) -> bool {
        let passed = || millis(host.counter(now)).wrapping_sub(millis(host.counter(next)));
        match self {
            Compare::Ticks => host.counter(now) > host.counter(next),
            Compare::Difference { period } => passed() > period,
            Compare::Signed => passed().cast_signed() > 0,
        }
    }
}

fn millis(reading: Time) -> u32 {
    reading.flicks().div_euclid(MILLISECOND.flicks()) as u32
}

/// Returns whether a turn never ends, because frames are skipped without a limit and each update costs at least the time that it
/// makes up for.
pub fn turn_never_ends(set: &Values, update: Span, rate: &Param, limit: &Param) -> bool {
    set.number(limit).is_none() && update >= schedule(set, rate)
}

/// Returns the refusal of an unsigned difference without a limit, because after a clock is set back one turn would make ticks for
/// 49.7 days; `None` for other values.
pub fn needs_limit(set: &Values, limit: &Param) -> Option<Invalid> {
    let is_unsigned = set.is(&COMPARE, "difference") || set.is(&COMPARE, "any-difference");
    let endless = is_unsigned && set.number(limit).is_none();
    endless.then(|| Invalid::new(limit.name.as_ref(), set.get(limit), "a number where compare is an unsigned difference"))
}
