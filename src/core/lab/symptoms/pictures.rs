//! The pictures of a regime: displayed frames that show another moment than the frame before.

use super::displayed::{DisplayedFrames, FlipFacts, ShownFrames};
use super::hitches::{Hitch, Hitches};
use super::intervals::{AROUND, Interval, StallFinder, lower_median};
use super::kind::{Kind, Tone};
use super::leaps::leaps;
use super::motion_fit::MotionFit;
use super::pace::{Pace, RECOVERY};
use super::stays::{LATELY, Picture, RARE, Spread, Stays, whole_refreshes};
use super::symptom::{Symptom, evidence};
use super::words::{CameBack, PictureSums, Said, UnevenStays};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

const MILLI: f64 = (FLICKS_PER_SECOND / 1000) as f64;

/// The least number of pictures in a window.
const FEWEST: usize = 4;
/// The least number of intervals that a verdict needs.
const INTERVALS: usize = 3;
/// A rate below this is wrong.
const FEW_HZ: f64 = 23.5;
/// A rate below this is a note.
const FEW_NOTED_HZ: f64 = 29.5;
/// At least this many hitches are wrong, if they also cost `HITCH_MS_PER_S`.
const HITCHES: usize = 2;
/// The least cost of hitches that are wrong, in milliseconds per second.
const HITCH_MS_PER_S: f64 = 9.0;
/// The least time over which the cost of hitches is a rate: 2 s, so that the first hitch of a run is not its usual state.
const LEAST_COUNTED: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);
/// The least number of stays for a verdict on their spread.
const SPREAD_STAYS: usize = 20;
/// The rate is halved if each picture stays for at least this many refreshes, and the rate is below `HALF_RATE_HZ`.
const MISSES: f64 = 1.5;
const HALF_RATE_HZ: f64 = 60.0;
/// The least share of the possible rate on a display with variable refresh.
const POSSIBLE: f64 = 0.9;
/// The loop itself limits the rate if its limit is at most this many times the shown rate.
const ASKED: f64 = 1.05;
/// A stall has lost time if more than this share of it did not come back.
const LOST: f64 = 0.1;
/// Pictures that move at this speed or faster after a stall make up for it.
const CATCHES_UP: f64 = 1.05;
/// The time before a moment whose pictures tell whether a loop still makes up for a stall: a quarter of a second.
const LATE_RECOVERY: Span = Span::from_flicks(FLICKS_PER_SECOND / 4);
/// The time of a stall came back as a jump if the simulated time from one picture to the next is at least this share of it.
const AS_JUMP: f64 = 0.8;
/// The work of a loop's turns, which limits the rate of pictures.
#[derive(Clone, Copy, Debug)]
pub struct TurnWork {
    /// The mean work of a turn, in flicks.
    pub mean: f64,
    /// The refresh interval, in flicks; the shortest one if it varies.
    pub interval: f64,
    pub varies: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Pictures {
    /// The moment at which the newest picture appeared, and its sample time; `None` before the first picture.
    newest: Option<(Time, Time)>,
    /// The pictures of the regime, without the first.
    ways: VecDeque<Picture>,
    finder: StallFinder,
    stalls: VecDeque<Interval>,
    /// All displayed frames, with those that are no pictures.
    pub displayed: DisplayedFrames,
    /// The sums since the regime began.
    pub sums: PictureSums,
    /// The pace of the displayed frames since the world has moved; `shown` is the sample time of the newest.
    pub pace: Pace,
    shown: Time,
    /// The fit of the pictures after a moment, which several verdicts on the same window need; `None` if it is not known.
    fitted: RefCell<Option<(Time, Rc<MotionFit>)>>,
}

impl Pictures {
    /// Adds a frame that was displayed at `at`. `drawn` is its sample time, `None` while nothing has moved. Drops the flips that are
    /// older than `reach`, and the pictures and stalls that are older than `reach` plus `RECOVERY`, but keeps the fewest flips and
    /// pictures that a verdict needs.
    pub fn add(&mut self, at: Time, drawn: Option<Time>, facts: FlipFacts, reach: Span) {
        let is_new = drawn.is_some_and(|drawn| self.newest.is_none_or(|(_, shown)| shown != drawn));
        self.displayed.add(at, is_new, facts, reach);
        self.sums.frames += 1;
        self.sums.dropped += facts.dropped;
        let Some(drawn) = drawn else { return };
        self.pace.begin(at, std::mem::replace(&mut self.shown, drawn), reach);
        if !is_new {
            return;
        }
        let Some((begin, shown)) = self.newest.replace((at, drawn)) else { return };
        let picture = Picture { at, passed: at - begin, simulated: drawn - shown, around: None, made_around: None };
        self.fitted.take();
        self.sums.pictures += 1;
        self.sums.passed += picture.passed;
        self.stalls.extend(self.finder.add(picture.interval()));
        self.ways.push_back(picture);
        if let Some(middle) = self.ways.len().checked_sub(AROUND + 1) {
            self.look_around(middle);
        }
        let oldest = at - reach - RECOVERY;
        while self.ways.len() > 2 * AROUND + 1 && self.ways[1].at < oldest {
            self.ways.pop_front();
        }
        let known = self.ways[0].at.min(oldest);
        while self.stalls.pop_front_if(|stall| stall.end() < known).is_some() {}
    }

