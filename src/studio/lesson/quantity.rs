//! Numbers that a lesson reads from a run, and conditions on them: `A.fps_mean`, `A.tunnelled > 0, not B.off-path`.

use std::fmt;
use tickscope_core::base::numbers::{rate_digits, trimmed};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::base::time::Time;
use tickscope_core::lab::metrics::behind::one_decimal;
use tickscope_core::lab::metrics::catalogue::{self, Measure, Metric};
use tickscope_core::lab::panes::lab::{Lab, Pane};
use tickscope_core::lab::panes::seen::Seen;
use tickscope_core::lab::symptoms::kind::Kind;
use tickscope_core::model::config::pane_letter::PaneLetter;

/// Stands for a number without a value.
pub const UNKNOWN: &str = "…";
/// The name of the number of ended passes, which is no metric.
const PASSES: &str = "passes";
/// The counts of passes, which say nothing before the first one.
const OF_PASSES: [&str; 3] = [PASSES, "caught", "tunnelled"];
/// The metric that texts show as the pane does.
const BEHIND: &str = "behind_s";
/// The speeds, which are always those of the settings of now.
const SPEEDS: [&str; 2] = ["game_speed_ratio", "speed_ratio"];
/// The rates that texts show with the digits of a pane's head.
const RATES: [&str; 2] = ["distinct_fps", "fps_mean"];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    pub pane: PaneLetter,
    of: NumberSource,
}

#[derive(Clone, Copy, Debug)]
enum NumberSource {
    /// A count of the whole run, or a number of its last seconds.
    Metric(&'static Metric),
    Passes,
    /// The greatest value that a finding had; 0 if it never held, and 1 if it has no value of its own.
    Finding(Kind),
}

impl NumberSource {
    fn id(self) -> &'static str {
        match self {
            NumberSource::Metric(metric) => metric.id,
            NumberSource::Passes => PASSES,
            NumberSource::Finding(kind) => kind.row().id,
        }
    }
}

impl PartialEq for NumberSource {
    fn eq(&self, other: &NumberSource) -> bool {
        self.id() == other.id()
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}.{}", self.pane, self.of.id())
    }
}

impl Quantity {
    /// Reads `A.fps_mean`, `A.passes` or `A.off-path`.
    pub fn parse(text: &str) -> Result<Quantity, Invalid> {
        let (letter, name) = text.trim().split_once('.').unwrap_or(("", text));
        let pane = PaneLetter::parse(letter)
            .ok_or_else(|| Invalid::new("number", text, "a pane's letter, a dot, and a metric or a finding: A.fps_mean"))?;
        let is_number = |metric: &&Metric| !matches!(metric.measure, Measure::Distribution(_));
        let metric = catalogue::find(name).filter(is_number).map(NumberSource::Metric);
        let passes = (name == PASSES).then_some(NumberSource::Passes);
        let finding = || Kind::all().find(|kind| kind.row().id == name).map(NumberSource::Finding);
        let of = metric.or(passes).or_else(finding).ok_or_else(|| {
            let metrics =
                catalogue::ALL.iter().chain(catalogue::PRESSES).chain(catalogue::LIVE).filter(is_number).map(|metric| metric.id);
            let unknown = Invalid::unknown("number", name, metrics.chain([PASSES]).chain(Kind::all().map(|kind| kind.row().id)));
            Invalid { allowed: "a metric or a finding of docs/metrics.md".to_owned(), ..unknown }
        })?;
        Ok(Quantity { pane, of })
    }

    /// Returns the value at the present moment of `lab`; for a finding the greatest since `from`. `None` if the pane is not open,
    /// or the metric has no value yet.
    pub fn value(&self, lab: &Lab, from: Time) -> Option<f64> {
        let pane = lab.pane(self.pane)?;
        match self.of {
            NumberSource::Finding(kind) => Some(greatest(pane, kind, from, lab.now())),
            _ => self.value_at(pane.seen_at(lab.now())),
        }
    }

    /// Returns whether the number describes the last seconds, as the pane does. Other counts and losses are sums since the
    /// beginning, and how far a pane is behind is a number of the moment.
    pub fn is_recent(&self) -> bool {
        let NumberSource::Metric(metric) = self.of else { return false };
        let is_of_presses = catalogue::PRESSES.iter().any(|of_presses| of_presses.id == metric.id);
        is_of_presses || !matches!(metric.measure, Measure::Count(..)) && !["lost_s", BEHIND].contains(&metric.id)
    }

