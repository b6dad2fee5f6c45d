//! What is measured in a run: a place in its report, or a count over its trace.

use super::tally::{Condition, Gathered, TraceMeasure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// What is measured. As text it is one of
///
/// - `/panes/0/speed_ratio`: a JSON pointer into the report; also `/a - /b` and `/a / /b`, and `same /a /b`, which is 1
///   where both are equal and else 0;
/// - `count update where dt_s > 0.1 and at_s >= 2`: how many lines of the trace there are of this kind, where the conditions
///   hold; and `min`, `max`, `sum`, `mean`, `first` or `last` of a key, as in `max alpha of render where at_s > 1`. Keys may
///   be pointers too (`bodies/0/1`). A `turn` is a turn of the loop, from a frame event to the next, with `at_s`, the number
///   of its `updates` and the time that they simulate, `simulated_s`.
///
/// ```
/// use tickscope::studio::claims::Measure;
///
/// assert!(Measure::parse("count update where dt_s > 0.1").is_ok());
/// assert!(Measure::parse("number of updates").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Measure {
    text: String,
    source: Source,
}

/// Where the number comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The report of the run.
    Report(ReportMeasure),
    /// Its trace.
    Trace(TraceMeasure),
}

/// A number from a report, by JSON pointers.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportMeasure {
    /// The number that stands there.
    At(String),
    /// The first minus the second.
    Difference(String, String),
    /// The first divided by the second.
    Ratio(String, String),
    /// 1 where both are equal, else 0.
    Same(String, String),
}

impl Measure {
    /// Reads a measure's text.
    ///
    /// # Errors
    /// With what is wrong with it.
    pub fn parse(text: &str) -> Result<Measure, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let owned = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let source = match words.as_slice() {
            [at] if at.starts_with('/') => Source::Report(ReportMeasure::At((*at).to_owned())),
            [a, "-", b] if a.starts_with('/') && b.starts_with('/') => {
                let (a, b) = owned(a, b);
                Source::Report(ReportMeasure::Difference(a, b))
            }
            [a, "/", b] if a.starts_with('/') && b.starts_with('/') => {
                let (a, b) = owned(a, b);
                Source::Report(ReportMeasure::Ratio(a, b))
            }
            ["same", a, b] if a.starts_with('/') && b.starts_with('/') => {
                let (a, b) = owned(a, b);
                Source::Report(ReportMeasure::Same(a, b))
            }
            ["count", kind, rest @ ..] => Source::Trace(trace(text, Gathered::Count, kind, rest)?),
            [how, key, "of", kind, rest @ ..] => {
                let key = (*key).to_owned();
                let gathered = match *how {
                    "min" => Gathered::Min(key),
                    "max" => Gathered::Max(key),
                    "sum" => Gathered::Sum(key),
                    "mean" => Gathered::Mean(key),
                    "first" => Gathered::First(key),
                    "last" => Gathered::Last(key),
                    _ => return Err(format!("'{text}': '{how}' is none of min, max, sum, mean, first, last")),
                };
                Source::Trace(trace(text, gathered, kind, rest)?)
            }
            _ => return Err(format!("'{text}' is neither a pointer into a report nor a count over a trace")),
        };
        Ok(Measure { text: text.to_owned(), source })
    }

    /// Where the number comes from.
    pub fn source(&self) -> &Source {
        &self.source
    }
}

/// The events of a trace, and the turns that are made of them.
const KINDS: [&str; 8] = ["frame", "update", "sleep", "render", "display", "input", "answer", "turn"];

fn trace(text: &str, gathered: Gathered, kind: &str, rest: &[&str]) -> Result<TraceMeasure, String> {
    let conditions = match rest {
        [] => Vec::new(),
        ["where", conditions @ ..] => conditions
            .split(|word| *word == "and")
            .map(|condition| match condition {
                [key, relation, number] => Condition::parse(key, relation, number),
                _ => None,
            })
            .collect::<Option<_>>()
            .ok_or_else(|| format!("'{text}': a condition is KEY < NUMBER, with <, <=, >, >=, = or !="))?,
        _ => return Err(format!("'{text}': 'where' and conditions may follow the kind of event, nothing else")),
    };
    if !KINDS.contains(&kind) {
        return Err(format!("'{text}': '{kind}' is no kind of event: {}", KINDS.join(", ")));
    }
    Ok(TraceMeasure { gathered, kind: kind.to_owned(), conditions })
}

impl ReportMeasure {
    /// The number; nothing where the report has none there.
    pub fn of(&self, report: &Value) -> Option<f64> {
        let number = |at: &str| report.pointer(at).and_then(Value::as_f64);
        match self {
            ReportMeasure::At(at) => number(at),
            ReportMeasure::Difference(a, b) => Some(number(a)? - number(b)?),
            ReportMeasure::Ratio(a, b) => Some(number(a)? / number(b)?),
            ReportMeasure::Same(a, b) => Some(f64::from(report.pointer(a)? == report.pointer(b)?)),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.text)
    }
}

impl TryFrom<String> for Measure {
    type Error = String;

    fn try_from(text: String) -> Result<Measure, String> {
        Measure::parse(&text)
    }
}

impl From<Measure> for String {
    fn from(measure: Measure) -> String {
        measure.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_measure_is_refused_with_its_text() {
        for text in
            ["", "speed_ratio", "/a /b", "count", "count things", "max of render", "most alpha of render", "count turn if"]
        {
            let error = Measure::parse(text).expect_err(text);
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
        for text in ["count turn where", "count turn where updates", "count turn where updates = 1 and", "count turn where a ~ 1"]
        {
            assert!(Measure::parse(text).is_err_and(|error| error.contains("a condition is")), "{text}");
        }
    }

    #[test]
    fn numbers_of_a_report_are_found_subtracted_divided_and_compared() {
        let report = serde_json::json!({ "panes": [{ "a": 3.0, "hash": "x", "none": null }, { "a": 2.0, "hash": "x" }] });
        let of = |text: &str| match Measure::parse(text).unwrap().source {
            Source::Report(measure) => measure.of(&report),
            Source::Trace(_) => unreachable!("none is of a trace"),
        };
        assert_eq!(of("/panes/0/a"), Some(3.0));
        assert_eq!(of("/panes/0/a - /panes/1/a"), Some(1.0));
        assert_eq!(of("/panes/0/a / /panes/1/a"), Some(1.5));
        assert_eq!(of("same /panes/0/hash /panes/1/hash"), Some(1.0));
        assert_eq!(of("same /panes/0/a /panes/1/a"), Some(0.0));
        assert_eq!((of("/panes/0/none"), of("/panes/7/a"), of("same /panes/0/a /panes/0/b")), (None, None, None));
    }
}