    /// Compares the newest pictures with the neighbours that have come: no others will, for the run is over. Long stays in a row that
    /// no other follow are no exceptions, but a load that has just begun.
    pub fn finish(&mut self) {
        self.fitted.take();
        self.stalls.extend(self.finder.finish());
        for middle in self.ways.len().saturating_sub(AROUND)..self.ways.len() {
            self.look_around(middle);
            let beside =
                if middle + 1 < self.ways.len() { middle + 1..self.ways.len() } else { middle.saturating_sub(1)..middle };
            let mut beside: Vec<Span> = self.ways.range(beside).map(|picture| picture.passed).collect();
            let around = &mut self.ways[middle].around;
            *around = (*around).max(Some(lower_median(&mut beside)));
        }
    }

    /// Compares the picture at index `middle` with those around it that have come.
    fn look_around(&mut self, middle: usize) {
        let first = middle.saturating_sub(AROUND);
        let [passed, made] = [|picture: &Picture| picture.passed, |picture: &Picture| picture.simulated].map(|of| {
            let mut around = [Span::ZERO; 2 * AROUND + 1];
            let (known, mut are_alike) = (self.ways.len() - first, true);
            for (one, picture) in around.iter_mut().zip(self.ways.range(first..)) {
                *one = of(picture);
                are_alike &= *one == of(&self.ways[first]);
            }
            if are_alike { around[0] } else { lower_median(&mut around[..known]) }
        });
        (self.ways[middle].around, self.ways[middle].made_around) = (Some(passed), Some(made));
    }

    /// Returns the index of the first picture after `from`, or of the fourth from the end if that is earlier.
    fn first_since(&self, from: Time) -> usize {
        self.ways.partition_point(|picture| picture.at <= from).min(self.ways.len().saturating_sub(FEWEST))
    }

    /// Returns the pictures after `from`, but at least the last four.
    fn since(&self, from: Time) -> impl ExactSizeIterator<Item = &Picture> + Clone {
        self.ways.range(self.first_since(from)..)
    }

    /// Returns whether the pictures are enough for a verdict.
    pub fn are_enough(&self) -> bool {
        self.ways.len() >= INTERVALS
    }

    /// Returns whether the stay of a picture is a stall, or will be one in case the next is short.
    fn is_stalled(&self, picture: &Picture) -> bool {
        self.stalls.iter().chain(self.finder.candidate()).any(|stall| stall.end() == picture.at)
    }

    /// Returns the mean stay of the pictures after `from` that are not stalled, in flicks; `None` if there are none.
    pub fn mean(&self, from: Time) -> Option<f64> {
        let usual = self.since(from).filter(|picture| !self.is_stalled(picture));
        let (count, passed) = usual.fold((0, 0), |(count, passed), picture| (count + 1, passed + picture.passed.flicks()));
        (count > 0).then(|| passed as f64 / f64::from(count))
    }

    /// Finds a low rate of the pictures after `from`; `None` if the rate is not low. `factor` multiplies the threshold of a kind
    /// and a tone.
    pub fn low_rate(&self, from: Time, factor: &dyn Fn(Kind, Tone) -> f64) -> Option<Symptom> {
        let mean = self.mean(from).filter(|_| self.are_enough())?;
        let is_below = |hertz: f64, tone| mean > factor(Kind::LowFrameRate, tone) * FLICKS_PER_SECOND as f64 / hertz;
        let tone = if is_below(FEW_HZ, Tone::Wrong) {
            Tone::Wrong
        } else if is_below(FEW_NOTED_HZ, Tone::Note) {
            Tone::Note
        } else {
            return None;
        };
        // Pictures after a stall that have the usual rate again show nothing of a low one.
        let is_slow = |picture: &&Picture| picture.stay() > FLICKS_PER_SECOND as f64 / FEW_NOTED_HZ;
        let evidence = evidence(self.since(from).filter(is_slow).map(|picture| picture.at - picture.passed));
        Some(Symptom { tone, ..Symptom::new(Said::LowFrameRate, FLICKS_PER_SECOND as f64 / mean, evidence) })
    }

