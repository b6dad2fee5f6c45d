//! The cures that limit how much of the time that has passed a loop makes up for at once: in a turn, and after a stall.

use super::changed::{Changed, rate_of, with_loop, with_param};
use crate::base::params::param::{Number, Param, Unit, ValueKind};
use crate::base::params::value::Value;
use crate::model::config::settings::Settings;
use crate::model::scripts;
use crate::model::strategies::strategy::{Group, Strategy};

/// A loop with a limit, and the values of the limit that are tried.
struct LimitedLoop {
    id: &'static str,
    limit: &'static str,
    values: &'static [f64],
}

/// The loops with a limit that are tried after a stall, each with the limit and its value, which is shorter for short stalls.
const LIMITED_LOOPS: [LimitedLoop; 3] = [
    LimitedLoop { id: "variable-delta-clamped", limit: "clamp_ms", values: &[100.0, 50.0] },
    LimitedLoop { id: "fixed-interpolated", limit: "clamp_ms", values: &[250.0, 100.0, 50.0] },
    LimitedLoop { id: "clamped-accumulator", limit: "clamp_ms", values: &[100.0, 50.0] },
];
/// The loops with a limit that are tried after a stall of a loop that the system calls back.
const LIMITED_CALLED_LOOPS: [LimitedLoop; 3] = [
    LimitedLoop { id: "callback-accumulator", limit: "clamp_ms", values: &[250.0, 100.0, 50.0] },
    LimitedLoop { id: "godot-jitter-fix", limit: "max_steps", values: &[8.0, 4.0] },
    LimitedLoop { id: "phaser-smoothed", limit: "min_fps", values: &[5.0] },
];
/// The usual longest time of a frame, in milliseconds, for parameters of a user's loop that may be such a limit.
const USUAL_LIMIT_MS: f64 = 100.0;
/// The most parameters of a user's loop that are tried.
const OWN_PARAMS: usize = 8;

/// Returns the settings without the loop's limit, and those with one step at most a frame.
pub(super) fn of_turn(settings: &Settings, strategy: &Strategy) -> Vec<Vec<Changed>> {
    vec![limit_off(settings, strategy), one_step_at_most(settings, strategy)]
}

/// Returns the changes that keep the time of a stall from coming back at once: other values of a user's parameters, the usual
/// value of the loop's limit, and loops that have a limit.
pub(super) fn after_stall(settings: &Settings, strategy: &Strategy, is_called: bool) -> Vec<Vec<Changed>> {
    let loops = if is_called { &LIMITED_CALLED_LOOPS } else { &LIMITED_LOOPS };
    let others = loops.iter().filter(|other| other.id != strategy.id).map(|other| with_limited_loop(settings, other));
    let mut all = own_params(settings, strategy, |_| true);
    all.push(usual_limit(settings, strategy));
    all.extend(others);
    all
}

/// Returns the settings without the loop's limit; empty if it has none.
pub(super) fn limit_off(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let limit = strategy.limit.as_ref().filter(|limit| {
        let can_be_off = matches!(&limit.kind, ValueKind::Number(number) if number.can_be_off);
        can_be_off && settings.panes[0].params.number(limit).is_some()
    });
    let off = |limit: &Param| with_param(settings, limit, Value::off(), format!("without its limit ({} off)", limit.noun()));
    limit.map(off).into_iter().collect()
}

/// Returns the settings with the limit at one step a frame.
fn one_step_at_most(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let Some(limit) = &strategy.limit else { return Vec::new() };
    let one = match (&*limit.name, rate_of(settings, strategy)) {
        // Rounded up to 0.01 ms, a frame of exactly one step is whole, and no second step is due for thousands of frames.
        ("clamp_ms", Some((_, rate))) => libm::ceil(100_000.0 / rate) / 100.0,
        ("max_frameskip" | "max_cycles" | "max_steps", _) => 1.0,
        _ => return Vec::new(),
    };
    let is_less = settings.panes[0].params.number(limit).is_none_or(|now| one < now) && limit.check_number(one).is_ok();
    let words = format!("with one step at most a frame ({})", limit.in_words(&Value::Number(one)));
    if is_less { vec![with_param(settings, limit, Value::Number(one), words)] } else { Vec::new() }
}

