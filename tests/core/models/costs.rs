//! The costs of operations and waits, in flicks, in one state of a computer.

use crate::models::computer::{millis, seconds};
use crate::models::random;
use tickscope_core::model::config::computer::{Computer, MissedRefresh};

/// How many bodies the runner's world has, all of them in view.
pub const BODIES: i64 = 3;

/// The cost of an operation, by its number: a constant load, a random one between two bounds, and every so many times a spike.
#[derive(Clone, Copy)]
pub struct Load {
    pub steady: i64,
    pub noise: (i64, i64),
    pub spike: (i64, i64),
}

impl Load {
    fn of(steady_ms: f64, noise_ms: (f64, f64), (every, spike_ms): (u32, f64)) -> Load {
        Load { steady: millis(steady_ms), noise: pair(noise_ms), spike: (i64::from(every), millis(spike_ms)) }
    }

    /// Returns the load of an operation by its number, counted from 0.
    pub fn of_number(self, number: i64, seed: u64, stream: u64) -> i64 {
        let noise = if self.noise.1 == 0 { 0 } else { random::whole(seed, stream, number, self.noise) };
        let (every, spike) = self.spike;
        self.steady + noise + if number % every == every - 1 { spike } else { 0 }
    }
}

/// Converts two lengths, which may be set in either order, to flicks, the shorter one first.
fn pair((one, other): (f64, f64)) -> (i64, i64) {
    (millis(one.min(other)), millis(one.max(other)))
}

/// A computer's settings in flicks.
#[derive(Clone, Copy)]
pub struct Costs {
    pub update: Load,
    pub each_updated: i64,
    pub render: Load,
    pub each_drawn: i64,
    pub gpu: i64,
    /// How many frames the loop may be ahead.
    pub queue: usize,
    /// Whether a callback that has missed its refresh waits for another.
    pub waits_after_missing: bool,
    pub timer: i64,
    pub grain: i64,
    wake: (i64, i64),
    /// How probable an excess is, and its mean in milliseconds.
    tail: (f64, f64),
    pub clock_at: i64,
    pub wraps_at: Option<i64>,
    pub largest_step: bool,
}

impl Costs {
    pub fn of(computer: &Computer) -> Costs {
        Costs {
            update: Load::of(
                computer.update_ms,
                (computer.update_noise_lo_ms, computer.update_noise_hi_ms),
                (computer.update_spike_every, computer.update_spike_ms),
            ),
            each_updated: millis(computer.update_us_per_body / 1000.0),
            render: Load::of(
                computer.render_ms,
                (computer.noise_lo_ms, computer.noise_hi_ms),
                (computer.spike_every, computer.spike_ms),
            ),
            each_drawn: millis(computer.render_us_per_body / 1000.0),
            gpu: millis(computer.gpu_ms),
            queue: computer.queue as usize,
            waits_after_missing: computer.missed_refresh == MissedRefresh::Next,
            timer: millis(computer.timer_ms).max(1),
            grain: millis(computer.sleep_ms).max(1),
            wake: pair((computer.wake_lo_ms, computer.wake_hi_ms)),
            tail: (computer.wake_tail, computer.wake_tail_ms),
            clock_at: seconds(computer.clock_at_s),
            wraps_at: (computer.wraps_at_s > 0.0).then(|| seconds(computer.wraps_at_s)),
            largest_step: computer.largest_step,
        }
    }

    /// Returns how late the wait of this number ends, counted from 0.
    pub fn lateness(&self, number: i64, seed: u64) -> i64 {
        let (lo, hi) = self.wake;
        let usual = if lo == hi { lo } else { random::whole(seed, random::WAITS, number, self.wake) };
        let (probability, mean_ms) = self.tail;
        usual + random::excess(seed, number, probability, mean_ms)
    }
}
