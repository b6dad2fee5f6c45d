//! A kind that holds at a moment, with its numbers and its headline.

use super::kind::{Kind, Tone};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::rc::Rc;

/// A kind that holds, with what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Symptom {
    /// The kind.
    pub kind: Kind,
    /// Its value, in the unit of the kind.
    pub value: f64,
    /// Other numbers of its headline, in the order in which it tells them.
    pub(super) numbers: [f64; 3],
    /// The world's own sentence about an alarm, or why it stands still.
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
    /// The kinds that hold, the most important first; at least one.
    pub symptoms: Vec<Symptom>,
}

impl Symptom {
    pub(super) fn new(kind: Kind, value: f64, evidence: Vec<Time>) -> Symptom {
        Symptom { kind, value, numbers: [0.0; 3], sentence: None, from: Time::ZERO, evidence }
    }

    pub(super) fn with_numbers(self, numbers: [f64; 3]) -> Symptom {
        Symptom { numbers, ..self }
    }

    /// Returns the judgement about it.
    pub fn tone(&self) -> Tone {
        self.kind.tone()
    }

    /// Returns the number of an error that a pane shows large, and the words beside it; `None` if it is no error or has no number.
    pub fn figure(&self) -> Option<(String, &'static str)> {
        if !self.kind.is_error() {
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
            Kind::Stutter => (format!("{value:.0} ms/s"), "stutter"),
            Kind::Judder => (format!("{value:.1} ms"), "uneven"),
            Kind::OffPath => (format!("{:.1}", value.min(999.0)), "widths off its path"),
            Kind::Alarm
            | Kind::LowFrameRate
            | Kind::Late
            | Kind::Ahead
            | Kind::Behind
            | Kind::Tearing
            | Kind::Paused
            | Kind::Starting
            | Kind::Right => return None,
        };
        Some((number, words))
    }

    /// Returns what was measured in at most sixty letters, without a full stop.
    pub fn headline(&self) -> String {
        let (value, [a, b, c], says) = (self.value, self.numbers, self.kind.says(self.value));
        match self.kind {
            Kind::Frozen | Kind::Starting if self.sentence.is_some() => {
                format!("Stands still: {}", self.sentence.as_deref().unwrap_or_default())
            }
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
            Kind::Stutter => format!("Stutters: {a:.0} of {b:.0} pictures stay longer, up to {c:.0} ms"),
            Kind::Judder => format!("Judders: pictures are {says} uneven"),
            Kind::Late => format!("Late: an input takes {says} to be seen"),
            Kind::OffPath => format!("A body is {says} off its exact path"),
            Kind::Ahead => format!("Drifts ahead of the clock: {says}"),
            Kind::Behind => format!("Falls behind the clock: {says}"),
            Kind::Tearing => format!("Tears: {says} of the frames come in mid-scan"),
            Kind::Paused => match a as u8 {
                0 => "Paused: the loop goes on, by steps of 0 s".to_owned(),
                1 => "Was paused in the last two seconds".to_owned(),
                _ => "Paused, but this loop knows no pause and goes on".to_owned(),
            },
            Kind::Starting => "Waiting for its first pictures".to_owned(),
            Kind::Right => format!("Right speed, {a:.0} pictures a second, {b:.1} ms uneven"),
        }
    }
}

/// Tells how the time of a stall of `length` ms came back, once half a second has passed (`settled` is 1): how much of it did
/// not, and the longest way between two pictures.
fn stall(says: &str, length: f64, [settled, lost, jump]: [f64; 3]) -> String {
    match settled > 0.0 {
        false => format!("A stall of {says}"),
        true if lost > length * 0.1 => format!("A stall of {says}: {lost:.0} ms of it are lost"),
        true if jump >= length * 0.8 => format!("A stall of {says} came back as a jump of {jump:.0} ms"),
        true => format!("A stall of {says}, made up for in fast-forward"),
    }
}

impl PaneState {
    /// Returns the most important symptom.
    pub fn first(&self) -> &Symptom {
        &self.symptoms[0]
    }

    /// Returns the symptom of this kind, if it holds.
    pub fn find(&self, kind: Kind) -> Option<&Symptom> {
        self.symptoms.iter().find(|symptom| symptom.kind == kind)
    }
}
