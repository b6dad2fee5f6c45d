//! The real time since a run began, and burning it. This is the only file below the window that reads a real clock.

use crate::base::time::{FLICKS_PER_SECOND, Time};
use std::hint::black_box;
use std::time::Instant;

const NANOSECONDS: i128 = 1_000_000_000;

/// Counts flicks from its start on, the same on every thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    began: Instant,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch { began: Instant::now() }
    }

    /// How long ago it was started.
    pub fn now(self) -> Time {
        let passed = self.began.elapsed().as_nanos() as i128;
        Time::from_flicks((passed * i128::from(FLICKS_PER_SECOND) / NANOSECONDS) as i64)
    }

    /// Keeps this thread's processor busy until `end`, or until it `is_over`; answers when it stopped.
    pub fn burn_until(self, end: Time, is_over: impl Fn() -> bool) -> Time {
        let mut sum = 1_u64;
        loop {
            let now = self.now();
            if now >= end || is_over() {
                return now;
            }
            // Arithmetic, as in a game. A processor is told by `spin_loop` to do nothing, and a virtual one may stop.
            for factor in 0..64 {
                sum = black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(factor));
            }
        }
    }
}
