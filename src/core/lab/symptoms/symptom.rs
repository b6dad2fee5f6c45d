//! The symptoms of a pane at a moment, and the explanation of a metric by symptoms.

use super::brief::brief;
use super::hitches::{Hitch, Hitches, PATTERN};
use super::intervals::Interval;
use super::kind::{Kind, Tone};
use super::pace::Speed;
use super::rate_change::RateChange;
use super::words::{CameBack, Said};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::behind;
use crate::lab::metrics::catalogue::{self, Metric};
use crate::lab::metrics::formula::Formula;
use crate::lab::metrics::totals::Sums;
use crate::model::world::body::Tally;
use std::rc::Rc;

/// A kind that holds, with its measured value.
#[derive(Clone, Debug, PartialEq)]
pub struct Symptom {
    /// The kind's judgement, or a milder one.
    pub tone: Tone,
    /// The measured value, in the unit of the kind.
    pub value: f64,
    pub(super) said: Said,
    /// The moment since which the kind has held without a break.
    pub from: Time,
    /// Moments at which the symptom can be seen, the earliest first; at most five.
    pub evidence: Vec<Time>,
}

/// The largest number of moments that a symptom names.
const MOST_EVIDENCE: usize = 5;

/// Returns the last [`MOST_EVIDENCE`] of `moments`.
pub(super) fn evidence(moments: impl Iterator<Item = Time> + Clone) -> Vec<Time> {
    let all = moments.clone().count();
    moments.skip(all.saturating_sub(MOST_EVIDENCE)).collect()
}

/// The time from one state to the next: a tenth of a second.
pub const TICK: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);

#[derive(Clone, Debug, PartialEq)]
pub struct PaneState {
    /// The moment of the state, a whole tenth of a second.
    pub at: Time,
    /// The beginning of the regime: the pane's start, or the last change of its settings.
    pub regime: Time,
    /// The kinds that hold: wrong ones before notes, the most important first; at least one.
    pub symptoms: Vec<Symptom>,
    /// The speed of the game, measured over the turns in the time window by which the speed is judged; `None` while too few turns
    /// count, or if the game's time is unknown.
    pub speed: Option<Speed>,
    /// The speed of the displayed frames in the same window, which may differ, because prediction can draw a slow game at real
    /// speed; `None` under the same conditions.
    pub drawn_speed: Option<Speed>,
    /// The pictures per second in the window, or in the last 0.3 s of a pane that settles; `None` if there are none.
    pub rate: Option<f64>,
    /// The tally of the newest passes of the regime: as many as the world counts, or else those that ended in the last six
    /// seconds.
    pub passes: Tally,
}

impl Symptom {
    pub(super) fn new(said: Said, value: f64, evidence: Vec<Time>) -> Symptom {
        Symptom { tone: said.kind().tone(), value, said, from: Time::ZERO, evidence }
    }

    pub fn kind(&self) -> Kind {
        self.said.kind()
    }

    /// Returns whether a capture has too few frames to be judged.
    pub fn is_too_short(&self) -> bool {
        matches!(self.said, Said::TooShort { .. })
    }

    /// Returns whether this is a stall whose time came back as a jump.
    pub fn is_jump(&self) -> bool {
        matches!(self.said, Said::Stall(CameBack::AsJump(_)))
    }

    /// Returns whether the symptom has the colour of errors. A low rate of pictures at the right speed is a fact and no error.
    pub fn is_error(&self) -> bool {
        self.tone == Tone::Wrong && self.kind().is_error()
    }

    /// Returns the symptom for the whole time from this to `later`, in which all was right; other kinds as they were.
    #[must_use]
    pub fn extended_to(self, later: &Symptom) -> Symptom {
        Symptom { said: self.said.extended_to(&later.said), ..self }
    }

    /// Returns the symptom for the time of this and of `other`, in both of which all was right; other kinds as they were.
    #[must_use]
    pub fn joined_with(self, other: &Symptom) -> Symptom {
        Symptom { said: self.said.joined_with(&other.said), ..self }
    }

    /// Returns the symptom of a time in which all was right without its last picture, which has stayed for `stay`.
    #[must_use]
    pub fn without_last(self, stay: Span) -> Symptom {
        Symptom { said: self.said.without_last(stay), ..self }
    }

    /// Returns the symptom of a whole capture whose frame rate changes; other kinds than `right` as they were.
    #[must_use]
    pub fn with_rate_change(mut self, change: RateChange) -> Symptom {
        if let Said::Right { captured, .. } = &mut self.said {
            captured.rate_change = Some(change);
        }
        self
    }

    /// Returns the headline: at most sixty letters, without a full stop.
    pub fn headline(&self) -> String {
        self.said.headline(self.value)
    }

    /// Returns the headline in short: at most 36 letters, without a full stop.
    pub fn brief(&self) -> String {
        brief(&self.said, self.value)
    }

    /// Returns whether the headline says how far the frame on the display is behind.
    pub fn says_behind(&self) -> bool {
        self.behind() > Span::ZERO && behind::in_words(self.behind()).is_some()
    }

