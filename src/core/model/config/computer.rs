//! The settings of a pane's virtual computer: the costs of its operations, its display, and its clock.
//!
//! A new setting is a field of [`Computer`] and a row of the table; panel, files, options, undo and checks are made from the row.
//! Nothing here computes: [`crate::model::machine`] turns a [`Computer`] into flicks, and its `cost_model.rs` uses the setting.

use super::limits::LONGEST_RUN_S;
use super::pane_letter::PaneLetter;
use crate::base::params::described::Described;
use crate::base::params::invalid::Invalid;
use crate::base::params::param::{Param, Rail};
use crate::base::params::value::Value;
use crate::base::params::values::Values;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::LazyLock;

pub const LOADS: &str = "Loads";
pub const DISPLAY: &str = "Display";
pub const GPU: &str = "GPU and queue";
pub const PATTERNS: &str = "Load patterns";
pub const CLOCK: &str = "Clock and sleep";
pub const OLD_CLOCKS: &str = "Old clocks";
pub const TESTING: &str = "Per body, testing";

const LOADS_MS: (f64, f64) = (0.0, 10_000.0);
const PER_BODY_US: (f64, f64) = (0.0, 1000.0);
const EVERY: (f64, f64) = (1.0, 100_000.0);
const RATES: Rail = Rail::Linear(24.0, 240.0);
const LATENESS: Rail = Rail::Linear(0.0, 10.0);

/// A pane's virtual computer. [`Computer::PARAMS`] describes each field; times are in milliseconds unless the name says otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Computer {
    pub render_ms: f64,
    pub update_ms: f64,
    pub refresh_hz: f64,
    pub present: Present,
    pub gpu_ms: f64,
    pub queue: u32,
    pub vrr: bool,
    pub vrr_lo_hz: f64,
    pub vrr_hi_hz: f64,
    pub lfc: LowRates,
    pub missed_refresh: MissedRefresh,
    pub noise_lo_ms: f64,
    pub noise_hi_ms: f64,
    pub spike_every: u32,
    pub spike_ms: f64,
    pub update_noise_lo_ms: f64,
    pub update_noise_hi_ms: f64,
    pub update_spike_every: u32,
    pub update_spike_ms: f64,
    pub play_load: PlayLoad,
    pub play_lo_s: f64,
    pub play_hi_s: f64,
    pub play_pane: PlayedPane,
    pub timer_ms: f64,
    pub sleep_ms: f64,
    pub wake_lo_ms: f64,
    pub wake_hi_ms: f64,
    pub wake_tail: f64,
    pub wake_tail_ms: f64,
    pub input: InputRead,
    pub presses: PressRead,
    pub start_ms: f64,
    pub clock_at_s: f64,
    pub wraps_at_s: f64,
    pub update_us_per_body: f64,
    pub render_us_per_body: f64,
    pub largest_step: bool,
    /// Whether nobody knows how often the display refreshes. No setting: it is true of the game that wrote a capture, until its
    /// display is found or set.
    #[serde(skip)]
    pub has_unknown_display: bool,
}

/// The rule for displaying finished frames, named after the modes of Khronos' present API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Present {
    /// Vsync: every frame gets a refresh of its own, in order.
    #[default]
    Fifo,
    /// Each refresh shows the newest frame that is done; older ones are dropped.
    Mailbox,
    /// A frame is displayed as soon as it is done, in the middle of the scan-out, so the display tears.
    Immediate,
}

/// The rule for the repeats of a frame on a variable refresh, where frames come more rarely than its lowest rate. Drivers call it
/// low framerate compensation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LowRates {
    /// The repeats divide the expected time of the frame evenly, if the range is wide enough for that.
    #[default]
    Even,
    /// A frame is repeated at the last moment that the range allows.
    Last,
}

/// The rule for playing the load of a captured game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayLoad {
    #[default]
    Off,
    /// The played part starts again at its end.
    Loop,
    /// The played part adds no load after its end.
    Once,
}

