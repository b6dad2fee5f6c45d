//! The gates of a run: conditions under which a command ends with exit code 1.

use crate::studio::arguments::refusal::Refusal;
use crate::studio::arguments::report_args::{FindingsArgs, FindingsRun, ReportArgs, ReportRun, WholeRun};
use clap::Args;
use std::collections::BTreeMap;
use tickscope_core::base::numbers::signed;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::lab::before_after::comparison::BeforeAfter;
use tickscope_core::lab::before_after::numbers::NUMBERS;
use tickscope_core::lab::findings::capture_summary::CaptureSummary;
use tickscope_core::lab::findings::entries::entries;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::panes::report::PaneReport;
use tickscope_core::lab::symptoms::kind::Tone;
use tickscope_core::lab::symptoms::long_stays::LongStays;

/// A comparison of two numbers: its sign, and the function that makes it. No sign is the beginning of a later one.
type Comparison = (&'static str, fn(f64, f64) -> bool);

const COMPARISONS: [Comparison; 6] = [
    ("<=", |value, bound| value <= bound),
    (">=", |value, bound| value >= bound),
    ("==", |value, bound| value == bound),
    ("!=", |value, bound| value != bound),
    ("<", |value, bound| value < bound),
    (">", |value, bound| value > bound),
];

/// The beginning of the key of a difference: after a change of a game minus before it.
const DIFFERENCE: &str = "difference.";

/// The keys of numbers that the findings of a pane give: the lengths of two lists in JSON, and the hitches and stalls in a minute of
/// displayed frames, as `report --before --after` has them.
const OF_FINDINGS: [&str; 3] = [FINDINGS, TOLD, HITCHES];
const FINDINGS: &str = "findings";
const TOLD: &str = "told";
const HITCHES: &str = "hitches_per_minute";

/// A condition on a number of a report, such as `p1_fps<40`.
#[derive(Clone, Debug)]
pub struct Condition {
    pub text: String,
    /// The key of the number in JSON, with dots between keys that lie in each other.
    key: String,
    holds: fn(f64, f64) -> bool,
    bound: f64,
}

impl Condition {
    /// Reads a key of a number, a sign and a finite number, with or without blanks between them.
    pub fn parse(text: &str) -> Result<Condition, Invalid> {
        let malformed = || {
            Invalid::new("fail-if", text, "a key, a sign and a number, as in p1_fps<40; the signs are <, <=, >, >=, == and !=")
        };
        let begin = text.find(['<', '>', '=', '!']).ok_or_else(malformed)?;
        let (key, rest) = (text[..begin].trim(), &text[begin..]);
        let (sign, holds) = *COMPARISONS.iter().find(|(sign, _)| rest.starts_with(sign)).ok_or_else(malformed)?;
        let bound = rest[sign.len()..].trim().parse::<f64>().ok().filter(|bound| bound.is_finite()).ok_or_else(malformed)?;
        let known = || PaneReport::number_keys().chain(OF_FINDINGS).chain(CaptureSummary::number_keys());
        let is_difference = key.strip_prefix(DIFFERENCE).is_some_and(|key| NUMBERS.iter().any(|number| number.key == key));
        let is_in_object =
            |(object, entry): (&str, &str)| PaneReport::object_keys().any(|key| key == object) && !entry.is_empty();
        if !known().any(|known| known == key) && !key.split_once('.').is_some_and(is_in_object) && !is_difference {
            let allowed =
                "the key of a number in report --format json, such as fps_mean, p1_fps, hitches_per_minute or cadence.2";
            return Err(Invalid { allowed: allowed.to_owned(), ..Invalid::unknown("fail-if", key, known()) });
        }
        Ok(Condition { text: format!("{key}{sign}{bound}"), key: key.to_owned(), holds, bound })
    }

    /// Returns the number of a pane that the condition is about; `None` if the pane has none. `found` has the findings of the pane
    /// over the whole run, and `summary` is that of its capture.
    fn number(&self, pane: &PaneReport, found: &[Finding], summary: Option<&CaptureSummary>) -> Option<f64> {
        if let Some(number) = summary.and_then(|summary| summary.number(&self.key)) {
            return Some(number);
        }
        match &*self.key {
            FINDINGS => Some(found.len() as f64),
            TOLD => Some(entries(found).len() as f64),
            HITCHES => {
                let LongStays { hitches, stalls } = LongStays::of(found.iter().map(|finding| &finding.symptom));
                let minutes = Some(pane.shown_s() / 60.0).filter(|minutes| *minutes > 0.0)?;
                Some((hitches.len() + stalls.len()) as f64 / minutes)
            }
            key => pane.number(key),
        }
    }

    /// Returns whether the number is one of the findings, or counted from them.
    pub fn needs_findings(&self) -> bool {
        OF_FINDINGS.contains(&&*self.key) || self.needs_summary()
    }

    /// Returns whether only a capture has the number.
    pub fn needs_summary(&self) -> bool {
        CaptureSummary::number_keys().any(|key| key == self.key)
    }

    /// Returns the key of the compared number whose difference the condition is about; `None` of other conditions.
    fn difference(&self) -> Option<&str> {
        self.key.strip_prefix(DIFFERENCE)
    }

    /// Returns a line if the condition on a difference holds; `None` if it does not, or the condition is about something else.
    pub fn holding_difference(&self, comparison: &BeforeAfter) -> Option<String> {
        let key = self.difference()?;
        let value = comparison.numbers.iter().find(|number| number.key == key)?.difference;
        let Condition { text, holds, bound, .. } = self;
        holds(value, *bound).then(|| format!("after - before: {key} is {}, so {text} holds", signed(Some(value), 3)))
    }
}

#[derive(Args)]
struct FailIf {
    /// Ends with exit code 1 if a number of a pane is so, repeatable: a key of `report --format json` with <, <=, >, >=, == or != and a
    /// number, as in `'p1_fps<40'`; `findings`, `told` (their counts) and `hitches_per_minute` are keys too, and `cadence.2` is one in
    /// an object; in a capture whose load is played in other loops only with --fail-on-capture. Beside --before and --after it judges
    /// each file of --after, and `difference.p1_fps` is the change
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true, value_parser = Condition::parse)]
    fail_if: Vec<Condition>,
}

