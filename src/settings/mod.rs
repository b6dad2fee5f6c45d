//! Everything that can be set, as plain data.
//!
//! The command line, the window and the command log all speak in these types; they serialise with serde, in the units a
//! person uses (milliseconds, hertz). Nothing here computes: [`crate::host::costs`] turns a [`Computer`] into flicks.
//! Every number has a finite range, stated by the [`Param`] constants below and enforced by the `check` methods.

mod command;

pub use command::{Command, ComputerChange};

use crate::params::{Invalid, Param, Values};
use crate::scenes::{self, Stroke};
use crate::strategies;
use serde::{Deserialize, Serialize};

/// The longest run that trace and report accept, in seconds: one day.
pub const LONGEST_RUN_S: f64 = 86_400.0;
/// Panes that fit on a screen and in the letters A to F.
pub const MOST_PANES: usize = 6;

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

/// The whole state that a person can set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Feeds every generator: noise, waking late, the worlds' random starts.
    pub seed: u64,
    pub scene: SceneChoice,
    /// The computer of every pane that has none of its own.
    pub computer: Computer,
    /// Stalls that are known before the run begins.
    pub hitches: Vec<Hitch>,
    pub panes: Vec<PaneSettings>,
}

/// A scene, its options, and what is done in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneChoice {
    pub id: String,
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub options: Values,
    /// What is held down, by simulated time, in a scene that is steered: a recorded drive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strokes: Vec<Stroke>,
}

/// One pane: its loop, the loop's parameters, and what differs from the shared settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaneSettings {
    pub strategy: String,
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub params: Values,
    /// Nothing: as the strategy was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presentation: Option<Presentation>,
    /// Nothing: the shared computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Computer>,
}

/// Which picture of the world is drawn at render.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presentation {
    /// The state as it is after the last update.
    Latest,
    /// `alpha` of the way from the previous state to the current one: one step in the past.
    Interpolate,
    /// `alpha` of a step beyond the current state, predicted from velocity and turn rate.
    Extrapolate,
}

impl Presentation {
    pub const ALL: [Presentation; 3] = [Presentation::Latest, Presentation::Interpolate, Presentation::Extrapolate];

    /// As written on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Presentation::Latest => "latest",
            Presentation::Interpolate => "interpolate",
            Presentation::Extrapolate => "extrapolate",
        }
    }
}

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

/// A stall: `ms` more for the first render that starts at or after `at_s`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hitch {
    pub at_s: f64,
    pub ms: f64,
}

impl Default for Settings {
    /// Four panes on the first scene: one that slows down, one that lets go, one that holds, one that predicts.
    fn default() -> Settings {
        let panes = ["frame-based", "variable-delta", "fixed-interval", "frame-skip-predicted"];
        Settings {
            seed: 0,
            scene: SceneChoice::new("curve-and-wall"),
            computer: Computer::default(),
            hitches: Vec::new(),
            panes: panes.into_iter().map(PaneSettings::new).collect(),
        }
    }
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

impl SceneChoice {
    pub fn new(id: &str) -> SceneChoice {
        SceneChoice { id: id.to_owned(), options: Values::default(), strokes: Vec::new() }
    }
}

impl PaneSettings {
    pub fn new(strategy: &str) -> PaneSettings {
        PaneSettings { strategy: strategy.to_owned(), params: Values::default(), presentation: None, computer: None }
    }
}

impl Settings {
    /// The computer that pane `index` runs on.
    pub fn computer_of(&self, index: usize) -> &Computer {
        self.panes[index].computer.as_ref().unwrap_or(&self.computer)
    }

    /// # Errors
    /// The first setting that is out of its range or names something unknown.
    pub fn check(&self) -> Result<(), Invalid> {
        self.scene.check()?;
        self.computer.check()?;
        self.hitches.iter().try_for_each(Hitch::check)?;
        self.panes.iter().try_for_each(PaneSettings::check)?;
        (0..self.panes.len()).try_for_each(|index| {
            let pane = &self.panes[index];
            strategies::find(&pane.strategy)?.check_on(&pane.params, self.computer_of(index))
        })
    }

    /// As many panes as a laboratory shows. A report may have more.
    ///
    /// # Errors
    /// If there is none, or there are more than six.
    pub fn check_count(&self) -> Result<(), Invalid> {
        if (1..=MOST_PANES).contains(&self.panes.len()) {
            return Ok(());
        }
        Err(Invalid::new("panes", self.panes.len(), format!("1 to {MOST_PANES} panes")))
    }
}

impl SceneChoice {
    /// # Errors
    /// If the scene or one of its options is unknown, an option out of range, or a recorded drive has no place or order.
    pub fn check(&self) -> Result<(), Invalid> {
        let kind = scenes::find(&self.id)?;
        self.options.check(kind.options)?;
        scenes::check_strokes(kind, &self.strokes)
    }
}

impl PaneSettings {
    /// # Errors
    /// If the strategy, a parameter or the pane's own computer is not allowed.
    pub fn check(&self) -> Result<(), Invalid> {
        strategies::find(&self.strategy)?.check(&self.params)?;
        self.computer.as_ref().map_or(Ok(()), Computer::check)
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
            return Err(Invalid::new(param.name, given, "LO:HI with LO not above HI"));
        }
        Ok(())
    }
}

impl Hitch {
    /// # Errors
    /// If the moment or the length is out of range.
    pub fn check(&self) -> Result<(), Invalid> {
        HITCH_AT_S.check_number(self.at_s)?;
        HITCH_MS.check_number(self.ms)
    }
}
