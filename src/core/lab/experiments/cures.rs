//! The changes that are tried as cures. Developers can ship all of them; a group holds the changes that act on the same thing.

use super::changed::{Changed, hertz, limit_of, on_computer, rate_of, rates_of, with_loop, with_param, with_rates};
use super::limits;
use super::load::{LOADS, Load, ms};
use crate::base::params::param::{Param, ValueKind, is_frame_rate};
use crate::base::params::value::Value;
use crate::lab::symptoms::kind::{Aspect, Kind};
use crate::model::config::computer::{Computer, InputRead, LowRates, PlayLoad, Present, PressRead};
use crate::model::config::settings::{Presentation, Settings};
use crate::model::config::timers::TIMERS;
use crate::model::scripts::{due_time, exact_clock};
use crate::model::strategies::strategy::{Group, Strategy};
use crate::model::worlds;

/// The part of the settings on which a group of cures acts, in the order in which the groups are tried if no cause is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CureGroup {
    /// A step that is too long for the world.
    Step,
    /// A step rate and a refresh rate that interfere, so that frames get unequal numbers of steps.
    Beat,
    Work,
    /// Waits one after the other.
    Row,
    /// A clock or sleeps of a coarse resolution.
    Clock,
    Limit,
    /// The parameters of the loop that have words as values.
    Words,
    Present,
    Loop,
    /// The settings of the players' computers.
    Players,
    /// Time that comes back at once after a stall. These changes are tried only for stalls and their consequences.
    Stall,
    /// The loop that jumps to exact states, which few worlds allow. It is tried after everything else.
    ClosedForm,
}

impl CureGroup {
    pub const ALL: [CureGroup; 10] = [
        CureGroup::Step,
        CureGroup::Beat,
        CureGroup::Work,
        CureGroup::Row,
        CureGroup::Clock,
        CureGroup::Limit,
        CureGroup::Words,
        CureGroup::Present,
        CureGroup::Loop,
        CureGroup::Players,
    ];
}

#[derive(Clone)]
pub enum Cure {
    /// Changes, of which the first that helps is the cure.
    FirstOf(Vec<Changed>),
    /// A smaller load of this kind.
    Less(&'static Load),
}

/// The loops that are tried instead of the present one, the usual ones first.
const OTHER_LOOPS: [&str; 7] = [
    "variable-delta",
    "fixed-interpolated",
    "callback-delta",
    "clamped-accumulator",
    "fixed-interval",
    "snapped-delta",
    "counted-refreshes",
];
/// The loops that are tried instead of one that the system calls back.
const OTHER_CALLED_LOOPS: [&str; 4] = ["callback-delta", "callback-accumulator", "godot-jitter-fix", "phaser-smoothed"];
/// The words for a text that keeps the fractions of its clock.
const UNCUT: &str = "with its clock not cut to whole ms";
const CLOSED_FORM: &str = "closed-form";
/// The options with which worlds bear longer steps, each with the words that are tried.
const WORLD_WORDS: [(&str, &[&str]); 3] = [
    ("collision", &["swept", "exact"]),
    ("ccd", &["on"]),
    ("integrator", &["semi-implicit-euler", "velocity-verlet", "rk4", "exact"]),
];
/// The numeric options with which worlds bear longer steps, each with the numbers that are tried.
const WORLD_COUNTS: [(&str, &[f64]); 3] =
    [("substeps", &[4.0, 16.0]), ("iterations", &[8.0, 16.0]), ("wall_thickness", &[2.0, 4.0])];
/// The right words of parameters whose other words are the slips of a listing.
const RIGHT_WORDS: [(&str, &str, &str); 4] = [
    ("compare", "difference", "comparing the difference of the readings"),
    ("whole_ms", "off", "with a schedule that is not cut to whole ms"),
    ("sums", "exact", "with exact sums"),
    ("count", "refreshes", "counting refreshes, not flips"),
];
/// The lower step rates that are tried, in hertz.
const LONGER_STEPS: [f64; 6] = [50.0, 40.0, 30.0, 25.0, 20.0, 15.0];
/// The rates in hertz that give enough frames, the lowest first.
const ENOUGH_FPS: [f64; 3] = [30.0, 48.0, 60.0];
/// A rate that fits the display stands in for one that differs from it by at most this share: 29.97 for 30 on 59.94 Hz.
const NEAR_FPS: f64 = 0.01;
/// The usual lowest rate of a variable refresh.
pub(super) const VARIABLE_FROM_HZ: f64 = 48.0;

/// The pane that is to be cured.
pub struct Patient<'a> {
    pub kind: Kind,
    pub settings: &'a Settings,
    pub strategy: &'a Strategy,
    /// Whether the system calls the loop back, so that it can be no loop that waits by itself, and chooses no present mode.
    pub is_called: bool,
}

