//! The hitches and stalls of a whole run, as its symptoms tell them.

use super::hitches::Hitch;
use super::intervals::Interval;
use super::kind::Kind;
use super::symptom::Symptom;
use super::symptom_span::SpanFold;
use super::watch::Watch;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::run::bounded::Run;
use crate::model::config::capture::Capture;
use crate::model::config::settings::{PaneSettings, Settings, WorldChoice};
use std::collections::BTreeMap;

/// The times in which pictures stayed long, the earliest first. A stall that counts as a hitch is none of the stalls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LongStays {
    pub hitches: Vec<Interval>,
    pub stalls: Vec<Interval>,
}

impl LongStays {
    /// Returns the long stays that the symptoms of a run's spans tell.
    pub fn of<'a>(symptoms: impl Iterator<Item = &'a Symptom>) -> LongStays {
        let (mut hitches, mut stalls): (BTreeMap<Time, Span>, BTreeMap<Time, Span>) = Default::default();
        for symptom in symptoms {
            let stays = symptom.hitches().iter().filter_map(Hitch::stay);
            hitches.extend(stays.map(|stay| (stay.begin, stay.length)));
            if let (Kind::Stall, [begin, end]) = (symptom.kind(), &symptom.evidence[..]) {
                stalls.insert(*begin, *end - *begin);
            }
        }
        stalls.retain(|begin, _| !hitches.contains_key(begin));
        let [hitches, stalls] =
            [hitches, stalls].map(|all| all.into_iter().map(|(begin, length)| Interval { begin, length }).collect());
        LongStays { hitches, stalls }
    }

    /// Returns the long stays of a whole capture; none of one that is too short to be judged.
    ///
    /// # Errors
    /// If the capture has no frames.
    pub fn of_capture(capture: &Capture) -> Result<LongStays, Invalid> {
        // Nothing in this world costs time or stops a frame.
        let (scene, panes) = (WorldChoice::new("runner"), vec![PaneSettings::of_capture(capture.clone())]);
        let run = Run::new(Settings { scene, panes, ..Settings::default() }, 0, capture.run_seconds())?;
        let watch = Watch::new(&run.beginning().setup())?.ending_at(Time::from_secs(capture.run_seconds()));
        let (spans, _) = run.fold(SpanFold::new(watch))?;
        Ok(LongStays::of(spans.finish().iter().map(|span| &span.symptom)))
    }

    /// Returns the hitches and the stalls, the earliest first.
    pub fn all(&self) -> Vec<Interval> {
        let mut all = [&self.hitches[..], &self.stalls].concat();
        all.sort_by_key(|stay| stay.begin);
        all
    }
}
