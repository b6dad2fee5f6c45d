//! The findings that a report has beside the numbers of a pane: of a moment, or of the whole run.

use tickscope_core::lab::findings::entries::{Entry, entries, verdict};
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::symptoms::kind::Tone;

#[derive(Clone, Debug)]
pub enum ReportFindings {
    /// The findings of one moment, the most important first.
    AtMoment(Vec<Finding>),
    /// The findings of the whole run as spans, in the order of their beginnings, and what is told of them.
    OverRun { findings: Vec<Finding>, told: Vec<Entry> },
}

impl ReportFindings {
    pub fn over_run(findings: Vec<Finding>) -> ReportFindings {
        let told = entries(&findings);
        ReportFindings::OverRun { findings, told }
    }

    pub fn findings(&self) -> &[Finding] {
        let (ReportFindings::AtMoment(findings) | ReportFindings::OverRun { findings, .. }) = self;
        findings
    }

    /// Returns the entries of a whole run; `None` for a moment.
    pub fn told(&self) -> Option<&[Entry]> {
        match self {
            ReportFindings::AtMoment(_) => None,
            ReportFindings::OverRun { told, .. } => Some(told),
        }
    }

    /// Returns what a table says of the pane: the verdict on the whole run, or the most important finding of the moment.
    pub fn verdict(&self) -> Option<&Finding> {
        match self {
            ReportFindings::AtMoment(findings) => findings.first(),
            ReportFindings::OverRun { told, .. } => verdict(told).map(|entry| &entry.worst),
        }
    }

    /// Returns the sentences below the verdict.
    pub fn sentences(&self) -> Vec<String> {
        match self {
            ReportFindings::AtMoment(findings) => findings.first().map_or_else(Vec::new, Finding::sentences),
            ReportFindings::OverRun { told, .. } => verdict(told).map_or_else(Vec::new, Entry::sentences),
        }
    }

    /// Returns how many things of this tone are told.
    pub fn count(&self, tone: Tone) -> usize {
        match self {
            ReportFindings::AtMoment(findings) => findings.iter().filter(|finding| finding.symptom.tone == tone).count(),
            ReportFindings::OverRun { told, .. } => {
                told.iter().filter(|entry| entry.outlasts_start() && entry.worst.symptom.tone == tone).count()
            }
        }
    }
}
