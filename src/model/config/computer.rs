//! A pane's virtual computer: what everything costs on it, and how it keeps time.
//!
//! Nothing here computes: [`crate::model::machine`] turns a [`Computer`] into flicks. Every number has a finite range,
//! stated by the [`Param`] constants below and enforced by the `check` methods.

use crate::base::params::{Invalid, Param};
use serde::{Deserialize, Serialize};

/// The longest run that trace and report accept, in seconds: one day.
pub const LONGEST_RUN_S: f64 = 86_400.0;
const LOADS_MS: (f64, f64) = (0.0, 10_000.0);
const PER_BODY_US: (f64, f64) = (0.0, 1000.0);

pub const UPDATE_MS: Param = Param::millis("update_ms", 0.0, LOADS_MS, "How long the computer works on one update of the world.");
pub const RENDER_MS: Param =
    Param::millis("render_ms", 5.0, LOADS_MS, "How long the computer works on one picture; at least 0.1 ms is charged.");
pub const REFRESH_HZ: Param = Param::rate("refresh_hz", 60.0, "How often the virtual display can change its picture.");
pub const TIMER_MS: Param = Param::millis("timer_ms", 0.0, LOADS_MS, "The clock's resolution: readings are rounded down to it.");
pub const SLEEP_MS: Param =
    Param::millis("sleep_ms", 0.0, LOADS_MS, "The scheduler's grain: a sleeper wakes at its next multiple.");
pub const WAKE_MS: Param =
    Param::millis("wake_ms", 0.0, LOADS_MS, "How late the computer wakes after a sleep or a wait for the display.");
pub const START_MS: Param = Param::millis(
    "start_ms",
    0.0,
    LOADS_MS,
    "When the first turn begins: the loop's phase against the display, from the next restart.",
);
pub const UPDATE_US_PER_BODY: Param =
    Param::micros("update_us_per_body", 0.0, PER_BODY_US, "What every body adds to the cost of an update.");
pub const RENDER_US_PER_BODY: Param =
    Param::micros("render_us_per_body", 0.0, PER_BODY_US, "What every body in view adds to the cost of a picture.");
pub const CLOCK_AT_S: Param = Param::seconds(
    "clock_at_s",
    0.0,
    (0.0, 600.0),
    "What the clock shows at the start. Above 0 the loop's first reading is missing: it takes 0 for it.",
);
pub const WRAPS_AT_S: Param = Param::seconds(
    "wraps_at_s",
    0.0,
    (0.0, LONGEST_RUN_S),
    "When the computer's counter of milliseconds, 32 bits wide, starts over from 0; 0 is never.",
);
pub const NOISE_MS: Param =
    Param::millis("noise_ms", 10.0, LOADS_MS, "A render load drawn anew for every frame, the same in every pane.");
pub const SPIKE_MS: Param = Param::millis("spike_ms", 50.0, LOADS_MS, "What every n-th frame costs on top of the render load.");
pub const SPIKE_EVERY: Param = Param::count("spike_every", 30.0, (1.0, 100_000.0), "Every how many frames a spike comes.");
pub const HITCH_MS: Param = Param::millis("hitch", 250.0, LOADS_MS, "A stall that falls on the next picture drawn.");
pub const HITCH_AT_S: Param = Param::seconds("hitch", 0.0, (0.0, LONGEST_RUN_S), "When the stall strikes.");

/// What a pane's virtual computer costs and how it keeps time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Computer {
    pub update_ms: f64,
    pub render_ms: f64,
    pub pattern: Pattern,
    pub refresh_hz: f64,
    pub vsync: bool,
    pub timer_ms: f64,
    pub sleep_ms: f64,
    pub wake_ms: Bounds,
    pub start_ms: f64,
    pub update_us_per_body: f64,
    pub render_us_per_body: f64,
    pub clock_at_s: f64,
    pub wraps_at_s: f64,
    /// For testing a game: every update that moves the world moves it by the longest step that its loop can make.
    pub largest_step: bool,
}

/// How the render load goes from frame to frame. Drawn by frame number, so that every pane gets the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pattern {
    /// The render load, every frame.
    Constant,
    /// Uniform between two bounds *instead of* the render load.
    Noise(Bounds),
    /// The render load, and `ms` more in every `every`-th frame.
    Spikes { every: u32, ms: f64 },
}

/// Two bounds in milliseconds, the lower one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    pub lo_ms: f64,
    pub hi_ms: f64,
}

impl Default for Computer {
    /// An ideal computer: 60 Hz, vsync, 5 ms to draw, everything else free and exact.
    fn default() -> Computer {
        Computer {
            update_ms: 0.0,
            render_ms: 5.0,
            pattern: Pattern::Constant,
            refresh_hz: 60.0,
            vsync: true,
            timer_ms: 0.0,
            sleep_ms: 0.0,
            wake_ms: Bounds::default(),
            start_ms: 0.0,
            update_us_per_body: 0.0,
            render_us_per_body: 0.0,
            clock_at_s: 0.0,
            wraps_at_s: 0.0,
            largest_step: false,
        }
    }
}

impl Computer {
    /// A computer as most people have it: a display wait or a sleep ends up to 1 ms late.
    #[must_use]
    pub fn ordinary_pc(&self) -> Computer {
        Computer { wake_ms: Bounds { lo_ms: 0.0, hi_ms: 1.0 }, start_ms: 0.5, ..self.ideal() }
    }

    /// The same loads and display on a computer whose clock, scheduler and wake-ups are perfect.
    #[must_use]
    pub fn ideal(&self) -> Computer {
        let clock = Computer { timer_ms: 0.0, sleep_ms: 0.0, wake_ms: Bounds::default(), start_ms: 0.0, ..self.clone() };
        Computer { clock_at_s: 0.0, wraps_at_s: 0.0, ..clock }
    }

    /// # Errors
    /// The first number that is out of its range.
    pub fn check(&self) -> Result<(), Invalid> {
        UPDATE_MS.check_number(self.update_ms)?;
        RENDER_MS.check_number(self.render_ms)?;
        REFRESH_HZ.check_number(self.refresh_hz)?;
        TIMER_MS.check_number(self.timer_ms)?;
        SLEEP_MS.check_number(self.sleep_ms)?;
        START_MS.check_number(self.start_ms)?;
        UPDATE_US_PER_BODY.check_number(self.update_us_per_body)?;
        RENDER_US_PER_BODY.check_number(self.render_us_per_body)?;
        CLOCK_AT_S.check_number(self.clock_at_s)?;
        WRAPS_AT_S.check_number(self.wraps_at_s)?;
        self.wake_ms.check(&WAKE_MS)?;
        match self.pattern {
            Pattern::Constant => Ok(()),
            Pattern::Noise(bounds) => bounds.check(&NOISE_MS),
            Pattern::Spikes { every, ms } => {
                SPIKE_EVERY.check_number(f64::from(every))?;
                SPIKE_MS.check_number(ms)
            }
        }
    }
}

impl Bounds {
    /// # Errors
    /// If a bound is out of the parameter's range, or the lower one above the upper.
    pub fn check(&self, param: &Param) -> Result<(), Invalid> {
        param.check_number(self.lo_ms)?;
        param.check_number(self.hi_ms)?;
        if self.lo_ms > self.hi_ms {
            let given = format!("{}:{}", self.lo_ms, self.hi_ms);
            return Err(Invalid::new(param.name.as_ref(), given, "LO:HI with LO not above HI"));
        }
        Ok(())
    }
}
