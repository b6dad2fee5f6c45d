//! The runs that answer a bet or judge an exercise, and the numbers that are read from them.

use super::quantity::Quantity;
use tickscope_core::base::jobs::{Cancelled, Job, Worker};
use tickscope_core::base::numbers::trimmed;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::{FLICKS_PER_SECOND, Span, Time};
use tickscope_core::lab::panes::lab::Lab;
use tickscope_core::model::config::script::Script;

/// The laboratory time between two pauses of the work. It is short because a world may have many bodies.
const SLICE: Span = Span::from_flicks(FLICKS_PER_SECOND / 40);

/// Runs until a moment, and the numbers that are read at it.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonTrial {
    pub scripts: Vec<Script>,
    /// The moment since which findings count.
    pub from: Time,
    pub to: Time,
    pub quantities: Vec<Quantity>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrialNumbers(Vec<(Quantity, Option<f64>)>);

impl TrialNumbers {
    /// Returns the number that was read for `quantity`; `None` if it has no value or was not read.
    pub fn of(&self, quantity: &Quantity) -> Option<f64> {
        self.0.iter().find(|(of, _)| of == quantity)?.1
    }

    /// Returns all numbers as text, for the author of a lesson.
    pub fn in_words(&self) -> String {
        let words = self.0.iter().map(|(quantity, value)| {
            let value = value.map_or_else(|| "none".to_owned(), |value| trimmed(value, 4));
            format!("{quantity} = {value}")
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

impl LessonTrial {
    pub fn run(&self) -> Result<Vec<TrialNumbers>, Invalid> {
        let run = |script: &Script| {
            let mut lab = Lab::new(script)?;
            lab.advance_to(self.to);
            Ok(self.read(&lab))
        };
        self.scripts.iter().map(run).collect()
    }

    /// Makes all runs in the background. The job reports their numbers once, or the reason why one can't begin.
    pub fn start(self) -> std::io::Result<Job<Result<Vec<TrialNumbers>, Invalid>>> {
        Job::spawn("trial", |worker| async move {
            let made = self.make(&worker).await?;
            worker.report(made);
            Ok(())
        })
    }

    async fn make<T>(&self, worker: &Worker<T>) -> Result<Result<Vec<TrialNumbers>, Invalid>, Cancelled> {
        let mut all = Vec::new();
        for script in &self.scripts {
            let mut lab = match Lab::new(script) {
                Ok(lab) => lab,
                Err(invalid) => return Ok(Err(invalid)),
            };
            while lab.now() < self.to {
                lab.advance_to((lab.now() + SLICE).min(self.to));
                worker.pause().await?;
            }
            all.push(self.read(&lab));
        }
        Ok(Ok(all))
    }

    fn read(&self, lab: &Lab) -> TrialNumbers {
        TrialNumbers(self.quantities.iter().map(|quantity| (*quantity, quantity.value(lab, self.from))).collect())
    }
}
