//! The symptoms of a run as spans of time, made of its states as they come.

use super::common_hitches::UnevenPacing;
use super::hitches::Hitch;
use super::kind::Kind;
use super::pace::Speed;
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

/// A state whose value is less by at most this share is as bad as the worst one: of frames that show nothing new a window of two
/// seconds holds one more or one less.
const AS_BAD: f64 = 0.02;

/// A long stay is known this long after its beginning at the latest: 1 s. Until then all seems right.
const KNOWN: Span = Span::from_flicks(FLICKS_PER_SECOND);

/// A symptom from the first state that tells it to the last one; a stall from its beginning to its end.
#[derive(Clone, Debug)]
pub struct SymptomSpan {
    /// The symptom at its worst moment.
    pub symptom: Symptom,
    /// The moment of the last state that tells the symptom; of a stall its end.
    pub to: Time,
    /// The newest moment that shows the symptom. States tell it for some seconds after that.
    pub shown_until: Time,
    /// The beginning of the regime in which the symptom began.
    pub regime: Time,
    /// The mean speed of its states, in %; `None` of a single state, and where none has a speed.
    pub speed: Option<f64>,
}

impl SymptomSpan {
    /// Returns a span with the one state at `at`.
    pub fn new(symptom: Symptom, at: Time, regime: Time) -> SymptomSpan {
        SymptomSpan { to: at, shown_until: symptom.shown_until(at), symptom, regime, speed: None }
    }
}

/// A span that the next state may make longer.
struct OpenSpan {
    span: SymptomSpan,
    /// The hitches that the states so far have counted, by their beginnings.
    hitches: BTreeMap<Time, Hitch>,
    /// The worst value so far.
    worst: f64,
    /// The sums of the simulated time and of the time that has passed in the windows of the states.
    made_in_passed: [Span; 2],
}

impl OpenSpan {
    fn new(symptom: &Symptom, state: &PaneState) -> OpenSpan {
        let span = SymptomSpan::new(symptom.clone(), state.at, state.regime);
        OpenSpan { span, hitches: BTreeMap::new(), worst: symptom.value, made_in_passed: [Span::ZERO; 2] }
    }

    fn add(&mut self, symptom: &Symptom, state: &PaneState) {
        let OpenSpan { span, hitches, worst: worst_value, made_in_passed: [all_made, all_passed] } = self;
        let at = state.at;
        if let Some(Speed { made, passed, .. }) = state.speed {
            (*all_made, *all_passed) = (*all_made + made, *all_passed + passed);
        }
        (span.to, span.shown_until) = (at, span.shown_until.max(symptom.shown_until(at)));
        hitches.extend(symptom.hitches().iter().map(|hitch| (hitch.begin, *hitch)));
        let (worst, kind) = (&span.symptom, symptom.kind());
        if symptom.tone > worst.tone || symptom.tone == worst.tone && kind.is_worse(symptom.value, *worst_value) {
            *worst_value = symptom.value;
        }
        let least = if kind == Kind::Repeats { *worst_value * (1.0 - AS_BAD) } else { *worst_value };
        let behind = worst.behind().max(symptom.behind());
        if kind == Kind::Right {
            span.symptom = worst.clone().extended_to(symptom);
        } else if symptom.tone > worst.tone || symptom.tone == worst.tone && !kind.is_worse(least, symptom.value) {
            // Of equally bad moments the last one counts, because by then it is known how a stall ended. The state at the end of a run
            // does not know when its symptoms began.
            span.symptom = Symptom { from: worst.from, ..symptom.clone() };
        }
        // A loop that catches up is told by how much it was behind at first.
        if kind == Kind::FastMotion {
            span.symptom = span.symptom.clone().with_behind(behind);
        }
    }

    fn close(self) -> SymptomSpan {
        let OpenSpan { mut span, hitches, made_in_passed: [made, passed], .. } = self;
        span.speed = (passed > Span::ZERO).then(|| 100.0 * made.ratio(passed));
        let SymptomSpan { symptom, to, .. } = span;
        match symptom.stall() {
            Some(stall) => SymptomSpan { to: stall.end(), symptom: Symptom { from: stall.begin, ..symptom }, ..span },
            None => SymptomSpan { symptom: symptom.counting(hitches.into_values(), to), ..span },
        }
    }

