//! The findings of a whole run: at one moment of it, or as spans of time.

use super::diagnoses::{Asked, Diagnoses};
use super::finding::{self, Finding, is_short};
use super::happening::{self, Happening};
use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::lab::findings::{Kind, PaneState, Symptom, Watch};
use crate::lab::metrics::reach::RECENT;
use crate::lab::run::cursor::ScriptCursor;
use crate::lab::run::{Beginning, Run};
use crate::model::config::Settings;
use crate::model::config::script::{Origin, Script};
use std::rc::Rc;

/// Returns the findings of each of `panes` at a moment, in seconds: the most important first. A pane that is not there then has
/// none.
pub fn findings_at(script: &Script, panes: &[Origin], at_s: f64) -> Result<Vec<Vec<Finding>>, Invalid> {
    let at = Time::from_secs(at_s);
    let seen = panes.iter().map(|pane| {
        let past = Past::new(script, *pane, at_s)?;
        let watch = past.watched(|watch| watch.ending_at(at))?;
        Ok(past.symptoms_at(&watch.state_at(at), at))
    });
    Ok(explained(&seen.collect::<Result<Vec<_>, Invalid>>()?))
}

/// Returns the findings of each of `panes` in a run of `seconds`, as spans, in the order of their beginnings. A
/// span has the numbers of the moment at which the symptom was worst; one in which all is right has those of its first two seconds.
pub fn spans(script: &Script, panes: &[Origin], seconds: f64) -> Result<Vec<Vec<Finding>>, Invalid> {
    let end = Time::from_secs(seconds);
    let seen = panes.iter().map(|pane| {
        let past = Past::new(script, *pane, seconds)?;
        let watch = past.watched(|watch| watch.keeping(end - Time::ZERO).ending_at(end))?;
        Ok(past.symptoms_over(watch.states.iter()))
    });
    Ok(explained(&seen.collect::<Result<Vec<_>, Invalid>>()?))
}

/// A symptom of a pane, and what happened just before it.
struct SeenSymptom {
    symptom: Symptom,
    /// The beginning of its regime, and when it was last seen.
    span: (Time, Time),
    /// Whether experiments are made about it, which a short span is not worth.
    is_tried: bool,
    happening: Option<Happening>,
    /// The settings of the moment, and the index of the pane in them.
    settings: Rc<(Settings, usize)>,
    alone: Settings,
}

impl SeenSymptom {
    fn asked(&self) -> Asked {
        finding::asked(self.symptom.kind, self.happening.as_ref(), self.span.1)
    }
}

/// Makes the experiments about all symptoms, and returns the findings.
fn explained(panes: &[Vec<SeenSymptom>]) -> Vec<Vec<Finding>> {
    let mut diagnoses = Diagnoses::default();
    let inquiries = diagnoses.open(panes.iter().flatten().filter(|seen| seen.is_tried).map(|seen| (&seen.alone, seen.asked())));
    diagnoses.answer(&inquiries);
    let finding = |seen: &SeenSymptom| {
        let diagnosis = diagnoses.diagnosis(&seen.alone, seen.asked()).cloned();
        Finding::new(seen.symptom.clone(), seen.span, diagnosis, seen.happening.clone(), seen.settings.clone())
    };
    panes.iter().map(|seen| seen.iter().map(finding).collect()).collect()
}

/// The settings and commands of a pane of a script.
struct Past<'a> {
    script: &'a Script,
    /// The number of the pane in the run.
    number: usize,
    run: Run,
    beginning: Beginning,
}

impl<'a> Past<'a> {
    fn new(script: &'a Script, pane: Origin, seconds: f64) -> Result<Past<'a>, Invalid> {
        let run = Run::of(script, pane, seconds)?;
        let number = ScriptCursor::number_of(script, pane);
        let number = number.ok_or_else(|| Invalid::new("pane", format!("{pane:?}"), "one that the script has"))?;
        Ok(Past { script, number, beginning: run.beginning(), run })
    }

    /// Runs the pane, and returns its watch; `watch` sets how much that keeps.
    fn watched(&self, watch: impl FnOnce(Watch) -> Watch) -> Result<Watch, Invalid> {
        let (watched, finished) = self.run.fold(watch(Watch::new(&self.beginning.setup())?))?;
        finished.check()?;
        Ok(watched)
    }

    /// Returns the settings at a moment, and the index of the pane in them; `None` if it is not there.
    fn settings_at(&self, at: Time) -> Option<Rc<(Settings, usize)>> {
        let mut cursor = ScriptCursor::new(self.script.settings().clone(), self.script.commands().to_vec());
        while cursor.next_at().is_some_and(|next| next <= at)
            && let Some(command) = cursor.take_next()
        {
            // A checked script has no other commands.
            let _ = cursor.apply(&command);
        }
        Some(Rc::new((cursor.settings().clone(), cursor.index_of(self.number)?)))
    }

    fn symptoms_at(&self, state: &PaneState, at: Time) -> Vec<SeenSymptom> {
        let settings = self.settings_at(at);
        let seen = |settings: &Rc<(Settings, usize)>| {
            state.symptoms.iter().map(|symptom| self.seen(symptom.clone(), (state.regime, at), settings.clone())).collect()
        };
        settings.as_ref().map_or_else(Vec::new, seen)
    }

    fn symptoms_over<'s>(&self, states: impl Iterator<Item = &'s Rc<PaneState>>) -> Vec<SeenSymptom> {
        // Symptoms that go on, each as it was at its worst, and when it was last seen. Of equal moments the last one counts, which
        // knows how a stall ended.
        let mut open: Vec<(Symptom, (Time, Time))> = Vec::new();
        let mut spans: Vec<(Symptom, (Time, Time))> = Vec::new();
        for state in states {
            let goes_on = |kind: Kind| state.find(kind).is_some();
            spans.extend(open.extract_if(.., |(symptom, _)| !goes_on(symptom.kind)));
            for symptom in &state.symptoms {
                match open.iter_mut().find(|(open, _)| open.kind == symptom.kind) {
                    Some((worst, (_, to))) => {
                        // A pane in which all is right has the numbers of its first whole window.
                        let counts = match symptom.kind {
                            Kind::Right => state.at - worst.from <= RECENT,
                            kind => !kind.is_worse(worst.value, symptom.value),
                        };
                        if counts {
                            *worst = symptom.clone();
                        }
                        *to = state.at;
                    }
                    None => open.push((symptom.clone(), (state.regime, state.at))),
                }
            }
        }
        spans.extend(open);
        spans.sort_by_key(|(symptom, _)| symptom.from);
        let seen = spans.into_iter().filter_map(|(symptom, span)| {
            let settings = self.settings_at(symptom.from)?;
            let is_tried = !is_short(symptom.from, span.1);
            Some(SeenSymptom { is_tried, ..self.seen(symptom, span, settings) })
        });
        seen.collect()
    }

    fn seen(&self, symptom: Symptom, span: (Time, Time), settings: Rc<(Settings, usize)>) -> SeenSymptom {
        let happening = happening::before(symptom.from, &self.beginning.setup(), self.script.commands());
        let alone = settings.0.alone(settings.1);
        SeenSymptom { symptom, span, is_tried: true, happening, settings, alone }
    }
}
