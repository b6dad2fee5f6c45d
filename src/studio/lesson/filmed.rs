//! A lesson in a film or a still: the texts of its steps are captions.

use super::definition::{Lesson, StepTask};
use super::quantity::Quantity;
use crate::studio::scenario::definition::{Caption, Scenario};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Lab;

const SHORTEST: Span = Span::from_flicks(3 * FLICKS_PER_SECOND);

impl Lesson {
    /// Advances `lab` to the end of a step, and returns the step's text with the numbers of that moment.
    pub fn text_at_end(&self, step: usize, lab: &mut Lab) -> String {
        let end = self.end_of(step);
        lab.advance_to(end);
        // A change at the end of a step belongs to the next one.
        let before = end - Span::from_flicks(1);
        let value = |quantity: &Quantity| quantity.said_at(lab.pane(quantity.pane)?.seen_at(before));
        self.steps[step].text.fill(&self.settings_in(step), value)
    }

    /// Returns the end of a step; for a step that does not stop, the moment when its text has been read.
    fn end_of(&self, step: usize) -> Time {
        let step = &self.steps[step];
        step.end.unwrap_or(step.start + SHORTEST)
    }

    /// Returns the run of the set-up of a step with the texts from this step on as captions, and the span in which they are
    /// shown. Each text has the numbers of its step's end.
    pub fn to_film(&self, step: usize) -> Result<(Scenario, [Time; 2]), Invalid> {
        let (first, mut scenario) = (&self.steps[step], self.scenario_of(step));
        let mut lab = Lab::new(&scenario.script)?;
        let (mut began, mut free) = (first.start, first.start);
        for number in (step..self.steps.len()).take_while(|number| self.steps[*number].setup == first.setup) {
            let (step, end) = (&self.steps[number], self.end_of(number));
            let mut from = free.max(step.start);
            // The question of a bet is shown before the events that it asks about.
            if let (StepTask::Bet(_), Some(before)) = (&step.task, scenario.captions.last_mut()) {
                from = (end - SHORTEST).max(began + SHORTEST).min(from);
                before.to = from.as_secs();
            }
            (began, free) = (from, end.max(from + SHORTEST));
            let text = self.text_at_end(number, &mut lab);
            scenario.captions.push(Caption { from: from.as_secs(), to: free.as_secs(), text });
        }
        Ok((scenario, [first.start, free]))
    }

    /// Returns the run of the set-up of a step with its text as caption, and the moments of its beginning and its end.
    pub fn to_still(&self, step: usize) -> Result<(Scenario, [Time; 2]), Invalid> {
        let (start, end) = (self.steps[step].start, self.end_of(step));
        let mut scenario = self.scenario_of(step);
        let text = self.text_at_end(step, &mut Lab::new(&scenario.script)?);
        // A caption is not shown at its last moment.
        scenario.captions.push(Caption { from: start.as_secs(), to: (end + SHORTEST).as_secs(), text });
        Ok((scenario, [start, end]))
    }
}
