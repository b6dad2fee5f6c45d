//! A lesson in a film: the texts of its steps are captions.

use super::definition::Lesson;
use super::trial::LessonTrial;
use crate::studio::scenario::{Caption, Scenario};
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
        let mut free = first.start;
        for (number, step) in self.steps.iter().enumerate().skip(step).take_while(|(_, step)| step.setup == first.setup) {
            let from = free.max(step.start);
            let to = step.end.unwrap_or(from).max(from + shortest);
            let readings = step.text.readings().collect();
            let trial = LessonTrial { scripts: vec![scenario.script.clone()], from: step.start, to, readings };
            let numbers = if trial.readings.is_empty() { None } else { trial.run()?.pop() };
            let text = step.text.fill(&self.settings_in(number), |reading| numbers.as_ref()?.of(reading));
            scenario.captions.push(Caption { from: from.as_secs(), to: to.as_secs(), text });
            free = to;
        }
        Ok((scenario, [first.start, free]))
    }
}
