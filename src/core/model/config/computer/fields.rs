//! The computer's settings. A new setting is a field of [`Computer`] with its default, its range and its row of [`FIELDS`], which
//! also shows its controls, and what it costs in `src/core/model/machine/cost_model.rs`.

use super::bounds::Bounds;
use super::controls::{Section, SettingsPanel, Slider, Switch};
use super::display::{Present, Rates, VariableRefresh};
use super::field::{FieldOf, Group, ShortOption, access};
use super::input_read::InputRead;
use super::missed_refresh::MissedRefresh;
use super::pattern::Pattern;
use super::setting_value::SettingValue;
use super::tail::Tail;
use crate::base::params::{Invalid, Param};
use crate::model::config::limits::LONGEST_RUN_S;
use serde::{Deserialize, Serialize};

const LOADS_MS: (f64, f64) = (0.0, 10_000.0);
const PER_BODY_US: (f64, f64) = (0.0, 1000.0);
const PATTERNS: &[&str] = &["constant", "noise", "spikes"];
const ON_OFF: &[&str] = &["on", "off"];

/// A pane's virtual computer: what everything costs on it, and how it keeps time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Computer {
    /// Update load, ms.
    pub update_ms: f64,
    /// Render load, ms.
    pub render_ms: f64,
    /// How the render load goes from frame to frame.
    pub pattern: Pattern,
    /// How the update load goes from update to update.
    #[serde(skip_serializing_if = "Pattern::is_constant")]
    pub update_pattern: Pattern,
    /// Refresh rate of the display, Hz.
    pub refresh_hz: f64,
    /// fifo (every frame has a refresh of its own), mailbox (the newest whole frame wins), immediate (it tears).
    #[serde(alias = "vsync")]
    pub present: Present,
    /// GPU load, ms: what the GPU works on a frame after the CPU.
    #[serde(skip_serializing_if = "is_zero")]
    pub gpu_ms: f64,
    /// How many frames the CPU may be ahead of the display, 0 to 3.
    #[serde(skip_serializing_if = "no_frames")]
    pub queue: u32,
    /// Variable refresh between two rates, Hz, or off.
    #[serde(skip_serializing_if = "VariableRefresh::is_off")]
    pub vrr: VariableRefresh,
    /// When the system calls a loop that was busy at its refresh: now, or at the next one.
    #[serde(skip_serializing_if = "MissedRefresh::is_usual")]
    pub missed_refresh: MissedRefresh,
    /// The clock's resolution, ms.
    #[serde(alias = "timer", deserialize_with = "super::timers::read")]
    pub timer_ms: f64,
    /// The scheduler's granularity, ms.
    pub sleep_ms: f64,
    /// How late the computer wakes from every wait, ms.
    pub wake_ms: Bounds,
    /// With probability P a wait ends later still, by MS milliseconds in the mean.
    #[serde(skip_serializing_if = "Tail::is_none")]
    pub wake_tail: Tail,
    /// When input is read: update (before each) or turn (once, at its top).
    #[serde(skip_serializing_if = "InputRead::is_usual")]
    pub input: InputRead,
    /// When the first turn begins, ms.
    pub start_ms: f64,
    /// The cost that every body adds to an update, µs.
    pub update_us_per_body: f64,
    /// The cost that every body in view adds to a frame, µs.
    pub render_us_per_body: f64,
    /// The clock's reading at the start, s.
    pub clock_at_s: f64,
    /// When the 32-bit counter of milliseconds starts over, s.
    pub wraps_at_s: f64,
    /// Every step is the longest that the loop can make, for testing: on or off.
    pub largest_step: bool,
}

