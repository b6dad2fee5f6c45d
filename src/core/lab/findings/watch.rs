//! Observes a pane, and computes every tenth of a second which kinds hold.
//!
//! A state is computed from everything that happened up to its moment, so it comes with the first thing that happens later.

use super::intervals::lower_median;
use super::kind::{Kind, TABLE};
use super::pictures::{Pictures, evidence};
use super::symptom::{PaneState, Symptom, TICK};
use super::turns::{Drift, Speed, Turns};
use super::world_sight::{WorldSight, WorldWatch};
use crate::base::params::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::Screen;
use crate::lab::metrics::reach::{RECENT, RECENT_PASSES, RESPONDING};
use crate::lab::run::{Fold, PaneSetup};
use crate::model::machine::{Answer, Event, Giver, Input, Observer};
use crate::model::world::{Body, Tally, World};
use crate::model::worlds;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// A kind that holds ends at this share of its threshold, so that sentences don't flicker.
const ENDS_AT: f64 = 0.8;
/// Speeds nearer to 1 than this are real speed.
const REAL: f64 = 0.02;
/// The number of inputs of which the median answer is taken, and the least number that it needs.
const INPUTS: usize = 8;
const FEWEST_INPUTS: usize = 4;
/// An answer is late if it takes longer than this, and longer than this many mean times between pictures.
const LATE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
const LATE_PICTURES: f64 = 2.0;
/// A body is off its path by more than this share of its width.
const OFF_PATH: f64 = 0.5;
/// The least number of updates and thoughts that are kept, and the most that are looked back at.
const FEWEST_OPERATIONS: usize = 16;

/// The settings of the pane that findings depend on, from a moment on.
#[derive(Clone, Copy, Debug)]
struct Terms {
    screen: Screen,
    timer: Span,
    /// The game is paused.
    paused: bool,
    /// The loop asks for a pause.
    pauses: bool,
    /// The reason why the loop can't run in its world, which stands still then; `None` if it can.
    lacks: Option<&'static str>,
    /// The number of passes that a headline counts; `None` if their age decides.
    counted: Option<u64>,
}

impl Terms {
    fn of(setup: &PaneSetup) -> Result<Terms, Invalid> {
        let (computer, strategy) = (setup.computer(), setup.strategy()?);
        let world = worlds::find(&setup.settings.scene.id)?;
        Ok(Terms {
            screen: Screen::of(computer),
            timer: Span::from_millis(computer.timer_ms),
            paused: setup.settings.paused,
            pauses: strategy.pauses,
            lacks: strategy.lacks_in(world),
            counted: world.counted_passes,
        })
    }
}

/// An update, or a thought, which has no dt.
#[derive(Clone, Copy, Debug)]
struct Operation {
    at: Time,
    cost: Span,
    dt: Span,
    /// The number of the turn.
    turn: u64,
}

/// An input of the metronome, and when the display answered it.
#[derive(Clone, Copy, Debug)]
struct Asked {
    at: Time,
    seen: Option<Time>,
}

#[derive(Clone, Debug)]
pub struct Watch {
    terms: Terms,
    /// The last moment at which the game was paused.
    paused_until: Option<Time>,
    /// The span that a state is computed from.
    reach: Span,
    /// The span for which states are kept.
    kept: Span,
    /// There is no state after this.
    last: Time,

    start: Time,
    turns: Turns,
    turn: u64,
    operations: VecDeque<Operation>,
    pictures: Pictures,
    asked: VecDeque<Asked>,
    looks: WorldWatch,
    sights: VecDeque<WorldSight>,
    /// The tallies after the newest passes, the oldest first.
    tallies: VecDeque<Tally>,

    /// The moment of the next state.
    next: Time,
    /// Whether each kind's formula held at the last state.
    held: [bool; TABLE.len()],
    /// The states that are kept, the oldest first.
    pub states: VecDeque<Rc<PaneState>>,
    /// The state of a moment up to which nothing has come yet.
    ahead: RefCell<Option<Rc<PaneState>>>,
}