    /// Returns the newest pictures after `from`, at most `LATELY`.
    fn lately(&self, from: Time) -> impl Iterator<Item = &Picture> + Clone {
        self.ways.range(self.ways.len() - self.since(from).len().min(LATELY)..)
    }

    /// Finds rare pictures that stay long, from `recent` (two seconds ago) and from `ten` (ten seconds ago) to `now`, and if
    /// `leaps_count` those that leap; `None` if there are none. Both begin with the regime at the earliest. `factor` multiplies the
    /// threshold of a kind and a tone.
    pub fn hitches(
        &self,
        [recent, ten]: [Time; 2],
        now: Time,
        leaps_count: bool,
        factor: &dyn Fn(Kind, Tone) -> f64,
    ) -> Option<Symptom> {
        if !self.are_enough() {
            return None;
        }
        // A single stall has a finding of its own.
        let mut stalls = self.stalls.iter().filter(|stall| stall.end() > ten);
        let alone = stalls.next().filter(|_| stalls.next().is_none()).map(Interval::end);
        let mut found: Option<Symptom> = None;
        // A run that is judged as a whole has only one window, and so has a young regime.
        for from in [recent, ten].into_iter().skip(usize::from(recent == ten)) {
            let stays = Stays::of(self.since(from));
            let is_hitch =
                |picture: &&Picture| stays.is_exception(picture) && picture.around.is_some() && Some(picture.at) != alone;
            let long = self.since(from).filter(|_| stays.off > 0).filter(is_hitch).map(|picture| Hitch::from(picture.interval()));
            let leaps = if leaps_count { leaps(&self.ways, self.first_since(from), &stays) } else { Vec::new() };
            let mut all: Vec<Hitch> = long.chain(leaps).collect();
            all.sort_unstable_by_key(|hitch| hitch.begin);
            if all.is_empty() {
                continue;
            }
            let late: f64 = all.iter().map(|hitch| (hitch.length - stays.usual).flicks() as f64).sum();
            let shown: f64 = self.since(from).map(Picture::stay).sum();
            let ms_per_s = 1000.0 * late / shown.max(LEAST_COUNTED.flicks() as f64);
            let is_wrong = all.len() >= HITCHES && ms_per_s >= HITCH_MS_PER_S * factor(Kind::Hitch, Tone::Wrong);
            let tone = if is_wrong { Tone::Wrong } else { Tone::Note };
            let evidence = evidence(all.iter().map(|hitch| hitch.begin));
            let said = Said::Hitches(Hitches { all: all.into(), span: now - from });
            let symptom = Symptom { tone, ..Symptom::new(said, ms_per_s, evidence) };
            // Ten seconds say more of what is equally wrong.
            if (is_wrong || from == ten) && found.as_ref().is_none_or(|known| tone >= known.tone) {
                found = Some(symptom);
            }
        }
        found
    }

    /// Returns how well the motion of the pictures after `from` fits their stays.
    pub fn fit(&self, from: Time) -> Rc<MotionFit> {
        if let Some((_, fit)) = self.fitted.borrow().as_ref().filter(|(known, _)| *known == from) {
            return fit.clone();
        }
        let before = self.first_since(from).checked_sub(1).map(|index| &self.ways[index]);
        let fit = Rc::new(if self.are_enough() { MotionFit::of(self.since(from), before) } else { MotionFit::default() });
        self.fitted.replace(Some((from, fit.clone())));
        fit
    }

    /// Finds stays after `from` that are spread widely; `None` if they are not, or are too few.
    pub fn spread(&self, from: Time, factor: f64) -> Option<Symptom> {
        let all = self.since(from);
        let spread = if all.len() >= SPREAD_STAYS { Spread::wide(all.clone(), factor)? } else { return None };
        let usual = Stays::of(all.clone()).usual.flicks();
        let far = all.clone().filter(|picture| (picture.passed.flicks() - usual).abs() as f64 >= spread.wide / 2.0);
        let share = 100.0 * far.clone().count() as f64 / all.len() as f64;
        let said = Said::Uneven(UnevenStays::Spread { short: spread.short, long: spread.long });
        Some(Symptom { tone: Tone::Note, ..Symptom::new(said, share, evidence(far.map(|picture| picture.at))) })
    }

