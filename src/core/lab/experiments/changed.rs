//! Changed settings of one pane, with words for the change: what causes and cures are made of.

use crate::base::numbers::{trimmed, trimmed_apart};
use crate::base::params::described::Described;
use crate::base::params::param::{Param, Unit, ValueKind, is_frame_rate};
use crate::base::params::value::Value;
use crate::model::config::computer::Computer;
use crate::model::config::settings::{PaneSettings, Settings};
use crate::model::scripts;
use crate::model::strategies::strategy::{Group, Strategy};

/// The parameters that hold the number of steps or frames per second; the rate of a loop is the first of these that it has. A
/// parameter for the rate of the player's display (`nominal_hz`, `refresh_hz`) is no such parameter.
const RATES: [&str; 6] = ["step_hz", "ticks_per_s", "fps", "physics_hz", "max_step_hz", "max_fps"];
/// The words in the names of rates that are none of the loop: that of the display, and bounds from below.
const OTHER_RATES: [&str; 6] = ["refresh", "display", "monitor", "screen", "nominal", "min"];

/// The digits after the point with which sentences write rates in hertz, as displays have them: 59.94.
const HERTZ_DIGITS: usize = 2;
/// Two rates that differ by at most this share are the same.
const SAME_RATE: f64 = 1e-9;

/// Changed settings of one pane, and a description of the change in a few words without a verb.
#[derive(Clone, Debug)]
pub struct Changed {
    pub settings: Settings,
    pub words: String,
}

/// Returns the settings with another computer; empty if `change` leaves the computer as it is.
pub fn on_computer(settings: &Settings, change: impl FnOnce(&mut Computer), words: &str) -> Vec<Changed> {
    let mut changed = settings.clone();
    change(&mut changed.computer);
    if changed.computer == settings.computer { Vec::new() } else { vec![Changed { settings: changed, words: words.to_owned() }] }
}

pub fn with_param(settings: &Settings, param: &Param, value: Value, words: String) -> Changed {
    let mut changed = settings.clone();
    changed.panes[0].params.set(&param.name, value);
    Changed { settings: changed, words }
}

/// Returns the settings with two changes; `None` if both change the pane, if both change the world, or if one of the changes contains
/// the other.
pub fn both(settings: &Settings, [first, second]: [&Settings; 2]) -> Option<Settings> {
    let panes = [first, second].map(|changed| changed.panes != settings.panes);
    let scenes = [first, second].map(|changed| changed.scene != settings.scene);
    let mut both = first.clone();
    both.computer.take_differences(&settings.computer, &second.computer);
    if panes[1] {
        both.panes.clone_from(&second.panes);
    }
    if scenes[1] {
        both.scene.clone_from(&second.scene);
    }
    let is_one = both == *first || both == *second;
    (panes != [true, true] && scenes != [true, true] && !is_one).then_some(both)
}

/// Returns the settings with another loop and its default parameters; `None` if there is no such loop.
pub fn with_loop(settings: &Settings, id: &str) -> Option<Changed> {
    let mut changed = settings.clone();
    changed.panes[0] = PaneSettings { letter: settings.panes[0].letter, ..PaneSettings::new(id) };
    let words = format!("with the loop {}", scripts::of_pane(&changed, 0).ok()?.name);
    Some(Changed { settings: changed, words })
}

/// Returns the parameters that hold rates of the loop, of its steps and then of its frames, each with its value in hertz.
pub fn rates_of<'a>(settings: &Settings, strategy: &'a Strategy) -> Vec<(&'a Param, f64)> {
    let is_named = |param: &&Param| RATES.contains(&&*param.name);
    let named = RATES.iter().filter_map(|name| strategy.param(name)).filter(|param| !is_frame_rate(&param.name));
    let own = strategy.params.iter().filter(|param| strategy.group == Group::Own && is_own_rate(param) && !is_named(param));
    let frames = strategy.params.iter().filter(|param| is_frame_rate(&param.name));
    let hertz = |param: &'a Param| Some((param, param.hertz(settings.panes[0].params.number(param)?)));
    named.chain(own).chain(frames).filter_map(hertz).collect()
}