/// Returns the cures of a group, in order.
pub fn of(group: CureGroup, patient: &Patient) -> Vec<Cure> {
    let Patient { kind, settings, strategy, is_called } = *patient;
    let computer = &settings.computer;
    let first_of = |alternatives: Vec<Vec<Changed>>| alternatives.into_iter().map(Cure::FirstOf).collect();
    match group {
        CureGroup::Step if kind.aspect() == Aspect::World => {
            let mut all: Vec<Vec<Changed>> = all_world_words(settings).map(|(_, changed)| changed).collect();
            all.extend(WORLD_COUNTS.iter().map(|(name, counts)| world_counts(settings, name, counts)));
            all.push(step_rates(settings, strategy, &|rate| [2.0, 4.0, 8.0].map(|times| rate * times).to_vec(), "shorter steps"));
            first_of(all)
        }
        CureGroup::Step => Vec::new(),
        CureGroup::Beat => {
            let mut drawn = drawings(settings, strategy);
            if kind == Kind::Repeats && strategy.group == Group::Own {
                // A loop that hands over no alpha draws every presentation alike.
                drawn.extend(with_loop(settings, "fixed-interpolated"));
            }
            let rates = rates_of(settings, strategy).into_iter().map(|rate| fitting_rates(kind, settings, rate));
            let even = on_computer(settings, |computer| computer.lfc = LowRates::Even, "with repeats at even distances");
            let even = if computer.variable_hz().is_some() { even } else { Vec::new() };
            first_of([even, drawn].into_iter().chain(rates).collect())
        }
        CureGroup::Work => {
            let loads = LOADS.iter().filter(|load| (load.value)(computer) > load.least).map(Cure::Less);
            let longer = |rate: f64| LONGER_STEPS.into_iter().filter(|hertz| *hertz < rate).collect();
            let even = Cure::FirstOf([even_frames(settings), even_updates(settings)].concat());
            loads.chain([Cure::FirstOf(step_rates(settings, strategy, &longer, "longer steps")), even]).collect()
        }
        CureGroup::Row if matches!(kind, Kind::PressesLost | Kind::PressesDoubled) => first_of(vec![on_computer(
            settings,
            |computer| computer.presses = PressRead::Latched,
            "with each press kept until a step has taken it",
        )]),
        CureGroup::Row => first_of(vec![
            on_computer(settings, |computer| computer.queue = 1, "with one frame in the queue"),
            on_computer(settings, |computer| computer.input = InputRead::Update, "with input read before each update"),
        ]),
        CureGroup::Clock => {
            let precise = TIMERS.iter().find(|timer| timer.name == "QueryPerformanceCounter");
            let clock = precise.filter(|timer| timer.resolution_ms < computer.timer_ms);
            let clock = clock.map(|timer| {
                let words =
                    if strategy.is_page { "with a finer clock".to_owned() } else { format!("with {} as the clock", timer.name) };
                on_computer(settings, |computer| computer.timer_ms = timer.resolution_ms, &words)
            });
            let sleep = on_computer(settings, |computer| computer.sleep_ms = computer.sleep_ms.min(1.0), "with sleep to 1 ms");
            let uncut = exact_clock::of_pane(settings).map(|settings| Changed { settings, words: UNCUT.to_owned() });
            first_of(vec![uncut.into_iter().collect(), clock.unwrap_or_default(), sleep, spinning(settings, strategy)])
        }
        CureGroup::Limit => {
            let mut all = limits::of_turn(settings, strategy);
            all.push(more_frames(settings, strategy));
            if kind == Kind::Spiral {
                all.extend(limits::of_own_turn(settings, strategy));
            }
            first_of(all)
        }
        CureGroup::Words => first_of(right_words(settings, strategy).map(|(_, changed)| changed).collect()),
        CureGroup::Present => {
            let newest = if is_called { Vec::new() } else { present(settings, Present::Mailbox) };
            first_of(vec![present(settings, Present::Fifo), newest])
        }
        CureGroup::Loop => {
            let loops: &[&str] = if is_called { &OTHER_CALLED_LOOPS } else { &OTHER_LOOPS };
            let other = |id: &&str| Some(vec![with_loop(settings, id)?]);
            let due = due_time::of_pane(settings).map(|(settings, statement)| {
                let words = format!("with each frame due an interval after the last one was due ({statement})");
                Changed { settings, words }
            });
            let mut all = vec![due.into_iter().collect()];
            all.extend((!is_called).then(|| waiting_before_present(kind, settings, strategy)));
            all.extend(loops.iter().filter(|id| **id != strategy.id).filter_map(other));
            first_of(all)
        }
        CureGroup::ClosedForm if is_called || strategy.id == CLOSED_FORM => Vec::new(),
        CureGroup::ClosedForm => first_of(vec![with_loop(settings, CLOSED_FORM).into_iter().collect()]),
        CureGroup::Stall => first_of(limits::after_stall(settings, strategy, is_called)),
        CureGroup::Players => {
            let (lo, hi) = (VARIABLE_FROM_HZ.min(0.8 * computer.refresh_hz), computer.refresh_hz);
            let words = format!("for players who have it: a variable refresh of {} to {} Hz", hertz(lo), hertz(hi));
            let vary = |computer: &mut Computer| {
                if computer.present == Present::Fifo && !computer.vrr {
                    (computer.vrr, computer.vrr_lo_hz, computer.vrr_hi_hz) = (true, lo, hi);
                }
            };
            first_of(vec![on_computer(settings, vary, &words)])
        }
    }
}