/// The pane whose capture is played, where several panes play one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayedPane {
    /// The first pane that plays a capture.
    #[default]
    First,
    Letter(PaneLetter),
}

impl PlayedPane {
    /// The words of the parameter: that of the first pane, and the letter of every pane that a window can have.
    const WORDS: &'static [&'static str] = &["first", "A", "B", "C", "D", "E", "F"];
}

impl From<PlayedPane> for String {
    fn from(pane: PlayedPane) -> String {
        match pane {
            PlayedPane::First => PlayedPane::WORDS[0].to_owned(),
            PlayedPane::Letter(letter) => letter.to_string(),
        }
    }
}

impl TryFrom<String> for PlayedPane {
    type Error = Invalid;

    fn try_from(word: String) -> Result<PlayedPane, Invalid> {
        match PaneLetter::parse(&word) {
            Some(letter) => Ok(PlayedPane::Letter(letter)),
            None if word == PlayedPane::WORDS[0] => Ok(PlayedPane::First),
            None => Err(Invalid::unknown("play_pane", &word, PlayedPane::WORDS.iter().copied())),
        }
    }
}

/// The rule for a loop that was still busy when its callback was due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissedRefresh {
    /// The callback comes immediately, with the timestamp of the newest refresh.
    #[default]
    Now,
    /// The callback comes at the next refresh.
    Next,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputRead {
    /// Inputs are read before every update.
    #[default]
    Update,
    /// Inputs are read once a turn, at its top, as an event pump does.
    Turn,
}

/// The rule by which a game's steps see the presses of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PressRead {
    /// A press is kept until one step has taken it. Two presses before a step are one.
    #[default]
    Latched,
    /// Every step of a turn sees the presses since the last top of a turn; a turn without a step loses them.
    Frame,
    /// Each step asks whether the button is down when it starts; the first of a row of downs is a press.
    Step,
    /// A press carries its moment, and is taken by the step that simulates that moment.
    Stamped,
}