/// Returns the parameter that holds the rate of the loop, with its value in hertz; `None` for a loop without a rate.
pub fn rate_of<'a>(settings: &Settings, strategy: &'a Strategy) -> Option<(&'a Param, f64)> {
    let rates = rates_of(settings, strategy);
    let rank = |(param, _): &(&Param, f64)| RATES.iter().position(|name| *name == param.name).unwrap_or(RATES.len());
    rates.into_iter().min_by_key(rank)
}

/// Returns the parameter with the frame rate that the loop asks for, and its value in hertz; the lowest of several, `None` if the
/// loop asks for none.
pub fn limit_of<'a>(settings: &Settings, strategy: &'a Strategy) -> Option<(&'a Param, f64)> {
    let rates = strategy.params.iter().filter(|param| is_frame_rate(&param.name));
    let rates = rates.filter_map(|param| Some((param, settings.panes[0].params.number(param)?)));
    rates.min_by(|(_, one), (_, other)| one.total_cmp(other))
}

/// Returns whether a parameter of a user's loop holds a rate of it, or the length of its steps or frames.
fn is_own_rate(param: &Param) -> bool {
    let ValueKind::Number(number) = &param.kind else { return false };
    let is_rate = || !is_frame_rate(&param.name) && !OTHER_RATES.iter().any(|word| param.name.to_lowercase().contains(word));
    param.is_period() || number.unit == Unit::Hertz && is_rate()
}

/// Writes a rate as its parameter holds it: `59.94`, or the length `16.68 ms`; `shown` is the rate in words.
pub fn as_held(param: &Param, rate: f64, shown: String) -> String {
    match &param.kind {
        ValueKind::Number(number) if param.is_period() => {
            let digits = if number.unit == Unit::Seconds { HERTZ_DIGITS + 3 } else { HERTZ_DIGITS };
            format!("{}{}", trimmed(param.hertz(rate), digits), number.unit.suffix())
        }
        _ => shown,
    }
}

/// Writes a rate in hertz for a sentence.
pub fn hertz(rate: f64) -> String {
    trimmed(rate, HERTZ_DIGITS)
}

/// Writes the refresh rate of a display in hertz, or the range of a variable one.
pub fn display_hz(computer: &Computer) -> String {
    let range = computer.variable_hz().map(|(lo, hi)| format!("{} to {}", hertz(lo), hertz(hi)));
    range.unwrap_or_else(|| hertz(computer.refresh_hz))
}

/// Writes two rates of one sentence, in hertz. Rates that differ read differently.
pub fn hertz_apart(rates: [f64; 2]) -> [String; 2] {
    trimmed_apart(rates, HERTZ_DIGITS)
}

/// Returns the settings with each of some `rates` in a parameter, but none twice. `words` describes the parameter with its rate.
pub fn with_rates(settings: &Settings, param: &Param, rates: Vec<f64>, words: &dyn Fn(&str) -> String) -> Vec<Changed> {
    let now = settings.panes[0].params.number(param).map(|now| param.hertz(now));
    let mut offered: Vec<f64> = Vec::new();
    for rate in rates.into_iter().filter(|rate| param.check_number(param.hertz(*rate)).is_ok()) {
        if offered.iter().all(|known| (known - rate).abs() > SAME_RATE * rate) {
            offered.push(rate);
        }
    }
    let changed = |rate: f64| {
        let [shown, _] = hertz_apart([rate, now.unwrap_or(rate)]);
        let set = format!("{} {}", param.noun(), as_held(param, rate, shown));
        with_param(settings, param, Value::Number(param.hertz(rate)), words(&set))
    };
    offered.into_iter().map(changed).collect()
}
