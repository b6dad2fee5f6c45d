//! The changes that are tried as cures. Developers can ship all of them; a group holds the changes that act on the same thing.

use super::load::{LOADS, Load, ms};
use crate::base::numbers::three_digits;
use crate::base::params::param::{Param, ValueKind};
use crate::base::params::value::Value;
use crate::lab::symptoms::kind::{Aspect, Kind};
use crate::model::config::computer::{Computer, InputRead, PlayLoad, Present};
use crate::model::config::settings::{PaneSettings, Presentation, Settings};
use crate::model::config::timers::TIMERS;
use crate::model::strategies::strategy::{Group, Strategy};
use crate::model::{scripts, worlds};

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

/// Changed settings of one pane, and a description of the change in a few words without a verb.
#[derive(Clone, Debug)]
pub struct Changed {
    pub settings: Settings,
    pub words: String,
}

#[derive(Clone)]
pub enum Cure {
    /// Changes, of which the first that helps is the cure.
    FirstOf(Vec<Changed>),
    /// A smaller load of this kind.
    Less(&'static Load),
}

/// The parameters that hold the number of steps or frames per second; the rate of a loop is the first of these that it has. A
/// parameter for the rate of the player's display (`nominal_hz`, `refresh_hz`) is no such parameter.
const RATES: [&str; 6] = ["step_hz", "ticks_per_s", "fps", "physics_hz", "max_step_hz", "max_fps"];
/// The loops that are tried instead of the present one, the usual ones first.
const OTHER_LOOPS: [&str; 8] = [
    "variable-delta",
    "fixed-interpolated",
    "callback-delta",
    "clamped-accumulator",
    "fixed-interval",
    "snapped-delta",
    "counted-refreshes",
    "closed-form",
];
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
/// The usual lowest rate of a variable refresh.
const VARIABLE_FROM_HZ: f64 = 48.0;

/// Returns the cures of a group, in order.
pub fn of(group: CureGroup, kind: Kind, settings: &Settings, strategy: &Strategy) -> Vec<Cure> {
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
            first_of(vec![drawn, fitting_rates(kind, settings, strategy)])
        }
        CureGroup::Work => {
            let loads = LOADS.iter().filter(|load| (load.value)(computer) > load.least).map(Cure::Less);
            let longer = |rate: f64| LONGER_STEPS.into_iter().filter(|hertz| *hertz < rate).collect();
            let even = Cure::FirstOf([even_frames(settings), even_updates(settings)].concat());
            loads.chain([Cure::FirstOf(step_rates(settings, strategy, &longer, "longer steps")), even]).collect()
        }
        CureGroup::Row => first_of(vec![
            on_computer(settings, |computer| computer.queue = 1, "with one frame in the queue"),
            on_computer(settings, |computer| computer.input = InputRead::Update, "with input read before each update"),
        ]),
        CureGroup::Clock => {
            let precise = TIMERS.iter().find(|timer| timer.name == "QueryPerformanceCounter");
            let clock = precise.filter(|timer| timer.resolution_ms < computer.timer_ms);
            let clock = clock.map(|timer| {
                let words = format!("with {} as the clock", timer.name);
                on_computer(settings, |computer| computer.timer_ms = timer.resolution_ms, &words)
            });
            let sleep = on_computer(settings, |computer| computer.sleep_ms = computer.sleep_ms.min(1.0), "with sleep to 1 ms");
            first_of(vec![clock.unwrap_or_default(), sleep, spinning(settings, strategy)])
        }
        CureGroup::Limit => {
            first_of(vec![limit_off(settings, strategy), one_step_at_most(settings, strategy), more_frames(settings, strategy)])
        }
        CureGroup::Words => first_of(right_words(settings, strategy).map(|(_, changed)| changed).collect()),
        CureGroup::Present => first_of(vec![present(settings, Present::Fifo), present(settings, Present::Mailbox)]),
        CureGroup::Loop => {
            let other = |id: &&str| Some(vec![with_loop(settings, id)?]);
            first_of(OTHER_LOOPS.iter().filter(|id| **id != strategy.id).filter_map(other).collect())
        }
        CureGroup::Players => {
            let (lo, hi) = (VARIABLE_FROM_HZ.min(0.8 * computer.refresh_hz), computer.refresh_hz);
            let words = format!("for players who have it: a variable refresh of {lo:.0} to {hi:.0} Hz");
            let vary = |computer: &mut Computer| {
                if computer.present == Present::Fifo && !computer.vrr {
                    (computer.vrr, computer.vrr_lo_hz, computer.vrr_hi_hz) = (true, lo, hi);
                }
            };
            first_of(vec![on_computer(settings, vary, &words)])
        }
    }
}

