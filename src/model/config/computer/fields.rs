//! The settings of a computer, one row each. A new setting is a row here, and what it costs in
//! `src/model/machine/cost_model.rs`.

use super::bounds::Bounds;
use super::display::{Present, VariableRefresh};
use super::input_read::InputRead;
use super::option::CommandLineOption;
use super::pattern::{Pattern, PatternedLoad};
use super::table::computer_table;
use super::tail::Tail;
use crate::base::params::{Invalid, Param};
use crate::model::config::limits::LONGEST_RUN_S;
use serde::{Deserialize, Serialize};

const LOADS_MS: (f64, f64) = (0.0, 10_000.0);
const PER_BODY_US: (f64, f64) = (0.0, 1000.0);
const PATTERNS: &[&str] = &["constant", "noise", "spikes"];
/// The words for a setting that is true or false, in the order in which a refusal names them.
pub const ON_OFF: &[&str] = &["on", "off"];

/// The two present modes that most programs offer, as a switch.
const VSYNC: CommandLineOption =
    CommandLineOption { name: "vsync", placeholder: "ON|OFF", help: "on is --present fifo, off is --present mailbox [on]" };

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
    /// What the driver and the operating system put between the loop and its display and its input; an ideal computer has
    /// the default of each.
    System,
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
    /// A whole number.
    Count(fn(&mut Computer) -> &mut u32),
    /// How a load goes from one operation to the next, and the load.
    Pattern(fn(&mut Computer) -> &mut Pattern, PatternedLoad),
    /// What becomes of a finished frame.
    Present(fn(&mut Computer) -> &mut Present),
    /// Whether the display refreshes when a frame comes.
    VariableRefresh(fn(&mut Computer) -> &mut VariableRefresh),
    /// When inputs are read.
    InputRead(fn(&mut Computer) -> &mut InputRead),
    /// Waking much later than usual, now and then.
    Tail(fn(&mut Computer) -> &mut Tail),
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
    present (PRESENT): Present = Present::Fifo, choice(Present::WORDS), Display,
        "What becomes of a finished frame. fifo (vsync): it gets a refresh of its own. mailbox (vsync off): each refresh shows \
         the newest whole frame. immediate: it appears in the middle of the scan-out, and tears (V).",
        option "present" "MODE" "fifo (every frame has a refresh of its own), mailbox (the newest whole frame wins), immediate (it tears)",
        read "super::display::read" "super::display::read_some" also "vsync",
        told |mode| match mode {
            Present::Fifo => "vsync",
            Present::Mailbox => "no vsync",
            Present::Immediate => "no vsync, tearing",
        }.to_owned();
    #[serde(skip_serializing_if = "is_zero")]
    gpu_ms (GPU_MS): f64 = 0.0, millis(LOADS_MS), Load,
        "How long the GPU works on one frame, after the CPU has finished it.",
        option "gpu-ms" "G" "GPU load, ms: what the GPU works on a frame after the CPU",
        told |ms| format!("GPU {ms} ms");
    #[serde(skip_serializing_if = "no_frames")]
    queue (QUEUE): u32 = 0, count((0.0, 3.0)), System,
        "How many frames the CPU may be ahead of the display. 0: render returns when its own frame is shown.",
        option "queue" "Q" "How many frames the CPU may be ahead of the display, 0 to 3",
        told |frames| match frames {
            0 => "no queue".to_owned(),
            1 => "1 frame queued".to_owned(),
            more => format!("{more} frames queued"),
        };
    #[serde(skip_serializing_if = "VariableRefresh::is_off")]
    vrr (VRR): VariableRefresh = VariableRefresh::Off, rate, Display,
        "A display without ticks: it refreshes when a frame is done, at most at the higher rate, and below the lower one it \
         repeats the frame that it shows.",
        option "vrr" "LO:HI" "Variable refresh between two rates, Hz, or off; only with --present fifo",
        told |vrr| match vrr.rates() {
            Some(rates) => format!("{}–{} Hz variable", rates.lo_hz, rates.hi_hz),
            None => "no variable refresh".to_owned(),
        };
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
    #[serde(skip_serializing_if = "Tail::is_none")]
    wake_tail (WAKE_TAIL): Tail = Tail { probability: 0.0, mean_ms: 0.0 }, plain((0.0, 1.0)), Timekeeping,
        "How likely a wait ends much later than that, 0 to 1, and by how much in the mean: an exponential excess.",
        option "wake-tail" "P:MS" "With probability P a wait ends later still, by MS milliseconds in the mean",
        told |tail| if tail.probability > 0.0 {
            format!("{} % of waits {} ms later", tail.probability * 100.0, tail.mean_ms)
        } else {
            "no wait ends much later".to_owned()
        };
    #[serde(skip_serializing_if = "InputRead::is_usual")]
    input (INPUT): InputRead = InputRead::Update, choice(InputRead::WORDS), System,
        "When the loop reads its input: before every update, or once a turn, at its top, as an event pump does.",
        option "input" "WHEN" "When input is read: update (before each) or turn (once, at its top)",
        told |read| match read {
            InputRead::Update => "input before every update",
            InputRead::Turn => "input once a turn",
        }.to_owned();
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

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form; what is trivial depends on the target")]
fn is_zero(ms: &f64) -> bool {
    *ms == 0.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form; what is trivial depends on the target")]
fn no_frames(frames: &u32) -> bool {
    *frames == 0
}

impl Computer {
    /// The same loads and display on a computer whose clock, scheduler and wake-ups are perfect, and on which render returns
    /// when its frame is shown. The display's rate becomes whole, as loops take it to be: 59.95 Hz become 60.
    #[must_use]
    pub fn ideal(&self) -> Computer {
        let (perfect, mut computer) = (Computer::default(), self.clone());
        for field in FIELDS.iter().filter(|field| matches!(field.group, Group::Timekeeping | Group::System)) {
            (field.copy)(&perfect, &mut computer);
        }
        computer.refresh_hz = computer.refresh_hz.round();
        computer
    }

    /// The highest rate at which the display can show frames, Hz: what metrics take for its refresh rate.
    pub fn highest_refresh_hz(&self) -> f64 {
        self.vrr.rates().map_or(self.refresh_hz, |rates| rates.hi_hz)
    }

    /// Changes the present mode. A variable refresh ends where frames no longer come in order: only fifo has one.
    pub fn set_present(&mut self, present: Present) {
        self.present = present;
        if present != Present::Fifo {
            self.vrr = VariableRefresh::Off;
        }
    }

    /// What an update costs in the mean, ms, without what its bodies add.
    pub fn mean_update_ms(&self) -> f64 {
        self.update_pattern.mean_ms(self.update_ms)
    }

    /// A computer as most people have it: its driver lets the CPU run two frames ahead of a display whose rate is not that
    /// of any loop, and waits end as late as they were measured to, while little else runs (`docs/is-it-real.md`).
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

impl Field {
    /// Every option of the command line that sets it.
    pub fn options(&self) -> impl Iterator<Item = CommandLineOption> + use<> {
        let more = match self.access {
            FieldAccess::Pattern(_, load) => &[load.noise, load.spike][..],
            FieldAccess::Present(_) => &[VSYNC],
            _ => &[],
        };
        self.option.into_iter().chain(more.to_vec())
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
            FieldAccess::Count(of) => Some(of(&mut computer).to_string()),
            FieldAccess::Pattern(..) => None,
            FieldAccess::Present(of) => Some(of(&mut computer).word().to_owned()),
            FieldAccess::VariableRefresh(of) => Some(of(&mut computer).text()),
            FieldAccess::InputRead(of) => Some(of(&mut computer).word().to_owned()),
            FieldAccess::Tail(of) => {
                let Tail { probability, mean_ms } = *of(&mut computer);
                Some(format!("{probability}:{mean_ms}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::display::Rates;
    use super::*;

    #[test]
    fn a_change_between_two_computers_holds_only_what_differs_and_leads_from_one_to_the_other() {
        let before = Computer { render_ms: 7.0, ..Computer::default() };
        let after = Computer { present: Present::Mailbox, pattern: Pattern::Spikes { every: 2, ms: 3.0 }, ..before.clone() };
        let change = ComputerChange::between(&before, &after);
        assert_eq!(
            change,
            ComputerChange { present: Some(Present::Mailbox), pattern: Some(after.pattern), ..ComputerChange::default() }
        );
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
                FieldAccess::Count(of) => *of(&mut computer) += 1,
                FieldAccess::Pattern(of, _) => *of(&mut computer) = changed.pattern,
                FieldAccess::Present(of) => *of(&mut computer) = Present::Immediate,
                FieldAccess::VariableRefresh(of) => {
                    *of(&mut computer) = VariableRefresh::Range(Rates { lo_hz: 48.0, hi_hz: 144.0 });
                }
                FieldAccess::InputRead(of) => *of(&mut computer) = InputRead::Turn,
                FieldAccess::Tail(of) => of(&mut computer).mean_ms += 1.0,
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
