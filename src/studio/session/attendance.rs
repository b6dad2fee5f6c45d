//! The open lesson: its step, and the answers so far.

use crate::studio::lesson::definition::{Bet, Exercise, Lesson, LessonStep, StepTask};
use std::collections::BTreeMap;
use std::sync::Arc;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::model::config::script::Script;

#[derive(Clone, Debug)]
pub struct Attendance {
    pub lesson: Arc<Lesson>,
    pub step: usize,
    pub answers: Answers,
    /// The window's clock when the step began, in seconds.
    pub since: f64,
    /// The decision about the open bet, as the number of commands given by then and the right answer, which is `None` if no
    /// answer or several are right; `None` before the decision.
    pub decided: Option<(usize, Option<usize>)>,
}

/// The answers to bets and the solutions of exercises, each under the index of its step.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    pub bets: BTreeMap<usize, GivenAnswer>,
    /// The hands that a class raised for each answer of a bet. They last while the lesson is open, and are never saved.
    pub hands: BTreeMap<usize, Vec<u32>>,
    /// The runs of solved exercises with the settings that solved them, to be shown again when a person returns to the step.
    pub solved: BTreeMap<usize, Script>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    /// The answer of the person; `None` if only hands were counted.
    pub given: Option<usize>,
    /// The right answer; `None` if no answer or several were right.
    pub right: Option<usize>,
}

/// Returns the last moment before a step begins, when its own commands have not been given yet.
pub fn before(start: Time) -> Time {
    (start - Span::from_flicks(1)).max(Time::ZERO)
}

/// A course from which something was opened, and the index of the step that named it.
pub type Course = (Arc<Lesson>, usize);

impl Attendance {
    pub fn step(&self) -> &LessonStep {
        &self.lesson.steps[self.step]
    }

    pub fn is_last(&self) -> bool {
        self.step + 1 == self.lesson.steps.len()
    }

    /// Returns the bet of the step that has not been answered; `None` if there is none.
    pub fn open_bet(&self) -> Option<&Bet> {
        match &self.step().task {
            StepTask::Bet(bet) if !self.answers.bets.contains_key(&self.step) => Some(bet),
            _ => None,
        }
    }

    pub fn exercise(&self) -> Option<&Exercise> {
        if let StepTask::Exercise(exercise) = &self.step().task { Some(exercise) } else { None }
    }

    pub fn setup(&self) -> &Script {
        &self.lesson.setups[self.step().setup].script
    }
}