/// Returns the settings with another computer; empty if `change` leaves the computer as it is.
pub(super) fn on_computer(settings: &Settings, change: impl FnOnce(&mut Computer), words: &str) -> Vec<Changed> {
    let mut changed = settings.clone();
    change(&mut changed.computer);
    if changed.computer == settings.computer { Vec::new() } else { vec![Changed { settings: changed, words: words.to_owned() }] }
}

fn with_param(settings: &Settings, param: &Param, value: Value, words: String) -> Changed {
    let mut changed = settings.clone();
    changed.panes[0].params.set(&param.name, value);
    Changed { settings: changed, words }
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

/// Returns the settings with another loop and its default parameters; `None` if there is no such loop.
fn with_loop(settings: &Settings, id: &str) -> Option<Changed> {
    let mut changed = settings.clone();
    changed.panes[0] = PaneSettings { letter: settings.panes[0].letter, ..PaneSettings::new(id) };
    let words = format!("with the loop {}", scripts::of_pane(&changed, 0).ok()?.name);
    Some(Changed { settings: changed, words })
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

/// Returns the parameter that holds the rate of the loop, with its value in hertz; `None` for a loop without a rate.
pub(super) fn rate_of<'a>(settings: &Settings, strategy: &'a Strategy) -> Option<(&'a Param, f64)> {
    let param = RATES.iter().find_map(|name| strategy.param(name))?;
    Some((param, settings.panes[0].params.number(param)?))
}

fn with_rates(settings: &Settings, param: &Param, rates: Vec<f64>, words: &dyn Fn(&str) -> String) -> Vec<Changed> {
    let allowed = rates.into_iter().filter(|rate| param.check_number(*rate).is_ok());
    let changed = |rate: f64| {
        let words = words(&format!("{} {}", param.name, three_digits(rate)));
        with_param(settings, param, Value::Number(rate), words)
    };
    allowed.map(changed).collect()
}

/// Returns the settings with other step rates of the loop; `rates` returns the rates to try for the present rate.
fn step_rates(settings: &Settings, strategy: &Strategy, rates: &dyn Fn(f64) -> Vec<f64>, words: &str) -> Vec<Changed> {
    let is_of_steps = |(param, _): &(&Param, f64)| !["fps", "max_fps"].contains(&&*param.name);
    let Some((param, rate)) = rate_of(settings, strategy).filter(is_of_steps) else { return Vec::new() };
    with_rates(settings, param, rates(rate), &|set| format!("with {words} ({set})"))
}

/// Returns the settings with rates of the loop that divide the refresh rate, or that the refresh rate divides. Where frames repeat,
/// only a step for each refresh fits.
pub(super) fn fitting_rates(kind: Kind, settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let Some((param, rate)) = rate_of(settings, strategy) else { return Vec::new() };
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
fn fitting(rate: f64, other: f64) -> Vec<f64> {
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
    let is_asked = |(param, rate): &(&Param, f64)| ["fps", "max_fps"].contains(&&*param.name) && *rate < ENOUGH_FPS[0];
    let Some((param, _)) = rate_of(settings, strategy).filter(is_asked) else { return Vec::new() };
    with_rates(settings, param, ENOUGH_FPS.to_vec(), &|set| format!("with {set}"))
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

/// Returns the settings without the loop's limit; empty if it has none.
pub(super) fn limit_off(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let limit = strategy.limit.as_ref().filter(|limit| {
        let can_be_off = matches!(&limit.kind, ValueKind::Number(number) if number.can_be_off);
        can_be_off && settings.panes[0].params.number(limit).is_some()
    });
    let off = |limit: &Param| with_param(settings, limit, Value::off(), format!("without its limit ({} off)", limit.name));
    limit.map(off).into_iter().collect()
}

/// Returns the settings with the limit at one step a frame.
fn one_step_at_most(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let Some(limit) = &strategy.limit else { return Vec::new() };
    let one = match (&*limit.name, rate_of(settings, strategy)) {
        ("clamp_ms", Some((_, rate))) => libm::ceil(1000.0 / rate),
        ("max_frameskip" | "max_cycles", _) => 1.0,
        _ => return Vec::new(),
    };
    let is_less = settings.panes[0].params.number(limit).is_none_or(|now| one < now) && limit.check_number(one).is_ok();
    let words = format!("with one step at most a frame ({} {one:.0})", limit.name);
    if is_less { vec![with_param(settings, limit, Value::Number(one), words)] } else { Vec::new() }
}

/// Returns the settings with another present mode; empty if a variable refresh needs all frames in order.
pub(super) fn present(settings: &Settings, mode: Present) -> Vec<Changed> {
    if settings.computer.vrr && mode != Present::Fifo {
        return Vec::new();
    }
    let words = if mode == Present::Fifo { "with vsync" } else { "without vsync" };
    on_computer(settings, |computer| computer.present = mode, words)
}