impl Default for Computer {
    /// Returns an ideal computer: 60 Hz, vsync, 5 ms to draw; everything else is free and exact.
    fn default() -> Computer {
        Computer {
            update_ms: 0.0,
            render_ms: 5.0,
            pattern: Pattern::Constant,
            update_pattern: Pattern::Constant,
            refresh_hz: 60.0,
            present: Present::Fifo,
            gpu_ms: 0.0,
            queue: 0,
            vrr: VariableRefresh::Off,
            missed_refresh: MissedRefresh::Now,
            timer_ms: 0.0,
            sleep_ms: 0.0,
            wake_ms: Bounds { lo_ms: 0.0, hi_ms: 0.0 },
            wake_tail: Tail { probability: 0.0, mean_ms: 0.0 },
            input: InputRead::Update,
            start_ms: 0.0,
            update_us_per_body: 0.0,
            render_us_per_body: 0.0,
            clock_at_s: 0.0,
            wraps_at_s: 0.0,
            largest_step: false,
        }
    }
}

/// The parameter of each setting: its range and the sentence about it.
impl Computer {
    /// The logarithmic scale of the loads, ms: from the least that a frame is charged to far more than any display waits. An
    /// update may also cost nothing.
    pub const LOAD_SCALE_MS: (f64, f64) = (0.1, 100.0);

    /// The range of `update_ms`.
    pub const UPDATE_MS: Param =
        Param::millis("update_ms", 0.0, LOADS_MS, "How long the computer works on one update of the world.");
    /// The range of `render_ms`.
    pub const RENDER_MS: Param =
        Param::millis("render_ms", 5.0, LOADS_MS, "How long the computer works on one frame; at least 0.1 ms is charged.");
    /// The range of `pattern`.
    pub const PATTERN: Param =
        Param::choice("pattern", PATTERNS, "How the render load goes from frame to frame: the same in every pane.");
    /// The range of `update_pattern`.
    pub const UPDATE_PATTERN: Param =
        Param::choice("update_pattern", PATTERNS, "How the update load goes from update to update: the same in every pane.");
    /// The range of `refresh_hz`.
    pub const REFRESH_HZ: Param = Param::rate("refresh_hz", 60.0, "How often the virtual display can change its frame.");
    /// The range of `present`.
    pub const PRESENT: Param = Param::choice(
        "present",
        Present::WORDS,
        "What becomes of a finished frame. fifo (vsync): it gets a refresh of its own. mailbox (vsync off): \
         each refresh shows the newest whole frame. immediate: it appears in the middle of the scan-out, and \
         tears (V).",
    );
    /// The range of `gpu_ms`.
    pub const GPU_MS: Param =
        Param::millis("gpu_ms", 0.0, LOADS_MS, "How long the GPU works on one frame, after the CPU has finished it.");
    /// The range of `queue`.
    pub const QUEUE: Param = Param::count(
        "queue",
        0.0,
        (0.0, 3.0),
        "How many frames the CPU may be ahead of the display. 0: render returns when its own frame is shown.",
    );
    /// The range of `vrr`.
    pub const VRR: Param = Param::rate(
        "vrr",
        60.0,
        "A display without ticks: it refreshes when a frame is done, at most at the higher rate, and below \
         the lower one it repeats the frame that it shows.",
    );
    /// The range of `missed_refresh`.
    pub const MISSED_REFRESH: Param = Param::choice(
        "missed_refresh",
        MissedRefresh::WORDS,
        "When the system calls a loop that was still busy at its refresh: at once, or at the next refresh. Only \
         callback loops are called.",
    );
    /// The range of `timer_ms`.
    pub const TIMER_MS: Param = super::timers::TIMER_MS;
    /// The range of `sleep_ms`.
    pub const SLEEP_MS: Param =
        Param::millis("sleep_ms", 0.0, LOADS_MS, "The scheduler's grain: a sleeper wakes at its next multiple.");
    /// The range of `wake_ms`.
    pub const WAKE_MS: Param =
        Param::millis("wake_ms", 0.0, LOADS_MS, "How late the computer wakes after a sleep or a wait for the display.");
    /// The range of `wake_tail`.
    pub const WAKE_TAIL: Param = Param::plain(
        "wake_tail",
        0.0,
        (0.0, 1.0),
        "How likely a wait ends much later than that, 0 to 1, and by how much in the mean: an exponential excess.",
    );
    /// The range of `input`.
    pub const INPUT: Param = Param::choice(
        "input",
        InputRead::WORDS,
        "When the loop reads its input: before every update, or once a turn, at its top, as an event pump does.",
    );
    /// The range of `start_ms`.
    pub const START_MS: Param = Param::millis(
        "start_ms",
        0.0,
        LOADS_MS,
        "When the first turn begins: the loop's phase against the display, from the next restart.",
    );
    /// The range of `update_us_per_body`.
    pub const UPDATE_US_PER_BODY: Param =
        Param::micros("update_us_per_body", 0.0, PER_BODY_US, "What every body adds to the cost of an update.");
    /// The range of `render_us_per_body`.
    pub const RENDER_US_PER_BODY: Param =
        Param::micros("render_us_per_body", 0.0, PER_BODY_US, "What every body in view adds to the cost of a frame.");
    /// The range of `clock_at_s`.
    pub const CLOCK_AT_S: Param = Param::seconds(
        "clock_at_s",
        0.0,
        (0.0, 600.0),
        "What the clock shows at the start. Above 0 the loop's first reading is missing: it takes 0 for it.",
    );
    /// The range of `wraps_at_s`.
    pub const WRAPS_AT_S: Param = Param::seconds(
        "wraps_at_s",
        0.0,
        (0.0, LONGEST_RUN_S),
        "When the computer's counter of milliseconds, 32 bits wide, starts over from 0; 0 is never.",
    );
    /// The range of `largest_step`.
    pub const LARGEST_STEP: Param = Param::choice(
        "largest_step",
        ON_OFF,
        "Every update that moves the world moves it by the longest step that its loop can make: what a game \
         must bear. Loops of one fixed step make no other anyway, and some know no limit.",
    );
}