    /// Returns whether the game is slow, and its frames show a speed that is nearer to the right one.
    pub fn is_drawn_ahead(&self) -> bool {
        matches!(self.said, Said::SlowMotion { is_drawn_ahead: true })
    }

    /// Returns how far the frame on the display of a fast pane is behind; zero for other kinds.
    pub fn behind(&self) -> Span {
        if let Said::FastMotion { behind } = self.said { behind } else { Span::ZERO }
    }

    /// Returns the symptom of a moment at which the frame on the display is `behind` by this much.
    #[must_use]
    pub fn with_behind(self, behind: Span) -> Symptom {
        let said = if self.kind() == Kind::FastMotion { Said::FastMotion { behind } } else { self.said };
        Symptom { said, ..self }
    }

    /// Returns the hitches that the symptom counts, the earliest first; empty for other kinds.
    pub fn hitches(&self) -> &[Hitch] {
        if let Said::Hitches(hitches) = &self.said { &hitches.all } else { &[] }
    }

    /// Returns the time in which the picture of a stall stayed; `None` for other kinds.
    pub fn stall(&self) -> Option<Interval> {
        match self.evidence[..] {
            [begin, end] if self.kind() == Kind::Stall => Some(Interval { begin, length: end - begin }),
            _ => None,
        }
    }

    /// Returns the sentence about what became of the time of a stall; `None` if that is unknown, and for other kinds.
    pub fn stall_sentence(&self) -> Option<String> {
        let is_known = matches!(self.said, Said::Stall(came_back) if came_back != CameBack::Unknown);
        is_known.then(|| format!("{}.", self.headline()))
    }

    /// Returns the sentences about frames that show nothing new, in an entry that another kind leads; empty for other kinds.
    pub fn repeated_frames(&self) -> Vec<String> {
        let headline = self.headline();
        let Some(frames) = headline.strip_prefix("Repeats: ") else { return Vec::new() };
        std::iter::once(format!("{frames}.")).chain(self.detail()).collect()
    }

    /// Returns whether a stall is one of a pattern of hitches, which says more than each of them.
    pub fn is_in_pattern_of(&self, hitches: &Symptom) -> bool {
        let all = hitches.hitches();
        hitches.tone >= self.tone && all.len() >= PATTERN && self.stall().is_some_and(|stall| all.contains(&stall.into()))
    }

    /// Returns the hitches, the earliest first, or the stall as one.
    pub fn interruptions(&self) -> impl Iterator<Item = Hitch> {
        self.hitches().iter().copied().chain(self.stall().map(Hitch::from))
    }

    /// Returns the symptom with all the hitches that were counted until `to`, the earliest first, for those of its moment.
    #[must_use]
    pub fn counting(self, hitches: impl Iterator<Item = Hitch>, to: Time) -> Symptom {
        let all: Rc<[Hitch]> = hitches.collect();
        match (all.first(), &self.said) {
            (Some(first), Said::Hitches(known)) => {
                let span = known.span.max(to - first.begin);
                Symptom { said: Said::Hitches(Hitches { all, span }), ..self }
            }
            _ => self,
        }
    }

    /// Returns the newest moment that shows the symptom in the state at `at`. A missing picture shows it until then. A low rate that
    /// holds on from before, while no picture is slow any more, is not shown by it.
    pub fn shown_until(&self, at: Time) -> Time {
        match self.kind() {
            Kind::NeverDraws | Kind::NotResponding | Kind::Frozen => at,
            Kind::LowFrameRate => self.evidence.last().copied().unwrap_or(Time::ZERO),
            _ => self.evidence.last().copied().unwrap_or(at),
        }
    }

    /// Returns the sentence that follows the headline; `None` if the headline says everything.
    pub fn detail(&self) -> Option<String> {
        self.said.detail()
    }
}

impl PaneState {
    /// Returns the symptom of this kind; `None` if the kind does not hold.
    pub fn find(&self, kind: Kind) -> Option<&Symptom> {
        self.symptoms.iter().find(|symptom| symptom.kind() == kind)
    }

    /// Returns the number that a pane shows for this metric, or for `passes`, where it counts otherwise than the metrics of the
    /// last two seconds; `None` if it does not, or has no number yet.
    pub fn number(&self, metric: &str) -> Option<f64> {
        match metric {
            "distinct_fps" => self.rate,
            "tunnelled" => Some(self.passes.tunnelled as f64),
            "caught" => Some(self.passes.caught as f64),
            "passes" => Some(self.passes.passes() as f64),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Explanation {
    pub metric: &'static Metric,
    /// The metric's formula with the values put in.
    pub formula: Formula,
    pub value: f64,
    /// The unit of the value; empty if it has none.
    pub unit: &'static str,
    pub digits: usize,
    /// The symptoms that concern the metric, the most important first.
    pub causes: Vec<Symptom>,
}

impl Explanation {
    /// Returns the explanation of the metric with this key, without causes; `None` while the metric has no value.
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

    /// Adds the symptoms that concern the metric.
    #[must_use]
    pub fn because_of(self, findings: &[Symptom]) -> Explanation {
        let causes = findings.iter().filter(|finding| finding.kind().concerns(self.metric.id)).cloned().collect();
        Explanation { causes, ..self }
    }
}
