//! The verdicts on one run of a trial: its symptoms at the full thresholds and at the near ones.

use crate::base::time::Time;
use crate::lab::symptoms::kind::{Kind, Tone};
use crate::lab::symptoms::symptom::Symptom;
use crate::lab::symptoms::watch::Watch;

/// The near threshold of a symptom, as a share of its threshold.
pub(super) const NEAR: f64 = 0.8;

/// The measurement of a kind in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    pub kind: Kind,
    pub value: f64,
    /// The tone with which the kind holds; `None` if it does not.
    pub full: Option<Tone>,
    /// The tone with which the kind holds at the near thresholds; `None` if it does not.
    pub near: Option<Tone>,
    /// The moments at which the kind was seen in a run that was judged by its states.
    pub moments: Vec<Time>,
}

/// Returns the tone of a measurement at the full thresholds, or at the near ones.
pub type Level = fn(&Measured) -> Option<Tone>;
pub const FULL: Level = |measured| measured.full;
pub const NEARLY: Level = |measured| measured.near;

/// The symptoms of a run at the full thresholds and at the near ones.
#[derive(Default)]
pub(super) struct Verdicts {
    pub full: Vec<Symptom>,
    pub near: Vec<Symptom>,
}

impl Verdicts {
    /// Adds the symptoms of the moment `now`. The worst of each kind is kept, with the evidence of all.
    pub fn add_state(&mut self, watch: &Watch, begin: Time, now: Time) {
        let near = watch.judge_moment(begin, now, NEAR);
        // What does not hold at the near thresholds does not hold at the full ones.
        if near.iter().any(|symptom| symptom.tone >= Tone::Note) {
            add_worst(&mut self.full, watch.judge_moment(begin, now, 1.0));
            add_worst(&mut self.near, near);
        }
    }

    /// Returns the measurement of a kind; `value` returns its value over the whole run. `None` if the kind has no value.
    pub fn measured(&self, kind: Kind, value: impl FnOnce(Kind) -> Option<f64>) -> Option<Measured> {
        if kind == Kind::Stall {
            // A pane's sentence names a stall only while it is the only one; a trial may hold several.
            let tone = Some(Tone::Wrong);
            return value(kind).map(|value| Measured { kind, value, full: tone, near: tone, moments: Vec::new() });
        }
        let of_kind = |symptoms: &[Symptom]| symptoms.iter().find(|symptom| symptom.kind() == kind).cloned();
        let shown = of_kind(&self.full);
        let (full, near) = (shown.as_ref().map(|symptom| symptom.tone), of_kind(&self.near).map(|symptom| symptom.tone));
        let value = shown.as_ref().map(|symptom| symptom.value).or_else(|| value(kind))?;
        Some(Measured { kind, value, full, near, moments: shown.map(|symptom| symptom.evidence).unwrap_or_default() })
    }
}

fn add_worst(worst: &mut Vec<Symptom>, symptoms: Vec<Symptom>) {
    for symptom in symptoms {
        let kind = symptom.kind();
        let Some(known) = worst.iter_mut().find(|known| known.kind() == kind) else {
            worst.push(symptom);
            continue;
        };
        let last = known.evidence.last().copied();
        let is_new = |at: &&Time| Some(**at) > last;
        known.evidence.extend(symptom.evidence.iter().filter(is_new));
        if (symptom.tone, kind.is_worse(symptom.value, known.value)) > (known.tone, false) {
            let evidence = std::mem::take(&mut known.evidence);
            *known = symptom;
            known.evidence = evidence;
        }
    }
}
