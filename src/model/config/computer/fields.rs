//! The settings of a computer, one row each. A new setting is a row here, and what it costs in
//! `src/model/machine/cost_model.rs`.

use super::bounds::Bounds;
use super::option::CommandLineOption;
use super::pattern::{Pattern, PatternedLoad};
use super::table::computer_table;
use crate::base::params::{Invalid, Param};
use crate::model::config::limits::LONGEST_RUN_S;
use serde::{Deserialize, Serialize};

const LOADS_MS: (f64, f64) = (0.0, 10_000.0);
const PER_BODY_US: (f64, f64) = (0.0, 1000.0);
const PATTERNS: &[&str] = &["constant", "noise", "spikes"];
/// The words for a setting that is true or false, in the order in which a refusal names them.
pub const ON_OFF: &[&str] = &["on", "off"];

/// One setting of a [`Computer`].
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key in scenarios, its range, and the sentence about it.
    pub param: &'static Param,
    /// What it belongs to.
    pub group: Group,
    /// How it is set on the command line; nothing where several options make up its value: see [`Field::options`].
    pub option: Option<CommandLineOption>,
    /// Its value, by type.
    pub access: FieldAccess,
    /// Gives the second computer the first one's value.
    pub copy: fn(&Computer, &mut Computer),
}

/// What a setting belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What operations cost.
    Load,
    /// The virtual display.
    Display,
    /// How well the computer keeps time: an ideal one has the default of each.
    Timekeeping,
    /// For testing a game.
    Testing,
}

/// Where a setting's value stands, by its type.
#[derive(Clone, Copy, Debug)]
pub enum FieldAccess {
    /// A number in the unit of its [`Param`].
    Number(fn(&mut Computer) -> &mut f64),
    /// On or off.
    Switch(fn(&mut Computer) -> &mut bool),
    /// Two bounds in milliseconds.
    Bounds(fn(&mut Computer) -> &mut Bounds),
    /// How a load goes from one operation to the next, and the load.
    Pattern(fn(&mut Computer) -> &mut Pattern, PatternedLoad),
}

