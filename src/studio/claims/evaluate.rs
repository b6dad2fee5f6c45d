//! The evaluator: a claim's runs, what is measured in them, and whether that is what was expected.

use super::definition::{Claim, Expected, Test};
use super::measure::{Measure, ReportMeasure, Source};
use super::tally::{Tally, TraceMeasure};
use crate::lab::panes::report::Report;
use crate::lab::run::Run;
use crate::model::config::script::Origin;
use crate::studio::arguments::{Refusal, RunLine, TraceRun};
use crate::studio::export::trace::TraceWriter;
use crate::studio::scenario::Scenario;
use serde::Serialize;

/// What came out of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The line of arguments.
    pub run: String,
    /// What was measured.
    pub measure: Measure,
    /// What must come out.
    pub expected: Expected,
    /// What came out; nothing where the run has no such number.
    pub measured: Option<f64>,
}

impl Measured {
    /// What came out as text, with six significant digits.
    pub fn in_words(&self) -> String {
        self.measured.map_or_else(|| "none".to_owned(), short)
    }

    /// Whether it is what must come out.
    pub fn comes_out(&self) -> bool {
        self.measured.is_some_and(|number| self.expected.contains(number))
    }
}

/// Makes the runs of a claim and measures, in the order of its tests. A run that several tests share is made once.
///
/// # Errors
/// If a line of arguments is not allowed, or a measure does not belong to its run.
pub fn evaluate(claim: &Claim) -> Result<Vec<Measured>, Refusal> {
    let tests: Vec<Test> = claim.tests().collect();
    let mut numbers = vec![None; tests.len()];
    for (first, test) in tests.iter().enumerate() {
        if tests[..first].iter().any(|before| before.run == test.run) {
            continue;
        }
        let same: Vec<usize> = (first..tests.len()).filter(|other| tests[*other].run == test.run).collect();
        let measures: Vec<&Measure> = same.iter().map(|number| &tests[*number].measure).collect();
        for (number, value) in same.into_iter().zip(measure(&test.run, &measures)?) {
            numbers[number] = value;
        }
    }
    let measured = tests.into_iter().zip(numbers).map(|(test, measured)| {
        let Test { run, measure, expected } = test;
        Measured { run, measure, expected, measured }
    });
    Ok(measured.collect())
}

/// Makes one run and measures; a number for each of `measures`, nothing where the run has none.
fn measure(run: &str, measures: &[&Measure]) -> Result<Vec<Option<f64>>, Refusal> {
    let belongs = |what: &str| Refusal::Usage(format!("'{run}': a measure that is not {what}"));
    match RunLine::parse(run)? {
        RunLine::Report(report) => {
            let of_report: Vec<&ReportMeasure> = measures
                .iter()
                .map(|measure| match measure.source() {
                    Source::Report(of) => Ok(of),
                    Source::Trace(_) => Err(belongs("of a report")),
                })
                .collect::<Result<_, _>>()?;
            let report = Report::new(&report.scenario.script, report.seconds)?;
            let report = serde_json::to_value(&report).unwrap_or_else(|error| unreachable!("a report is plain data: {error}"));
            Ok(of_report.into_iter().map(|measure| measure.of(&report)).collect())
        }
        RunLine::Trace(trace) => {
            let of_trace: Vec<TraceMeasure> = measures
                .iter()
                .map(|measure| match measure.source() {
                    Source::Trace(of) => Ok(of.clone()),
                    Source::Report(_) => Err(belongs("of a trace")),
                })
                .collect::<Result<_, _>>()?;
            gather(&trace, of_trace)
        }
    }
}

fn gather(trace: &TraceRun, measures: Vec<TraceMeasure>) -> Result<Vec<Option<f64>>, Refusal> {
    let TraceRun { scenario: Scenario { script, .. }, panes, seconds, with, .. } = trace;
    let pane: Origin = panes[0];
    let writer = TraceWriter::new(Tally::of(measures), with.bodies).with_inputs(with.inputs);
    let (mut writer, _) = Run::of(script, pane, *seconds)?.fold(writer)?;
    let failed = |error: std::io::Error| Refusal::Usage(error.to_string());
    writer.finish().map_err(failed)?;
    Ok(writer.into_inner().results())
}

/// A number with six significant digits, and no zeros after them.
pub fn short(number: f64) -> String {
    let size = if number == 0.0 { 0 } else { libm::log10(number.abs()).floor() as i32 };
    if !(-5..15).contains(&size) {
        return format!("{number:.5e}");
    }
    let text = format!("{number:.*}", (5 - size).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