impl Watch {
    /// Watches a pane. Only the newest state is kept.
    pub fn new(setup: &PaneSetup) -> Result<Watch, Invalid> {
        Ok(Watch {
            terms: Terms::of(setup)?,
            paused_until: None,
            reach: RECENT,
            kept: Span::ZERO,
            last: Time::NEVER,
            start: setup.first_turn(),
            turns: Turns::new(setup.at),
            turn: 0,
            operations: VecDeque::new(),
            pictures: Pictures::default(),
            asked: VecDeque::new(),
            looks: WorldWatch::default(),
            sights: VecDeque::new(),
            tallies: VecDeque::from([Tally::default()]),
            next: setup.at.ceil_to(TICK),
            held: [false; TABLE.len()],
            states: VecDeque::new(),
            ahead: RefCell::default(),
        })
    }

    /// Keeps the states of the last `span`.
    #[must_use]
    pub fn keeping(self, span: Span) -> Watch {
        Watch { kept: span, ..self }
    }

    /// Keeps what happens for [`Watch::judge`] over `span`.
    #[must_use]
    pub fn reaching(self, span: Span) -> Watch {
        Watch { reach: self.reach.max(span), ..self }
    }

    /// Computes no state after `last`, the end of a run.
    #[must_use]
    pub fn ending_at(self, last: Time) -> Watch {
        Watch { last, ..self }
    }