/// Returns the settings with a loop that has a limit, for each value of the limit.
fn with_limited_loop(settings: &Settings, other: &LimitedLoop) -> Vec<Changed> {
    let Some(Changed { settings: with_loop, words }) = with_loop(settings, other.id) else { return Vec::new() };
    let Ok(strategy) = scripts::of_pane(&with_loop, 0) else { return Vec::new() };
    let Some(limit) = strategy.param(other.limit) else { return Vec::new() };
    let limited = |value: &f64| {
        let words = format!("{words} ({})", limit.in_words(&Value::Number(*value)));
        let mut changed = with_loop.clone();
        changed.panes[0].params.set(other.limit, Value::Number(*value));
        Changed { settings: changed, words }
    };
    other.values.iter().map(limited).collect()
}

/// Returns the settings with the usual value of the loop's limit; empty if it has no limit, or a lower one.
fn usual_limit(settings: &Settings, strategy: &Strategy) -> Vec<Changed> {
    let usual = |limit: &&Param| {
        let ValueKind::Number(number) = &limit.kind else { return false };
        number.default.is_finite() && settings.panes[0].params.number(limit).is_none_or(|now| now > number.default)
    };
    let set = |limit: &Param| {
        let words = format!("with its limit ({})", limit.in_words(&limit.default_value()));
        with_param(settings, limit, limit.default_value(), words)
    };
    strategy.limit.as_ref().filter(usual).map(set).into_iter().collect()
}

/// Returns the changes that keep a turn of a user's loop from doing ever more. Its rates are no limits.
pub(super) fn of_own_turn(settings: &Settings, strategy: &Strategy) -> Vec<Vec<Changed>> {
    own_params(settings, strategy, |param| !matches!(&param.kind, ValueKind::Number(number) if number.unit == Unit::Hertz))
}

/// Returns the parameters of a user's loop that `is_tried` selects, each with the settings that have another value: the least
/// number, the greatest, half and double; for a length of time before them the usual limit of a frame; or each other word. Empty
/// for a published loop, whose parameters are known.
fn own_params(settings: &Settings, strategy: &Strategy, is_tried: fn(&Param) -> bool) -> Vec<Vec<Changed>> {
    let own: &[Param] = if strategy.group == Group::Own { &strategy.params } else { &[] };
    let values = &settings.panes[0].params;
    let set = |param: &Param| {
        let now = values.get(param);
        let mut others: Vec<Value> = match &param.kind {
            ValueKind::Number(number) => other_numbers(number, values.number(param)).into_iter().map(Value::Number).collect(),
            ValueKind::Choice(words) => words.iter().map(|word| Value::Word(word.to_owned())).collect(),
            ValueKind::Switch(_) => [false, true].map(Value::Switch).to_vec(),
        };
        others.retain(|value| *value != now && param.check(value).is_ok());
        let changed = |value: Value| {
            let words = format!("with {}", param.in_words(&value));
            with_param(settings, param, value, words)
        };
        others.into_iter().map(changed).collect()
    };
    own.iter().filter(|param| is_tried(param)).take(OWN_PARAMS).map(set).collect()
}

/// Returns the other values of a number that are tried; `now` is its present value, `None` if it is off.
fn other_numbers(number: &Number, now: Option<f64>) -> Vec<f64> {
    let usual_limit = match number.unit {
        Unit::Milliseconds => Some(USUAL_LIMIT_MS),
        Unit::Seconds => Some(USUAL_LIMIT_MS / 1000.0),
        _ => None,
    };
    let near = now.map(|now| [now / 2.0, now * 2.0]).into_iter().flatten();
    let all = usual_limit.into_iter().chain([number.min, number.max]).chain(near);
    all.map(|value| if number.whole { libm::floor(value) } else { value }).collect()
}
