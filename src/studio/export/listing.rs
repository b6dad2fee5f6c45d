//! Lists of the loops, worlds, scenarios and timers that come with the program.

use super::tables::{TableFormat, TextTable, write_json};
use crate::studio::lesson::definition::Lesson;
use crate::studio::scenario::builtin::{self, Builtin};
use crate::studio::scenario::definition::Scenario;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use tickscope_core::base::params::param::{Param, ValueKind};
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::config::timers::{TIMERS, Timer};
use tickscope_core::model::strategies::engines::{self, Engine};
use tickscope_core::model::strategies::strategy::Strategy;
use tickscope_core::model::strategies::{self};
use tickscope_core::model::world::kind::WorldKind;
use tickscope_core::model::worlds;

/// A list of the things of one kind that come with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    Lists,
    Strategies,
    Scenes,
    Scenarios,
    /// The functions with which games read their clock.
    Timers,
    /// The loops of engines with their default settings.
    Engines,
}

const LISTS: [(&str, &str); 7] = [
    ("strategies", "The loops, with their parameters and who published them"),
    ("scenes", "The worlds, with their options"),
    ("scenarios", "The comparisons that come with the program"),
    ("lessons", "The lessons, which ask before they tell"),
    ("timers", "The clocks that games read"),
    ("engines", "The loops of engines, by their defaults"),
    ("claims", "What articles say, each with a run that checks it"),
];

pub fn write_listing(what: Listing, format: TableFormat, mut to: impl Write) -> io::Result<()> {
    let entries: Vec<Value> = match what {
        Listing::Lists => LISTS.iter().map(|(id, about)| json!({ "id": id, "about": about })).collect(),
        Listing::Strategies => strategies::ALL.iter().map(strategy_entry).collect(),
        Listing::Scenes => worlds::ALL.iter().map(world_entry).collect(),
        Listing::Scenarios => builtin::ALL.iter().map(scenario_entry).collect(),
        Listing::Timers => TIMERS.iter().map(timer_entry).collect(),
        Listing::Engines => engines::ALL.iter().map(engine_entry).collect(),
    };
    if format == TableFormat::Json {
        write_json(&entries, &mut to)?;
        return to.flush();
    }
    // Each column as its head and the key of its values.
    let columns: &[(&str, &str)] = match what {
        Listing::Lists => &[("tickscope list", "id"), ("what it lists", "about")],
        Listing::Strategies => &[("strategy", "id"), ("parameters", "parameters"), ("published as", "source")],
        Listing::Scenes => &[("scene", "id"), ("options", "options"), ("what it shows", "about")],
        Listing::Scenarios => &[("scenario", "id"), ("name", "name"), ("what it shows", "about")],
        Listing::Engines => &[("engine", "engine"), ("its loop here", "options"), ("what it does", "about")],
        Listing::Timers => &[("timer", "name"), ("unit", "unit"), ("resolution ms", "resolution_ms"), ("what it is", "about")],
    };
    write_table(columns, &entries, to)
}

pub fn write_lessons(lessons: &[Arc<Lesson>], format: TableFormat, mut to: impl Write) -> io::Result<()> {
    let entry = |lesson: &Arc<Lesson>| {
        let (steps, minutes) = (lesson.steps.len(), lesson.minutes);
        json!({ "id": lesson.id, "title": lesson.name, "about": lesson.about, "steps": steps, "minutes": minutes })
    };
    let entries: Vec<Value> = lessons.iter().map(entry).collect();
    if format == TableFormat::Json {
        write_json(&entries, &mut to)?;
        return to.flush();
    }
    let columns = [("lesson", "id"), ("title", "title"), ("minutes", "minutes"), ("what it shows", "about")];
    write_table(&columns, &entries, to)
}

/// Writes `entries` as a table. A column is its heading and the key under which each entry has its value.
fn write_table(columns: &[(&str, &str)], entries: &[Value], mut to: impl Write) -> io::Result<()> {
    let heads: Vec<&str> = columns.iter().map(|(head, _)| *head).collect();
    let mut table = TextTable::new(&heads);
    for entry in entries {
        table.add(columns.iter().map(|(_, key)| cell(&entry[key])));
    }
    write!(to, "{}", table.wrapped(100).finish(columns.len()))?;
    to.flush()
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(params) => params.iter().map(parameter_with_default).collect::<Vec<_>>().join("\n"),
        // The resolution of a timer, to seven digits; a resolution finer than a flick is exact.
        other => match other.as_f64() {
            Some(0.0) => "0 (exact)".to_owned(),
            Some(ms) => ((ms * 1e7).round() / 1e7).to_string(),
            None => other.to_string(),
        },
    }
}

fn parameter_with_default(param: &Value) -> String {
    let default = match (&param["derived"], &param["default"]) {
        (Value::String(text), _) | (_, Value::String(text)) => text.clone(),
        (_, number) => number.as_f64().map_or_else(String::new, |number| number.to_string()),
    };
    format!("{}={default}", param["name"].as_str().unwrap_or_default())
}

fn strategy_entry(strategy: &Strategy) -> Value {
    json!({
        "id": strategy.id,
        "name": strategy.name,
        "group": strategy.group.name(),
        "about": strategy.about,
        "source": strategy.source,
        "file": strategy.file,
        "presentation": strategy.presentation.id(),
        "alpha": strategy.alpha,
        "pauses": strategy.pauses,
        "parameters": strategy.params.iter().map(param_entry).collect::<Vec<_>>(),
    })
}

fn world_entry(world: &WorldKind) -> Value {
    json!({
        "id": world.id,
        "name": world.name,
        "about": world.about,
        "has_closed_form": world.closed_form.lack().is_none(),
        "closed_form": world.closed_form.about(),
        "options": world.options.iter().map(param_entry).collect::<Vec<_>>(),
    })
}

fn scenario_entry(builtin: &Builtin) -> Value {
    let scenario = builtin.scenario().unwrap_or_else(|_| Scenario::from(Settings::default()));
    json!({ "id": builtin.id, "name": scenario.name, "about": scenario.about, "seconds": scenario.seconds })
}

fn timer_entry(timer: &Timer) -> Value {
    let Timer { name, call, unit, resolution_ms, about } = timer;
    json!({ "name": name, "call": call, "unit": unit, "resolution_ms": resolution_ms, "about": about })
}

fn engine_entry(engine: &Engine) -> Value {
    let Engine { name, version, strategy, about, document, .. } = engine;
    json!({
        "engine": format!("{name} {version}"),
        "strategy": strategy,
        "options": engine.options(),
        "about": about,
        "document": document,
    })
}

/// Returns a parameter's entry. A derived default is computed from the defaults that it depends on.
fn param_entry(param: &Param) -> Value {
    let mut entry = json!({ "name": param.name, "about": param.about, "default": param.default_value() });
    if let Some(derived) = param.derived {
        entry["derived"] = json!(derived.formula);
    }
    let mut can_be_off = false;
    match &param.kind {
        ValueKind::Number(number) => {
            can_be_off = number.can_be_off;
            (entry["min"], entry["max"]) = (json!(number.min), json!(number.max));
            let unit = number.unit.suffix().trim();
            if !unit.is_empty() {
                entry["unit"] = json!(unit);
            }
        }
        ValueKind::Switch(_) => {}
        ValueKind::Choice(words) => entry["words"] = json!(words.iter().collect::<Vec<_>>()),
    }
    entry["can_be_off"] = json!(can_be_off);
    entry
}
