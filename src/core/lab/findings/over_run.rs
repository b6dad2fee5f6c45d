//! The findings of a whole run, at one moment or as spans of time.

use super::finding::Finding;
use super::found_pane::FoundPane;
use super::happening::PanePast;
use crate::base::params::invalid::Invalid;
use crate::base::time::Time;
use crate::lab::experiments::diagnoses::Diagnoses;
use crate::lab::run::bounded::{Beginning, Run};
use crate::lab::run::cursor::ScriptCursor;
use crate::lab::symptoms::kind::Kind;
use crate::lab::symptoms::symptom::{PaneState, Symptom};
use crate::lab::symptoms::watch::Watch;
use crate::model::config::script::{Origin, Script};
use std::rc::Rc;

/// Returns the findings of each of `panes` at a moment, in seconds, the most important first; empty for a pane that is not open
/// at that moment.
pub fn findings_at(script: &Script, panes: &[Origin], at_s: f64) -> Result<Vec<Vec<Finding>>, Invalid> {
    let at = Time::from_secs(at_s);
    let found = panes.iter().map(|pane| {
        let pane = ScriptPane::new(script, *pane, at_s)?;
        let watch = pane.watched(|watch| watch.ending_at(at))?;
        Ok(pane.findings_at(&watch.state_at(at), at))
    });
    Ok(explained(found.collect::<Result<_, Invalid>>()?, |_| true))
}

/// Returns the findings of each of `panes` in a run of `seconds`, as spans, in the order of their beginnings. A span has the
/// values of the moment at which the symptom was worst; a span in which all is right has the rate of all of it. No
/// experiments are made about short spans.
pub fn spans(script: &Script, panes: &[Origin], seconds: f64) -> Result<Vec<Vec<Finding>>, Invalid> {
    let end = Time::from_secs(seconds);
    let found = panes.iter().map(|pane| {
        let pane = ScriptPane::new(script, *pane, seconds)?;
        let watch = pane.watched(|watch| watch.keeping(end - Time::ZERO).ending_at(end))?;
        Ok(pane.spans_of(watch.states.iter()))
    });
    Ok(explained(found.collect::<Result<_, Invalid>>()?, |finding| !finding.is_short()))
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

/// A symptom that has not ended, with its worst values so far.
struct SymptomSpan {
    worst: Symptom,
    /// The beginning of the regime in which the symptom began.
    regime: Time,
    /// The moment of the last state that showed the symptom.
    to: Time,
}

impl<'a> ScriptPane<'a> {
    fn new(script: &'a Script, pane: Origin, seconds: f64) -> Result<ScriptPane<'a>, Invalid> {
        let run = Run::of(script, pane, seconds)?;
        let number = ScriptCursor::number_of(script, pane);
        let number = number.ok_or_else(|| Invalid::new("pane", format!("{pane:?}"), "one that the script has"))?;
        Ok(ScriptPane { script, number, beginning: run.beginning(), run })
    }

    /// Runs the pane and returns its watch. `watch` sets how much the watch stores.
    fn watched(&self, watch: impl FnOnce(Watch) -> Watch) -> Result<Watch, Invalid> {
        let (watched, finished) = self.run.fold(watch(Watch::new(&self.beginning.setup())?))?;
        finished.check()?;
        Ok(watched)
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

    fn findings_at(&self, state: &PaneState, at: Time) -> Vec<Finding> {
        self.at(at).map_or_else(Vec::new, |pane| Finding::all_of(state, at, &pane, &self.past()))
    }

    fn spans_of<'s>(&self, states: impl Iterator<Item = &'s Rc<PaneState>>) -> Vec<Finding> {
        let mut open: Vec<SymptomSpan> = Vec::new();
        let mut spans: Vec<SymptomSpan> = Vec::new();
        for state in states {
            spans.extend(open.extract_if(.., |span| state.find(span.worst.kind()).is_none()));
            for symptom in &state.symptoms {
                let Some(span) = open.iter_mut().find(|span| span.worst.kind() == symptom.kind()) else {
                    open.push(SymptomSpan { worst: symptom.clone(), regime: state.regime, to: state.at });
                    continue;
                };
                if symptom.kind() == Kind::Right {
                    span.worst = span.worst.clone().extended_to(symptom);
                } else if !symptom.kind().is_worse(span.worst.value, symptom.value) {
                    // Of equally bad moments the last one counts, because by then it is known how a stall ended.
                    span.worst = symptom.clone();
                }
                span.to = state.at;
            }
        }
        spans.extend(open);
        spans.sort_by_key(|span| span.worst.from);
        let past = self.past();
        let finding = |span: SymptomSpan| {
            let pane = self.at(span.worst.from)?;
            Some(Finding::new(span.worst, span.regime, span.to, pane, &past))
        };
        spans.into_iter().filter_map(finding).collect()
    }
}
