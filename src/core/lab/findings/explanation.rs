//! The explanation of a pane's metric: its formula with the pane's values, and the findings that concern it.

use super::symptom::Symptom;
use crate::lab::metrics::Sums;
use crate::lab::metrics::catalogue::{self, Metric};
use crate::lab::metrics::formula::Formula;

/// The explanation of a metric.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The metric.
    pub metric: &'static Metric,
    /// Its formula with the values put in.
    pub formula: Formula,
    /// Its value in the unit of the table.
    pub value: f64,
    /// The unit of the value; empty if it has none.
    pub unit: &'static str,
    /// The number of digits after the point.
    pub digits: usize,
    /// The findings that concern it, the most important first.
    pub causes: Vec<Symptom>,
}

impl Explanation {
    /// Returns the explanation of the metric with this key; `None` while it has no value.
    pub fn of(metric: &str, sums: &Sums) -> Option<Explanation> {
        let metric = catalogue::find(metric)?;
        let formula = metric.formula(sums)?;
        let (unit, scale, digits) = match metric.column {
            Some(column) => (column.unit, column.scale, column.digits),
            None if metric.unit.is_empty() => ("", 1.0, 0),
            None => (metric.unit, 1.0, 1),
        };
        let value = formula.values.value() * scale;
        Some(Explanation { metric, formula, value, unit, digits, causes: Vec::new() })
    }

    /// Adds those of these findings that concern the metric.
    #[must_use]
    pub fn because_of(self, findings: &[Symptom]) -> Explanation {
        let causes = findings.iter().filter(|finding| finding.kind.concerns(self.metric.id)).cloned().collect();
        Explanation { causes, ..self }
    }
}
