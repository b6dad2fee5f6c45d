//! The states of a pane's world in a regime, and the errors in it that did not exist before.

use super::symptom::{Symptom, TICK, evidence};
use super::windows::Windows;
use super::words::Said;
use super::world_sight::WorldSight;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::RECENT_PASSES;
use crate::model::world::body::Tally;
use crate::model::world::motion::Apex;
use std::collections::VecDeque;
use std::rc::Rc;

/// A body is off its path if it is further from the path than this share of its width.
const OFF_PATH: f64 = 0.5;
/// Jumps have another height if it differs from the exact one by at least this share.
const OTHER_HEIGHT: f64 = 0.02;

/// The sights of a regime.
#[derive(Clone, Debug)]
pub struct WorldSights {
    /// The beginning of the regime.
    begin: Time,
    /// The simulated time at the beginning.
    began_at: Time,
    /// The number of passes that a headline counts; `None` if it counts those of the last six seconds.
    counted_passes: Option<u64>,
    /// The world just before the regime; `None` at the start of a run.
    before: Option<WorldSight>,
    sights: VecDeque<WorldSight>,
    /// The least distance of a body from its path.
    least_off: f64,
    /// Whether any sight of the regime was without an alarm.
    was_well: bool,
    /// The running tally of the passes that began in the regime, stored at each sight with which some of them ended, the oldest
    /// first.
    tallies: VecDeque<(Time, Tally)>,
}

impl WorldSights {
    /// Returns the sights of the first regime of a run, which begins at `begin`.
    pub fn new(begin: Time, counted_passes: Option<u64>) -> WorldSights {
        WorldSights {
            begin,
            began_at: begin,
            counted_passes,
            before: None,
            sights: VecDeque::new(),
            least_off: f64::INFINITY,
            was_well: true,
            tallies: VecDeque::from([(begin, Tally::default())]),
        }
    }

    /// Returns the sights of the next regime of the same run, which begins at `begin` and at the simulated time `began_at`.
    pub fn followed_at(&mut self, begin: Time, began_at: Time) -> WorldSights {
        let before = self.sights.pop_back().or(self.before.take());
        let was_well = before.as_ref().is_none_or(|sight| sight.alarm.is_none());
        WorldSights { began_at, before, was_well, ..WorldSights::new(begin, self.counted_passes) }
    }

    /// Adds a sight at `at`, and drops those that are older than the windows of passes and `reach`.
    pub fn add(&mut self, sight: WorldSight, at: Time, reach: Span) {
        self.least_off = self.least_off.min(sight.off_path);
        self.was_well |= sight.alarm.is_none();
        if sight.began.is_some_and(|began| began >= self.begin)
            && let Some((_, sum)) = self.tallies.back()
        {
            let known = self.sights.back().or(self.before.as_ref()).map_or(Tally::default(), |before| before.tally);
            let sum = [*sum, sight.tally.since(known)].into_iter().sum();
            self.tallies.push_back((at, sum));
            let counted = self.counted_passes.unwrap_or(0);
            let oldest = at - RECENT_PASSES - TICK;
            while self.tallies.get(1).is_some_and(|(at, tally)| *at < oldest && tally.passes() + counted < sum.passes()) {
                self.tallies.pop_front();
            }
        }
        self.sights.push_back(sight);
        while self.sights.get(1).is_some_and(|second| second.at <= at - RECENT_PASSES - reach) {
            self.sights.pop_front();
        }
    }

    /// Returns the tally of the newest passes, as many as the world counts.
    pub fn counted_passes(&self, now: Time) -> Tally {
        self.newest_passes(now, self.counted_passes)
    }

