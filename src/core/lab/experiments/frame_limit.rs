//! The causes and cures of a missed limit: a frame rate that a loop asks for in a parameter and does not reach.

use super::changed::{Changed, display_hz, hertz, limit_of, with_loop, with_param, with_rates};
use super::cures::{self, Cure, Patient};
use crate::base::params::param::ValueKind;
use crate::base::params::value::Value;
use crate::model::config::computer::Present;
use crate::model::config::settings::Settings;
use crate::model::scripts;
use crate::model::strategies::strategy::Strategy;

/// The loops that give each frame a deadline from the frame before, each with the parameter that takes the rate.
const DEADLINES: [(&str, &str); 2] = [("fixed-fps", "fps"), ("variable-delta-wait", "max_fps")];

/// A loop that compares in floating point may take a period of whole refreshes for a longer one, but not a period that is shorter
/// by this factor.
const TOLERANCE: f64 = 1.01;

/// Returns the frame rate that the loop asks for, in a parameter or as a constant of its text, in hertz; `None` if it asks for none.
pub fn asked(settings: &Settings, strategy: &Strategy) -> Option<f64> {
    limit_of(settings, strategy).map(|(_, rate)| rate).or(strategy.constant_hz)
}

/// Names a limit on the display of `settings`: `its limit of 60 FPS on 144 Hz`.
pub fn on_display(settings: &Settings, limit: f64) -> String {
    format!("its limit of {} FPS on {} Hz", hertz(limit), display_hz(&settings.computer))
}

/// Returns the settings with limits that fit the display; empty if the limit fits, or the display has no rate of its own.
pub fn that_fit(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let Some((param, rate)) = limit_of(settings, strategy) else { return Vec::new() };
    if settings.computer.variable_hz().is_some() {
        return Vec::new();
    }
    let fits = cures::fitting(rate, settings.computer.refresh_hz);
    let fits = fits.iter().copied().chain(fits.iter().map(|fit| fit * TOLERANCE)).collect();
    with_rates(settings, param, fits, &|set| format!("with {set}"))
}

/// Returns the changes that are tried as cures, in order: a limit that fits, no limit beside vsync, and a deadline.
pub fn cures(patient: &Patient) -> Vec<Cure> {
    let Patient { settings, strategy, is_called, .. } = *patient;
    let deadlines = if is_called { Vec::new() } else { deadlines(settings, strategy) };
    [that_fit(settings, strategy), without(settings, strategy), deadlines].map(Cure::FirstOf).to_vec()
}

/// Returns the settings with vsync as the only limit: the parameter is off, or twice as high as the refresh rate.
fn without(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let Some((param, _)) = limit_of(settings, strategy).filter(|_| settings.computer.present == Present::Fifo) else {
        return Vec::new();
    };
    let (value, set) = match &param.kind {
        ValueKind::Number(number) if number.can_be_off => (Value::off(), "off".to_owned()),
        _ => {
            let twice = 2.0 * settings.computer.highest_refresh_hz();
            (Value::Number(twice), hertz(twice))
        }
    };
    let words = format!("with vsync as the only limit ({} {set})", param.noun());
    if param.check(&value).is_ok() { vec![with_param(settings, param, value, words)] } else { Vec::new() }
}

/// Returns the settings with loops whose waits end at a deadline, at the same rate.
fn deadlines(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let Some(rate) = asked(settings, strategy) else { return Vec::new() };
    let deadline = |(id, name): &(&str, &str)| {
        let mut changed = with_loop(settings, id)?;
        changed.settings.panes[0].params.set(name, Value::Number(rate));
        let name = scripts::of_pane(&changed.settings, 0).ok()?.name.clone();
        changed.words = format!("with a deadline for each frame (the loop {name} at {} FPS)", hertz(rate));
        Some(changed)
    };
    DEADLINES.iter().filter(|(id, _)| *id != strategy.id).filter_map(deadline).collect()
}
