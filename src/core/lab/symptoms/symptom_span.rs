//! The symptoms of a run as spans of time, made of its states as they come.

use super::intervals::Interval;
use super::kind::Kind;
use super::symptom::{PaneState, Symptom};
use super::watch::Watch;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::Body;
use crate::model::world::stepped_world::World;
use std::collections::BTreeMap;

/// A span is short if its last state comes less than this after its first one. Its states, each of which stands for a tenth of a
/// second, then stand for less than 0.4 s.
pub const SHORT: Span = Span::from_flicks(FLICKS_PER_SECOND * 3 / 10);

/// A symptom from the first state that tells it to the last one.
#[derive(Clone, Debug)]
pub struct SymptomSpan {
    /// The symptom at its worst moment.
    pub symptom: Symptom,
    /// The moment of the last state that tells the symptom.
    pub to: Time,
    /// The newest moment that shows the symptom. States tell it for some seconds after that.
    pub shown_until: Time,
    /// The beginning of the regime in which the symptom began.
    pub regime: Time,
}

impl SymptomSpan {
    /// Returns a span with the one state at `at`.
    pub fn new(symptom: Symptom, at: Time, regime: Time) -> SymptomSpan {
        SymptomSpan { to: at, shown_until: symptom.shown_until(at), symptom, regime }
    }
}

/// A span that the next state may make longer.
struct OpenSpan {
    span: SymptomSpan,
    /// The hitches that the states so far have counted, by their beginnings.
    hitches: BTreeMap<Time, Interval>,
}

impl OpenSpan {
    fn new(symptom: &Symptom, state: &PaneState) -> OpenSpan {
        OpenSpan { span: SymptomSpan::new(symptom.clone(), state.at, state.regime), hitches: BTreeMap::new() }
    }

    fn add(&mut self, symptom: &Symptom, at: Time) {
        let OpenSpan { span, hitches } = self;
        (span.to, span.shown_until) = (at, span.shown_until.max(symptom.shown_until(at)));
        hitches.extend(symptom.hitches().iter().map(|hitch| (hitch.begin, *hitch)));
        let worst = &span.symptom;
        let behind = worst.behind().max(symptom.behind());
        if symptom.kind() == Kind::Right {
            span.symptom = worst.clone().extended_to(symptom);
        } else if symptom.tone > worst.tone || symptom.tone == worst.tone && !symptom.kind().is_worse(worst.value, symptom.value)
        {
            // Of equally bad moments the last one counts, because by then it is known how a stall ended.
            span.symptom = symptom.clone();
        }
        // A loop that catches up is told by how much it was behind at first.
        if symptom.kind() == Kind::FastMotion {
            span.symptom = span.symptom.clone().with_behind(behind);
        }
    }

    fn close(self) -> SymptomSpan {
        let OpenSpan { span, hitches } = self;
        SymptomSpan { symptom: span.symptom.counting(hitches.into_values(), span.to), ..span }
    }
}

/// A fold of a pane's events to the spans of its symptoms. It stores no states, so that a day's run has room.
pub struct SpanFold {
    watch: Watch,
    open: Vec<OpenSpan>,
    closed: Vec<SymptomSpan>,
}

impl SpanFold {
    pub fn new(watch: Watch) -> SpanFold {
        SpanFold { watch: watch.keeping(Span::MAX), open: Vec::new(), closed: Vec::new() }
    }

    /// Returns the spans, in the order of their beginnings.
    pub fn finish(mut self) -> Vec<SymptomSpan> {
        for state in std::mem::take(&mut self.watch.states) {
            self.add(&state);
        }
        self.closed.extend(self.open.into_iter().map(OpenSpan::close));
        self.closed.sort_by_key(|span| span.symptom.from);
        self.closed
    }

    /// Takes the new states from the watch, except for the newest one, which the watch compares with the next one.
    fn take_states(&mut self) {
        while self.watch.states.len() > 1
            && let Some(state) = self.watch.states.pop_front()
        {
            self.add(&state);
        }
    }

    fn add(&mut self, state: &PaneState) {
        let has_ended = |open: &mut OpenSpan| state.find(open.span.symptom.kind()).is_none();
        self.closed.extend(self.open.extract_if(.., has_ended).map(OpenSpan::close));
        for symptom in &state.symptoms {
            let index = self.open.iter().position(|open| open.span.symptom.kind() == symptom.kind());
            let index = index.unwrap_or_else(|| {
                self.open.push(OpenSpan::new(symptom, state));
                self.open.len() - 1
            });
            self.open[index].add(symptom, state.at);
        }
    }
}

impl Observer for SpanFold {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.watch.note(event, bodies);
        self.take_states();
    }

    fn seen(&mut self, world: &World, at: Time) {
        self.watch.seen(world, at);
    }

    fn input(&mut self, input: Input) {
        self.watch.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.watch.answer(answer);
    }
}

impl Fold for SpanFold {
    fn configured(&mut self, setup: &PaneSetup) {
        self.watch.configured(setup);
    }
}