#[derive(Args)]
pub struct GatedReportArgs {
    #[command(flatten)]
    pub report: ReportArgs,
    #[command(flatten)]
    conditions: FailIf,
}

impl GatedReportArgs {
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions.fail_if
    }

    /// Checks the options.
    pub fn read(self) -> Result<(ReportRun, Vec<Condition>), Refusal> {
        let (report, conditions) = (self.report.read()?, self.conditions.fail_if);
        if let Some(condition) = conditions.first().filter(|_| report.real) {
            return Err(Invalid::new("--fail-if", &condition.text, "off with --clock real: it judges the virtual clock").into());
        }
        refuse_differences(&conditions)?;
        Ok((report, conditions))
    }
}

#[derive(Args)]
pub struct GatedFindingsArgs {
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    conditions: FailIf,
}

/// Refuses conditions on differences where nothing is compared.
fn refuse_differences(conditions: &[Condition]) -> Result<(), Refusal> {
    match conditions.iter().find(|condition| condition.difference().is_some()) {
        Some(Condition { text, .. }) => {
            Err(Invalid::new("--fail-if", text, "a difference only beside --before and --after").into())
        }
        None => Ok(()),
    }
}

impl GatedFindingsArgs {
    /// Checks the options.
    pub fn read(self) -> Result<(FindingsRun, Vec<Condition>), Refusal> {
        refuse_differences(&self.conditions.fail_if)?;
        Ok((self.findings.read()?, self.conditions.fail_if))
    }
}

/// The panes of a run that the gates judge: all of them, but a captured pane whose load is played in the others only if asked for.
pub struct Gate {
    /// The name of each pane that is open in the run; `None` if it is not judged.
    names: Vec<Option<String>>,
    /// The captures that are not judged.
    passed_over: Vec<String>,
}

impl Gate {
    pub fn of(run: &WholeRun) -> Gate {
        let script = &run.scenario.script;
        let settings = script.settings();
        let passes_over = !run.judges_captures && (0..settings.panes.len()).any(|index| settings.computer_of(index).plays_load());
        let mut passed_over = Vec::new();
        let name = |pane| {
            let pane = script.pane(pane);
            match pane.played() {
                Some(capture) if passes_over => {
                    passed_over.push(capture.name.clone());
                    None
                }
                Some(capture) => Some(capture.name.clone()),
                None => Some(pane.strategy.clone()),
            }
        };
        let names = script.panes_before(Time::from_secs(run.seconds)).into_iter().map(name).collect();
        Gate { names, passed_over }
    }