    /// Returns the number as the pane says it at a moment of its recording, with the pane's rounding: for texts beside it. `None` if
    /// it has no value yet, or belongs in part to earlier settings.
    pub fn said_at(&self, seen: Seen<'_>) -> Option<f64> {
        if OF_PASSES.contains(&self.of.id()) && seen.state().passes.passes() == 0 {
            return None;
        }
        let state = seen.state();
        if RATES.contains(&self.of.id()) && state.find(Kind::Settling).is_some() {
            return None;
        }
        let mixes = || self.is_recent() && !SPEEDS.contains(&self.of.id()) && seen.mixes_regimes();
        state.number(self.of.id()).or_else(|| if mixes() { None } else { self.value_at(seen) })
    }

    /// Returns the value in a pane at a moment of its recording; `None` if it has none.
    pub fn value_at(&self, seen: Seen<'_>) -> Option<f64> {
        match self.of {
            NumberSource::Metric(metric) if self.is_recent() => metric.number(&seen.recent()),
            NumberSource::Metric(metric) => metric.number(&seen.whole()),
            NumberSource::Passes => Some(seen.tally().passes() as f64),
            NumberSource::Finding(kind) => {
                let state = seen.state();
                let held = state.symptoms.iter().find(|symptom| symptom.kind() == kind);
                Some(held.map_or(0.0, |symptom| size(symptom.value)))
            }
        }
    }

    /// Returns a value as texts show it: as a pane does if it shows this number, else in the unit of the metric's column with two or
    /// three digits.
    pub fn show(&self, value: Option<f64>) -> String {
        let Some(value) = value else { return UNKNOWN.to_owned() };
        let scale = match self.of {
            // Who owes nothing does so without a decimal.
            NumberSource::Metric(metric) if metric.id == BEHIND => {
                return if value.abs() < 0.05 { "0".to_owned() } else { one_decimal(value) };
            }
            NumberSource::Metric(metric) if RATES.contains(&metric.id) => return trimmed(value, rate_digits(value)),
            NumberSource::Finding(kind) => return kind.says(value).split(' ').next().unwrap_or_default().to_owned(),
            NumberSource::Metric(metric) => metric.column.map_or(1.0, |column| column.scale),
            NumberSource::Passes => 1.0,
        };
        let value = value * scale;
        let digits = match value.abs() {
            size if size >= 9.95 || value.fract() == 0.0 => 0,
            size if size >= 0.995 => 1,
            _ => 2,
        };
        trimmed(value, digits)
    }
}

/// Returns the value of a finding that holds; 1 for a finding without a value, because 0 means that it does not hold.
fn size(value: f64) -> f64 {
    if value == 0.0 { 1.0 } else { value }
}

fn greatest(pane: &Pane, kind: Kind, from: Time, now: Time) -> f64 {
    let recording = pane.recording();
    let states = recording.watch.states.iter().filter(|state| from < state.at && state.at <= now);
    let held = states.flat_map(|state| &state.symptoms).filter(|symptom| symptom.kind() == kind);
    held.map(|symptom| size(symptom.value)).fold(0.0, f64::max)
}

/// A condition on a run: all of its parts must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Condition(Vec<ConditionPart>);

#[derive(Clone, Debug, PartialEq)]
struct ConditionPart {
    left: Quantity,
    sign: CompareSign,
    right: Operand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CompareSign {
    AtMost,
    AtLeast,
    Below,
    Above,
    Equal,
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Number(f64),
    Quantity(Quantity),
}

/// The signs of comparisons, the longer ones first.
const SIGNS: [(&str, CompareSign); 5] = [
    ("<=", CompareSign::AtMost),
    (">=", CompareSign::AtLeast),
    ("<", CompareSign::Below),
    (">", CompareSign::Above),
    ("=", CompareSign::Equal),
];

impl Condition {
    /// Reads parts separated by commas: `A.tunnelled > 0`, `A.fps_mean < B.fps_mean`, `A.off-path`, `not A.off-path`.
    pub fn parse(text: &str) -> Result<Condition, Invalid> {
        text.split(',').map(|part| ConditionPart::parse(part.trim())).collect::<Result<_, _>>().map(Condition)
    }

    pub fn quantities(&self) -> impl Iterator<Item = Quantity> + '_ {
        self.0.iter().flat_map(|part| {
            let right = if let Operand::Quantity(right) = &part.right { Some(*right) } else { None };
            [Some(part.left), right].into_iter().flatten()
        })
    }