    /// Returns the tally of the newest passes: the last `counted`, or those of the last six seconds.
    fn newest_passes(&self, now: Time, counted: Option<u64>) -> Tally {
        let Some((_, all)) = self.tallies.back() else { return Tally::default() };
        let before = match counted {
            Some(counted) => self.tallies.partition_point(|(_, tally)| tally.passes() + counted < all.passes()),
            None => self.tallies.partition_point(|(at, _)| *at <= now - RECENT_PASSES).max(1) - 1,
        };
        all.since(self.tallies[before].1)
    }

    /// Returns the sights in `windows`, the newest first; at least the newest.
    fn seen(&self, windows: &Windows) -> impl Iterator<Item = &WorldSight> + Clone {
        let from = windows.sights;
        let sights = self.sights.iter().rev().enumerate();
        sights.take_while(move |(number, sight)| *number == 0 || sight.at > from).map(|(_, sight)| sight)
    }

    /// Finds errors that did not exist before the regime. `factor` multiplies the threshold of bodies off their paths.
    pub fn errors(&self, windows: &Windows, factor: f64) -> Vec<Symptom> {
        let Some(last) = self.sights.back() else { return Vec::new() };
        let found = [self.exploded(windows, last), self.tunnelling(windows.now), self.alarm(windows, last)];
        found.into_iter().chain([self.off_path(windows, factor)]).flatten().collect()
    }

    fn exploded(&self, windows: &Windows, last: &WorldSight) -> Option<Symptom> {
        // A spring that swings out of sight and comes back has still exploded.
        let most = self.seen(windows).map(|sight| sight.exploded).max().unwrap_or(0);
        let exploded = most.saturating_sub(self.before.as_ref().map_or(0, |sight| sight.exploded));
        (exploded > 0).then(|| Symptom::new(Said::Exploded, exploded as f64, vec![last.at]))
    }

    fn tunnelling(&self, now: Time) -> Option<Symptom> {
        let recent = self.newest_passes(now, None);
        let pairs = self.tallies.iter().zip(self.tallies.iter().skip(1));
        let missed = pairs.filter(|((_, before), (at, after))| *at > now - RECENT_PASSES && after.tunnelled > before.tunnelled);
        let moments = evidence(missed.map(|(_, (at, _))| *at));
        let said = Said::Tunnelling(self.counted_passes(now));
        (recent.tunnelled > 0).then(|| Symptom::new(said, recent.tunnelled as f64, moments))
    }

    /// Finds an alarm of the world at `last`; for a run that is judged as a whole, alarms of the whole run count.
    fn alarm(&self, windows: &Windows, last: &WorldSight) -> Option<Symptom> {
        let of = |sight: &WorldSight| Some((sight.at, sight.alarm.clone()?));
        let alarm = if windows.are_judged() { self.seen(windows).find_map(of) } else { of(last) };
        let (at, sentence): (Time, Rc<str>) = alarm.filter(|_| self.was_well)?;
        Some(Symptom::new(Said::Alarm(sentence), 0.0, vec![at]))
    }

    fn off_path(&self, windows: &Windows, factor: f64) -> Option<Symptom> {
        let farthest = self.seen(windows).max_by(|a, b| a.off_path.total_cmp(&b.off_path))?;
        let off = farthest.off_path - self.least_off;
        (off > OFF_PATH * factor).then(|| Symptom::new(Said::OffPath, off, vec![farthest.at]))
    }

    /// Finds a last jump that was higher or lower than an exact one; `None` if it was not, or no jump began in the regime.
    pub fn another_height(&self, factor: f64) -> Option<Symptom> {
        let jump = self.sights.back()?.apex.filter(|jump| jump.took_off >= self.began_at)?;
        let Apex { height, exact, .. } = jump;
        let off = (height / exact - 1.0).abs();
        let seen = self.sights.iter().find(|sight| sight.apex == Some(jump)).map(|sight| sight.at);
        let said = Said::AnotherHeight { apex: height, exact };
        (off >= OTHER_HEIGHT * factor).then(|| Symptom::new(said, 100.0 * off, seen.into_iter().collect()))
    }
}