    /// Finds stays after `from` that are off repeatedly, on a display whose refresh interval is `interval` flicks, if
    /// that is known; `None` if there are none.
    pub fn uneven(&self, from: Time, interval: Option<f64>, factor: f64) -> Option<Symptom> {
        let stays = Stays::of(self.since(from));
        let is_uneven = stays.off > 1 && (stays.off * RARE) as f64 > factor * stays.count as f64;
        if !self.are_enough() || !is_uneven {
            return None;
        }
        let newest = Stays::of(self.lately(from));
        if !self.lately(from).any(|picture| newest.is_off(picture)) {
            return None;
        }
        let share = 100.0 * stays.off as f64 / stays.count as f64;
        let off = self.since(from).filter(|picture| stays.is_off(picture)).map(|picture| picture.at);
        // The newest evidence: the last picture whose stay is off, with its neighbours.
        let last_off = self.ways.iter().rposition(|picture| stays.is_off(picture)).unwrap_or(0);
        let begin = last_off.saturating_sub(1).min(self.ways.len().saturating_sub(FEWEST));
        let newest = || self.ways.iter().skip(begin).take(FEWEST);
        let stays = interval.and_then(|interval| whole_refreshes(newest(), interval)).map_or_else(
            || UnevenStays::Millis(newest().map(|picture| picture.passed.as_millis()).collect()),
            UnevenStays::Refreshes,
        );
        Some(Symptom::new(Said::Uneven(stays), share, evidence(off)))
    }

    /// Counts the frames after the first picture after `from`, up to the newest picture; `None` without such frames.
    fn frames(&self, from: Time) -> Option<ShownFrames> {
        let (oldest, newest) = (self.ways.front()?, self.ways.back()?);
        let begins = Some(oldest.at - oldest.passed).filter(|at| *at > from);
        let next = || self.ways.get(self.ways.partition_point(|picture| picture.at <= from));
        let first = begins.or_else(|| next().map(|picture| picture.at))?;
        self.displayed.between(first, newest.at)
    }

    /// Returns the share of the frames after `from` that show nothing new, in %; `None` without frames.
    pub fn repeated_percent(&self, from: Time) -> Option<f64> {
        self.frames(from).map(|frames| frames.repeated_percent())
    }

    /// Finds frames after `from` that show nothing new; `None` if there are few. `interval` is the refresh interval, in flicks;
    /// `None` if it varies.
    pub fn repeats(&self, from: Time, interval: Option<f64>, factor: f64) -> Option<Symptom> {
        let frames = self.frames(from).filter(|frames| self.are_enough() && frames.repeat(factor))?;
        let hertz = |count: usize| count as f64 / frames.span.as_secs();
        let stays = interval.map_or_else(Vec::new, |interval| self.last_change_of_stays(from, interval));
        let said = Said::Repeats { frames_hz: hertz(frames.all), pictures_hz: hertz(frames.new), stays };
        Some(Symptom::new(said, frames.repeated_percent(), self.displayed.newest_repeats(from)))
    }

    /// Returns the newest stay after `from` that differs from the usual one and the three stays before it, in refreshes of
    /// `interval` flicks; empty if all are the same, or are not whole refreshes.
    fn last_change_of_stays(&self, from: Time, interval: f64) -> Vec<f64> {
        let (first, usual) = (self.first_since(from), Stays::of(self.since(from)).usual.flicks() as f64);
        let differs = |picture: &Picture| (picture.stay() - usual).abs() > interval / 2.0;
        let Some(last) = self.ways.iter().rposition(differs).filter(|last| *last >= first) else { return Vec::new() };
        let begin = (last + 1).saturating_sub(FEWEST);
        whole_refreshes(self.ways.range(begin..=last), interval).unwrap_or_default()
    }

    /// Returns the rate of the frames after `from`, whether they show anything new or not, in hertz; `None` without frames.
    pub fn frame_rate(&self, from: Time) -> Option<f64> {
        let repeating = self.frames(from).filter(|frames| frames.new < frames.all);
        let of_pictures = || self.mean(from).map(|mean| FLICKS_PER_SECOND as f64 / mean);
        repeating.map(|frames| frames.all as f64 / frames.span.as_secs()).or_else(of_pictures)
    }