    /// Returns whether the condition holds; `value` returns the numbers. A number without a value makes the condition false.
    pub fn holds(&self, value: impl Fn(&Quantity) -> Option<f64>) -> bool {
        self.0.iter().all(|part| part.holds(&value).unwrap_or(false))
    }
}

impl ConditionPart {
    fn parse(text: &str) -> Result<ConditionPart, Invalid> {
        let of_finding = |quantity: &str, sign| {
            let left = Quantity::parse(quantity)?;
            if matches!(left.of, NumberSource::Finding(_)) {
                return Ok(ConditionPart { left, sign, right: Operand::Number(0.0) });
            }
            Err(Invalid::new("condition", text, "a comparison as in A.tunnelled > 0, or a finding alone as in A.off-path"))
        };
        let Some((at, (written, sign))) = SIGNS.iter().find_map(|sign| Some((text.find(sign.0)?, sign))) else {
            return match text.strip_prefix("not ") {
                Some(rest) => of_finding(rest, CompareSign::Equal),
                None => of_finding(text, CompareSign::Above),
            };
        };
        let (left, right) = (Quantity::parse(&text[..at])?, text[at + written.len()..].trim());
        let number = right.parse().ok().filter(|number: &f64| number.is_finite());
        let right = number.map_or_else(|| Quantity::parse(right).map(Operand::Quantity), |number| Ok(Operand::Number(number)))?;
        Ok(ConditionPart { left, sign: *sign, right })
    }

    fn holds(&self, value: impl Fn(&Quantity) -> Option<f64>) -> Option<bool> {
        let left = value(&self.left)?;
        let right = match &self.right {
            Operand::Number(number) => *number,
            Operand::Quantity(quantity) => value(quantity)?,
        };
        Some(match self.sign {
            CompareSign::AtMost => left <= right,
            CompareSign::AtLeast => left >= right,
            CompareSign::Below => left < right,
            CompareSign::Above => left > right,
            CompareSign::Equal => left == right,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::studio::lesson::quantity::*;

    #[test]
    fn a_condition_compares_numbers_and_asks_for_findings() {
        let value = |quantity: &Quantity| match quantity.to_string().as_str() {
            "A.tunnelled" => Some(9.0),
            "A.off-path" => Some(0.7),
            "B.lost_s" => None,
            _ => Some(0.0),
        };
        let holds = |text: &str| Condition::parse(text).expect(text).holds(value);
        for text in
            ["A.tunnelled > 0, B.tunnelled = 0", "A.tunnelled>B.tunnelled", "A.off-path", "not B.off-path", "A.off-path <= 0.7"]
        {
            assert!(holds(text), "{text}");
        }
        for text in ["A.tunnelled > 0, B.tunnelled > 0", "not A.off-path", "B.lost_s >= 0", "B.lost_s <= 0"] {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn how_far_a_pane_is_behind_is_shown_with_one_decimal_as_the_pane_does() {
        let behind = Quantity::parse("A.behind_s").expect("it is a metric");
        assert_eq!([4.96, 0.4, 12.34].map(|value| behind.show(Some(value))), ["5.0", "0.4", "12.3"]);
        assert_eq!([behind.show(Some(0.02)), behind.show(None)], ["0", UNKNOWN]);
        assert!(!behind.is_recent(), "it is known at once after a change");
    }

    #[test]
    fn what_is_no_condition_is_refused_with_the_nearest_name() {
        for (text, says) in [
            ("A.tunneled > 0", "tunnelled"),
            ("fps_mean > 1", "a pane's letter"),
            ("G.fps_mean > 1", "a pane's letter"),
            ("A.fps_mean", "a comparison"),
            ("A.cadence > 1", "docs/metrics.md"),
            ("A.fps_mean > nan", "a pane's letter"),
            ("", "a pane's letter"),
        ] {
            let error = Condition::parse(text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn a_number_is_shown_in_the_unit_of_its_column() {
        let show = |name: &str, value: f64| Quantity::parse(name).expect(name).show(Some(value));
        assert_eq!(show("A.speed_ratio", 0.536), "54");
        assert_eq!(show("A.fps_mean", 59.96), "60");
        assert_eq!((show("A.tunnelled", 9.0), show("A.off-path", 0.7123)), ("9".to_owned(), "0.7".to_owned()));
        assert_eq!([show("A.judder", 8.04), show("A.slow-motion", 23.6), show("A.distinct_fps", 48.34)], ["8.0", "24", "48.3"]);
    }
}
