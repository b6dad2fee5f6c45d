//! A kind that holds at a moment, with its numbers and its headline; and the explanation of a metric by what holds.

use super::kind::{Kind, Tone};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::Sums;
use crate::lab::metrics::catalogue::{self, Metric};
use crate::lab::metrics::formula::Formula;
use crate::model::world::Tally;
use std::rc::Rc;

/// A kind that holds, and what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Symptom {
    pub kind: Kind,
    /// Its judgement: that of its kind, or a milder one.
    pub tone: Tone,
    /// Its value, in the unit of the kind.
    pub value: f64,
    /// Other numbers of its headline, in its order.
    pub(super) numbers: [f64; 3],
    /// Words of its headline: the world's own about an alarm, why it stands still, how long pictures stay.
    pub(super) sentence: Option<Rc<str>>,
    /// Since when it has held without a break.
    pub from: Time,
    /// Moments that show it, the earliest first; at most five.
    pub evidence: Vec<Time>,
}

/// The most moments that a symptom names.
pub const MOST_EVIDENCE: usize = 5;

/// The time from one state to the next: a tenth of a second.
pub const TICK: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);

/// The symptoms of a pane at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct PaneState {
    /// The moment: a whole tenth of a second.
    pub at: Time,
    /// The beginning of its regime: its start, or the last change of its settings.
    pub regime: Time,
    /// The kinds that hold, wrong ones before notes, then the most important first; at least one.
    pub symptoms: Vec<Symptom>,
    /// The pictures a second in the window, or in the last 0.3 s of a pane that settles; `None` without any.
    pub rate: Option<f64>,
    /// The passes of the regime that ended lately: in the last six seconds, or as many as the world counts.
    pub passes: Tally,
}

impl Symptom {
    pub(super) fn new(kind: Kind, value: f64, evidence: Vec<Time>) -> Symptom {
        Symptom { kind, tone: kind.tone(), value, numbers: [0.0; 3], sentence: None, from: Time::ZERO, evidence }
    }

    /// Returns whether it has the colour of errors. Few pictures at the right speed are a fact and no error.
    pub fn is_error(&self) -> bool {
        self.tone == Tone::Wrong && self.kind.is_error()
    }

    pub(super) fn with_numbers(self, numbers: [f64; 3]) -> Symptom {
        Symptom { numbers, ..self }
    }

    /// Returns the number of an error that a pane shows large, and the words for it; `None` if it is no error or has no number.
    pub fn figure(&self) -> Option<(String, &'static str)> {
        if !self.is_error() {
            return None;
        }
        let value = self.value;
        let (number, words) = match self.kind {
            Kind::NotResponding => (format!("{value:.0} s"), "not responding"),
            Kind::Spiral => (format!("{value:.1} ms"), "an update"),
            Kind::Frozen => (format!("{value:.0} ms"), "frozen"),
            Kind::Stall => (format!("{value:.0} ms"), "stall"),
            Kind::SlowMotion | Kind::FastMotion => (format!("{value:.0} %"), "speed"),
            Kind::Tunnelling => (format!("{:.0} of {:.0}", self.numbers[1], self.numbers[0]), "through the wall"),
            Kind::Exploded => (format!("{value:.0}"), "exploded"),
            Kind::NeverDraws => (format!("{value:.0} s"), "no frame"),
            Kind::Hitch => (format!("{:.0}", self.numbers[0]), "hitches"),
            Kind::Judder => (format!("{value:.1} ms"), "uneven motion"),
            Kind::Uneven => (format!("{value:.0} %"), "uneven frames"),
            Kind::OffPath => (format!("{:.1}", value.min(999.0)), "widths off its path"),
            Kind::Refused
            | Kind::Alarm
            | Kind::LowFrameRate
            | Kind::HalfRate
            | Kind::Late
            | Kind::Queued
            | Kind::Ahead
            | Kind::Behind
            | Kind::Tearing
            | Kind::Paused
            | Kind::Settling
            | Kind::Right => return None,
        };
        Some((number, words))
    }

