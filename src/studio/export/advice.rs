//! Writes an advice: the requirements, three loops, and the reasons against the others, each with the link to its run.

use super::tables::{TableFormat, write_json};
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::{code, link};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use tickscope_core::lab::advise::advice::{Advice, Choice};
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::strategies;

/// Writes an advice, with links to the page at `base`.
pub fn write_advice(advice: &Advice, base: Option<&str>, format: TableFormat, mut to: impl Write) -> io::Result<()> {
    if format == TableFormat::Json {
        write_json(&form(advice, base), &mut to)?;
        return to.flush();
    }
    for first in advice.limit.iter().chain(&advice.warning) {
        writeln!(to, "{first}\n")?;
    }
    for requirement in &advice.requirements {
        writeln!(to, "{requirement}")?;
    }
    for (number, choice) in advice.choices.iter().enumerate() {
        writeln!(to, "\n{}. {}", number + 1, settings_line(choice))?;
        for line in [&choice.why, &choice.costs] {
            writeln!(to, "   {line}")?;
        }
        writeln!(to, "   Its listing: tickscope loop {}", choice.pane.strategy)?;
        writeln!(to, "   Its run: {}", run_link(&choice.settings, base))?;
    }
    if !advice.others.is_empty() {
        writeln!(to, "\nNot as good: {}.", advice.others.join(", "))?;
    }
    if !advice.rejected.is_empty() {
        writeln!(to, "\nOut (--format json has the links to these runs):")?;
    }
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for out in &advice.rejected {
        match reasons.iter_mut().find(|(why, _)| *why == out.why) {
            Some((_, loops)) => loops.push(&out.strategy),
            None => reasons.push((&out.why, vec![&out.strategy])),
        }
    }
    for (why, loops) in reasons {
        writeln!(to, "   {}: {why}", loops.join(", "))?;
    }
    to.flush()
}

/// Returns the settings of a choice as options of the command line.
pub fn settings_line(choice: &Choice) -> String {
    let params = choice.params.iter().filter(|(name, _)| choice.pane.params.named(name).is_some());
    let params = params.map(|(name, value)| format!("--set {name}={value}"));
    let presentation = choice.pane.presentation.map(|how| format!("--presentation {}", how.id()));
    let strategy = format!("--strategy {}", choice.pane.strategy);
    [strategy].into_iter().chain(params).chain(presentation).collect::<Vec<_>>().join(" ")
}

/// Returns the link to a run. The link names the capture whose load is played, but leaves out the capture's rows, which are
/// longer than everything else.
fn run_link(settings: &Settings, base: Option<&str>) -> String {
    let mut settings = settings.clone();
    for pane in &mut settings.panes {
        pane.capture = pane.capture.as_ref().map(|capture| Arc::new(capture.without_rows()));
    }
    let code = code::write(&Scenario::from(settings));
    link::write(base, &code).unwrap_or(code)
}

fn form(advice: &Advice, base: Option<&str>) -> Value {
    let choice = |choice: &Choice| {
        let params: Map<String, Value> = choice.params.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let listing = strategies::find(&choice.pane.strategy).map(|strategy| strategy.script.to_string()).unwrap_or_default();
        json!({
            "strategy": choice.pane.strategy,
            "params": params,
            "presentation": choice.presentation.id(),
            "why": choice.why,
            "costs": choice.costs,
            "pictures_per_s": choice.pictures_per_s,
            "game_per_s": choice.game_per_s,
            "link": run_link(&choice.settings, base),
            "listing": listing,
        })
    };
    let rejected = advice.rejected.iter().map(|out| {
        let link = run_link(&out.settings, base);
        json!({ "strategy": out.strategy, "why": out.why, "link": link })
    });
    json!({
        "limit": advice.limit,
        "warning": advice.warning,
        "requirements": advice.requirements,
        "choices": advice.choices.iter().map(choice).collect::<Vec<_>>(),
        "others": advice.others,
        "rejected": rejected.collect::<Vec<_>>(),
    })
}