    /// Returns the state at `now`: that of the last tenth of a second until then, or the oldest that is kept.
    pub fn state_at(&self, now: Time) -> Rc<PaneState> {
        if self.next <= now && self.next <= self.last {
            let moment = now.min(self.last).floor_to(TICK);
            if let Some(known) = self.ahead.borrow().as_ref().filter(|known| known.at == moment) {
                return known.clone();
            }
            let states = self.states.back().into_iter().cloned().collect();
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

    fn starting(&self, at: Time) -> PaneState {
        PaneState { at, symptoms: vec![Symptom { from: self.start.min(at), ..Symptom::new(Kind::Starting, 0.0, Vec::new()) }] }
    }

    /// Returns the kinds that hold over the `span` before `to`, up to which everything has happened, by the same formulas from
    /// their thresholds. The drift is that of the last ten seconds, and passes are those of the last six. A body that was off
    /// its path in the span, and comes back to it now and then, is off its path.
    pub fn judge(&self, to: Time, span: Span) -> Vec<Symptom> {
        let (found, _) = self.found(to, [to - span; 2], &|_| 1.0);
        found.into_iter().map(|symptom| Symptom { from: to, ..symptom }).collect()
    }

    /// Returns the value of a kind over the `span` before `to`, whether it holds or not; `None` if it has none.
    pub fn value(&self, kind: Kind, to: Time, span: Span) -> Option<f64> {
        let from = to - span;
        match kind {
            Kind::SlowMotion | Kind::FastMotion => self.turns.speed(from).map(|speed| speed.ratio * 100.0),
            Kind::LowFrameRate => self.pictures.mean(from).map(|mean| FLICKS_PER_SECOND as f64 / mean),
            Kind::Judder => self.pictures.evenness(from).error.map(|error| error / (FLICKS_PER_SECOND / 1000) as f64),
            _ => self
                .found(to, [from; 2], &|_| 0.0)
                .0
                .into_iter()
                .find(|symptom| symptom.kind == kind)
                .map(|symptom| symptom.value),
        }
    }

    /// Takes the settings of the pane from `setup`, from its moment on.
    pub fn on_settings_changed(&mut self, setup: &PaneSetup) {
        self.settle(setup.at);
        // Settings that have been checked name a loop that exists.
        if let Ok(terms) = Terms::of(setup) {
            if self.terms.paused {
                self.paused_until = Some(setup.at);
            }
            self.terms = terms;
        }
    }

    /// Computes every state before `moment`.
    fn settle(&mut self, moment: Time) {
        while self.next < moment && self.next <= self.last {
            let now = self.next;
            self.next = now + TICK;
            let factor = |kind: Kind| if self.held[kind as usize] { ENDS_AT } else { 1.0 };
            let (mut symptoms, held) = self.found(now, [now - RECENT, now], &factor);
            self.held = held;
            for symptom in &mut symptoms {
                let before = self.states.back().and_then(|last| last.find(symptom.kind));
                symptom.from = before.map_or(now, |before| before.from);
            }
            while self.states.pop_front_if(|old| old.at <= now - self.kept).is_some() {}
            self.states.push_back(Rc::new(PaneState { at: now, symptoms }));
        }
        if self.ahead.get_mut().is_some() {
            self.ahead.take();
        }
    }

    /// Returns the kinds that hold at `now`, the most important first, and whether each kind's own formula holds. Windows begin
    /// after `from`, what was seen of the world counts if it was seen after `sights_from` or last, and thresholds are multiplied by
    /// `factor`.
    fn found(
        &self,
        now: Time,
        [from, sights_from]: [Time; 2],
        factor: &dyn Fn(Kind) -> f64,
    ) -> (Vec<Symptom>, [bool; TABLE.len()]) {
        let screen = self.terms.screen;
        let mut found: Vec<Symptom> = Vec::new();
        found.extend(self.not_responding(now));
        found.extend(self.spiral(from, factor(Kind::Spiral)));
        found.extend(self.pictures.frozen(now));
        found.extend(self.pictures.stall(from, now));
        self.seen_of_world(now, sights_from, factor(Kind::OffPath), &mut found);
        let speed = self.speed(from, factor);
        found.extend(speed.clone());
        if speed.is_none() {
            found.extend(self.drift(now, factor));
        }
        found.extend(self.pictures.low_rate(from, factor(Kind::LowFrameRate)));
        let stutter = self.pictures.stutter(from, screen.interval, factor(Kind::Stutter));
        let evenness = self.pictures.evenness(from);
        let judder = evenness.judder(factor(Kind::Judder));
        let mut held = [false; TABLE.len()];
        held[Kind::Stutter as usize] = stutter.is_some();
        held[Kind::Judder as usize] = judder.is_some();
        match (stutter, judder) {
            (Some((stutter, recurs)), Some(judder)) => found.push(if recurs { judder } else { stutter }),
            (stutter, judder) => found.extend(stutter.map(|(stutter, _)| stutter).or(judder)),
        }
        found.extend(self.late(now, from, factor(Kind::Late)));
        found.extend(self.pictures.tearing(from, factor(Kind::Tearing)));
        for symptom in &found {
            held[symptom.kind as usize] = true;
        }
        for still in found.iter_mut().filter(|symptom| symptom.kind == Kind::Frozen) {
            still.sentence = self.terms.lacks.map(Rc::from);
        }
        self.pause(now, &mut found);
        if found.is_empty() {
            found.push(match self.pictures.mean(from) {
                Some(mean) if self.pictures.are_enough(from) => self.right(from, mean, evenness.error),
                _ => Symptom { sentence: self.terms.lacks.map(Rc::from), ..Symptom::new(Kind::Starting, 0.0, Vec::new()) },
            });
        }
        found.sort_by_key(|symptom| symptom.kind);
        (found, held)
    }

    fn not_responding(&self, now: Time) -> Option<Symptom> {
        let since = self.pictures.last_flip.unwrap_or(self.start);
        (now - since > RESPONDING).then(|| Symptom::new(Kind::NotResponding, (now - since).as_secs(), vec![since]))
    }

    /// Finds updates that cost at least what they simulate, without the one that costs most, in a turn that makes several.
    fn spiral(&self, from: Time, factor: f64) -> Option<Symptom> {
        let (mut steps, mut cost, mut simulated, mut costliest) = (0_i64, Span::ZERO, Span::ZERO, Span::ZERO);
        let (mut several, mut last_turn, mut evidence) = (false, None, Vec::new());
        for (looked_at, operation) in self.operations.iter().rev().enumerate() {
            // The updates of a pause take no steps: what was before them says nothing about now.
            if operation.at <= from && (steps >= 2 || looked_at >= FEWEST_OPERATIONS) {
                break;
            }
            cost += operation.cost;
            costliest = costliest.max(operation.cost);
            if operation.dt > Span::ZERO {
                steps += 1;
                simulated += operation.dt;
                several |= last_turn == Some(operation.turn);
                last_turn = Some(operation.turn);
                evidence = vec![operation.at];
            }
        }
        if steps < 2 || !several {
            return None;
        }
        let (costs, simulates) = ((cost - costliest).as_millis() / (steps - 1) as f64, simulated.as_millis() / steps as f64);
        (costs >= simulates * factor).then(|| Symptom::new(Kind::Spiral, costs, evidence).with_numbers([simulates, 0.0, 0.0]))
    }

    fn speed(&self, from: Time, factor: &dyn Fn(Kind) -> f64) -> Option<Symptom> {
        let Speed { ratio, gained, most, ends } = self.turns.speed(from)?;
        let kind = if gained < Span::ZERO { Kind::SlowMotion } else { Kind::FastMotion };
        let (factor, off) = (factor(kind), gained.max(-gained).flicks() as f64);
        let is_told = (ratio - 1.0).abs() > REAL * factor && off > (most + self.terms.timer).flicks() as f64 * factor;
        is_told.then(|| Symptom::new(kind, ratio * 100.0, ends.to_vec()))
    }

    fn drift(&self, now: Time, factor: &dyn Fn(Kind) -> f64) -> Option<Symptom> {
        let Drift { fell_behind, goes_one_way, step } = self.turns.drift(now)?;
        let kind = if fell_behind > 0.0 { Kind::Behind } else { Kind::Ahead };
        let least = (step.flicks() as f64 + self.terms.screen.interval) * factor(kind);
        // The means of the first and of the last second lie nine seconds apart.
        let each_second = fell_behind.abs() / 9.0 / (FLICKS_PER_SECOND / 1000) as f64;
        let ends = vec![now - Span::from_secs(10.0), now];
        (goes_one_way && fell_behind.abs() > least).then(|| Symptom::new(kind, each_second, ends))
    }

    fn late(&self, now: Time, from: Time, factor: f64) -> Option<Symptom> {
        let mut answers: Vec<Span> = self.asked.iter().map(|asked| asked.seen.unwrap_or(now) - asked.at).collect();
        if answers.len() < FEWEST_INPUTS {
            return None;
        }
        let median = lower_median(&mut answers);
        let least = (LATE.flicks() as f64).max(LATE_PICTURES * self.pictures.mean(from).unwrap_or(0.0)) * factor;
        (median.flicks() as f64 > least)
            .then(|| Symptom::new(Kind::Late, median.as_millis(), evidence(self.asked.iter().map(|asked| asked.at))))
    }

    /// Finds what is wrong in the world after `from`, or in its last state.
    fn seen_of_world(&self, now: Time, from: Time, factor: f64, found: &mut Vec<Symptom>) {
        let Some(last) = self.sights.back() else { return };
        let WorldSight { at, exploded, tally, .. } = *last;
        let seen = || self.sights.iter().rev().enumerate().take_while(|(number, sight)| *number == 0 || sight.at > from);
        let seen = || seen().map(|(_, sight)| sight);
        let before = self.sights.iter().rev().find(|sight| sight.at <= now - RECENT_PASSES);
        let Tally { caught, tunnelled } = tally.since(before.map_or(Tally::default(), |sight| sight.tally));
        if exploded > 0 {
            found.push(Symptom::new(Kind::Exploded, exploded as f64, vec![at]));
        }
        if tunnelled > 0 {
            let recent = self.sights.iter().zip(self.sights.iter().skip(1));
            let missed =
                recent.filter(|(before, sight)| sight.at > now - RECENT_PASSES && sight.tally.tunnelled > before.tally.tunnelled);
            let moments = evidence(missed.map(|(_, sight)| sight.at));
            let symptom = Symptom::new(Kind::Tunnelling, tunnelled as f64, moments);
            let counted = self.terms.counted.map_or(Tally { caught, tunnelled }, |_| tally.since(self.tallies[0]));
            found.push(symptom.with_numbers([counted.passes() as f64, counted.tunnelled as f64, 0.0]));
        }
        if let Some((at, sentence)) = seen().find_map(|sight| Some((sight.at, sight.alarm.clone()?))) {
            found.push(Symptom { sentence: Some(sentence), ..Symptom::new(Kind::Alarm, 0.0, vec![at]) });
        }
        let farthest = seen().max_by(|a, b| a.off_path.total_cmp(&b.off_path));
        if let Some(WorldSight { at, off_path, .. }) = farthest.filter(|sight| sight.off_path > OFF_PATH * factor) {
            found.push(Symptom::new(Kind::OffPath, *off_path, vec![*at]));
        }
    }

    /// Finds a pause. A world that stands still on purpose has no fault; a loop that ignores the pause is named.
    fn pause(&self, now: Time, found: &mut Vec<Symptom>) {
        let was_paused = self.paused_until.is_some_and(|until| until > now - RECENT);
        let how = match (self.terms.pauses, self.terms.paused) {
            (true, true) => 0.0,
            (true, false) if was_paused => 1.0,
            (false, true) => 2.0,
            _ => return,
        };
        if self.terms.pauses {
            found.retain(|symptom| symptom.kind == Kind::NotResponding);
        }
        found.push(Symptom::new(Kind::Paused, 0.0, Vec::new()).with_numbers([how, 0.0, 0.0]));
    }

    fn right(&self, from: Time, mean: f64, error: Option<f64>) -> Symptom {
        let speed = self.turns.speed(from).map_or(100.0, |speed| speed.ratio * 100.0);
        let error_ms = error.unwrap_or(0.0) / (FLICKS_PER_SECOND / 1000) as f64;
        let numbers = [FLICKS_PER_SECOND as f64 / mean, error_ms, 0.0];
        Symptom::new(Kind::Right, speed, Vec::new()).with_numbers(numbers)
    }

    fn operate(&mut self, operation: Operation) {
        self.operations.push_back(operation);
        let oldest = operation.at - self.reach;
        while self.operations.len() > FEWEST_OPERATIONS && self.operations[0].at < oldest {
            self.operations.pop_front();
        }
    }
}

impl Observer for Watch {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.settle(event.at());
        match *event {
            Event::Frame { at } => {
                self.turn += 1;
                self.turns.begin(at, self.reach);
            }
            Event::Update { at, end, dt, sim, .. } => {
                self.turns.add_update(at, dt, sim);
                self.operate(Operation { at, cost: end - at, dt, turn: self.turn });
            }
            Event::Thought { at, end, .. } => {
                self.operate(Operation { at, cost: end - at, dt: Span::ZERO, turn: self.turn });
            }
            Event::Display { at, drawn, .. } => {
                self.pictures.add(at, drawn, self.terms.screen.tears(at), self.reach);
            }
            Event::Sleep { .. } | Event::Render { .. } | Event::Gpu { .. } | Event::Repeat { .. } => {}
        }
    }

    fn seen(&mut self, world: &World, at: Time) {
        if let Some(sight) = self.looks.look(world, at) {
            if let Some(counted) = self.terms.counted.filter(|_| self.tallies.back() != Some(&sight.tally)) {
                self.tallies.push_back(sight.tally);
                while self.tallies[0].passes() + counted < sight.tally.passes() {
                    self.tallies.pop_front();
                }
            }
            self.sights.push_back(sight);
            while self.sights.get(1).is_some_and(|second| second.at <= at - RECENT_PASSES - self.reach) {
                self.sights.pop_front();
            }
        }
    }

    fn input(&mut self, input: Input) {
        self.settle(input.at);
        if input.by == Giver::Metronome {
            self.asked.push_back(Asked { at: input.at, seen: None });
            if self.asked.len() > INPUTS {
                self.asked.pop_front();
            }
        }
    }

    fn answer(&mut self, answer: &Answer) {
        self.settle(answer.shown);
        if let Some(asked) =
            self.asked.iter_mut().find(|asked| asked.at == answer.input.at && answer.input.by == Giver::Metronome)
        {
            asked.seen = Some(answer.shown);
        }
    }
}

impl Fold for Watch {
    fn configured(&mut self, setup: &PaneSetup) {
        self.on_settings_changed(setup);
    }
}
