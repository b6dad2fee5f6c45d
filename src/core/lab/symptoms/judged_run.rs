//! A run that is judged at its end or at moments of it, with the cost of the run.

use super::watch::Watch;
use crate::base::params::invalid::Invalid;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::Body;
use crate::model::world::stepped_world::World;

/// A run that is judged, with counts of its work and its pictures, and the length of its steps.
#[derive(Debug)]
pub struct JudgedRun {
    pub watch: Watch,
    /// Whether the errors of the world are judged, too.
    looks_at_world: bool,
    pub work: u64,
    /// Pictures that appear before this moment are not counted.
    judged_from: Time,
    pub pictures: usize,
    /// The sum of the pictures' ages when they appeared.
    pub age: Span,
    /// The age of the newest picture when it appeared.
    pub newest_age: Span,
    /// The sample time of the last picture; `None` before the first.
    drawn: Option<Time>,
    steps: Steps,
}

/// The lengths of the steps of a run.
#[derive(Clone, Copy, Debug)]
enum Steps {
    None,
    Alike(Span),
    Differ,
}

impl JudgedRun {
    /// Begins a run of `setup`. The judged span begins after `skipped` and is at most `longest` long.
    pub fn new(setup: &PaneSetup, skipped: Span, longest: Span) -> Result<JudgedRun, Invalid> {
        // No state is computed before the run is judged.
        let watch = Watch::new(setup)?.reaching(longest).ending_at(Time::ZERO - longest);
        let judged_from = Time::ZERO + skipped;
        Ok(JudgedRun {
            watch,
            looks_at_world: true,
            work: 0,
            judged_from,
            pictures: 0,
            age: Span::ZERO,
            newest_age: Span::ZERO,
            drawn: None,
            steps: Steps::None,
        })
    }

    /// Returns the run without a judgement of its world.
    #[must_use]
    pub fn without_world(self) -> JudgedRun {
        JudgedRun { looks_at_world: false, ..self }
    }

    /// Returns the number of steps in a second of simulated time; `None` without steps, or if they differ in length.
    pub fn steps_hz(&self) -> Option<f64> {
        match self.steps {
            Steps::Alike(length) => Some(FLICKS_PER_SECOND as f64 / length.flicks() as f64),
            Steps::None | Steps::Differ => None,
        }
    }

    fn add_step(&mut self, length: Span) {
        self.steps = match self.steps {
            _ if length <= Span::ZERO => return,
            Steps::None => Steps::Alike(length),
            Steps::Alike(known) if known == length => return,
            _ => Steps::Differ,
        };
    }
}

impl Observer for JudgedRun {
    fn note(&mut self, event: &Event, bodies: &[Body]) {
        self.work += 1 + bodies.len() as u64;
        if let Event::Display { at, drawn, .. } = *event
            && at >= self.judged_from
            && self.drawn.replace(drawn) != Some(drawn)
        {
            self.pictures += 1;
            self.newest_age = at - drawn;
            self.age += self.newest_age;
        }
        if let Event::Update { dt, .. } = *event {
            self.add_step(dt);
        }
        self.watch.note(event, bodies);
    }

    fn seen(&mut self, world: &World, at: Time) {
        if self.looks_at_world {
            self.watch.seen(world, at);
        }
    }

    fn input(&mut self, input: Input) {
        self.watch.input(input);
    }

    fn answer(&mut self, answer: &Answer) {
        self.watch.answer(answer);
    }
}

impl Fold for JudgedRun {}
