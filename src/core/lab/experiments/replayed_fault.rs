//! The fault of a captured game that is tried in other loops: its hitches, or the seconds in which its frames come unevenly.

use crate::base::numbers::trimmed;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::symptoms::intervals::{Interval, period};
use crate::lab::symptoms::kind::Kind;
use crate::lab::symptoms::long_stays::LongStays;
use crate::lab::symptoms::symptom_span::SymptomSpan;
use serde::Serialize;

const SECOND: Span = Span::from_flicks(FLICKS_PER_SECOND);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayedFault {
    Hitches,
    UnevenPacing,
}

/// The number of hitches, or of seconds with uneven frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum FaultCount {
    #[serde(rename = "hitches")]
    Hitches(usize),
    #[serde(rename = "uneven_s")]
    UnevenSeconds(usize),
}

impl FaultCount {
    pub fn number(self) -> usize {
        let (FaultCount::Hitches(number) | FaultCount::UnevenSeconds(number)) = self;
        number
    }
}

/// The parts of sentences about a fault.
pub(super) struct FaultWords {
    pub this: String,
    pub comes: &'static str,
    /// The clause that says what to look for if no loop removes the fault.
    pub look_for: String,
}

impl ReplayedFault {
    /// Returns the fault that symptoms of this kind report; `None` for kinds that are not tried.
    pub fn of(kind: Kind) -> Option<ReplayedFault> {
        [ReplayedFault::Hitches, ReplayedFault::UnevenPacing].into_iter().find(|fault| fault.kind() == kind)
    }

    pub fn kind(self) -> Kind {
        match self {
            ReplayedFault::Hitches => Kind::Hitch,
            ReplayedFault::UnevenPacing => Kind::Uneven,
        }
    }

    /// Returns whether the kind is the fault, or the same by another name: a longer hitch, or uneven stays to which the motion does not
    /// fit either.
    pub fn includes(self, kind: Kind) -> bool {
        match self {
            ReplayedFault::Hitches => matches!(kind, Kind::Hitch | Kind::Stall | Kind::Frozen),
            ReplayedFault::UnevenPacing => matches!(kind, Kind::Uneven | Kind::Judder),
        }
    }

    pub fn count(self, number: usize) -> FaultCount {
        match self {
            ReplayedFault::Hitches => FaultCount::Hitches(number),
            ReplayedFault::UnevenPacing => FaultCount::UnevenSeconds(number),
        }
    }

    /// Returns the hitches of a game, each once, or its uneven seconds.
    pub fn times_in_game(self, spans: &[SymptomSpan]) -> Vec<Interval> {
        match self {
            // The windows that count hitches reach over each other.
            ReplayedFault::Hitches => LongStays::of(spans.iter().map(|span| &span.symptom)).hitches,
            ReplayedFault::UnevenPacing => {
                let seconds = |span: &SymptomSpan| {
                    let (from, to) = (span.symptom.from, span.to);
                    let begins = (0..).map(move |second| from + SECOND * second).take_while(move |begin| *begin < to);
                    begins.map(move |begin| Interval { begin, length: SECOND.min(to - begin) })
                };
                spans.iter().filter(|span| span.symptom.kind() == Kind::Uneven).flat_map(seconds).collect()
            }
        }
    }

    /// Returns the times at which a loop has the fault.
    pub fn times_in_loop(self, spans: &[SymptomSpan]) -> Vec<Interval> {
        match self {
            ReplayedFault::Hitches => LongStays::of(spans.iter().map(|span| &span.symptom)).all(),
            ReplayedFault::UnevenPacing => {
                let is_uneven = |span: &&SymptomSpan| self.includes(span.symptom.kind());
                let time = |span: &SymptomSpan| Interval { begin: span.symptom.from, length: span.to - span.symptom.from };
                spans.iter().filter(is_uneven).map(time).collect()
            }
        }
    }

    pub(super) fn words(self, times: &[Interval]) -> FaultWords {
        if self == ReplayedFault::UnevenPacing {
            let (this, look_for) = ("this uneven pacing".to_owned(), "makes the work differ from frame to frame".to_owned());
            return FaultWords { this, comes: "it comes", look_for };
        }
        let begins: Vec<Time> = times.iter().map(|hitch| hitch.begin).collect();
        let period = period(&begins).map(Span::as_secs);
        let every = period.map_or_else(String::new, |period| format!(", one every {period:.2} s"));
        let (this, comes, frames) = match begins.len() {
            1 => ("this hitch".to_owned(), "it comes", "that frame"),
            count => (format!("these {count} hitches{every}"), "they come", "those frames"),
        };
        let look_for = match period {
            Some(period) => format!("runs every {} s", trimmed(period, 2)),
            None => format!("makes {frames} long"),
        };
        FaultWords { this, comes, look_for }
    }
}
