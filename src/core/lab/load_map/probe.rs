//! One point of a ribbon: a short run, and the most important finding in it.

use super::conditions::Conditions;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach;
use crate::lab::run::running::Running;
use crate::lab::run::setup::PaneSetup;
use crate::lab::symptoms::judged_run::JudgedRun;
use crate::lab::symptoms::kind::Kind;
use crate::lab::symptoms::symptom::Symptom;
use crate::model::world::body::Tally;

/// The beginning of a run, which is not judged: 2 s.
const SKIPPED: Span = reach::RECENT;
/// The length of a run that shows speed and evenness: 4 s.
const SHORT: Span = Span::from_flicks(SKIPPED.flicks() + reach::RECENT.flicks());
/// The length of a run in which bodies must meet their walls: 8 s.
const LONG: Span = Span::from_flicks(SKIPPED.flicks() + reach::RECENT_PASSES.flicks());
/// The virtual time between two checks of the work done.
const SLICE: Span = Span::from_flicks(reach::ENOUGH.flicks() / 2);
/// A world with at least this many bodies is run in shorter slices, because each of its steps is expensive.
const CROWD: i64 = 10_000;
/// The most events and moved bodies of a run. The run ends there, and is judged as far as it came.
const MOST_WORK: u64 = 150_000;

/// The finding about a loop at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub load_ms: f64,
    /// The most important finding and its value; `None` if the run was too expensive or showed too few pictures.
    pub finding: Option<(Kind, f64)>,
    /// The tally of the passes that ended.
    pub passes: Tally,
    /// The work of the run: its events and moved bodies.
    pub work: u64,
}

impl Point {
    pub fn kind(&self) -> Option<Kind> {
        self.finding.map(|(kind, _)| kind)
    }

    /// Returns how bad the finding is, 0 to 1: by the error of the speed, the share of passes that tunnelled, or how uneven or
    /// how few the pictures are.
    pub fn severity(&self) -> f64 {
        self.finding.map_or(0.0, |(kind, value)| kind.severity(value, self.passes))
    }
}

impl Conditions {
    /// Makes the run with this load in milliseconds, and judges it. Equal conditions and loads always give equal points.
    pub fn probe(&self, load_ms: f64) -> Point {
        let nothing = Point { load_ms, finding: None, passes: Tally::default(), work: 0 };
        let Ok(run) = self.run(load_ms, LONG.as_secs() + 1.0) else {
            // A run is refused only if a turn never ends.
            return Point { finding: Some((Kind::Spiral, f64::INFINITY)), ..nothing };
        };
        let begun = run.start(|setup: &PaneSetup| JudgedRun::new(setup, SKIPPED, LONG));
        begun.map_or(nothing, |running| Self::judged(running, load_ms))
    }

    fn judged(mut run: Running<JudgedRun>, load_ms: f64) -> Point {
        let tally = |run: &Running<JudgedRun>| run.panes()[0].computer().world().tally();
        let mut skipped = Tally::default();
        // Bodies take longer to reach a wall.
        let has_walls = run.panes()[0].computer().world().appearance().thinnest_wall().is_some();
        let ends = Time::ZERO + if has_walls { LONG } else { SHORT };
        // A world with many bodies reaches the limit of work long before a slice is over, and a page, which has no threads, would
        // wait for all of the slice.
        let bodies = run.panes()[0].computer().world().population();
        let pieces = if bodies < CROWD { 1 } else { bodies / 100 };
        while run.now() < ends && run.panes()[0].fold().work < MOST_WORK {
            let next = run.now() + SLICE;
            while run.now() < next && (pieces == 1 || run.panes()[0].fold().work < MOST_WORK) {
                run.advance_to((run.now() + SLICE.divided(pieces)).min(next));
            }
            if run.now() == Time::ZERO + SKIPPED {
                skipped = tally(&run);
            }
            if run.now() == Time::ZERO + SHORT && Self::finding(&run).is_some_and(|(kind, _)| kind < Kind::Tunnelling) {
                break;
            }
        }
        let passes = tally(&run).since(skipped);
        let finding = Self::finding(&run);
        Point { load_ms, finding, passes, work: run.panes()[0].fold().work }
    }

    /// Returns the most important finding after the skipped beginning; `None` if too little of the run is left.
    fn finding(run: &Running<JudgedRun>) -> Option<(Kind, f64)> {
        let span = run.now() - (Time::ZERO + SKIPPED);
        let judged = (span > Span::ZERO).then(|| run.panes()[0].fold().watch.judge(run.now(), span, 1.0))?;
        // A note about something that is wrong elsewhere has no form of its own.
        let is_mild = |finding: &Symptom| finding.kind().is_error() && !finding.is_error();
        let first = judged.into_iter().find(|finding| !is_mild(finding));
        let (kind, value) = first.map_or((Kind::Right, 100.0), |finding| (finding.kind(), finding.value));
        (kind != Kind::Settling).then_some((kind, value))
    }
}
