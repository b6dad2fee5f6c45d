//! The tally: the hands that a class raised for the answers of a bet.

use super::Session;
use super::attendance::Attendance;
use crate::studio::lesson::definition::{Bet, StepTask};

/// The largest number of hands for one answer.
pub const MOST_HANDS: u32 = 999;

/// The hands for each answer of a bet, at least one of them.
#[derive(Clone, Copy, Debug)]
pub struct Tally<'a> {
    pub bet: &'a Bet,
    pub hands: &'a [u32],
    /// The right answer; `None` before the bet is decided.
    pub right: Option<usize>,
}

impl Tally<'_> {
    /// Returns the number of all hands.
    pub fn all(&self) -> u32 {
        self.hands.iter().sum()
    }

    /// Says how many of all chose the right answer; `None` before it is known.
    pub fn in_words(&self) -> Option<String> {
        Some(format!("{} of {} knew it.", self.hands[self.right?], self.all()))
    }
}

impl Attendance {
    /// Returns the hands that were counted for the bet of a step; `None` if there are none.
    pub fn tally_of(&self, step: usize) -> Option<Tally<'_>> {
        let StepTask::Bet(bet) = &self.lesson.steps[step].task else { return None };
        let hands = self.answers.hands.get(&step).filter(|hands| hands.iter().any(|count| *count > 0))?;
        Some(Tally { bet, hands, right: self.answers.bets.get(&step).and_then(|answer| answer.right) })
    }
}

impl Session {
    /// Returns the hands for the bet of the step before, whose outcome this step shows. The right answer is known once the run has
    /// shown it. `None` without hands, or if the step has answers or controls of its own.
    pub fn shown_tally(&self) -> Option<Tally<'_>> {
        let lesson = self.lesson().filter(|lesson| !matches!(lesson.step().task, StepTask::Bet(_) | StepTask::Exercise(_)))?;
        let tally = lesson.tally_of(lesson.step.checked_sub(1)?)?;
        Some(Tally { right: tally.right.filter(|_| self.step_waits()), ..tally })
    }
}