/// Returns the settings with the parameter `name` set to the word `to`; empty if the loop lacks the parameter or has that word.
fn with_word(settings: &Settings, strategy: &Strategy, (name, to): (&str, &str), words: &str) -> Vec<Changed> {
    let param = strategy.param(name).filter(|param| !settings.panes[0].params.is(param, to));
    param.map(|param| with_param(settings, param, Value::Word(to.to_owned()), words.to_owned())).into_iter().collect()
}

/// Returns the parameters of the loop whose words can be slips, each with the settings that have the right word.
pub(super) fn right_words<'a>(settings: &Settings, strategy: &'a Strategy) -> impl Iterator<Item = (&'a Param, Vec<Changed>)> {
    RIGHT_WORDS
        .iter()
        .filter_map(|(name, to, words)| Some((strategy.param(name)?, with_word(settings, strategy, (name, to), words))))
}

fn world_param(settings: &Settings, name: &str) -> Option<&'static Param> {
    worlds::find(&settings.scene.id).ok()?.options.iter().find(|option| option.name == name)
}

fn with_option(settings: &Settings, param: &Param, value: Value, words: String) -> Changed {
    let mut changed = settings.clone();
    changed.scene.options.set(&param.name, value);
    Changed { settings: changed, words }
}

/// Returns the settings with each of the words for an option of the world that come after its present one.
fn world_words(settings: &Settings, name: &str, words: &[&str]) -> Vec<Changed> {
    let Some(param) = world_param(settings, name) else { return Vec::new() };
    let ValueKind::Choice(known) = &param.kind else { return Vec::new() };
    let options = &settings.scene.options;
    let after = words.iter().position(|word| options.is(param, word)).map_or(0, |now| now + 1);
    let usable = words[after..].iter().filter(|word| known.iter().any(|known| known == **word));
    let changed = |word: &&str| {
        let described = match (name, *word) {
            ("collision", "swept") => "with swept contact tests, along each step".to_owned(),
            ("collision", _) => "with contact tests along the exact path".to_owned(),
            ("ccd", _) => "with continuous collision detection".to_owned(),
            (_, word) => format!("with the integrator {word}"),
        };
        with_option(settings, param, Value::Word((*word).to_owned()), described)
    };
    usable.map(changed).collect()
}

