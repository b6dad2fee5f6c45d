//! How a number of a pane comes about, and why it is so: its formula with the pane's values, and what the diagnosis has found
//! about it.

use super::verdict::{Finding, findings_about};
use crate::lab::metrics::Sums;
use crate::lab::metrics::catalogue::{self, Metric};
use crate::lab::metrics::formula::Formula;
use crate::lab::panes::Seen;

/// How a number comes about.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What it is.
    pub metric: &'static Metric,
    /// How it is computed, with the values put in.
    pub formula: Formula,
    /// The number as it is shown: in the unit of the table.
    pub value: f64,
    /// Its unit; empty where it has none.
    pub unit: &'static str,
    /// How many digits stand after its point.
    pub digits: usize,
    /// What has been found that it follows from, the gravest first.
    pub causes: Vec<Finding>,
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

    /// With what is found about the number in `pane`; the parameters are those of
    /// [`verdict`](super::verdict::verdict()).
    #[must_use]
    pub fn because_of(self, pane: Seen, first: Option<Seen>) -> Explanation {
        let found = findings_about(pane, first);
        let causes = found.into_iter().filter(|finding| finding.concerns(self.metric.id)).collect();
        Explanation { causes, ..self }
    }
}