impl Described for Computer {
    const PARAMS: &'static [Param] = &[
        Param::millis("render_ms", 5.0, LOADS_MS, "How long the computer works on one frame; at least 0.1 ms is charged.")
            .shown(LOADS, "Render load")
            .rail(Rail::Logarithmic(Computer::LOAD_SCALE_MS.0, Computer::LOAD_SCALE_MS.1)),
        Param::millis("update_ms", 0.0, LOADS_MS, "How long the computer works on one update of the world.")
            .shown(LOADS, "Update load")
            .rail(Rail::Logarithmic(0.0, Computer::LOAD_SCALE_MS.1)),
        Param::rate("refresh_hz", 60.0, "How often the virtual display can change its frame, Hz; a variable refresh ignores it.")
            .shown(DISPLAY, "Refresh rate")
            .rail(RATES),
        Param::choice(
            "present",
            &["fifo", "mailbox", "immediate"],
            "What becomes of a finished frame. fifo (vsync): it gets a refresh of its own. mailbox (no vsync): each refresh shows \
             the newest whole frame. immediate: it appears in the middle of the scan-out, and tears (V).",
        )
        .shown(DISPLAY, "Present mode"),
        Param::millis("gpu_ms", 0.0, LOADS_MS, "How long the GPU works on one frame, after the CPU has finished it.")
            .shown(GPU, "GPU load")
            .rail(Rail::Logarithmic(0.0, 200.0)),
        Param::count("queue", 0.0, (0.0, 3.0), "How many frames the CPU may be ahead of the display; with 0, render returns when its own frame is shown.")
            .shown(GPU, "Queue, frames")
            .rail(Rail::Linear(0.0, 3.0)),
        Param::switch("vrr", false, "A display without ticks: it refreshes when a frame is done. Only with fifo, because it shows every frame.")
            .shown(DISPLAY, "Variable refresh"),
        Param::rate("vrr_lo_hz", 48.0, "Where no frame comes for longer than one interval of this rate, a variable refresh repeats the frame that it shows.")
            .shown(DISPLAY, "Lowest rate")
            .rail(RATES)
            .option("vrr", "LO"),
        Param::rate("vrr_hi_hz", 144.0, "A variable refresh comes one interval of this rate after the last one, or later.")
            .shown(DISPLAY, "Highest rate")
            .rail(RATES)
            .option("vrr", "HI"),
        Param::choice(
            "lfc",
            &["even", "last"],
            "What a variable refresh does where frames come more rarely than its lowest rate. even: it repeats each frame at even \
             distances, as displays do whose highest rate is at least 2.2 times the lowest. last: it repeats the frame at the last \
             moment, and the next frame has to wait for the repeat.",
        )
        .shown(DISPLAY, "Low-rate repeats"),
        Param::choice(
            "missed_refresh",
            &["now", "next"],
            "When the system calls a loop that was still busy at its refresh: at once, or at the next refresh. Only callback loops \
             are called.",
        )
        .shown(GPU, "Missed refresh"),
        Param::millis("noise_lo_ms", 0.0, LOADS_MS, "The least of a random render load for every frame, the same in every pane. It adds to the render load.")
            .shown(PATTERNS, "Render noise from")
            .rail(Rail::Logarithmic(0.0, 200.0))
            .option("noise-ms", "LO"),
        Param::millis("noise_hi_ms", 0.0, LOADS_MS, "The most of a random render load for every frame; 0 is off.")
            .shown(PATTERNS, "Render noise to")
            .rail(Rail::Logarithmic(0.0, 200.0))
            .option("noise-ms", "HI"),
        Param::count("spike_every", 30.0, EVERY, "Every how many frames a spike comes.")
            .shown(PATTERNS, "A spike every n frames")
            .rail(Rail::Logarithmic(1.0, 240.0))
            .option("spike", "EVERY"),
        Param::millis("spike_ms", 0.0, LOADS_MS, "What every n-th frame costs on top of the render load; 0 is off.")
            .shown(PATTERNS, "Render spike")
            .rail(Rail::Logarithmic(0.0, 500.0))
            .option("spike", "MS"),
        Param::millis(
            "update_noise_lo_ms",
            0.0,
            LOADS_MS,
            "The least of a random update load for every update, the same in every pane. It adds to the update load; a part of an \
             update costs its part of it.",
        )
        .shown(PATTERNS, "Update noise from")
        .rail(Rail::Logarithmic(0.0, 200.0))
        .option("update-noise-ms", "LO"),
        Param::millis("update_noise_hi_ms", 0.0, LOADS_MS, "The most of a random update load for every update; 0 is off.")
            .shown(PATTERNS, "Update noise to")
            .rail(Rail::Logarithmic(0.0, 200.0))
            .option("update-noise-ms", "HI"),
        Param::count("update_spike_every", 30.0, EVERY, "Every how many updates a spike comes.")
            .shown(PATTERNS, "A spike every n updates")
            .rail(Rail::Logarithmic(1.0, 240.0))
            .option("update-spike", "EVERY"),
        Param::millis("update_spike_ms", 0.0, LOADS_MS, "What every n-th update costs on top of the update load; 0 is off.")
            .shown(PATTERNS, "Update spike")
            .rail(Rail::Logarithmic(0.0, 500.0))
            .option("update-spike", "MS"),
        Param::choice(
            "play_load",
            &["off", "loop", "once"],
            "Plays the load of a capture: at each moment the captured frame that ran then says what a frame costs the CPU and the \
             GPU, on top of the other loads. CPU busy holds limiter sleeps and waits for threads, so it is an upper bound; a column \
             of frame times is waits as well as work.",
        )
        .shown(PATTERNS, "Load of the capture"),
        Param::seconds("play_lo_s", 0.0, (0.0, LONGEST_RUN_S), "The beginning of the part of the capture whose load is played.")
            .shown(PATTERNS, "Played from")
            .rail(Rail::Logarithmic(0.0, 600.0))
            .option("play-range", "LO"),
        Param::seconds("play_hi_s", LONGEST_RUN_S, (0.0, LONGEST_RUN_S), "The end of the part of the capture whose load is played.")
            .shown(PATTERNS, "Played to")
            .rail(Rail::Logarithmic(0.0, 600.0))
            .option("play-range", "HI"),
        Param::choice("play_pane", PlayedPane::WORDS, "The pane whose capture is played, if several panes play one.")
            .shown(PATTERNS, "Load of the capture in"),
        Param::millis("timer_ms", 0.0, LOADS_MS, "The clock's resolution: readings are rounded down to it; 0 is exact.")
            .shown(CLOCK, "Timer resolution")
            .rail(Rail::Linear(0.0, 60.0)),
        Param::millis("sleep_ms", 0.0, LOADS_MS, "The scheduler's grain: a sleeper wakes at its next multiple; 0 is exact.")
            .shown(CLOCK, "Sleeps end on ticks of")
            .rail(Rail::Linear(0.0, 20.0)),
        Param::millis("wake_lo_ms", 0.0, LOADS_MS, "How late the computer wakes after a sleep or a wait for the display, at least.")
            .shown(CLOCK, "Waking late, at least")
            .rail(LATENESS)
            .option("wake-ms", "LO"),
        Param::millis("wake_hi_ms", 0.0, LOADS_MS, "How late the computer wakes after a sleep or a wait for the display, at most.")
            .shown(CLOCK, "Waking late, up to")
            .rail(LATENESS)
            .option("wake-ms", "HI"),
        Param::plain("wake_tail", 0.0, (0.0, 1.0), "How likely a wait ends much later than that, 0 to 1.")
            .shown(CLOCK, "Much later, how often")
            .rail(Rail::Logarithmic(0.0, 1.0))
            .option("wake-tail", "P"),
        Param::millis("wake_tail_ms", 2.0, LOADS_MS, "By how much such a wait ends later, in the mean: an exponential excess.")
            .shown(CLOCK, "Much later, by (mean)")
            .rail(Rail::Logarithmic(0.0, 100.0))
            .option("wake-tail", "MS"),
        Param::choice(
            "input",
            &["update", "turn"],
            "When the loop reads its input: before every update, or once a turn, at its top, as an event pump does. Of five \
             updates of 10 ms in a turn, the last then uses input that is 40 ms older.",
        )
        .shown(CLOCK, "Input is read"),
        Param::choice(
            "presses",
            &["latched", "frame", "step", "stamped"],
            "How the steps of world Presses see a press. latched: it is kept until one step has taken it. frame: it lives for one turn, \
             and each step of the turn answers it. step: each step asks whether the button is down. stamped: the step that \
             simulates the moment of the press takes it. Other worlds have no button.",
        )
        .shown(CLOCK, "Press reading"),
        Param::millis("start_ms", 0.0, LOADS_MS, "When the first turn begins: the loop's phase against the display, from the next restart.")
            .shown(CLOCK, "First turn begins at")
            .rail(Rail::Linear(0.0, 20.0)),
        Param::seconds("clock_at_s", 0.0, (0.0, 600.0), "What the clock shows whenever a loop starts. Above 0 the loop's first reading is missing: it takes 0 for it.")
            .shown(OLD_CLOCKS, "Clock at, first reading missing"),
        Param::seconds(
            "wraps_at_s",
            0.0,
            (0.0, LONGEST_RUN_S),
            "When the computer's counter of milliseconds, 32 bits wide, starts over from 0, as after 49.7 days; 0 is never. Loops \
             that compare its readings freeze or run wild, loops that subtract them don't notice.",
        )
        .shown(OLD_CLOCKS, "32-bit counter wraps at")
        .rail(Rail::Logarithmic(0.0, 600.0)),
        Param::micros("update_us_per_body", 0.0, PER_BODY_US, "What every body adds to the cost of an update.")
            .shown(TESTING, "Update, per body")
            .rail(Rail::Logarithmic(0.0, 50.0)),
        Param::micros("render_us_per_body", 0.0, PER_BODY_US, "What every body in view adds to the cost of a frame.")
            .shown(TESTING, "Render, per body in view")
            .rail(Rail::Logarithmic(0.0, 50.0)),
        Param::switch(
            "largest_step",
            false,
            "Every update that moves the world moves it by the longest step that its loop can make: what a game must bear. Loops \
             of one fixed step make no other anyway, and some know no limit.",
        )
        .shown(TESTING, "Always the largest step"),
    ];

    fn read(all: serde_json::Value) -> serde_json::Result<Computer> {
        Computer::deserialize(all)
    }

    fn write(&self) -> serde_json::Result<serde_json::Value> {
        Computer::serialize(self, serde_json::value::Serializer)
    }

    fn set_values(&self) -> Values {
        let differing = self.differences(&Computer::usual(self.plays_load()));
        let mut values = Values::default();
        for (param, value) in differing {
            values.set(&param.name, value);
        }
        values
    }

    fn of(values: &Values) -> Result<Computer, Invalid> {
        let plays = values.named("play_load").is_some_and(|how| *how != Value::off() && !how.is_unset());
        let mut made = Computer::usual(plays);
        made.set_all(values.iter()).map(|()| made)
    }
}