    /// Returns the gate of captures with these names, all of which are judged.
    pub fn of_captures(names: Vec<String>) -> Gate {
        Gate { names: names.into_iter().map(Some).collect(), passed_over: Vec::new() }
    }

    /// Returns a line about each capture that is not judged.
    pub fn notes(&self) -> Vec<String> {
        let note = |name: &String| {
            format!("{name} is not judged while its load is played in the other loops: with --fail-on-capture it is")
        };
        self.passed_over.iter().map(note).collect()
    }

    fn judged<'a, T>(&'a self, panes: impl IntoIterator<Item = T> + 'a) -> impl Iterator<Item = (&'a str, T)> + 'a {
        self.names.iter().zip(panes).filter_map(|(name, pane)| Some((name.as_deref()?, pane)))
    }

    /// Returns a line about each thing of the tone `least`, or of a worse one, that is told after the first second. `found` has the
    /// findings of each pane over the whole run.
    pub fn told<'a>(&self, found: impl IntoIterator<Item = &'a [Finding]>, least: Tone) -> Vec<String> {
        let found: Vec<&[Finding]> = found.into_iter().collect();
        let mut lines = Vec::new();
        for (name, findings) in self.judged(found) {
            let told = entries(findings);
            let fails = told.iter().filter(|entry| entry.worst.symptom.tone >= least && entry.outlasts_start());
            lines.extend(fails.map(|entry| format!("{name}: {}", entry.worst.headline())));
        }
        lines
    }

    /// Returns a line about each pane in which a condition holds, or about a condition whose number no pane has. `found` has the
    /// findings of each pane over the whole run; it may be empty if no condition needs them. `summaries` has those of the
    /// captures by the places of their panes.
    pub fn holding(
        &self,
        panes: &[PaneReport],
        found: &[&[Finding]],
        summaries: &BTreeMap<usize, CaptureSummary>,
        conditions: &[Condition],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        let all = || panes.iter().enumerate();
        for condition in conditions.iter().filter(|condition| condition.difference().is_none()) {
            let Condition { text, key, holds, bound } = condition;
            let number = |(index, pane): (usize, &PaneReport)| {
                condition.number(pane, found.get(index).copied().unwrap_or_default(), summaries.get(&index))
            };
            let judged = self.judged(all()).filter_map(|(name, pane)| Some((name, number(pane)?)));
            let values: Vec<(&str, f64)> = judged.collect();
            if values.is_empty() {
                lines.push(format!("{key} has no value in any pane, so {text} can't be judged"));
            }
            let fails = values.iter().filter(|(_, value)| holds(*value, *bound));
            lines.extend(fails.map(|(name, value)| format!("{name}: {key} is {value}, so {text} holds")));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use crate::front::cli::gate::*;

    #[test]
    fn a_condition_has_a_key_a_sign_and_a_number() {
        for (text, is_at) in [
            ("p1_fps<40", [true, false, false]),
            ("p1_fps <= 40", [true, true, false]),
            ("p1_fps>4e1", [false, false, true]),
            (" p1_fps >=40.0", [false, true, true]),
            ("p1_fps==40", [false, true, false]),
            ("p1_fps!= 40", [true, false, true]),
        ] {
            let read = Condition::parse(text).expect(text);
            assert_eq!(
                (&*read.key, [39.9, 40.0, 40.1].map(|value| (read.holds)(value, read.bound))),
                ("p1_fps", is_at),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_condition_is_refused_with_the_nearest_key() {
        for text in
            ["", "p1_fps", "p1_fps=40", "p1_fps<", "p1_fps<x", "p1_fps<<4", "p1_fps=>4", "p1_fps<inf", "p1_fps<NaN", "!", "<"]
        {
            let refused = Condition::parse(text).expect_err(text).to_string();
            assert!(refused.contains("p1_fps<40") && refused.contains("=="), "{text}: {refused}");
        }
        let refused = Condition::parse("p1_fp<40").expect_err("there is no such key").to_string();
        assert!(refused.contains("did you mean 'p1_fps'?"), "{refused}");
        for text in ["cadence<4", "strategy==1", "world<1", "world.<1", "p1_fps.2<1", "<4"] {
            let refused = Condition::parse(text).expect_err("it is no number").to_string();
            assert!(refused.contains("the key of a number"), "{text}: {refused}");
        }
    }
}
