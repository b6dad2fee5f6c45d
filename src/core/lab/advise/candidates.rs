//! The candidates: every published loop in each presentation, with the few parameters that matter to the question.

use super::question::{Overload, PlayerDisplay, Question};
use crate::base::params::param::{Param, ValueKind};
use crate::base::params::value::Value;
use crate::model::config::settings::{PaneSettings, Presentation};
use crate::model::strategies::strategy::Strategy;
use crate::model::{strategies, worlds};

/// The usual steps per second to try if the question names none.
const RATES: [f64; 2] = [60.0, 120.0];
/// The steps per second to try if steps must be short.
const SHORT_STEPS: [f64; 3] = [60.0, 120.0, 240.0];
/// The steps per second to try if steps should be few.
const FEW_STEPS: [f64; 3] = [25.0, 30.0, 60.0];
/// The share of the time above which 60 updates a second are heavy, so that steps should be few.
const HEAVY: f64 = 0.5;

/// Returns the candidates in the order of the registry. Loops that can't run in the question's world are left out.
pub fn of(question: &Question) -> Vec<PaneSettings> {
    let kind = worlds::find(&question.settings.scene.id);
    let all = kind.map_or_else(|_| strategies::ALL.iter().collect(), |kind| strategies::all_in(kind).0);
    all.into_iter().flat_map(|strategy| variants(question, strategy)).collect()
}

/// Returns the parameter that sets how many steps a loop makes in a second; `None` if its steps follow its frames.
pub fn step_rate(strategy: &Strategy) -> Option<&Param> {
    let is_rate = |param: &&Param| match param.name.as_ref() {
        "step_hz" | "ticks_per_s" | "physics_hz" | "max_step_hz" | "fps" => true,
        "max_fps" => strategy.id == "fixed-interval",
        _ => false,
    };
    strategy.params.iter().find(is_rate)
}

fn variants(question: &Question, strategy: &'static Strategy) -> Vec<PaneSettings> {
    let mut pane = PaneSettings::new(&strategy.id);
    let mut set = |param: Option<&Param>, value: Value| {
        if let Some(param) = param.filter(|param| param.check(&value).is_ok()) {
            pane.params.set(&param.name, value);
        }
    };
    // A loop with a parameter for the display's rate can have the right value only if all players have the same rate.
    if let [PlayerDisplay::Hz(hz)] = question.displays[..] {
        set(strategy.param("refresh_hz").or_else(|| strategy.param("nominal_hz")), hz.into());
    }
    if let Some(ms) = question.longest_step_ms {
        set(strategy.param("max_step_ms"), ms.into());
    }
    let can_be_off = |param: &&Param| matches!(&param.kind, ValueKind::Number(number) if number.can_be_off);
    if question.overload == Overload::CatchUp {
        set(strategy.limit.as_ref().filter(can_be_off), Value::off());
    }
    let is_heavy = question.settings.computer.mean_update_ms() * 60.0 > HEAVY * 1000.0;
    let mut rates: Vec<f64> = match (question.tick_hz, question.longest_step_ms) {
        (Some(hz), _) => vec![hz],
        (None, Some(_)) => SHORT_STEPS.to_vec(),
        (None, None) if is_heavy || question.saves_power => FEW_STEPS.to_vec(),
        (None, None) => RATES.to_vec(),
    };
    if let ([PlayerDisplay::Hz(hz)], None) = (&question.displays[..], question.tick_hz)
        && !rates.contains(hz)
    {
        rates.push(*hz);
    }
    // The steps of a game that shows each second refresh can be as rare as its pictures.
    let locked = question.locked_hz().filter(|_| question.tick_hz.is_none());
    rates.extend(locked.filter(|hz| !rates.contains(hz)));
    let panes: Vec<PaneSettings> = match step_rate(strategy) {
        Some(param) => rates.into_iter().map(|rate| with(&pane, param, rate)).collect(),
        // A loop that waits limits its frame rate, which may be lower to save power.
        None => match (strategy.param("max_fps"), locked) {
            (Some(param), _) if question.saves_power => [60.0, 30.0].map(|rate| with(&pane, param, rate)).to_vec(),
            (Some(param), Some(rate)) => vec![pane.clone(), with(&pane, param, rate)],
            _ => vec![pane],
        },
    };
    let panes: Vec<PaneSettings> = panes.into_iter().filter(|pane| strategy.check(&pane.params).is_ok()).collect();
    let presentations = [Presentation::Latest, Presentation::Interpolate, Presentation::Extrapolate];
    if !strategy.alpha || question.displays.is_empty() {
        return panes;
    }
    let drawn = |pane: &PaneSettings| presentations.map(|how| PaneSettings { presentation: Some(how), ..pane.clone() });
    panes.iter().flat_map(drawn).collect()
}

fn with(pane: &PaneSettings, param: &Param, value: f64) -> PaneSettings {
    let mut pane = pane.clone();
    pane.params.set(&param.name, value.into());
    pane
}