/// Returns the options with which the world bears longer steps, each with the settings for every word that is tried.
pub(super) fn all_world_words(settings: &Settings) -> impl Iterator<Item = (&'static Param, Vec<Changed>)> {
    WORLD_WORDS.iter().filter_map(|(name, words)| Some((world_param(settings, name)?, world_words(settings, name, words))))
}

fn world_counts(settings: &Settings, name: &str, counts: &[f64]) -> Vec<Changed> {
    let Some(param) = world_param(settings, name) else { return Vec::new() };
    let now = settings.scene.options.number(param).unwrap_or(1.0);
    let changed = |count: &f64| {
        let (value, words) = match name {
            "substeps" => (*count, format!("with {count:.0} substeps")),
            "iterations" => (*count, format!("with {count:.0} iterations of the solver")),
            _ => (now * count, format!("with a wall {count:.0} times as thick")),
        };
        (value > now && param.check_number(value).is_ok()).then(|| with_option(settings, param, Value::Number(value), words))
    };
    counts.iter().filter_map(changed).collect()
}

/// Returns the settings with other step rates of the loop; `rates` returns the rates to try for the present rate.
fn step_rates(settings: &Settings, strategy: &Strategy, rates: &dyn Fn(f64) -> Vec<f64>, words: &str) -> Vec<Changed> {
    let is_of_steps = |(param, _): &(&Param, f64)| !is_frame_rate(&param.name);
    let Some((param, rate)) = rate_of(settings, strategy).filter(is_of_steps) else { return Vec::new() };
    with_rates(settings, param, rates(rate), &|set| format!("with {words} ({set})"))
}

/// Returns the settings with other values of a rate of the loop that divide the refresh rate, or that the refresh rate divides; where
/// frames repeat, with a step for each refresh; if the refresh varies, with the nearest frame rate in its range.
pub(super) fn fitting_rates(kind: Kind, settings: &Settings, (param, rate): (&Param, f64)) -> Vec<Changed> {
    if let Some((lo, hi)) = settings.computer.variable_hz() {
        let is_outside = is_frame_rate(&param.name) && !(lo..=hi).contains(&rate);
        let nearest = if is_outside { vec![rate.clamp(lo, hi)] } else { Vec::new() };
        return with_rates(settings, param, nearest, &|set| format!("with {set}"));
    }
    let refresh = settings.computer.refresh_hz;
    let mut rates = match kind {
        Kind::Repeats => vec![settings.computer.highest_refresh_hz()],
        _ => fitting(rate, refresh),
    };
    if param.name == "max_fps" && rate >= 0.9 * refresh {
        // Vsync holds a loop below this limit anyway.
        rates.push(2.0 * refresh);
    }
    with_rates(settings, param, rates, &|set| format!("with {set}"))
}

/// Returns the rates next to `rate` that are whole multiples of `other` or divide it, the better one first. If `rate` is below
/// `other` the higher one is better, otherwise the nearer one.
pub(super) fn fitting(rate: f64, other: f64) -> Vec<f64> {
    let mut rates = if rate < other {
        let times = other / rate;
        vec![other / libm::floor(times), other / libm::ceil(times)]
    } else {
        let times = rate / other;
        vec![other * libm::round(times), other * libm::floor(times), other * libm::ceil(times)]
    };
    rates.dedup();
    rates.retain(|fits| (fits - rate).abs() > 1e-9);
    rates
}

/// Returns the settings with a higher frame rate of the loop; empty if the loop sets no frame rate, or already one that is high
/// enough.
pub(super) fn more_frames(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let is_asked = |(param, rate): &(&Param, f64)| is_frame_rate(&param.name) && *rate < ENOUGH_FPS[0];
    let Some((param, _)) = rate_of(settings, strategy).filter(is_asked) else { return Vec::new() };
    let Computer { refresh_hz, .. } = settings.computer;
    let has_ticks = settings.computer.variable_hz().is_none();
    let on_display = |enough: f64| {
        let near = |fits: &f64| has_ticks && (fits - enough).abs() <= NEAR_FPS * enough;
        fitting(enough, refresh_hz).into_iter().find(near).unwrap_or(enough)
    };
    with_rates(settings, param, ENOUGH_FPS.map(on_display).to_vec(), &|set| format!("with {set}"))
}

