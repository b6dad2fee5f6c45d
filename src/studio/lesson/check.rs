//! The check of a lesson: every bet has exactly one answer, every exercise begins unsolved, and its solution passes.

use super::definition::{Exercise, Lesson, StepTask, Verdict};
use super::trial::LessonTrial;
use crate::studio::scenario::definition::Unreadable;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::model::config::pane_letter::PaneLetter;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::script::Script;
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::strategies;

/// The time in which a pane has a newest state, also if its operations last long: half a second.
const NEWEST: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step}: {what}")]
pub struct CheckError {
    /// The number of the step, counted from 1.
    pub step: usize,
    pub what: String,
}

/// The outcome of a check, in lines for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked(pub Vec<String>);

impl Lesson {
    /// Makes the runs of every bet and exercise, and checks their answers and solutions.
    pub fn check(&self) -> Result<Checked, CheckError> {
        let mut lines = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            let refuse = |what: String| CheckError { step: number + 1, what };
            let invalid = |invalid: Invalid| refuse(invalid.to_string());
            let setup = &self.setups[step.setup].script;
            if let Some(when) = &step.holds_while {
                // A change at the end of a step belongs to the next one.
                let to = step.end.unwrap_or(step.start) - Span::from_flicks(1);
                let quantities = when.quantities().collect();
                let trial = LessonTrial { scripts: vec![setup.clone()], from: to - NEWEST, to, quantities };
                let values = trial.run().map_err(invalid)?.pop().unwrap_or_default();
                if !when.holds(|quantity| values.of(quantity)) {
                    return Err(refuse(format!("its text is not true at its end, by its own while: {}", values.in_words())));
                }
            }
            match &step.task {
                StepTask::Bet(bet) => {
                    let values = bet.trial(setup.clone(), step.end.unwrap_or(Time::ZERO)).run().map_err(invalid)?;
                    let right = |values| bet.right(values).map(|right| bet.answers[right].answer.clone());
                    let answer = values.first().and_then(right);
                    let found = answer.ok_or_else(|| {
                        let values = values.first().cloned().unwrap_or_default();
                        refuse(format!("the bet has not exactly one right answer: {}", values.in_words()))
                    })?;
                    lines.push(format!("step {}: the bet's answer is '{found}'", number + 1));
                }
                StepTask::Exercise(exercise) => {
                    let start = setup.settings().clone();
                    let judge = |settings: &Settings| exercise.verdict(settings, setup).map_err(invalid);
                    let at_first = judge(&start)?;
                    if at_first.is_met {
                        return Err(refuse("the exercise's start meets its goals already".to_owned()));
                    }
                    let solved = judge(&changed(&start, &exercise.solution).map_err(invalid)?)?;
                    if !solved.is_met {
                        return Err(refuse(format!("the exercise's solution misses a goal: {}", solved.text)));
                    }
                    let passing = exercise.passing(&start, setup);
                    lines.push(format!("step {}: the start fails ({})", number + 1, at_first.text));
                    lines.push(format!("step {}: the solution passes ({})", number + 1, solved.text));
                    let passing = if passing.is_empty() { "nothing that was tried".to_owned() } else { passing.join(", ") };
                    lines.push(format!("step {}: also passes: {passing}", number + 1));
                }
                StepTask::Look | StepTask::Open(_) => {}
            }
        }
        if lines.is_empty() {
            lines.push("there is no bet and no exercise to check".to_owned());
        }
        Ok(Checked(lines))
    }
}

fn changed(start: &Settings, patch: &Patch) -> Result<Settings, Invalid> {
    let mut settings = start.clone();
    patch.change(&mut settings)?;
    Ok(settings)
}

impl Exercise {
    /// Makes the runs that judge `settings`, and returns the verdict.
    pub fn verdict(&self, settings: &Settings, setup: &Script) -> Result<Verdict, Invalid> {
        if let Some(text) = self.refuse(setup.settings(), &self.at_start(settings, setup)) {
            return Ok(Verdict { is_met: false, text });
        }
        Ok(self.judge(settings, &self.trial(settings, setup)?.run()?))
    }

    /// Describes the other solutions: those among the tries of the lesson and, if the loop may be changed, among all loops.
    fn passing(&self, start: &Settings, setup: &Script) -> Vec<String> {
        let passes = |patch: &Patch| {
            let settings = changed(start, patch).ok()?;
            self.verdict(&settings, setup).ok().filter(|verdict| verdict.is_met)
        };
        let loops_of = |letter: PaneLetter| {
            let path = Owner::Pane(letter).path("strategy");
            strategies::ALL.iter().map(move |strategy| (strategy.id.to_string(), Patch::one(path.clone(), &*strategy.id)))
        };
        let allows_loop = |letter: &PaneLetter| self.allowed.contains(&format!("panes.{letter}.strategy"));
        let loops = start.panes.iter().filter_map(|pane| pane.letter).filter(allows_loop).flat_map(loops_of);
        let tries = self.tries.iter().map(|patch| (patch.in_words(), patch.clone()));
        let passing = tries.chain(loops).filter(|(_, patch)| *patch != self.solution && passes(patch).is_some());
        passing.map(|(words, _)| words).collect()
    }
}

/// Returns an error of a check as an error of the lesson's file, with the line of the step.
pub fn in_file(from: &str, text: &str, error: &CheckError) -> Unreadable {
    let headers = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("[[steps]]"));
    let line = headers.map(|(line, _)| line + 1).nth(error.step - 1);
    Unreadable { from: from.to_owned(), line, what: error.to_string() }
}
