//! Changed settings of one pane, with words for the change: what causes and cures are made of.

use crate::base::numbers::three_digits;
use crate::base::params::param::{Param, is_frame_rate};
use crate::base::params::value::Value;
use crate::model::config::computer::Computer;
use crate::model::config::settings::{PaneSettings, Settings};
use crate::model::scripts;
use crate::model::strategies::strategy::Strategy;

/// The parameters that hold the number of steps or frames per second; the rate of a loop is the first of these that it has. A
/// parameter for the rate of the player's display (`nominal_hz`, `refresh_hz`) is no such parameter.
const RATES: [&str; 6] = ["step_hz", "ticks_per_s", "fps", "physics_hz", "max_step_hz", "max_fps"];

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

/// Returns the settings with another loop and its default parameters; `None` if there is no such loop.
pub fn with_loop(settings: &Settings, id: &str) -> Option<Changed> {
    let mut changed = settings.clone();
    changed.panes[0] = PaneSettings { letter: settings.panes[0].letter, ..PaneSettings::new(id) };
    let words = format!("with the loop {}", scripts::of_pane(&changed, 0).ok()?.name);
    Some(Changed { settings: changed, words })
}

/// Returns the parameter that holds the rate of the loop, with its value in hertz; `None` for a loop without a rate.
pub fn rate_of<'a>(settings: &Settings, strategy: &'a Strategy) -> Option<(&'a Param, f64)> {
    let frame_rate = || strategy.params.iter().find(|param| is_frame_rate(&param.name));
    let param = RATES.iter().find_map(|name| strategy.param(name)).or_else(frame_rate)?;
    Some((param, settings.panes[0].params.number(param)?))
}

pub fn with_rates(settings: &Settings, param: &Param, rates: Vec<f64>, words: &dyn Fn(&str) -> String) -> Vec<Changed> {
    let allowed = rates.into_iter().filter(|rate| param.check_number(*rate).is_ok());
    let changed = |rate: f64| {
        let words = words(&format!("{} {}", param.name, three_digits(rate)));
        with_param(settings, param, Value::Number(rate), words)
    };
    allowed.map(changed).collect()
}