    /// Finds frames after `from` that miss refreshes because a turn works for too long, all of which show something new; `None` if
    /// there are none.
    pub fn half_rate(&self, from: Time, work: TurnWork, asked: Option<f64>, factor: f64) -> Option<Symptom> {
        let mean = self.mean(from).filter(|_| self.are_enough())?;
        let are_new = self.frames(from).is_none_or(|frames| frames.all == frames.new);
        let rate = FLICKS_PER_SECOND as f64 / mean;
        let TurnWork { mean: turn, interval, varies } = work;
        let misses = if varies {
            mean > turn / POSSIBLE * factor
        } else {
            self.since(from).all(|picture| picture.stay() >= MISSES * interval)
        };
        let is_slow = rate < HALF_RATE_HZ && turn > interval * factor;
        let is_asked = asked.is_some_and(|limit| limit <= rate * ASKED);
        let evidence = || evidence(self.since(from).map(|picture| picture.at - picture.passed));
        let said = Said::HalfRate { refresh_hz: FLICKS_PER_SECOND as f64 / interval, work_ms: turn / MILLI };
        (misses && are_new && is_slow && !is_asked).then(|| Symptom::new(said, rate, evidence()))
    }

    /// Finds the stall that ended after `from`, if it is the only one; else `None`. `is_time_known` is whether the frames show the
    /// game's own time, without which nobody knows how the time of a stall came back.
    pub fn stall(&self, from: Time, now: Time, is_time_known: bool) -> Option<Symptom> {
        let mut stalls = self.stalls.iter().filter(|stall| stall.end() > from);
        let stall = *stalls.next()?;
        if stalls.next().is_some() {
            return None;
        }
        let came_back = if is_time_known { self.how_came_back(&stall, now) } else { CameBack::Unknown };
        Some(Symptom::new(Said::Stall(came_back), stall.length.as_millis(), vec![stall.begin, stall.end()]))
    }

    /// Returns what became of the time of a stall by half a second after it, or later if pictures still move too fast then.
    fn how_came_back(&self, stall: &Interval, now: Time) -> CameBack {
        let mut settled = stall.end() + RECOVERY;
        while settled <= now && self.is_fast_before(settled) {
            settled += RECOVERY;
        }
        let (mut lost, mut jump) = (Span::ZERO, Span::ZERO);
        for picture in self.ways.iter().filter(|picture| picture.at > stall.begin && picture.at <= settled) {
            lost += picture.passed - picture.simulated;
            jump = jump.max(picture.simulated);
        }
        let length = stall.length.as_millis();
        if now < settled {
            CameBack::Unknown
        } else if lost.min(stall.length).as_millis() > LOST * length {
            CameBack::Lost(lost.min(stall.length))
        } else if jump.as_millis() >= AS_JUMP * length {
            CameBack::AsJump(jump)
        } else {
            CameBack::InFastForward
        }
    }

    /// Returns whether the pictures of the last quarter of a second before `moment` make up for something.
    fn is_fast_before(&self, moment: Time) -> bool {
        let newest = self.ways.iter().filter(|picture| picture.at > moment - LATE_RECOVERY && picture.at <= moment);
        let (made, passed) = newest
            .fold((0.0, 0.0), |(made, passed), picture| (made + picture.simulated.flicks() as f64, passed + picture.stay()));
        made > passed * CATCHES_UP
    }

    /// Returns whether the time of a stall that ended after `from` came back as a jump.
    pub fn jumped(&self, from: Time, now: Time) -> bool {
        let mut stalls = self.stalls.iter().filter(|stall| stall.end() > from);
        stalls.any(|stall| matches!(self.how_came_back(stall, now), CameBack::AsJump(_)))
    }

    /// Returns whether no picture after `ten` (ten seconds ago) stayed long, and the stays after `recent` (two seconds ago) are not
    /// even nearly spread widely: by `factor` of what that needs.
    pub fn are_smooth(&self, [recent, ten]: [Time; 2], factor: f64) -> bool {
        let is_spread = Spread::wide(self.since(recent), factor).is_some();
        let is_any_long = || {
            let stays = Stays::of(self.since(ten));
            self.since(ten).any(|picture| stays.is_long(picture))
        };
        !is_spread && !is_any_long()
    }

    /// Returns the length of the longest stall that ended after `from`; `None` if none did.
    pub fn longest_stall(&self, from: Time) -> Option<Span> {
        self.stalls.iter().filter(|stall| stall.end() > from).map(|stall| stall.length).max()
    }
}