/// One setting of a [`Computer`].
pub type Field = FieldOf<Computer>;

/// The settings of a computer, in the order in which they are written.
pub const FIELDS: &[Field] = &[
    FieldOf {
        param: &Computer::UPDATE_MS,
        group: Group::Load,
        section: Section::Loads,
        options: &[ShortOption::new("update-ms", "U", "Update load, ms")],
        access: access!(update_ms),
        words: |computer| format!("update {} ms", computer.update_ms),
        show: |computer, param, panel| {
            let slider = Slider::logarithmic("Update load", param, (0.0, Computer::LOAD_SCALE_MS.1));
            show_load(&mut computer.update_ms, computer.update_pattern, &slider, panel);
        },
    },
    FieldOf {
        param: &Computer::RENDER_MS,
        group: Group::Load,
        section: Section::Loads,
        options: &[ShortOption::new("render-ms", "R", "Render load, ms; at least 0.1 is charged")],
        access: access!(render_ms),
        words: |computer| format!("render {} ms", computer.render_ms),
        show: |computer, param, panel| {
            let slider = Slider::logarithmic("Render load", param, Computer::LOAD_SCALE_MS);
            show_load(&mut computer.render_ms, computer.pattern, &slider, panel);
        },
    },
    FieldOf {
        param: &Computer::PATTERN,
        group: Group::Load,
        section: Section::Patterns,
        options: &[
            ShortOption::new("noise-ms", "LO:HI", "A random render load for each frame, instead of --render-ms").writes("noise:"),
            ShortOption::new("spike", "EVERY:MS", "MS milliseconds more in every EVERY-th frame").writes("spikes:"),
        ],
        access: access!(pattern),
        words: |computer| match computer.pattern {
            Pattern::Constant => "a steady load".to_owned(),
            Pattern::Noise(bounds) => format!("render {}–{} ms", bounds.lo_ms, bounds.hi_ms),
            Pattern::Spikes { every, ms } => format!("+{ms} ms every {every} frames"),
        },
        show: |computer, param, panel| {
            computer.pattern.show(("Render pattern", "Every n frames"), Bounds { lo_ms: 10.0, hi_ms: 40.0 }, param, panel);
        },
    },
    FieldOf {
        param: &Computer::UPDATE_PATTERN,
        group: Group::Load,
        section: Section::Patterns,
        options: &[
            ShortOption::new("update-noise-ms", "LO:HI", "A random update load for each update, instead of --update-ms")
                .writes("noise:"),
            ShortOption::new("update-spike", "EVERY:MS", "MS milliseconds more in every EVERY-th update").writes("spikes:"),
        ],
        access: access!(update_pattern),
        words: |computer| match computer.update_pattern {
            Pattern::Constant => "a steady update load".to_owned(),
            Pattern::Noise(bounds) => format!("update {}–{} ms", bounds.lo_ms, bounds.hi_ms),
            Pattern::Spikes { every, ms } => format!("+{ms} ms every {every} updates"),
        },
        show: |computer, param, panel| {
            computer.update_pattern.show(("Update pattern", "Every n updates"), Bounds { lo_ms: 2.0, hi_ms: 20.0 }, param, panel);
        },
    },
    FieldOf {
        param: &Computer::REFRESH_HZ,
        group: Group::Display,
        section: Section::Display,
        options: &[ShortOption::new("refresh-hz", "H", "Refresh rate of the display, Hz")],
        access: access!(refresh_hz),
        words: |computer| format!("{} Hz", computer.refresh_hz),
        show: |computer, param, panel| {
            let varies = computer.vrr.rates().is_some();
            let reason = "The refresh is variable, between two rates: see GPU and queue.";
            let slider = Slider::linear("Refresh rate", param, Rates::SLIDER_HZ).unless(varies, reason);
            if panel.slider(&slider, &mut computer.refresh_hz) {
                computer.refresh_hz = computer.refresh_hz.round();
            }
        },
    },
    FieldOf {
        param: &Computer::PRESENT,
        group: Group::Display,
        section: Section::Display,
        options: &[
            ShortOption::new(
                "present",
                "MODE",
                "fifo (every frame has a refresh of its own), mailbox (the newest whole frame wins), immediate (it tears)",
            ),
            ShortOption::new("vsync", "ON|OFF", "on is --present fifo, off is --present mailbox [on]").writes("vsync:"),
        ],
        access: access!(present),
        words: |computer| {
            match computer.present {
                Present::Fifo => "vsync",
                Present::Mailbox => "no vsync",
                Present::Immediate => "no vsync, tearing",
            }
            .to_owned()
        },
        show: |computer, param, panel| {
            if let Some(present) = computer.present.choose(param, panel) {
                computer.set_present(present);
            }
        },
    },
    FieldOf {
        param: &Computer::GPU_MS,
        group: Group::Load,
        section: Section::Gpu,
        options: &[ShortOption::new("gpu-ms", "G", "GPU load, ms: what the GPU works on a frame after the CPU")],
        access: access!(gpu_ms),
        words: |computer| format!("GPU {} ms", computer.gpu_ms),
        show: |computer, param, panel| {
            panel.slider(&Slider::logarithmic("GPU load", param, (0.0, 200.0)), &mut computer.gpu_ms);
        },
    },
    FieldOf {
        param: &Computer::QUEUE,
        group: Group::System,
        section: Section::Gpu,
        options: &[ShortOption::new("queue", "Q", "How many frames the CPU may be ahead of the display, 0 to 3")],
        access: access!(queue),
        words: |computer| match computer.queue {
            0 => "no queue".to_owned(),
            1 => "1 frame queued".to_owned(),
            more => format!("{more} frames queued"),
        },
        show: |computer, param, panel| {
            let mut frames = f64::from(computer.queue);
            panel.slider(&Slider::linear("Queue, frames", param, (0.0, 3.0)), &mut frames);
            computer.queue = frames as u32;
        },
    },
    FieldOf {
        param: &Computer::VRR,
        group: Group::Display,
        section: Section::Gpu,
        options: &[ShortOption::new("vrr", "LO:HI", "Variable refresh between two rates, Hz, or off; only with --present fifo")],
        access: access!(vrr),
        words: |computer| match computer.vrr.rates() {
            Some(rates) => format!("{}–{} Hz variable", rates.lo_hz, rates.hi_hz),
            None => "no variable refresh".to_owned(),
        },
        show: |computer, param, panel| computer.vrr.show(computer.present, param, panel),
    },
    FieldOf {
        param: &Computer::MISSED_REFRESH,
        group: Group::System,
        section: Section::Gpu,
        options: &[ShortOption::new(
            "missed-refresh",
            "WHEN",
            "When a callback loop is called that has missed its refresh: now, or at the next one",
        )],
        access: access!(missed_refresh),
        words: |computer| {
            match computer.missed_refresh {
                MissedRefresh::Now => "called at once after a missed refresh",
                MissedRefresh::Next => "called at the next refresh after a missed one",
            }
            .to_owned()
        },
        show: |computer, param, panel| computer.missed_refresh.show(param, panel),
    },
    FieldOf {
        param: &Computer::TIMER_MS,
        group: Group::Timekeeping,
        section: Section::Clock,
        options: &[
            ShortOption::new("timer-ms", "G", "The clock's resolution, ms; 0 is exact"),
            ShortOption::new(
                "timer",
                "NAME",
                "The clock's resolution by the function that reads it (`tickscope list timers`), instead of --timer-ms",
            )
            .writes("timer:"),
        ],
        access: access!(timer_ms, super::timers::read_value),
        words: |computer| format!("timer {} ms", computer.timer_ms),
        show: |computer, param, panel| super::timers::show(&mut computer.timer_ms, param, panel),
    },
    FieldOf {
        param: &Computer::SLEEP_MS,
        group: Group::Timekeeping,
        section: Section::Clock,
        options: &[ShortOption::new("sleep-ms", "G", "The scheduler's granularity, ms; 0 is exact")],
        access: access!(sleep_ms),
        words: |computer| format!("scheduler {} ms", computer.sleep_ms),
        show: |computer, param, panel| {
            panel.slider(&Slider::linear("Sleeps end on ticks of", param, (0.0, 20.0)), &mut computer.sleep_ms);
        },
    },
    FieldOf {
        param: &Computer::WAKE_MS,
        group: Group::Timekeeping,
        section: Section::Clock,
        options: &[ShortOption::new("wake-ms", "LO:HI", "How late the computer wakes from every wait, ms")],
        access: access!(wake_ms),
        words: |computer| {
            let bounds = computer.wake_ms;
            format!("waking {}–{} ms late", bounds.lo_ms, bounds.hi_ms)
        },
        show: |computer, param, panel| {
            let slider = |name| Slider::linear(name, param, (0.0, 10.0));
            computer.wake_ms.show([slider("Waking late, at least"), slider("Waking late, up to")], panel);
        },
    },
    FieldOf {
        param: &Computer::WAKE_TAIL,
        group: Group::Timekeeping,
        section: Section::Clock,
        options: &[ShortOption::new(
            "wake-tail",
            "P:MS",
            "With probability P a wait ends later still, by MS milliseconds in the mean",
        )],
        access: access!(wake_tail),
        words: |computer| {
            let tail = computer.wake_tail;
            if tail.probability > 0.0 {
                format!("{} % of waits {} ms later", tail.probability * 100.0, tail.mean_ms)
            } else {
                "no wait ends much later".to_owned()
            }
        },
        show: |computer, param, panel| computer.wake_tail.show(param, panel),
    },
    FieldOf {
        param: &Computer::INPUT,
        group: Group::System,
        section: Section::Clock,
        options: &[ShortOption::new("input", "WHEN", "When input is read: update (before each) or turn (once, at its top)")],
        access: access!(input),
        words: |computer| {
            match computer.input {
                InputRead::Update => "input before every update",
                InputRead::Turn => "input once a turn",
            }
            .to_owned()
        },
        show: |computer, param, panel| computer.input.show(param, panel),
    },
    FieldOf {
        param: &Computer::START_MS,
        group: Group::Timekeeping,
        section: Section::Clock,
        options: &[ShortOption::new("start-ms", "P", "When the first turn begins, ms")],
        access: access!(start_ms),
        words: |computer| format!("start {} ms", computer.start_ms),
        show: |computer, param, panel| {
            panel.slider(&Slider::linear("First turn begins at", param, (0.0, 20.0)), &mut computer.start_ms);
        },
    },
    FieldOf {
        param: &Computer::UPDATE_US_PER_BODY,
        group: Group::Load,
        section: Section::Testing,
        options: &[ShortOption::new("update-us-per-body", "US", "What every body adds to an update, µs")],
        access: access!(update_us_per_body),
        words: |computer| format!("update {} µs a body", computer.update_us_per_body),
        show: |computer, param, panel| {
            panel.slider(&Slider::logarithmic("Update, per body", param, (0.0, 50.0)), &mut computer.update_us_per_body);
        },
    },
    FieldOf {
        param: &Computer::RENDER_US_PER_BODY,
        group: Group::Load,
        section: Section::Testing,
        options: &[ShortOption::new("render-us-per-body", "US", "What every body in view adds to a frame, µs")],
        access: access!(render_us_per_body),
        words: |computer| format!("render {} µs a body in view", computer.render_us_per_body),
        show: |computer, param, panel| {
            panel.slider(&Slider::logarithmic("Render, per body in view", param, (0.0, 50.0)), &mut computer.render_us_per_body);
        },
    },
    FieldOf {
        param: &Computer::CLOCK_AT_S,
        group: Group::Timekeeping,
        section: Section::OldClocks,
        options: &[ShortOption::new(
            "clock-at-s",
            "S",
            "What the clock shows at the start, s; above 0 the loop's first reading is missing",
        )],
        access: access!(clock_at_s),
        words: |computer| {
            let s = computer.clock_at_s;
            if s > 0.0 { format!("clock at {s} s, first reading missing") } else { "clock at 0".to_owned() }
        },
        show: |computer, param, panel| {
            let slider = Slider::logarithmic("Clock at, first reading missing", param, (0.0, 600.0));
            panel.slider(&slider, &mut computer.clock_at_s);
            panel.note("Counts whenever a loop starts.");
        },
    },
    FieldOf {
        param: &Computer::WRAPS_AT_S,
        group: Group::Timekeeping,
        section: Section::OldClocks,
        options: &[ShortOption::new("wraps-at-s", "S", "When the 32-bit counter of milliseconds starts over, s; 0 is never")],
        access: access!(wraps_at_s),
        words: |computer| {
            let s = computer.wraps_at_s;
            if s > 0.0 { format!("counter wraps at {s} s") } else { "no counter wraps".to_owned() }
        },
        show: |computer, _, panel| show_wrap(&mut computer.wraps_at_s, panel),
    },
    FieldOf {
        param: &Computer::LARGEST_STEP,
        group: Group::Testing,
        section: Section::Testing,
        options: &[ShortOption::new(
            "largest-step",
            "ON|OFF",
            "Every step is the longest that the loop can make, for testing: on or off",
        )],
        access: access!(largest_step),
        words: |computer| {
            if computer.largest_step { "always the largest step" } else { "steps as the loop makes them" }.to_owned()
        },
        show: |computer, param, panel| {
            let switch = Switch { name: "Always the largest step", about: &param.about, disabled: None };
            panel.switch(&switch, &mut computer.largest_step);
        },
    },
];

