//! Observes a pane, and computes every tenth of a second which kinds hold.
//!
//! A state is computed from all events up to its moment, so it is computed when the first event after that moment comes.

use super::judgement::{ENDS_AT, Judgement, LEAST};
use super::kind::{Kind, KindRow, TABLE, Tone};
use super::observed::Observed;
use super::symptom::{PaneState, Symptom, TICK};
use super::values::Values;
use super::windows::{TEN_SECONDS, Windows};
use super::words::Said;
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::behind::Forgiven;
use crate::lab::metrics::reach::RECENT;
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::model::config::capture::Capture;
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::{Body, Tally};
use crate::model::world::stepped_world::World;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// A kind ends at the latest this long after it last reached its full threshold.
const HOLDS_ON: Span = RECENT;

/// When each kind last reached its full threshold, as a note and as wrong; `None` if the last state did not have the kind with
/// this tone.
type Held = [[Option<Time>; 2]; TABLE.len()];

fn level(tone: Tone) -> usize {
    usize::from(tone == Tone::Wrong)
}

#[derive(Clone, Debug)]
pub struct Watch {
    observed: Observed,
    /// The length of the past whose states are stored.
    kept: Span,
    /// The moment after which no states are computed.
    last: Time,
    /// The moment of the next state.
    next: Time,
    held: Held,
    /// The stored states, the oldest first.
    pub states: VecDeque<Rc<PaneState>>,
    /// The newest state if it was read before an event came after it; else `None`.
    ahead: RefCell<Option<Rc<PaneState>>>,
}

impl Watch {
    /// Returns a watch of a pane that stores only the newest state.
    pub fn new(setup: &PaneSetup) -> Result<Watch, Invalid> {
        Ok(Watch {
            observed: Observed::new(setup, TEN_SECONDS)?,
            kept: Span::ZERO,
            last: Time::NEVER,
            next: setup.at.ceil_to(TICK),
            held: Held::default(),
            states: VecDeque::new(),
            ahead: RefCell::default(),
        })
    }

    /// Returns the watch so that it stores the states of the last `span`.
    #[must_use]
    pub fn keeping(self, span: Span) -> Watch {
        Watch { kept: span, ..self }
    }

    /// Returns the watch so that it stores the events that [`Watch::judge`] needs for `span`.
    #[must_use]
    pub fn reaching(self, span: Span) -> Watch {
        Watch { observed: self.observed.reaching(span), ..self }
    }

    /// Returns the watch so that it computes no state after `last`, the end of a run.
    #[must_use]
    pub fn ending_at(self, last: Time) -> Watch {
        Watch { last, ..self }
    }

    /// Returns the state at the last whole tenth of a second up to `now`, or the oldest that is stored.
    pub fn state_at(&self, now: Time) -> Rc<PaneState> {
        if self.next <= now && self.next <= self.last {
            let moment = now.min(self.last).floor_to(TICK);
            if let Some(known) = self.ahead.borrow().as_ref().filter(|known| known.at == moment) {
                return known.clone();
            }
            let states = self.states.back().cloned().into_iter().collect();
            let mut watch = Watch { states, kept: Span::ZERO, ..self.clone() };
            watch.settle(moment + TICK);
            let state = watch.states.back().cloned().unwrap_or_else(|| Rc::new(self.starting(moment)));
            self.ahead.replace(Some(state.clone()));
            return state;
        }
        let next = self.states.partition_point(|state| state.at <= now);
        let known = self.states.get(next.max(1) - 1);
        known.cloned().unwrap_or_else(|| Rc::new(self.starting(now)))
    }

    /// Returns the state at the end of the run, in which its last pictures are judged by those that have come.
    pub(super) fn finish(&mut self) -> PaneState {
        self.observed.regime.pictures.finish();
        self.state(self.last)
    }

    /// Returns the moment after which no states are computed.
    pub(super) fn last(&self) -> Time {
        self.last
    }

    /// Returns the capture that the pane plays; `None` if it plays none.
    pub(super) fn captured(&self) -> Option<&Capture> {
        self.observed.terms.captured.as_deref()
    }

    fn starting(&self, at: Time) -> PaneState {
        let settling = Symptom::new(Said::Settling { has_shown: false }, 0.0, Vec::new());
        let symptoms = vec![Symptom { from: self.observed.start.min(at), ..settling }];
        let regime = self.regime_begin();
        PaneState { at, regime, symptoms, speed: None, drawn_speed: None, rate: None, passes: Tally::default() }
    }

    /// Returns the symptoms over the `span` before `to`, by the same formulas with their thresholds times `factor`. All events
    /// until `to` must have been observed. The drift is measured over the last ten seconds, and passes over the last six. A body
    /// that returns to its path now and then counts as off its path.
    pub fn judge(&self, to: Time, span: Span, factor: f64) -> Vec<Symptom> {
        let Judgement { symptoms, .. } = Judgement::of(&self.observed, Windows::whole(to - span, to), &|_, _| factor);
        symptoms.into_iter().map(|symptom| Symptom { from: to, ..symptom }).collect()
    }

    /// Returns whether the time of a stall in the `span` before `to` came back as a jump.
    pub fn jumped(&self, to: Time, span: Span) -> bool {
        self.observed.regime.pictures.jumped(to - span, to)
    }