impl Default for Computer {
    /// Returns an ideal computer: 60 Hz, vsync, 5 ms to draw; everything else is free and exact.
    fn default() -> Computer {
        static IDEAL: LazyLock<Computer> = LazyLock::new(Computer::of_defaults);
        IDEAL.clone()
    }
}

/// Writes only the settings that differ from their defaults.
impl Serialize for Computer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.set_values().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Computer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Computer, D::Error> {
        Computer::of(&Values::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl Computer {
    /// The ends of the logarithmic scale of loads, in milliseconds: from the least cost of a frame to far more than the refresh
    /// of any display. An update may also cost nothing.
    pub const LOAD_SCALE_MS: (f64, f64) = (0.1, 100.0);

    /// Returns the computer on which every setting has its default. If the load of a capture is played, the frames bring their own
    /// costs, and the driver lets the CPU run two frames ahead: without a queue the game's waits would be waited for twice.
    fn usual(plays_load: bool) -> Computer {
        let usual = Computer::default();
        if plays_load { Computer { render_ms: 0.0, queue: 2, ..usual } } else { usual }
    }

    /// Sets the value of the parameter `name`. If the load of a capture begins to be played, the render load and the queue get
    /// their defaults beside it; a queue that is set stays.
    pub(super) fn change(&mut self, name: &str, value: &Value) -> Result<(), Invalid> {
        let played = self.plays_load();
        self.set(name, value)?;
        if self.plays_load() && !played {
            let Computer { render_ms, queue, .. } = Computer::usual(true);
            self.render_ms = render_ms;
            self.queue = if self.queue == 0 { queue } else { self.queue };
        }
        Ok(())
    }

    /// Returns the computer of a game that wrote a capture: the frames bring their own costs, and the display is unknown.
    pub fn of_capture() -> &'static Computer {
        static CAPTURED: LazyLock<Computer> =
            LazyLock::new(|| Computer { queue: 2, has_unknown_display: true, ..Computer::default() });
        &CAPTURED
    }

    /// Returns a computer with the same loads and display, but with an exact clock, exact waits, and the usual queue: without a
    /// played load a render returns when its frame is displayed. The refresh rate is rounded to whole hertz, as loops assume it: 59.95 Hz becomes 60.
    #[must_use]
    pub fn ideal(&self) -> Computer {
        let Computer { present, vrr, vrr_lo_hz, vrr_hi_hz, lfc, presses, largest_step, .. } = *self;
        let refresh_hz = self.refresh_hz.round();
        let usual = Computer::usual(self.plays_load());
        Computer { refresh_hz, present, vrr, vrr_lo_hz, vrr_hi_hz, lfc, presses, largest_step, ..usual }.with_loads_of(self)
    }

    #[must_use]
    pub fn with_loads_of(&self, other: &Computer) -> Computer {
        let is_load = |param: &Param| {
            [LOADS, PATTERNS].contains(&param.group)
                || ["gpu_ms", "update_us_per_body", "render_us_per_body"].contains(&&*param.name)
        };
        let values = other.values();
        let loads = Computer::PARAMS.iter().filter(|param| is_load(param));
        let loads: Vec<(&str, Value)> = loads.map(|param| (&*param.name, values.get(param))).collect();
        let mut made = self.clone();
        // A load that is out of its range is copied too, and is refused when the computer is checked.
        let _ = made.set_all(loads.iter().map(|(name, value)| (*name, value)));
        made
    }

    /// Returns an ordinary computer with the same loads. Its driver lets the CPU run two frames ahead of a display whose rate no
    /// loop assumes, and its waits end as late as was measured on a computer that ran little else (`docs/is-it-real.md`).
    #[must_use]
    pub fn ordinary_pc(&self) -> Computer {
        Computer {
            refresh_hz: 59.95,
            vrr: false,
            queue: 2,
            wake_lo_ms: 0.06,
            wake_hi_ms: 0.1,
            wake_tail: 0.02,
            wake_tail_ms: 2.5,
            start_ms: 0.5,
            ..self.ideal()
        }
    }

    /// Returns the lowest and the highest rate of a variable refresh in hertz; `None` if the refresh is not variable.
    pub fn variable_hz(&self) -> Option<(f64, f64)> {
        (self.vrr && self.present == Present::Fifo).then(|| in_order(self.vrr_lo_hz, self.vrr_hi_hz))
    }

    /// Returns the highest rate in hertz at which the display can show frames. Metrics take it for the refresh rate.
    pub fn highest_refresh_hz(&self) -> f64 {
        self.variable_hz().map_or(self.refresh_hz, |(_, highest)| highest)
    }

    /// Returns the rate of [`Computer::highest_refresh_hz`]; `None` if the display is unknown.
    pub fn known_refresh_hz(&self) -> Option<f64> {
        (!self.has_unknown_display).then(|| self.highest_refresh_hz())
    }

    /// Returns whether frames are displayed at ticks and at no other time.
    fn has_ticks(&self) -> bool {
        self.present != Present::Immediate && self.variable_hz().is_none()
    }

    /// Returns whether anything besides the CPU and a display with ticks can delay the answer to an input: GPU work, a queue, a
    /// display without ticks, or inputs that are read once a turn.
    pub fn has_pipeline(&self) -> bool {
        self.gpu_ms > 0.0 || self.plays_load() || self.queue > 0 || !self.has_ticks() || self.input != InputRead::default()
    }

    /// Returns whether the load of a capture is added to the other loads.
    pub fn plays_load(&self) -> bool {
        self.play_load != PlayLoad::Off
    }

    /// Returns the mean cost of an update in milliseconds, without the cost per body.
    pub fn mean_update_ms(&self) -> f64 {
        let noise = f64::midpoint(self.update_noise_lo_ms, self.update_noise_hi_ms);
        self.update_ms + noise + self.update_spike_ms / f64::from(self.update_spike_every.max(1))
    }

    /// Returns the mean cost of a frame in milliseconds, without the cost per body.
    pub fn mean_render_ms(&self) -> f64 {
        let noise = f64::midpoint(self.noise_lo_ms, self.noise_hi_ms);
        self.render_ms + noise + self.spike_ms / f64::from(self.spike_every.max(1))
    }

    /// Returns whether a wait can end much later than usual.
    pub fn wakes_much_later(&self) -> bool {
        self.wake_tail > 0.0 && self.wake_tail_ms > 0.0
    }

    /// Describes the loads and the refresh rate, and every other setting that differs from its default, in a few words each.
    ///
    /// ```
    /// use tickscope_core::model::config::computer::Computer;
    ///
    /// let computer = Computer { timer_ms: 10.0, ..Computer::default() };
    /// assert_eq!(computer.in_words()[..2], ["render load 5 ms", "update load 0 ms"]);
    /// assert_eq!(computer.in_words()[3], "timer resolution 10 ms");
    /// ```
    pub fn in_words(&self) -> Vec<String> {
        let (all, set) = (self.values(), self.set_values());
        let named = |param: &&Param| ["render_ms", "update_ms", "refresh_hz"].contains(&&*param.name) || set.has(param);
        Computer::PARAMS.iter().filter(named).map(|param| param.in_words(&all.get(param))).collect()
    }

    /// Checks every setting against its range.
    pub fn check(&self) -> Result<(), Invalid> {
        self.check_ranges()
    }
}

/// Returns two bounds, the lower one first. A person sets them one after the other, so the lower bound may be above the upper one
/// for a while.
pub fn in_order(one: f64, other: f64) -> (f64, f64) {
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use crate::model::config::computer::*;
    use crate::model::config::limits::MOST_PANES;

    #[test]
    fn every_parameter_reads_and_writes_the_field_of_its_name() {
        let usual = Computer::default();
        assert_eq!((usual.render_ms, usual.refresh_hz, usual.present, usual.vrr_hi_hz), (5.0, 60.0, Present::Fifo, 144.0));
        assert!(usual.set_values().is_empty() && usual.check().is_ok());
        for param in Computer::PARAMS {
            let value = match usual.value(&param.name).expect("it has a field") {
                Value::Number(number) => Value::Number(if number == 1.0 { 2.0 } else { 1.0 }),
                Value::Switch(on) => Value::Switch(!on),
                Value::Word(_) => Value::parse(param.allowed().rsplit(' ').next().expect("a word")),
            };
            let mut set = usual.clone();
            set.set(&param.name, &value).expect("it is allowed");
            assert_eq!(set.differences(&usual).iter().map(|(other, _)| &other.name).collect::<Vec<_>>(), [&param.name]);
            let text = serde_json::to_string(&set).expect("plain data");
            assert_eq!(serde_json::from_str::<Computer>(&text).expect("its own text"), set, "{text}");
            set.set(&param.name, &Value::unset()).expect("a default");
            assert_eq!(set, usual);
        }
    }

    #[test]
    fn beside_a_played_load_frames_are_free_and_the_queue_has_two_unless_they_are_set() {
        let of = |text: &str| serde_json::from_str::<Computer>(text).expect("it is allowed");
        let read = |text: &str| (of(text).render_ms, of(text).queue);
        assert_eq!(read(r#"{"play_load":"loop"}"#), (0.0, 2));
        assert_eq!(read(r#"{"play_load":"once","queue":0,"render_ms":5}"#), (5.0, 0));
        assert_eq!((read(r#"{"play_load":"off"}"#), read("{}")), ((5.0, 0), (5.0, 0)));
        for text in [r#"{"play_load":"loop","queue":0}"#, r#"{"play_load":"loop","render_ms":5}"#, r#"{"play_pane":"F"}"#] {
            assert_eq!(serde_json::to_string(&of(text)).expect("plain data"), text);
        }
        assert_eq!(of(r#"{"play_load":"loop","queue":1,"wake_hi_ms":1}"#).ideal().queue, 2);
    }

    #[test]
    fn the_played_pane_is_the_first_or_any_that_a_window_can_have() {
        let letters = (0..MOST_PANES).map(|pane| PaneLetter(pane).to_string());
        let words: Vec<String> = std::iter::once("first".to_owned()).chain(letters).collect();
        assert_eq!(PlayedPane::WORDS, words);
        for word in words {
            assert_eq!(PlayedPane::try_from(word.clone()).map(String::from), Ok(word));
        }
    }

    #[test]
    fn what_is_out_of_range_or_unknown_is_refused() {
        let of = |text: &str| serde_json::from_str::<Computer>(text).map_err(|error| error.to_string());
        for bad in [r#"{"render_ms":-1}"#, r#"{"queue":1.5}"#, r#"{"present":"vsync"}"#, r#"{"vrr":3}"#, r#"{"rendr_ms":5}"#] {
            assert!(of(bad).is_err_and(|said| said.contains("is not allowed")), "{bad}");
        }
        assert!(Computer { render_ms: f64::NAN, ..Computer::default() }.check().is_err());
    }
}
