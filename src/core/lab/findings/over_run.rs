//! The findings of a whole run, at one moment or as spans of time.

use super::finding::Finding;
use super::found_pane::FoundPane;
use super::happening::PanePast;
use crate::base::params::invalid::Invalid;
use crate::base::time::Time;
use crate::lab::experiments::diagnoses::Diagnoses;
use crate::lab::run::bounded::{Beginning, Run};
use crate::lab::run::cursor::ScriptCursor;
use crate::lab::symptoms::symptom_span::{SpanFold, SymptomSpan};
use crate::lab::symptoms::watch::Watch;
use crate::model::config::script::{Origin, Script};
use std::rc::Rc;

/// Returns the findings of each of `panes` at a moment, in seconds, the most important first; empty for a pane that is not open
/// at that moment.
pub fn findings_at(script: &Script, panes: &[Origin], at_s: f64) -> Result<Vec<Vec<Finding>>, Invalid> {
    let at = Time::from_secs(at_s);
    let found = panes.iter().map(|pane| {
        let pane = ScriptPane::new(script, *pane, at_s)?;
        pane.findings_at(at)
    });
    Ok(explained(found.collect::<Result<_, Invalid>>()?, |_| true))
}

/// Returns the findings of each of `panes` in a run of `seconds`, as spans, in the order of their beginnings. A span has the
/// values of the moment at which the symptom was worst; a span in which all is right has the rate of all of it. No
/// experiments are made about short spans.
pub fn spans(script: &Script, panes: &[Origin], seconds: f64) -> Result<Vec<Vec<Finding>>, Invalid> {
    Ok(explained(untried_spans(script, panes, seconds)?, |finding| !finding.is_short()))
}

/// Returns the findings of [`spans`] without experiments.
pub fn untried_spans(script: &Script, panes: &[Origin], seconds: f64) -> Result<Vec<Vec<Finding>>, Invalid> {
    let end = Time::from_secs(seconds);
    panes.iter().map(|pane| ScriptPane::new(script, *pane, seconds)?.spans(end)).collect()
}

/// Makes the experiments about the findings that `is_tried` selects, and returns all findings with their diagnoses.
fn explained(mut panes: Vec<Vec<Finding>>, is_tried: fn(&Finding) -> bool) -> Vec<Vec<Finding>> {
    let mut diagnoses = Diagnoses::default();
    let inquiries = diagnoses.open(panes.iter().flatten().filter(|finding| is_tried(finding)).map(Finding::asked));
    diagnoses.answer(&inquiries);
    for finding in panes.iter_mut().flatten() {
        finding.diagnose(&diagnoses);
    }
    panes
}

struct ScriptPane<'a> {
    script: &'a Script,
    number: usize,
    run: Run,
    beginning: Beginning,
}

impl<'a> ScriptPane<'a> {
    fn new(script: &'a Script, pane: Origin, seconds: f64) -> Result<ScriptPane<'a>, Invalid> {
        let run = Run::of(script, pane, seconds)?;
        let number = ScriptCursor::number_of(script, pane);
        let number = number.ok_or_else(|| Invalid::new("pane", format!("{pane:?}"), "one that the script has"))?;
        Ok(ScriptPane { script, number, beginning: run.beginning(), run })
    }

    /// Returns the pane with its settings at a moment; `None` if it is not open then.
    fn at(&self, at: Time) -> Option<Rc<FoundPane>> {
        let mut cursor = ScriptCursor::new(self.script.settings().clone(), self.script.commands().to_vec());
        while cursor.next_at().is_some_and(|next| next <= at)
            && let Some(command) = cursor.take_next()
        {
            // This can't fail, because the script has been checked.
            let _ = cursor.apply(&command);
        }
        Some(Rc::new(FoundPane::new(cursor.settings().clone(), cursor.index_of(self.number)?)))
    }

    fn past(&self) -> PanePast<'_> {
        PanePast { start: self.beginning.setup(), commands: self.script.commands() }
    }

    fn findings_at(&self, at: Time) -> Result<Vec<Finding>, Invalid> {
        let (watch, finished) = self.run.fold(Watch::new(&self.beginning.setup())?.ending_at(at))?;
        finished.check()?;
        let found = |pane| Finding::all_of(&watch.state_at(at), at, &pane, &self.past());
        Ok(self.at(at).map_or_else(Vec::new, found))
    }

    fn spans(&self, end: Time) -> Result<Vec<Finding>, Invalid> {
        let watch = Watch::new(&self.beginning.setup())?.ending_at(end);
        let (spans, finished) = self.run.fold(SpanFold::new(watch))?;
        finished.check()?;
        let past = self.past();
        let finding = |span: SymptomSpan| {
            let pane = self.at(span.symptom.from)?;
            Some(Finding::new(span, pane, &past))
        };
        Ok(spans.finish().into_iter().filter_map(finding).collect())
    }
}