computer_table! {
    update_ms (UPDATE_MS): f64 = 0.0, millis(LOADS_MS), Load,
        "How long the computer works on one update of the world.",
        option "update-ms" "U" "Update load, ms",
        told |ms| format!("update {ms} ms");
    render_ms (RENDER_MS): f64 = 5.0, millis(LOADS_MS), Load,
        "How long the computer works on one frame; at least 0.1 ms is charged.",
        option "render-ms" "R" "Render load, ms; at least 0.1 is charged",
        told |ms| format!("render {ms} ms");
    pattern (PATTERN): Pattern = Pattern::Constant, choice(PATTERNS), Load,
        "How the render load goes from frame to frame: the same in every pane.",
        of RENDER,
        told |pattern| match pattern {
            Pattern::Constant => "a steady load".to_owned(),
            Pattern::Noise(bounds) => format!("render {}–{} ms", bounds.lo_ms, bounds.hi_ms),
            Pattern::Spikes { every, ms } => format!("+{ms} ms every {every} frames"),
        };
    #[serde(skip_serializing_if = "Pattern::is_constant")]
    update_pattern (UPDATE_PATTERN): Pattern = Pattern::Constant, choice(PATTERNS), Load,
        "How the update load goes from update to update: the same in every pane.",
        of UPDATE,
        told |pattern| match pattern {
            Pattern::Constant => "a steady update load".to_owned(),
            Pattern::Noise(bounds) => format!("update {}–{} ms", bounds.lo_ms, bounds.hi_ms),
            Pattern::Spikes { every, ms } => format!("+{ms} ms every {every} updates"),
        };
    refresh_hz (REFRESH_HZ): f64 = 60.0, rate, Display,
        "How often the virtual display can change its frame.",
        option "refresh-hz" "H" "Refresh rate of the display, Hz",
        told |hz| format!("{hz} Hz");
    vsync (VSYNC): bool = true, choice(ON_OFF), Display,
        "On: every frame waits for a refresh of its own. Off: each refresh shows the newest whole frame (V).",
        option "vsync" "ON|OFF" "on or off",
        told |on| if on { "vsync" } else { "no vsync" }.to_owned();
    timer_ms (TIMER_MS): f64 = 0.0, millis(LOADS_MS), Timekeeping,
        "The clock's resolution: readings are rounded down to it.",
        option "timer-ms" "G" "The clock's resolution, ms; 0 is exact",
        read "super::timers::read" "super::timers::read_some" also "timer",
        told |ms| format!("timer {ms} ms");
    sleep_ms (SLEEP_MS): f64 = 0.0, millis(LOADS_MS), Timekeeping,
        "The scheduler's grain: a sleeper wakes at its next multiple.",
        option "sleep-ms" "G" "The scheduler's granularity, ms; 0 is exact",
        told |ms| format!("scheduler {ms} ms");
    wake_ms (WAKE_MS): Bounds = Bounds { lo_ms: 0.0, hi_ms: 0.0 }, millis(LOADS_MS), Timekeeping,
        "How late the computer wakes after a sleep or a wait for the display.",
        option "wake-ms" "LO:HI" "How late the computer wakes from every wait, ms",
        told |bounds| format!("waking {}–{} ms late", bounds.lo_ms, bounds.hi_ms);
    start_ms (START_MS): f64 = 0.0, millis(LOADS_MS), Timekeeping,
        "When the first turn begins: the loop's phase against the display, from the next restart.",
        option "start-ms" "P" "When the first turn begins, ms",
        told |ms| format!("start {ms} ms");
    update_us_per_body (UPDATE_US_PER_BODY): f64 = 0.0, micros(PER_BODY_US), Load,
        "What every body adds to the cost of an update.",
        option "update-us-per-body" "US" "What every body adds to an update, µs",
        told |us| format!("update {us} µs a body");
    render_us_per_body (RENDER_US_PER_BODY): f64 = 0.0, micros(PER_BODY_US), Load,
        "What every body in view adds to the cost of a frame.",
        option "render-us-per-body" "US" "What every body in view adds to a frame, µs",
        told |us| format!("render {us} µs a body in view");
    clock_at_s (CLOCK_AT_S): f64 = 0.0, seconds((0.0, 600.0)), Timekeeping,
        "What the clock shows at the start. Above 0 the loop's first reading is missing: it takes 0 for it.",
        option "clock-at-s" "S" "What the clock shows at the start, s; above 0 the loop's first reading is missing",
        told |s| if s > 0.0 { format!("clock at {s} s, first reading missing") } else { "clock at 0".to_owned() };
    wraps_at_s (WRAPS_AT_S): f64 = 0.0, seconds((0.0, LONGEST_RUN_S)), Timekeeping,
        "When the computer's counter of milliseconds, 32 bits wide, starts over from 0; 0 is never.",
        option "wraps-at-s" "S" "When the 32-bit counter of milliseconds starts over, s; 0 is never",
        told |s| if s > 0.0 { format!("counter wraps at {s} s") } else { "no counter wraps".to_owned() };
    largest_step (LARGEST_STEP): bool = false, choice(ON_OFF), Testing,
        "Every update that moves the world moves it by the longest step that its loop can make: what a game must bear. \
         Loops of one fixed step make no other anyway, and some know no limit.",
        option "largest-step" "ON|OFF" "Every step is the longest that the loop can make, for testing: on or off",
        told |on| if on { "always the largest step" } else { "steps as the loop makes them" }.to_owned();
}

impl Computer {
    /// The same loads and display on a computer whose clock, scheduler and wake-ups are perfect.
    #[must_use]
    pub fn ideal(&self) -> Computer {
        let (perfect, mut computer) = (Computer::default(), self.clone());
        for field in FIELDS.iter().filter(|field| field.group == Group::Timekeeping) {
            (field.copy)(&perfect, &mut computer);
        }
        computer
    }

