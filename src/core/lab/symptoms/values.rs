//! The values of kinds over a span of a run, whether the kinds hold or not.

use super::judgement::Judgement;
use super::kind::Kind;
use super::observed::{Observed, Regime};
use super::symptom::Symptom;
use super::windows::Windows;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::cell::OnceCell;

/// The values of the kinds over one span of a run.
pub struct Values<'a> {
    observed: &'a Observed,
    from: Time,
    to: Time,
    /// The judgement with thresholds of zero, which finds every kind that has a value. It costs more than all other values.
    all: OnceCell<Vec<Symptom>>,
}

impl Values<'_> {
    pub fn new(observed: &Observed, from: Time, to: Time) -> Values<'_> {
        Values { observed, from, to, all: OnceCell::new() }
    }

    /// Returns the value of a kind; `None` if it has none.
    pub fn value(&self, kind: Kind) -> Option<f64> {
        let (from, Observed { terms, regime, .. }) = (self.from, self.observed);
        let Regime { turns, pictures, .. } = regime;
        match kind {
            Kind::SlowMotion | Kind::FastMotion => turns.pace.speed(from).map(|speed| speed.ratio() * 100.0),
            Kind::Stall => pictures.longest_stall(from).map(Span::as_millis),
            Kind::LimitMissed => terms.asked_hz.and_then(|_| regime.frame_rate(from)),
            Kind::HalfRate => pictures.frame_rate(from),
            Kind::LowFrameRate => pictures.mean(from).map(|mean| FLICKS_PER_SECOND as f64 / mean),
            Kind::Repeats => pictures.repeated_percent(from),
            Kind::Judder => pictures.fit(from).misfit.map(|misfit| misfit / (FLICKS_PER_SECOND / 1000) as f64),
            _ => self.all().iter().find(|symptom| symptom.kind() == kind).map(|symptom| symptom.value),
        }
    }

    fn all(&self) -> &[Symptom] {
        let windows = Windows::whole(self.from, self.to);
        self.all.get_or_init(|| Judgement::of(self.observed, windows, &|_, _| 0.0).symptoms)
    }
}
