//! A run whose watch is judged once, at its end, with the cost of the run.

use super::watch::Watch;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::Body;
use crate::model::world::stepped_world::World;

/// A run that is judged over one span, with counts of its work and its pictures.
#[derive(Debug)]
pub struct JudgedRun {
    pub watch: Watch,
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
}

impl JudgedRun {
    /// Begins a run of `setup`. The judged span begins after `skipped` and is at most `longest` long.
    pub fn new(setup: &PaneSetup, skipped: Span, longest: Span) -> Result<JudgedRun, Invalid> {
        // No state is computed before the run is judged.
        let watch = Watch::new(setup)?.reaching(longest).ending_at(Time::ZERO - longest);
        Ok(JudgedRun {
            watch,
            work: 0,
            judged_from: Time::ZERO + skipped,
            pictures: 0,
            age: Span::ZERO,
            newest_age: Span::ZERO,
            drawn: None,
        })
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
        self.watch.note(event, bodies);
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

impl Fold for JudgedRun {}
