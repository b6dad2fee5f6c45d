//! The gates of a run: conditions under which a command ends with exit code 1.

use crate::studio::arguments::refusal::Refusal;
use crate::studio::arguments::report_args::{ReportArgs, ReportRun};
use clap::Args;
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::lab::findings::entries::entries;
use tickscope_core::lab::findings::finding::Finding;
use tickscope_core::lab::panes::report::{PaneReport, Report};
use tickscope_core::lab::symptoms::kind::Tone;
use tickscope_core::model::config::script::Script;

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

/// A condition on a number of a report, such as `p1_fps<40`.
#[derive(Clone, Debug)]
pub struct Condition {
    pub text: String,
    /// The key of the number in JSON.
    key: &'static str,
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
        let known = PaneReport::number_keys().find(|known| *known == key).ok_or_else(|| Invalid {
            allowed: "the key of a number in report --format json, such as fps_mean, p1_fps or hitch_time_ratio_ms_per_s"
                .to_owned(),
            ..Invalid::unknown("fail-if", key, PaneReport::number_keys())
        })?;
        Ok(Condition { text: format!("{known}{sign}{bound}"), key: known, holds, bound })
    }
}

#[derive(Args)]
pub struct GatedReportArgs {
    #[command(flatten)]
    pub report: ReportArgs,
    /// Ends with exit code 1 if a number of a pane is so, repeatable: a key of `--format json` with <, <=, >, >=, == or != and a number,
    /// as in 'p1_fps<40'; in a capture only as long as its load is not played in other loops
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true, value_parser = Condition::parse)]
    fail_if: Vec<Condition>,
}

impl GatedReportArgs {
    /// Checks the options.
    pub fn read(self) -> Result<(ReportRun, Vec<Condition>), Refusal> {
        let report = self.report.read()?;
        if let Some(condition) = self.fail_if.first().filter(|_| report.real) {
            return Err(Invalid::new("--fail-if", &condition.text, "off with --clock real: it judges the virtual clock").into());
        }
        Ok((report, self.fail_if))
    }
}

/// The panes of a run that the gates judge: all of them, but a captured pane only as long as its load is not played in the others.
pub struct Gate {
    /// The name of each pane that is open in the run; `None` if it is not judged.
    names: Vec<Option<String>>,
}

impl Gate {
    pub fn of(script: &Script, seconds: f64) -> Gate {
        let settings = script.settings();
        let plays = (0..settings.panes.len()).any(|index| settings.computer_of(index).plays_load());
        let name = |pane| {
            let pane = script.pane(pane);
            match pane.played() {
                Some(_) if plays => None,
                Some(capture) => Some(capture.name.clone()),
                None => Some(pane.strategy.clone()),
            }
        };
        Gate { names: script.panes_before(Time::from_secs(seconds)).into_iter().map(name).collect() }
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

    /// Returns a line about each pane in which a condition holds, or about a condition whose number no pane has.
    pub fn holding(&self, report: &Report, conditions: &[Condition]) -> Vec<String> {
        let mut lines = Vec::new();
        for Condition { text, key, holds, bound } in conditions {
            let values: Vec<(&str, f64)> =
                self.judged(&report.panes).filter_map(|(name, pane)| Some((name, pane.number(key)?))).collect();
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
            assert_eq!((read.key, [39.9, 40.0, 40.1].map(|value| (read.holds)(value, read.bound))), ("p1_fps", is_at), "{text}");
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
        for text in ["cadence<4", "strategy==1", "findings>0", "world<1", "<4"] {
            let refused = Condition::parse(text).expect_err("it is no number").to_string();
            assert!(refused.contains("the key of a number"), "{text}: {refused}");
        }
    }
}