    /// Returns whether a symptom goes on with the span. Each stall has a span of its own.
    fn is_continued_by(&self, symptom: &Symptom) -> bool {
        let known = &self.span.symptom;
        known.kind() == symptom.kind() && known.stall() == symptom.stall()
    }

    /// Returns whether the symptom of a later state counts a hitch that the states so far have not counted.
    fn lacks_hitch_of(&self, symptom: &Symptom) -> bool {
        symptom.hitches().iter().any(|hitch| !self.hitches.contains_key(&hitch.begin))
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

    /// Returns the beginning of the earliest symptom of a kind of all spans so far, of hitches that of the first one; `None` without
    /// one.
    pub fn first(&self, kind: Kind) -> Option<Time> {
        let closed = self.closed.iter().map(|span| (span, span.symptom.hitches().first()));
        let open = self.open.iter().map(|open| (&open.span, open.hitches.values().next()));
        let of_kind = closed.chain(open).filter(|(span, _)| span.symptom.kind() == kind);
        of_kind.map(|(span, hitch)| hitch.map_or(span.symptom.from, |hitch| hitch.begin)).min()
    }

    /// Returns the spans of a run that ended at `end`, in the order of their beginnings.
    pub fn finish_at(self, end: Time) -> Vec<SymptomSpan> {
        SpanFold { watch: self.watch.ending_at(end), ..self }.finish()
    }

    /// Returns the spans, in the order of their beginnings.
    pub fn finish(mut self) -> Vec<SymptomSpan> {
        for state in std::mem::take(&mut self.watch.states) {
            self.add(&state);
        }
        let end = self.watch.finish();
        for symptom in end.symptoms.iter().filter(|symptom| symptom.interruptions().next().is_some()) {
            if self.open_span(symptom).is_none_or(|open| open.lacks_hitch_of(symptom)) {
                self.add_symptom(symptom, &end);
            }
        }
        self.closed.extend(self.open.into_iter().map(OpenSpan::close));
        self.closed.sort_by_key(|span| span.symptom.from);
        if let Some(capture) = self.watch.captured() {
            let is_uneven = |span: &&SymptomSpan| matches!(span.symptom.kind(), Kind::Judder | Kind::Uneven);
            let times = self.closed.iter().filter(is_uneven).map(|span| (span.symptom.from, span.to)).collect();
            let pacing = UnevenPacing::new(times, capture);
            self.closed.retain(|span| !pacing.has(span.symptom.hitches()));
        }
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
        let has_ended = |open: &mut OpenSpan| !state.symptoms.iter().any(|symptom| open.is_continued_by(symptom));
        self.closed.extend(self.open.extract_if(.., has_ended).map(OpenSpan::close));
        for symptom in &state.symptoms {
            self.add_symptom(symptom, state);
        }
    }

    fn open_span(&mut self, symptom: &Symptom) -> Option<&mut OpenSpan> {
        self.open.iter_mut().find(|open| open.is_continued_by(symptom))
    }

    fn add_symptom(&mut self, symptom: &Symptom, state: &PaneState) {
        if let Some(open) = self.open_span(symptom) {
            open.add(symptom, state);
            return;
        }
        if let Some(stay) = symptom.interruptions().last() {
            self.end_right_before(stay);
        }
        let mut open = OpenSpan::new(symptom, state);
        open.add(symptom, state);
        self.open.push(open);
    }

    /// Ends the newest span in which all was right where the long stay began that has become known now.
    fn end_right_before(&mut self, stay: Hitch) {
        let begin = stay.begin;
        let spans = self.closed.iter_mut().chain(self.open.iter_mut().map(|open| &mut open.span));
        let right = spans.filter(|span| span.symptom.kind() == Kind::Right).max_by_key(|span| span.to);
        if let Some(right) = right.filter(|right| right.symptom.from < begin && begin < right.to && right.to <= begin + KNOWN) {
            if stay.end() <= right.to {
                right.symptom = right.symptom.clone().without_last(stay.length);
            }
            right.to = begin;
        }
    }
}

impl Observer for SpanFold {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        // What comes after the end of the run is none of it.
        if event.at() > self.watch.last() {
            self.watch.settle(event.at());
        } else {
            self.watch.note(event, bodies);
        }
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