    /// What an update costs in the mean, ms, without what its bodies add.
    pub fn mean_update_ms(&self) -> f64 {
        self.update_pattern.mean_ms(self.update_ms)
    }

    /// A computer as most people have it: a display wait or a sleep ends up to 1 ms late.
    #[must_use]
    pub fn ordinary_pc(&self) -> Computer {
        Computer { wake_ms: Bounds { lo_ms: 0.0, hi_ms: 1.0 }, start_ms: 0.5, ..self.ideal() }
    }
}

impl Field {
    /// Every option of the command line that sets it.
    pub fn options(&self) -> impl Iterator<Item = CommandLineOption> + use<> {
        let of_pattern = match self.access {
            FieldAccess::Pattern(_, load) => Some([load.noise, load.spike]),
            _ => None,
        };
        self.option.into_iter().chain(of_pattern.into_iter().flatten())
    }
}

impl ComputerChange {
    /// What turns `before` into `after`.
    pub fn between(before: &Computer, after: &Computer) -> ComputerChange {
        ComputerChange::from(after.clone()).without_unchanged(before)
    }
}

impl FieldAccess {
    /// The value that `computer` has, as it is written on the command line; nothing where no single option writes it.
    pub fn text(self, computer: &Computer) -> Option<String> {
        let mut computer = computer.clone();
        match self {
            FieldAccess::Number(of) => Some(of(&mut computer).to_string()),
            FieldAccess::Switch(of) => Some(if *of(&mut computer) { "on" } else { "off" }.to_owned()),
            FieldAccess::Bounds(of) => {
                let Bounds { lo_ms, hi_ms } = *of(&mut computer);
                Some(format!("{lo_ms}:{hi_ms}"))
            }
            FieldAccess::Pattern(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_between_two_computers_holds_only_what_differs_and_leads_from_one_to_the_other() {
        let before = Computer { render_ms: 7.0, ..Computer::default() };
        let after = Computer { vsync: false, pattern: Pattern::Spikes { every: 2, ms: 3.0 }, ..before.clone() };
        let change = ComputerChange::between(&before, &after);
        assert_eq!(change, ComputerChange { vsync: Some(false), pattern: Some(after.pattern), ..ComputerChange::default() });
        assert_eq!(change.applied_to(&before), after);
        assert_eq!(change.in_words(), ["+3 ms every 2 frames", "no vsync"]);
        assert_eq!(ComputerChange::from(after.clone()).in_words().len(), FIELDS.len());
    }

    #[test]
    fn every_row_reads_and_writes_the_setting_under_whose_key_it_stands() {
        let keys = |computer: &Computer| serde_json::to_value(computer).unwrap();
        let changed = Computer { pattern: Pattern::Noise(Bounds::default()), ..Computer::default() };
        for field in FIELDS {
            let mut computer = Computer::default();
            match field.access {
                FieldAccess::Number(of) => *of(&mut computer) += 1.0,
                FieldAccess::Switch(of) => *of(&mut computer) ^= true,
                FieldAccess::Bounds(of) => of(&mut computer).hi_ms += 1.0,
                FieldAccess::Pattern(of, _) => *of(&mut computer) = changed.pattern,
            }
            let (before, after) = (keys(&Computer::default()), keys(&computer));
            let differing = after.as_object().unwrap().keys().filter(|key| before.get(key) != after.get(key));
            assert_eq!(differing.collect::<Vec<_>>(), [&*field.param.name]);
            let mut copied = Computer::default();
            (field.copy)(&computer, &mut copied);
            assert_eq!(copied, computer, "{}", field.param.name);
            assert_eq!(field.option.is_some(), field.access.text(&computer).is_some(), "{}", field.param.name);
        }
    }
}
