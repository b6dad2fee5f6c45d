//! A lesson in a film: the texts of its steps are captions.

use super::definition::Lesson;
use super::reading::Reading;
use crate::studio::scenario::{Caption, Scenario};
use tickscope_core::panes::Lab;
use tickscope_core::params::Invalid;
use tickscope_core::time::{Span, Time};

/// The shortest time for which a text is shown, in seconds: that of a question at which a lesson stops. It takes the next text's.
const SHORTEST_S: f64 = 3.0;

impl Lesson {
    /// Returns the run of the set-up of a step with the texts from this step on as captions, and the moments between which they are
    /// shown. Numbers are those of each step's end.
    ///
    /// # Errors
    /// If the run can't begin.
    pub fn to_film(&self, step: usize) -> Result<(Scenario, [Time; 2]), Invalid> {
        let (first, shortest) = (&self.steps[step], Span::from_secs(SHORTEST_S));
        let mut scenario = self.scenario_of(step);
        let mut lab = Lab::new(&scenario.script)?;
        let mut free = first.start;
        for (number, step) in self.steps.iter().enumerate().skip(step).take_while(|(_, step)| step.setup == first.setup) {
            let from = free.max(step.start);
            let to = step.end.unwrap_or(from).max(from + shortest);
            lab.advance_to(to);
            let value = |reading: &Reading| reading.value_at(lab.pane(reading.pane)?.seen_at(to));
            let text = step.text.fill(&self.settings_in(number), value);
            scenario.captions.push(Caption { from: from.as_secs(), to: to.as_secs(), text });
            free = to;
        }
        Ok((scenario, [first.start, free]))
    }
}