/// Shows the slider of a load, or its bounds where a random load replaces it.
fn show_load(load_ms: &mut f64, pattern: Pattern, slider: &Slider<'_>, panel: &mut dyn SettingsPanel) {
    if let Pattern::Noise(Bounds { lo_ms, hi_ms }) = pattern {
        let about = "A steady load, and one with spikes, has a slider: Load patterns.";
        panel.fixed(slider.name, &format!("random, {lo_ms} to {hi_ms} ms"), about);
    } else {
        panel.slider(slider, load_ms);
    }
}

/// Shows whether the counter wraps, and when.
fn show_wrap(wraps_at_s: &mut f64, panel: &mut dyn SettingsPanel) {
    let mut wraps = *wraps_at_s > 0.0;
    let about = "The counter of milliseconds is 32 bits wide and starts over, as after 49.7 days: loops that compare its \
                 readings freeze or run wild, loops that subtract them don't notice.";
    let now_s = panel.now_s();
    if panel.switch(&Switch { name: "32-bit counter wraps", about, disabled: None }, &mut wraps) {
        // The default is soon, so that a person sees it, and between two ticks of most rates, so that the clock wraps before
        // the schedule.
        *wraps_at_s = if wraps { Computer::WRAPS_AT_S.clamped((now_s + 1.0).round().max(1.0) + 0.01) } else { 0.0 };
    }
    if wraps {
        panel.note(&format!("at {wraps_at_s} s; now it is {now_s:.1} s"));
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form; what is trivial depends on the target")]
fn is_zero(ms: &f64) -> bool {
    *ms == 0.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form; what is trivial depends on the target")]
fn no_frames(frames: &u32) -> bool {
    *frames == 0
}

impl Computer {
    /// Returns a computer with the same loads and display whose clock, scheduler and wake-ups are perfect, and on which render returns
    /// when its frame is shown. The display's rate becomes whole, as loops take it to be: 59.95 Hz become 60.
    #[must_use]
    pub fn ideal(&self) -> Computer {
        let (perfect, mut computer) = (Computer::default(), self.clone());
        for field in FIELDS.iter().filter(|field| matches!(field.group, Group::Timekeeping | Group::System)) {
            field.copy(&perfect, &mut computer);
        }
        computer.refresh_hz = computer.refresh_hz.round();
        computer
    }

    /// Returns the highest rate at which the display can show frames, Hz, which metrics take for its refresh rate.
    pub fn highest_refresh_hz(&self) -> f64 {
        self.vrr.rates().map_or(self.refresh_hz, |rates| rates.hi_hz)
    }

    /// Sets the present mode. Any mode but fifo also switches variable refresh off, because frames then no longer come in
    /// order.
    pub fn set_present(&mut self, present: Present) {
        self.present = present;
        if present != Present::Fifo {
            self.vrr = VariableRefresh::Off;
        }
    }

    /// Returns the mean cost of an update, ms, without the share of its bodies.
    pub fn mean_update_ms(&self) -> f64 {
        self.update_pattern.mean_ms(self.update_ms)
    }

    /// Returns a computer as most people have it: its driver lets the CPU run two frames ahead of a display whose rate is
    /// that of no loop, and its waits end as late as measured while little else runs (`docs/is-it-real.md`).
    #[must_use]
    pub fn ordinary_pc(&self) -> Computer {
        Computer {
            refresh_hz: 59.95,
            vrr: VariableRefresh::Off,
            queue: 2,
            wake_ms: Bounds { lo_ms: 0.06, hi_ms: 0.1 },
            wake_tail: Tail { probability: 0.02, mean_ms: 2.5 },
            start_ms: 0.5,
            ..self.ideal()
        }
    }
}

impl Computer {
    /// Returns the field whose key, or whose other name in files, is `key`.
    ///
    /// # Errors
    /// If there is none; the error names the nearest.
    pub fn field(key: &str) -> Result<&'static Field, Invalid> {
        let name = match key {
            "vsync" => "present",
            "timer" => "timer_ms",
            other => other,
        };
        let found = FIELDS.iter().find(|field| field.param.name == name);
        found.ok_or_else(|| Invalid::unknown("computer", key, FIELDS.iter().map(Field::key)))
    }

    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting that is out of its range, or a variable refresh where frames don't come in order.
    pub fn check(&self) -> Result<(), Invalid> {
        FIELDS.iter().try_for_each(|field| field.check(self))?;
        if self.vrr.rates().is_some() && self.present != Present::Fifo {
            let allowed = "off, or present = fifo beside it: a variable refresh shows every frame";
            return Err(Invalid::new(&*Computer::VRR.name, self.vrr.text(), allowed));
        }
        Ok(())
    }

    /// Describes the loads and the display, then every setting that differs from its default, each in a few words.
    ///
    /// ```
    /// use tickscope_core::config::Computer;
    ///
    /// let computer = Computer { timer_ms: 10.0, ..Computer::default() };
    /// assert_eq!(computer.in_words(), ["render 5 ms", "update 0 ms", "60 Hz, vsync", "timer 10 ms"]);
    /// ```
    pub fn in_words(&self) -> Vec<String> {
        // Noise replaces the load, spikes add to it.
        let load = |load, pattern_key, pattern: Pattern| match pattern {
            Pattern::Constant => vec![load],
            Pattern::Noise(_) => vec![pattern_key],
            Pattern::Spikes { .. } => vec![load, pattern_key],
        };
        let refresh = if self.vrr.rates().is_some() { vec!["present", "vrr"] } else { vec!["refresh_hz", "present"] };
        let named =
            [load("render_ms", "pattern", self.pattern), load("update_ms", "update_pattern", self.update_pattern), refresh];
        let words = |keys: &Vec<&str>| {
            let fields = FIELDS.iter().filter(|field| keys.contains(&field.key()));
            fields.map(|field| field.in_words(self)).collect::<Vec<_>>().join(", ")
        };
        let usual = Computer { pattern: self.pattern, update_pattern: self.update_pattern, ..Computer::default() };
        let others = ["render_ms", "update_ms", "refresh_hz", "present", "vrr"];
        let rest = self.differences(&usual).filter(|field| !others.contains(&field.key()));
        named.iter().map(words).chain(rest.map(|field| field.in_words(self))).collect()
    }

    /// Returns the settings that a section of the panel shows.
    pub fn section(section: Section) -> impl Iterator<Item = &'static Field> {
        FIELDS.iter().filter(move |field| field.section == section)
    }

    /// Returns the fields in which this computer differs from `other`, in the order of the table.
    pub fn differences<'a>(&'a self, other: &'a Computer) -> impl Iterator<Item = &'static Field> + use<'a> {
        FIELDS.iter().filter(|field| field.get(self) != field.get(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unusual() -> Computer {
        Computer {
            pattern: Pattern::Noise(Bounds { lo_ms: 10.0, hi_ms: 40.5 }),
            update_ms: 2.0,
            update_pattern: Pattern::Spikes { every: 20, ms: 50.0 },
            vrr: VariableRefresh::Range(Rates { lo_hz: 48.0, hi_hz: 144.0 }),
            queue: 2,
            wake_ms: Bounds { lo_ms: 0.0, hi_ms: 1.0 },
            wake_tail: Tail { probability: 0.02, mean_ms: 2.5 },
            missed_refresh: MissedRefresh::Next,
            input: InputRead::Turn,
            largest_step: true,
            ..Computer::default()
        }
    }

    #[test]
    fn a_load_with_a_pattern_is_described_and_nothing_unusual_is_left_out() {
        let computer = Computer { vrr: VariableRefresh::Off, present: Present::Mailbox, ..unusual() };
        let words = ["render 10–40.5 ms", "update 2 ms, +50 ms every 20 updates", "60 Hz, no vsync"];
        assert_eq!(computer.in_words()[..3], words);
        assert_eq!(computer.in_words().last().map(String::as_str), Some("always the largest step"));
    }

    #[test]
    fn every_row_reads_and_writes_the_setting_under_whose_key_it_stands() {
        let (usual, unusual) = (Computer::default(), unusual());
        for field in FIELDS {
            for source in [&usual, &unusual] {
                let (mut by_value, mut by_text) = (unusual.clone(), unusual.clone());
                field.set(&mut by_value, &field.get(source)).expect("its own value is allowed");
                field.set(&mut by_text, &field.text(source).into()).expect("its own text is allowed");
                let mut copied = unusual.clone();
                field.copy(source, &mut copied);
                assert_eq!((&by_value, &by_text), (&copied, &copied), "{}", field.key());
                assert!(copied.differences(&unusual).all(|differing| differing.key() == field.key()));
            }
            let written = toml::Table::try_from(&unusual).expect("a computer is plain data");
            assert!(
                written
                    .get(field.key())
                    .is_none_or(|value| super::super::setting_value::plain(value.clone()) == field.get(&unusual))
            );
        }
    }
}
