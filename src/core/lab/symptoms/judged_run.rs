//! A run that is watched in order to be judged once, with what it costs.

use super::watch::Watch;
use crate::base::params::invalid::Invalid;
use crate::base::time::{Span, Time};
use crate::lab::run::fold::Fold;
use crate::lab::run::setup::PaneSetup;
use crate::model::machine::event::{Event, Observer};
use crate::model::machine::inputs::{Answer, Input};
use crate::model::world::body::Body;
use crate::model::world::stepped_world::World;

/// Watches a run that is judged over a span, and counts its work and its pictures.
#[derive(Debug)]
pub struct JudgedRun {
    pub watch: Watch,
    /// The number of events and moved bodies.
    pub work: u64,
    /// The pictures that appeared from this moment on are counted.
    judged_from: Time,
    pub pictures: usize,
    /// The sum of their ages when they appeared.
    pub age: Span,
    /// The simulated time in the last picture.
    drawn: Option<Time>,
}

impl JudgedRun {
    /// Begins a run as `setup` describes it. Its first `skipped` is not judged, and at most `longest` is.
    pub fn new(setup: &PaneSetup, skipped: Span, longest: Span) -> Result<JudgedRun, Invalid> {
        // No state is computed before the run is judged.
        let watch = Watch::new(setup)?.reaching(longest).ending_at(Time::ZERO - longest);
        Ok(JudgedRun { watch, work: 0, judged_from: Time::ZERO + skipped, pictures: 0, age: Span::ZERO, drawn: None })
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
            self.age += at - drawn;
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
