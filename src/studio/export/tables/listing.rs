//! What there is to choose from: loops, worlds and scenarios with their parameters.

use super::json::json;
use super::text_table::{finish, table};
use crate::base::params::{Param, Value, ValueKind};
use crate::model::config::Settings;
use crate::model::config::computer::{TIMERS, Timer};
use crate::model::world::WorldKind;
use crate::model::{strategies, worlds};
use crate::studio::export::formats::{Listing, TableFormat};
use crate::studio::scenario::{Scenario, builtin};
use serde::Serialize;
use std::io::{self, Write};

/// Writes what there is to choose from.
///
/// # Errors
/// If writing fails.
pub fn write_listing(what: Listing, format: TableFormat, mut to: impl Write) -> io::Result<()> {
    match (what, format) {
        (Listing::Strategies, TableFormat::Json) => {
            json(&strategies::ALL.iter().map(strategy_entry).collect::<Vec<_>>(), &mut to)?;
        }
        (Listing::Scenes, TableFormat::Json) => json(&worlds::ALL.iter().map(scene_entry).collect::<Vec<_>>(), &mut to)?,
        (Listing::Timers, TableFormat::Json) => json(&TIMERS.iter().map(timer_entry).collect::<Vec<_>>(), &mut to)?,
        (Listing::Scenarios, TableFormat::Json) => json(&builtin::ALL.iter().map(scenario_entry).collect::<Vec<_>>(), &mut to)?,
        (Listing::Scenarios, _) => {
            let mut table = table(&["scenario", "name", "what it shows"]);
            for entry in builtin::ALL.iter().map(scenario_entry) {
                table.add_row([entry.id, &entry.name, &entry.about]);
            }
            table.set_width(100).set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
            write!(to, "{}", finish(table, 3))?;
        }
        (Listing::Timers, _) => {
            let mut table = table(&["timer", "unit", "resolution ms", "what it is"]);
            for timer in TIMERS {
                table.add_row([timer.name, timer.unit, &resolution(timer), timer.about]);
            }
            table.set_width(100).set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
            write!(to, "{}", finish(table, 4))?;
        }
        (Listing::Strategies, _) => {
            let mut table = table(&["strategy", "parameters", "published as"]);
            for s in strategies::ALL {
                table.add_row([
                    s.id.to_string(),
                    s.params.iter().map(summary).collect::<Vec<_>>().join("\n"),
                    s.source.to_string(),
                ]);
            }
            table.set_width(100).set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
            write!(to, "{}", finish(table, 3))?;
        }
        (Listing::Scenes, _) => {
            let mut table = table(&["scene", "options", "what it shows"]);
            for s in worlds::ALL {
                table.add_row([
                    s.id.to_owned(),
                    s.options.iter().map(summary).collect::<Vec<_>>().join("\n"),
                    s.about.to_owned(),
                ]);
            }
            table.set_width(100).set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
            write!(to, "{}", finish(table, 3))?;
        }
    }
    to.flush()
}

fn summary(param: &Param) -> String {
    match &param.derived {
        Some(derived) => format!("{}={}", param.name, derived.formula),
        None => format!("{}={}", param.name, param.default_value()),
    }
}

#[derive(Serialize)]
struct StrategyEntry<'a> {
    id: &'a str,
    name: &'a str,
    group: &'a str,
    about: &'a str,
    source: &'a str,
    file: &'a str,
    presentation: &'a str,
    alpha: bool,
    pauses: bool,
    parameters: Vec<ParamEntry<'a>>,
}

#[derive(Serialize)]
struct SceneEntry<'a> {
    id: &'a str,
    name: &'a str,
    about: &'a str,
    /// Whether there is a formula, and what it is or why there is none.
    has_closed_form: bool,
    closed_form: &'a str,
    options: Vec<ParamEntry<'a>>,
}

/// To seven digits; what is finer than a flick is exact here.
fn resolution(timer: &Timer) -> String {
    if timer.resolution_ms == 0.0 { "0 (exact)".to_owned() } else { ((timer.resolution_ms * 1e7).round() / 1e7).to_string() }
}

#[derive(Serialize)]
struct TimerEntry {
    name: &'static str,
    call: &'static str,
    unit: &'static str,
    resolution_ms: f64,
    about: &'static str,
}

fn timer_entry(timer: &Timer) -> TimerEntry {
    let Timer { name, call, unit, resolution_ms, about } = *timer;
    TimerEntry { name, call, unit, resolution_ms, about }
}

#[derive(Serialize)]
struct ScenarioEntry {
    id: &'static str,
    name: String,
    about: String,
    seconds: Option<f64>,
}

fn scenario_entry(entry: &builtin::Builtin) -> ScenarioEntry {
    let scenario = entry.scenario().unwrap_or_else(|_| Scenario::from(Settings::default()));
    ScenarioEntry { id: entry.id, name: scenario.name, about: scenario.about, seconds: scenario.seconds }
}

#[derive(Serialize)]
struct ParamEntry<'a> {
    name: &'a str,
    about: &'a str,
    /// A derived default is that of the defaults that it follows from.
    default: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    derived: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<&'a str>>,
    can_be_off: bool,
}

fn param_entry(param: &Param) -> ParamEntry<'_> {
    let number = match &param.kind {
        ValueKind::Number(number) => Some(*number),
        ValueKind::Choice(_) => None,
    };
    ParamEntry {
        name: &param.name,
        about: &param.about,
        default: param.default_value(),
        derived: param.derived.map(|derived| derived.formula),
        min: number.map(|n| n.min),
        max: number.map(|n| n.max),
        unit: number.map(|n| n.unit.suffix().trim()).filter(|unit| !unit.is_empty()),
        words: match &param.kind {
            ValueKind::Choice(words) => Some(words.iter().collect()),
            ValueKind::Number(_) => None,
        },
        can_be_off: number.is_some_and(|n| n.can_be_off),
    }
}

fn strategy_entry(s: &strategies::Strategy) -> StrategyEntry<'_> {
    StrategyEntry {
        id: &s.id,
        name: &s.name,
        group: s.group.name(),
        about: &s.about,
        source: &s.source,
        file: &s.file,
        presentation: s.presentation.id(),
        alpha: s.alpha,
        pauses: s.pauses,
        parameters: s.params.iter().map(param_entry).collect(),
    }
}

fn scene_entry(s: &WorldKind) -> SceneEntry<'_> {
    SceneEntry {
        id: s.id,
        name: s.name,
        about: s.about,
        has_closed_form: s.closed_form.lack().is_none(),
        closed_form: s.closed_form.about(),
        options: s.options.iter().map(param_entry).collect(),
    }
}