    /// Returns the headline: at most sixty letters, without a full stop.
    pub fn headline(&self) -> String {
        let (value, [a, b, c], says) = (self.value, self.numbers, self.kind.says(self.value));
        match self.kind {
            Kind::NeverDraws => format!("Never draws: the loop ran for {says} without a frame"),
            Kind::Refused => format!("Stands still: {}", self.sentence.as_deref().unwrap_or_default()),
            Kind::NotResponding => format!("Not responding: no new frame for {says}"),
            Kind::Spiral => format!("Spirals: an update costs {says} and simulates {a:.1} ms"),
            Kind::Frozen if value >= 10_000.0 => format!("Frozen: no new picture for {:.0} s", value / 1000.0),
            Kind::Frozen => format!("Frozen: no new picture for {says}"),
            Kind::Stall => stall(&says, value, self.numbers),
            Kind::Exploded => format!("{says} {} exploded", if value == 1.0 { "has" } else { "have" }),
            Kind::Tunnelling if a == 1.0 => "The last body went through the wall".to_owned(),
            Kind::Tunnelling => format!("{b:.0} of the last {a:.0} bodies went through the wall"),
            Kind::SlowMotion => format!("Slow motion: {says}"),
            Kind::FastMotion => format!("Fast motion: {says}"),
            Kind::Alarm => self.sentence.as_deref().unwrap_or("The world gives an alarm").trim_end_matches('.').to_owned(),
            Kind::LowFrameRate => format!("Low frame rate: {says}"),
            Kind::Hitch => {
                let span = if b == 2.0 { "two" } else { "ten" };
                match a {
                    1.0 => format!("Stutters: 1 hitch in {span} seconds, {c:.0} ms long"),
                    _ => format!("Stutters: {a:.0} hitches in {span} seconds, {c:.0} ms the longest"),
                }
            }
            Kind::Judder if a > 0.0 => format!("Judders: {a:.0} pictures in two seconds moved too far"),
            Kind::Judder => format!("Judders: pictures move {says} too far or too little"),
            Kind::Uneven => format!("Uneven frame pacing: pictures stay {}", self.sentence.as_deref().unwrap_or_default()),
            Kind::HalfRate if (a / value - 2.0).abs() < 0.25 => {
                format!("Half rate: {value:.0} of {a:.0} FPS, at {b:.1} ms of work a turn")
            }
            Kind::HalfRate => format!("Misses refreshes: {value:.0} of {a:.0} FPS, at {b:.1} ms of work a turn"),
            Kind::Queued => format!("Queued: a finished frame waits {says} for its refresh"),
            Kind::Late => format!("Late: an input takes {says} to be seen"),
            Kind::OffPath => format!("A body went {says} off its exact path"),
            Kind::Ahead => format!("Drifts ahead of the clock: {says}"),
            Kind::Behind => format!("Falls behind the clock: {says}"),
            Kind::Tearing => format!("Tears: {says} of the frames appear in the middle of a refresh"),
            Kind::Paused => match a as u8 {
                0 => "Paused: the loop goes on, by steps of 0 s".to_owned(),
                1 => "Was paused in the last two seconds".to_owned(),
                _ => "Paused, but this loop knows no pause and goes on".to_owned(),
            },
            Kind::Settling if a == 0.0 => "Waiting for its first pictures".to_owned(),
            Kind::Settling => "Settling".to_owned(),
            Kind::Right => {
                let said = if c == 0.0 { "Right speed" } else { "No fault in the pacing" };
                format!("{said}, {a:.0} FPS{}", if b > 0.0 { ", smooth" } else { "" })
            }
        }
    }
}

/// Describes how the time of a stall of `length` ms came back, once half a second has passed (`settled` is 1): `lost` did not,
/// and `jump` is the longest step from picture to picture.
fn stall(says: &str, length: f64, [settled, lost, jump]: [f64; 3]) -> String {
    match settled > 0.0 {
        false => format!("A stall of {says}"),
        true if lost > length * 0.1 => format!("A stall of {says}: {lost:.0} ms of it are lost"),
        true if jump >= length * 0.8 => format!("A stall of {says} came back as a jump of {jump:.0} ms"),
        true => format!("A stall of {says}, made up for in fast-forward"),
    }
}

impl PaneState {
    /// Returns the symptom of this kind, if it holds.
    pub fn find(&self, kind: Kind) -> Option<&Symptom> {
        self.symptoms.iter().find(|symptom| symptom.kind == kind)
    }
}

/// The explanation of a metric.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub metric: &'static Metric,
    /// Its formula with the values put in.
    pub formula: Formula,
    pub value: f64,
    /// The unit of the value; empty if it has none.
    pub unit: &'static str,
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
