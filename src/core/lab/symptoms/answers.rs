//! The newest inputs of a regime, and how long the display takes to answer them.

use super::intervals::lower_median;
use super::symptom::{Symptom, evidence};
use super::words::Said;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::model::machine::inputs::{Answer, Giver, Input};
use std::collections::VecDeque;

/// The median answer is taken over this many inputs.
const INPUTS: usize = 8;
/// The least number of inputs for a median answer.
const FEWEST: usize = 4;
/// An answer is late if it takes longer than this, and longer than `LATE_PICTURES` pictures stay on average.
const LATE: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The least ratio of a late answer to the mean stay of a picture.
const LATE_PICTURES: f64 = 2.0;

/// An input of the metronome.
#[derive(Clone, Copy, Debug)]
struct MetronomeInput {
    at: Time,
    /// The moment at which the display answered it; `None` before.
    seen: Option<Time>,
}

/// The newest inputs of the metronome. A person's do not count.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    asked: VecDeque<MetronomeInput>,
}

impl Answers {
    pub fn add_input(&mut self, input: Input) {
        if input.by == Giver::Metronome {
            self.asked.push_back(MetronomeInput { at: input.at, seen: None });
            if self.asked.len() > INPUTS {
                self.asked.pop_front();
            }
        }
    }

    pub fn add_answer(&mut self, answer: &Answer) {
        let Answer { input, shown, .. } = *answer;
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.at == input.at && input.by == Giver::Metronome) {
            asked.seen = Some(shown);
        }
    }

    /// Finds answers that take long at `now`, if pictures stay for `stay` flicks on average; `None` if they do not.
    pub fn late(&self, now: Time, stay: Option<f64>, factor: f64) -> Option<Symptom> {
        if self.asked.len() < FEWEST {
            return None;
        }
        let answer = |asked: &MetronomeInput| asked.seen.unwrap_or(now) - asked.at;
        let median = lower_median(&mut self.asked.iter().map(answer).collect::<Vec<_>>());
        let least = (LATE.flicks() as f64).max(LATE_PICTURES * stay.unwrap_or(0.0)) * factor;
        let is_late = |span: Span| span.flicks() as f64 > least;
        let late = self.asked.iter().filter(|asked| is_late(answer(asked))).map(|asked| asked.at);
        is_late(median).then(|| Symptom::new(Said::Late, median.as_millis(), evidence(late)))
    }
}
