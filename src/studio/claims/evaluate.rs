//! Makes the runs of a claim, measures them, and compares the numbers with the expected ones.

use super::article::{Claim, Expected, Test};
use super::events::Events;
use super::measure::Measure;
use crate::studio::arguments::line::RunLine;
use crate::studio::arguments::refusal::Refusal;
use serde::Serialize;
use tickscope_core::base::numbers::short;
use tickscope_core::lab::panes::report::Report;
use tickscope_core::lab::run::bounded::Run;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    pub run: String,
    /// The number of seeds whose mean was measured; `None` for one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u64>,
    pub measure: Measure,
    pub expected: Expected,
    /// The measured number; `None` if the run has no such number.
    pub measured: Option<f64>,
    pub comes_out: bool,
}

impl Measured {
    /// Returns the number as text, with six significant digits.
    pub fn in_words(&self) -> String {
        self.measured.map_or_else(|| "none".to_owned(), short)
    }
}

/// Makes the runs of a claim and returns the numbers in the order of its tests. A run that several tests share is made once.
pub fn evaluate(claim: &Claim) -> Result<Vec<Measured>, Refusal> {
    let tests: Vec<Test> = claim.tests().collect();
    let mut numbers = vec![None; tests.len()];
    for (first, test) in tests.iter().enumerate() {
        if tests[..first].iter().any(|before| before.shares_run(test)) {
            continue;
        }
        let same: Vec<usize> = (first..tests.len()).filter(|other| tests[*other].shares_run(test)).collect();
        let measures: Vec<&Measure> = same.iter().map(|number| &tests[*number].measure).collect();
        for (number, value) in same.into_iter().zip(measure(test, &measures)?) {
            numbers[number] = value;
        }
    }
    let measured = tests.into_iter().zip(numbers).map(|(test, measured)| {
        let Test { run, seeds, measure, expected, .. } = test;
        let comes_out = measured.is_some_and(|number| expected.contains(number));
        Measured { run, seeds, measure, expected, measured, comes_out }
    });
    Ok(measured.collect())
}

/// Makes the runs of a test and returns the mean of each of `measures` over its seeds; `None` if a run has no such number.
pub fn measure(test: &Test, measures: &[&Measure]) -> Result<Vec<Option<f64>>, Refusal> {
    let Some(seeds) = test.seeds else {
        return measure_one(&test.run, measures);
    };
    let mut sums = vec![Some(0.0); measures.len()];
    for seed in 0..seeds {
        let numbers = measure_one(&format!("{} --seed {seed}", test.run), measures)?;
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum = sum.zip(number).map(|(sum, number)| sum + number);
        }
    }
    Ok(sums.into_iter().map(|sum| Some(sum? / seeds as f64)).collect())
}

/// Makes one run and returns a number for each of `measures`; `None` if the run has no such number.
fn measure_one(run: &str, measures: &[&Measure]) -> Result<Vec<Option<f64>>, Refusal> {
    let line = RunLine::parse(run)?;
    let is_trace = matches!(line, RunLine::Trace(_));
    if let Some(wrong) = measures.iter().find(|measure| measure.is_of_events() != is_trace) {
        return Err(Refusal::Usage(format!("'{run}': '{wrong}' is no measure of this run")));
    }
    match line {
        RunLine::Report(report) => {
            let report = Report::new(&report.run.scenario.script, report.run.seconds)?;
            let report = serde_json::to_value(&report).unwrap_or_else(|error| unreachable!("a report is plain data: {error}"));
            Ok(measures.iter().map(|measure| measure.of_report(&report)).collect())
        }
        RunLine::Trace(trace) => {
            let run = Run::of(&trace.scenario.script, trace.panes[0], trace.seconds)?;
            let (events, _) = run.fold(Events::new(trace.with.bodies))?;
            Ok(measures.iter().map(|measure| measure.of_events(&events)).collect())
        }
    }
}