    /// Returns the symptoms of the moment `now`, without the time before `begin`, by the same formulas with their thresholds times
    /// `factor`. All events until `now` must have been observed. No kind holds on from before.
    pub fn judge_moment(&self, begin: Time, now: Time, factor: f64) -> Vec<Symptom> {
        Judgement::of(&self.observed, Windows::at(now).after(begin), &|_, _| factor).symptoms
    }

    /// Returns the values of the kinds over the `span` before `to`.
    pub fn values(&self, to: Time, span: Span) -> Values<'_> {
        Values::new(&self.observed, to - span, to)
    }

    pub fn regime_begin(&self) -> Time {
        self.observed.regime.begin
    }

    /// Returns the time that does not count against the pane's loop.
    pub fn forgiven(&self) -> Forgiven {
        self.observed.forgiving.forgiven
    }

    /// Takes the settings of the pane from `setup`, from its moment on. A change of a regime's settings begins the next regime.
    pub fn on_settings_changed(&mut self, setup: &PaneSetup) {
        self.settle(setup.at);
        if self.observed.change_settings(setup) {
            self.held = Held::default();
        }
    }

    /// Computes every state before `moment`.
    pub(super) fn settle(&mut self, moment: Time) {
        while self.next < moment && self.next <= self.last {
            let now = self.next;
            self.next = now + TICK;
            let state = self.state(now);
            while self.states.pop_front_if(|old| old.at <= now - self.kept).is_some() {}
            self.states.push_back(Rc::new(state));
        }
        if self.ahead.get_mut().is_some() {
            self.ahead.take();
        }
    }

    /// Computes the state at `now`. A kind from before that is below its full threshold, but not below its lower one, still
    /// holds.
    fn state(&mut self, now: Time) -> PaneState {
        let windows = Windows::at(now);
        let Judgement { mut symptoms, mut speed_from } = Judgement::of(&self.observed, windows, &|_, _| 1.0);
        for of_kind in &mut self.held {
            *of_kind = of_kind.map(|held| held.filter(|full: &Time| now - *full <= HOLDS_ON));
        }
        // A kind that is shown as wrong counts as shown as a note too.
        let is_told = |symptoms: &[Symptom], kind: Kind, told: usize| {
            symptoms.iter().any(|symptom| symptom.kind() == kind && level(symptom.tone) >= told)
        };
        let holds_on = self.held;
        let is_missing =
            |row: &KindRow| (0..2).any(|told| holds_on[row.kind as usize][told].is_some() && !is_told(&symptoms, row.kind, told));
        let is_any_missing = TABLE.iter().any(is_missing);
        let mut held = Held::default();
        for symptom in &symptoms {
            held[symptom.kind() as usize][..=level(symptom.tone)].fill(Some(now));
        }
        if is_any_missing {
            Judgement { symptoms, speed_from } = Judgement::of(&self.observed, windows, &|kind, tone| {
                let is_held = holds_on[kind as usize][level(tone)].is_some() && held[kind as usize][level(tone)].is_none();
                if is_held { ENDS_AT } else { 1.0 }
            });
            for symptom in &symptoms {
                let index = symptom.kind() as usize;
                for told in 0..=level(symptom.tone) {
                    let known = &mut held[index][told];
                    *known = known.or(holds_on[index][told]);
                }
            }
            // A kind at its full threshold may still be replaced by another that holds from before.
            for (row, of_kind) in TABLE.iter().zip(&mut held) {
                for (told, known) in of_kind.iter_mut().enumerate() {
                    *known = known.filter(|_| is_told(&symptoms, row.kind, told));
                }
            }
        }
        self.held = held;
        for symptom in &mut symptoms {
            let before = self.states.back().and_then(|last| last.find(symptom.kind()));
            symptom.from = before.map_or(now, |before| before.from);
        }
        let is_settling = symptoms.iter().any(|symptom| symptom.kind() == Kind::Settling);
        let Observed { regime, standstill, .. } = &self.observed;
        let of_window = || regime.pictures.mean(windows.recent).map(|mean| FLICKS_PER_SECOND as f64 / mean);
        let rate = if is_settling { standstill.rate(now, LEAST) } else { of_window() };
        let passes = regime.world.counted_passes(now);
        let speed = speed_from.and_then(|from| regime.turns.pace.speed(from));
        let drawn_speed = speed_from.and_then(|from| regime.pictures.pace.speed(from));
        PaneState { at: now, regime: regime.begin, symptoms, speed, drawn_speed, rate, passes }
    }
}

impl Observer for Watch {
    fn begin_regime(&mut self, at: Time, sim: Time) {
        self.settle(at);
        self.observed.begin_regime(at, sim);
        self.held = Held::default();
    }

    fn note(&mut self, event: &Event, _: &[Body]) {
        self.settle(event.at());
        self.observed.note(event);
    }

    fn seen(&mut self, world: &World, at: Time) {
        self.observed.look(world, at);
    }

    fn input(&mut self, input: Input) {
        self.settle(input.at);
        self.observed.regime.answers.add_input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.settle(answer.shown);
        self.observed.regime.answers.add_answer(answer);
    }
}

impl Fold for Watch {
    fn configured(&mut self, setup: &PaneSetup) {
        self.on_settings_changed(setup);
    }
}