fn drawings(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let now = settings.panes[0].presentation.unwrap_or(strategy.presentation);
    let drawn = |(presentation, words): (Presentation, &str)| {
        let mut settings = settings.clone();
        settings.panes[0].presentation = (presentation != strategy.presentation).then_some(presentation);
        Changed { settings, words: words.to_owned() }
    };
    let others = [
        (Presentation::Interpolate, "drawn between the last two steps (interpolated)"),
        (Presentation::Extrapolate, "drawn predicted beyond the last step"),
        (Presentation::Latest, "drawn as the last step left it"),
    ];
    // Without an alpha every drawing is the latest state.
    others.into_iter().filter(|(other, _)| strategy.alpha && *other != now).map(drawn).collect()
}

/// Returns the settings without noise and spikes of the frames, but with the same mean load.
fn even_frames(settings: &Settings) -> Vec<Changed> {
    let played = settings.played_load(&settings.computer);
    let even = settings.computer.mean_render_ms() + played.cpu_ms;
    let change = |computer: &mut Computer| {
        (computer.render_ms, computer.noise_lo_ms, computer.noise_hi_ms, computer.spike_ms) = (even, 0.0, 0.0, 0.0);
        (computer.gpu_ms, computer.play_load) = (computer.gpu_ms + played.gpu_ms, PlayLoad::Off);
    };
    on_computer(settings, change, &format!("with the work spread, so that every frame takes {}", ms(even)))
}

fn even_updates(settings: &Settings) -> Vec<Changed> {
    let even = settings.computer.mean_update_ms();
    let change = |computer: &mut Computer| {
        let Computer { update_noise_lo_ms: lo, update_noise_hi_ms: hi, update_spike_ms: spike, .. } = computer;
        (*lo, *hi, *spike) = (0.0, 0.0, 0.0);
        computer.update_ms = even;
    };
    on_computer(settings, change, &format!("with the work spread, so that every update takes {}", ms(even)))
}

/// Returns the settings in which the loop spins at the end of each wait, for about the longest time by which a sleep ends late;
/// empty if the loop has no `spin_ms`, already spins that long, or can't.
fn spinning(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let Computer { sleep_ms, wake_lo_ms, wake_hi_ms, wake_tail_ms, .. } = settings.computer;
    let tail = if settings.computer.wakes_much_later() { 3.0 * wake_tail_ms } else { 0.0 };
    let spin = libm::ceil(sleep_ms + wake_lo_ms.max(wake_hi_ms) + tail);
    let param = strategy.param("spin_ms").filter(|param| {
        let now = settings.panes[0].params.number(param).unwrap_or(0.0);
        spin > now && param.check_number(spin).is_ok()
    });
    let words = format!("spinning for the last {} of each wait", ms(spin));
    param.map(|param| with_param(settings, param, Value::Number(spin), words)).into_iter().collect()
}

/// Returns the limiter that waits before it hands a frame over, with the rate of a loop that can wait after that; empty if `kind` is
/// not about pacing, or if the loop has no rate.
fn waiting_before_present(kind: Kind, settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    const LIMITER: &str = "limit-before-present";
    let may_wait_after = strategy.group == Group::Own || strategy.id == "limit-after-present";
    let is_of_pacing = matches!(kind, Kind::Judder | Kind::Uneven | Kind::Hitch);
    let limit = limit_of(settings, strategy).filter(|_| may_wait_after && is_of_pacing);
    let Some((_, rate)) = limit else { return Vec::new() };
    let limited = with_loop(settings, LIMITER).map(|mut changed| {
        changed.settings.panes[0].params.set("max_fps", rate.into());
        changed
    });
    limited.into_iter().collect()
}

/// Returns the settings with another present mode; empty if a variable refresh needs all frames in order.
pub(super) fn present(settings: &Settings, mode: Present) -> Vec<Changed> {
    if settings.computer.vrr && mode != Present::Fifo {
        return Vec::new();
    }
    // On a display that tears vsync is off already, so that no cure switches it off.
    let words = match (settings.computer.present, mode) {
        (_, Present::Fifo) => "with vsync",
        (Present::Immediate, _) => "with the newest whole frame at each refresh",
        _ => "without vsync",
    };
    on_computer(settings, |computer| computer.present = mode, words)
}
