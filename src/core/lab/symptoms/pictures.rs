//! The pictures of a regime: displayed frames that show another moment than the frame before.

use super::hitches::Hitches;
use super::intervals::{AROUND, Interval, StallFinder, lower_median};
use super::kind::{Kind, Tone};
use super::pace::{Pace, RECOVERY};
use super::symptom::{MOST_EVIDENCE, Symptom};
use super::words::{CameBack, Misfits, PictureSums, Said, UnevenStays};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;
use std::rc::Rc;

const fn millis(count: i64) -> Span {
    Span::from_flicks(FLICKS_PER_SECOND / 1000 * count)
}

const MILLI: f64 = (FLICKS_PER_SECOND / 1000) as f64;

/// The least number of pictures in a window.
const FEWEST: usize = 4;
/// The least number of intervals that a verdict needs.
const INTERVALS: usize = 3;
/// A rate below this is wrong.
const FEW_HZ: f64 = 23.5;
/// A rate below this is a note.
const FEW_NOTED_HZ: f64 = 29.5;
/// A stay is off if it differs from the usual stay, and from the usual stay around it, by at least this share of the shorter of the
/// two, in per cent, and by at least `OFF`.
const OFF_PERCENT: i64 = 45;
/// The least time by which a stay that is off differs from the usual stay.
const OFF: Span = millis(4);
/// Stays are off rarely if at most one in this many is off. A single stay that is off always counts as rare.
const RARE: usize = 8;
/// The number of the newest pictures, by which the present stays are described.
const LATELY: usize = 16;
/// The longer window for hitches.
pub const TEN_SECONDS: Span = millis(10_000);
/// At least this many hitches are wrong, if they also cost `HITCH_MS_PER_S`.
const HITCHES: usize = 2;
/// The least cost of hitches that are wrong, in milliseconds per second.
const HITCH_MS_PER_S: f64 = 9.0;
/// The least time over which the cost of hitches is a rate: 2 s, so that the first hitch of a run is not its usual state.
const LEAST_COUNTED: Span = millis(2000);
/// The motion is wrong if the mean misfit is at least this share of the mean stay.
const MISFIT: f64 = 0.12;
/// The motion gets a note if the mean misfit is at least this share of the mean stay.
const MISFIT_NOTED: f64 = 0.08;
/// The least mean misfit that is reported, in flicks.
const LEAST_MISFIT: f64 = MILLI;
/// The motion gets a note if one picture in ten misfits by at least this share of the mean stay: viewers call 16.7 % right and
/// complain of 20 %.
const TENTH_NOTED: f64 = 0.18;
/// The least misfit of one picture in ten that is reported, in flicks: 0.5 ms. Eyes follow up to 30° a second, at which this is one
/// arc minute, the acuity of 20/20.
const LEAST_TENTH: f64 = MILLI / 2.0;
/// The least number of pictures for a verdict on one in ten.
const TEN: usize = 10;
/// Stays are spread widely if their 10 % and their 90 % quantile differ by at least this share of the mean stay, and by at least
/// `OFF`.
const SPREAD: f64 = 0.25;
/// The least number of stays for a verdict on their spread.
const SPREAD_STAYS: usize = 20;
/// Frames repeat if at least this share of them show nothing new.
const REPEATED: f64 = 0.25;
/// At least this many pictures that move too far are a judder.
const TOO_FAR: usize = 2;
/// The rate is halved if each picture stays for at least this many refreshes, and the rate is below `HALF_RATE_HZ`.
const MISSES: f64 = 1.5;
const HALF_RATE_HZ: f64 = 60.0;
/// The least share of the possible rate on a display with variable refresh.
const POSSIBLE: f64 = 0.9;
/// The loop itself limits the rate if its limit is at most this many times the shown rate.
const ASKED: f64 = 1.05;
/// A finished frame that waits for this many refreshes is queued.
const QUEUED: f64 = 3.0;
/// The least time for which a frozen picture stays.
const STILL: Span = millis(100);
/// The least ratio of the stay of a frozen picture to the lower median of the stays before.
const STILL_TIMES: i64 = 3;
/// The median that is assumed if there are fewer than three stays.
const UNKNOWN: Span = Span::from_flicks(FLICKS_PER_SECOND / 3);
/// The median is taken over the stays in this time before the newest picture: 2 s.
const USUAL: Span = millis(2000);
/// A stall has lost time if more than this share of it did not come back.
const LOST: f64 = 0.1;
/// The time of a stall came back as a jump if the simulated time from one picture to the next is at least this share of it.
const AS_JUMP: f64 = 0.8;
/// A pane tears if at least this share of its frames are torn.
const TORN: f64 = 0.1;
/// The least number of frames for a verdict on tearing or repeats.
const MANY: usize = 10;

/// A picture, compared with the picture before it.
#[derive(Clone, Copy, Debug)]
struct Picture {
    at: Time,
    /// The time for which the picture before stayed: Δd.
    passed: Span,
    /// The simulated time since the picture before: Δs.
    simulated: Span,
    /// The lower median of the stays around this one; `None` until the pictures after it have come.
    around: Option<Span>,
}

impl Picture {
    fn stay(&self) -> f64 {
        self.passed.flicks() as f64
    }

    /// Returns the time in which the picture before stayed.
    fn interval(&self) -> Interval {
        Interval { begin: self.at - self.passed, length: self.passed }
    }

    fn differs_from(&self, usual: Span) -> bool {
        let off = (self.passed - usual).max(usual - self.passed);
        off >= OFF && off * 100 >= self.passed.min(usual) * OFF_PERCENT
    }
}

/// The facts about a displayed frame besides what it shows.
#[derive(Clone, Copy, Debug)]
pub struct FlipFacts {
    /// Whether the display tore.
    pub torn: bool,
    /// The time for which the finished frame waited to be displayed.
    pub waited: Span,
    /// The number of frames that were rendered since the displayed frame before and never displayed.
    pub dropped: usize,
}

#[derive(Clone, Copy, Debug)]
struct ShownFlip {
    at: Time,
    /// Whether the frame is a picture.
    is_new: bool,
    facts: FlipFacts,
}

/// The usual stay in a window, and the number of stays that are off.
#[derive(Clone, Copy, Debug)]
struct Stays {
    count: usize,
    /// The lower median of the stays.
    usual: Span,
    /// The number of stays that are off, of those whose neighbours are known.
    off: usize,
}

impl Stays {
    fn of<'a>(pictures: impl Iterator<Item = &'a Picture> + Clone) -> Stays {
        let mut all: Vec<Span> = pictures.clone().map(|picture| picture.passed).collect();
        let mut stays = Stays { count: all.len(), usual: lower_median(&mut all), off: 0 };
        stays.off = pictures.filter(|picture| stays.is_off(picture) && picture.around.is_some()).count();
        stays
    }

    /// Returns whether a stay is off. Until the stays around it are known, the usual stay of the window decides alone.
    fn is_off(&self, picture: &Picture) -> bool {
        picture.differs_from(self.usual) && picture.around.is_none_or(|around| picture.differs_from(around))
    }

    fn is_long(&self, picture: &Picture) -> bool {
        self.is_off(picture) && picture.passed > picture.around.map_or(self.usual, |around| around.max(self.usual))
    }

    fn are_rare(&self) -> bool {
        self.off <= 1 || self.off * RARE <= self.count
    }
}

/// The spread of the stays in a window.
struct Spread {
    /// The 10 % quantile.
    short: Span,
    /// The 90 % quantile.
    long: Span,
    /// The difference of the same quantiles of the stays minus those around them, which a change of scene leaves small.
    around: Span,
    /// The least difference that is wide, in flicks.
    wide: f64,
}

impl Spread {
    /// Returns the spread of the stays; `None` without pictures whose neighbours are known.
    fn of<'a>(pictures: impl Iterator<Item = &'a Picture> + Clone) -> Option<Spread> {
        let stays: Vec<Span> = pictures.clone().map(|picture| picture.passed).collect();
        let mean = stays.iter().map(|stay| stay.flicks() as f64).sum::<f64>() / stays.len() as f64;
        let [short, long] = outer_tenths(stays)?;
        let [least, most] = outer_tenths(pictures.filter_map(|picture| Some(picture.passed - picture.around?)).collect())?;
        Some(Spread { short, long, around: most - least, wide: (SPREAD * mean).max(OFF.flicks() as f64) })
    }

    fn is_wide(&self, factor: f64) -> bool {
        self.around.min(self.long - self.short).flicks() as f64 >= factor * self.wide
    }
}

/// The displayed frames of a span.
struct ShownFrames {
    all: usize,
    /// How many of them are pictures.
    new: usize,
    span: Span,
}

impl ShownFrames {
    fn repeated_percent(&self) -> f64 {
        100.0 * (self.all - self.new) as f64 / self.all as f64
    }
}

/// Returns the 10 % and the 90 % quantile; `None` without values.
fn outer_tenths(mut values: Vec<Span>) -> Option<[Span; 2]> {
    values.sort_unstable();
    let at = |tenths| values.get(up_to_tenths(tenths, values.len())).copied();
    Some([at(1)?, at(9)?])
}

/// Returns the index of the value up to which `tenths` tenths of `count` sorted values go.
fn up_to_tenths(tenths: usize, count: usize) -> usize {
    (tenths * count).div_ceil(10).saturating_sub(1)
}

/// The fit between the motion of a window's pictures and their stays.
#[derive(Clone, Debug, Default)]
pub struct MotionFit {
    /// The mean of |Δs/k − Δd|, in flicks; `None` while nothing moves.
    pub misfit: Option<f64>,
    /// The 90 % quantile of |Δs/k − Δd|, in flicks; 0 with fewer than ten pictures.
    tenth: f64,
    /// The mean Δd of the same pictures, in flicks.
    mean: f64,
    /// The excess of each picture that moved too far, as a share of the least excess that counts.
    too_far: Vec<f64>,
    /// The end of the picture with the largest misfit; `None` without one.
    worst: Option<Time>,
}

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
    flips: VecDeque<ShownFlip>,
    /// The sums since the regime began.
    pub sums: PictureSums,
    /// The pace of the displayed frames since the world has moved; `shown` is the sample time of the newest.
    pub pace: Pace,
    shown: Time,
}

impl Pictures {
    /// Adds a frame that was displayed at `at`. `drawn` is its sample time, `None` while nothing has moved. Drops the flips that are
    /// older than `reach`, and the pictures and stalls that are older than `reach` plus `RECOVERY`, but keeps the fewest flips and
    /// pictures that a verdict needs.
    pub fn add(&mut self, at: Time, drawn: Option<Time>, facts: FlipFacts, reach: Span) {
        let is_new = drawn.is_some_and(|drawn| self.newest.is_none_or(|(_, shown)| shown != drawn));
        self.flips.push_back(ShownFlip { at, is_new, facts });
        self.sums.frames += 1;
        self.sums.dropped += facts.dropped;
        while self.flips.len() > FEWEST && self.flips[0].at < at - reach {
            self.flips.pop_front();
        }
        let Some(drawn) = drawn else { return };
        self.pace.begin(at, std::mem::replace(&mut self.shown, drawn), reach);
        if !is_new {
            return;
        }
        let Some((begin, shown)) = self.newest.replace((at, drawn)) else { return };
        let picture = Picture { at, passed: at - begin, simulated: drawn - shown, around: None };
        self.sums.pictures += 1;
        self.sums.passed += picture.passed;
        self.stalls.extend(self.finder.add(picture.interval()));
        self.ways.push_back(picture);
        self.look_around();
        let oldest = at - reach - RECOVERY;
        while self.ways.len() > 2 * AROUND + 1 && self.ways[1].at < oldest {
            self.ways.pop_front();
        }
        while self.stalls.pop_front_if(|stall| stall.end() < oldest).is_some() {}
    }

    /// Compares the picture whose neighbours have all come now with them.
    fn look_around(&mut self) {
        let Some(middle) = self.ways.len().checked_sub(AROUND + 1) else { return };
        let first = middle.saturating_sub(AROUND);
        let mut around = [Span::ZERO; 2 * AROUND + 1];
        for (stay, picture) in around.iter_mut().zip(self.ways.range(first..)) {
            *stay = picture.passed;
        }
        self.ways[middle].around = Some(lower_median(&mut around[..self.ways.len() - first]));
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

    /// Returns the mean stay of the pictures after `from`, in flicks; `None` if there are none.
    pub fn mean(&self, from: Time) -> Option<f64> {
        let all = self.since(from).len();
        let passed: i64 = self.since(from).map(|picture| picture.passed.flicks()).sum();
        (all > 0).then(|| passed as f64 / all as f64)
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
        let evidence = evidence(self.since(from).map(|picture| picture.at - picture.passed));
        Some(Symptom { tone, ..Symptom::new(Said::LowFrameRate, FLICKS_PER_SECOND as f64 / mean, evidence) })
    }

    /// Returns the newest pictures after `from`, at most `LATELY`.
    fn lately(&self, from: Time) -> impl Iterator<Item = &Picture> + Clone {
        self.ways.range(self.ways.len() - self.since(from).len().min(LATELY)..)
    }

    /// Finds rare pictures that stay long, from `recent` (two seconds ago) and from `ten` (ten seconds ago) to `now`; `None` if
    /// there are none. Both begin with the regime at the earliest. `factor` multiplies the threshold of a kind and a tone.
    pub fn hitches(&self, [recent, ten]: [Time; 2], now: Time, factor: &dyn Fn(Kind, Tone) -> f64) -> Option<Symptom> {
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
            let is_hitch = |picture: &&Picture| stays.is_long(picture) && picture.around.is_some() && Some(picture.at) != alone;
            let all: Rc<[Interval]> = self.since(from).filter(is_hitch).map(Picture::interval).collect();
            if all.is_empty() || !stays.are_rare() {
                continue;
            }
            let late: f64 = all.iter().map(|hitch| (hitch.length - stays.usual).flicks() as f64).sum();
            let shown: f64 = self.since(from).map(Picture::stay).sum();
            let ms_per_s = 1000.0 * late / shown.max(LEAST_COUNTED.flicks() as f64);
            let is_wrong = all.len() >= HITCHES && ms_per_s >= HITCH_MS_PER_S * factor(Kind::Hitch, Tone::Wrong);
            let tone = if is_wrong { Tone::Wrong } else { Tone::Note };
            let evidence = evidence(all.iter().map(|hitch| hitch.begin));
            let said = Said::Hitches(Hitches { all, span: now - from });
            let symptom = Symptom { tone, ..Symptom::new(said, ms_per_s, evidence) };
            // Ten seconds say more of what is equally wrong.
            if (is_wrong || from == ten) && found.as_ref().is_none_or(|known| tone >= known.tone) {
                found = Some(symptom);
            }
        }
        found
    }

    /// Returns how well the motion of the pictures after `from` fits their stays. Rare long stays are left out, and so is the
    /// picture after each.
    pub fn fit(&self, from: Time) -> MotionFit {
        if self.ways.len() < INTERVALS {
            return MotionFit::default();
        }
        let (stays, first) = (Stays::of(self.since(from)), self.first_since(from));
        let is_long = |index: usize| stays.are_rare() && stays.is_long(&self.ways[index]);
        let is_left_out = |index: usize| is_long(index) || index.checked_sub(1).is_some_and(is_long);
        let pictures: Vec<&Picture> =
            (first..self.ways.len()).filter(|index| !is_left_out(*index)).map(|index| &self.ways[index]).collect();
        let simulated: i64 = pictures.iter().map(|picture| picture.simulated.flicks()).sum();
        let passed: i64 = pictures.iter().map(|picture| picture.passed.flicks()).sum();
        if simulated <= 0 || passed <= 0 {
            return MotionFit::default();
        }
        let (speed, count) = (simulated as f64 / passed as f64, pictures.len() as f64);
        let mut fit = MotionFit { mean: passed as f64 / count, ..MotionFit::default() };
        let (mut misfits, mut most) = (Vec::with_capacity(pictures.len()), 0.0);
        let least_too_far = (OFF_PERCENT as f64 / 100.0 * stays.usual.flicks() as f64).max(OFF.flicks() as f64);
        for picture in pictures {
            let ahead = picture.simulated.flicks() as f64 / speed - picture.stay();
            misfits.push(ahead.abs());
            if ahead.abs() > most {
                (most, fit.worst) = (ahead.abs(), Some(picture.at));
            }
            if ahead > 0.0 {
                fit.too_far.push(ahead / least_too_far);
            }
        }
        fit.misfit = Some(misfits.iter().sum::<f64>() / count);
        if misfits.len() >= TEN {
            misfits.sort_unstable_by(f64::total_cmp);
            fit.tenth = misfits[up_to_tenths(9, misfits.len())];
        }
        fit
    }

    /// Finds stays after `from` that are spread widely; `None` if they are not, or are too few.
    pub fn spread(&self, from: Time, factor: f64) -> Option<Symptom> {
        let (all, usual) = (self.since(from), Stays::of(self.since(from)).usual.flicks());
        let spread = Spread::of(all.clone()).filter(|spread| all.len() >= SPREAD_STAYS && spread.is_wide(factor))?;
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
        let newest = Stays::of(self.lately(from));
        if !self.are_enough() || !is_uneven || !self.lately(from).any(|picture| newest.is_off(picture)) {
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

    /// Returns the share of the frames after `from` that were never displayed, in %; `None` without frames.
    pub fn dropped_percent(&self, from: Time) -> Option<f64> {
        let flips = self.flips.iter().filter(|flip| flip.at > from);
        let (frames, dropped) = (flips.clone().count(), flips.map(|flip| flip.facts.dropped).sum());
        PictureSums { frames, dropped, ..PictureSums::default() }.dropped_percent()
    }

    /// Counts the frames after the first picture after `from`, up to the newest picture; `None` without such frames.
    fn frames(&self, from: Time) -> Option<ShownFrames> {
        let (oldest, newest) = (self.ways.front()?, self.ways.back()?);
        let begins = [oldest.at - oldest.passed].into_iter().chain(self.ways.iter().map(|picture| picture.at));
        let first = { begins }.find(|at| *at > from)?;
        let frames = self.flips.iter().filter(|flip| flip.at > first && flip.at <= newest.at);
        let (all, new) = (frames.clone().count(), frames.filter(|flip| flip.is_new).count());
        (all > 0).then(|| ShownFrames { all, new, span: newest.at - first })
    }

    /// Returns the share of the frames after `from` that show nothing new, in %; `None` without frames.
    pub fn repeated_percent(&self, from: Time) -> Option<f64> {
        self.frames(from).map(|frames| frames.repeated_percent())
    }

    /// Finds frames after `from` that show nothing new; `None` if there are few. `interval` is the refresh interval, in flicks;
    /// `None` if it varies.
    pub fn repeats(&self, from: Time, interval: Option<f64>, factor: f64) -> Option<Symptom> {
        let frames = self.frames(from).filter(|frames| self.are_enough() && frames.all >= MANY)?;
        if ((frames.all - frames.new) as f64) < factor * REPEATED * frames.all as f64 {
            return None;
        }
        let hertz = |count: usize| count as f64 / frames.span.as_secs();
        let stays = interval.map_or_else(Vec::new, |interval| self.last_change_of_stays(from, interval));
        let said = Said::Repeats { frames_hz: hertz(frames.all), pictures_hz: hertz(frames.new), stays };
        let old = self.flips.iter().filter(|flip| flip.at > from && !flip.is_new).map(|flip| flip.at);
        Some(Symptom::new(said, frames.repeated_percent(), evidence(old)))
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

    /// Finds pictures after `from` that miss refreshes because a turn works for too long; `None` if there are none.
    pub fn half_rate(&self, from: Time, work: TurnWork, asked: Option<f64>, factor: f64) -> Option<Symptom> {
        let mean = self.mean(from).filter(|_| self.are_enough())?;
        let rate = FLICKS_PER_SECOND as f64 / mean;
        let TurnWork { mean: turn, interval, varies } = work;
        let misses = if varies {
            mean > turn / POSSIBLE * factor
        } else {
            self.since(from).all(|picture| picture.stay() >= MISSES * interval)
        };
        let is_slow = rate < HALF_RATE_HZ && turn > interval * factor;
        let is_asked = asked.is_some_and(|limit| limit <= rate * ASKED);
        let evidence = evidence(self.since(from).map(|picture| picture.at - picture.passed));
        let said = Said::HalfRate { refresh_hz: FLICKS_PER_SECOND as f64 / interval, work_ms: turn / MILLI };
        (misses && is_slow && !is_asked).then(|| Symptom::new(said, rate, evidence))
    }

    /// Finds finished frames after `from` that wait for several refreshes of `interval` flicks; `None` if there are none.
    pub fn queued(&self, from: Time, interval: f64, factor: f64) -> Option<Symptom> {
        let flips = || self.flips.iter().filter(|flip| flip.at > from);
        let mut waits: Vec<Span> = flips().map(|flip| flip.facts.waited).collect();
        if waits.len() < FEWEST {
            return None;
        }
        let waited = lower_median(&mut waits);
        (waited.flicks() as f64 >= factor * QUEUED * interval)
            .then(|| Symptom::new(Said::Queued, waited.as_millis(), evidence(flips().map(|flip| flip.at))))
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

    fn how_came_back(&self, stall: &Interval, now: Time) -> CameBack {
        let (settled, mut lost, mut jump) = (stall.end() + RECOVERY, Span::ZERO, Span::ZERO);
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

    /// Returns whether the time of a stall that ended after `from` came back as a jump.
    pub fn jumped(&self, from: Time, now: Time) -> bool {
        let mut stalls = self.stalls.iter().filter(|stall| stall.end() > from);
        stalls.any(|stall| matches!(self.how_came_back(stall, now), CameBack::AsJump(_)))
    }

    /// Returns whether no picture after `ten` (ten seconds ago) stayed long, and the stays after `recent` (two seconds ago) are not
    /// even nearly spread widely: by `factor` of what that needs.
    pub fn are_smooth(&self, [recent, ten]: [Time; 2], factor: f64) -> bool {
        let stays = Stays::of(self.since(ten));
        let is_spread = Spread::of(self.since(recent)).is_some_and(|spread| spread.is_wide(factor));
        !is_spread && !self.since(ten).any(|picture| stays.is_long(picture))
    }

    /// Returns the length of the longest stall that ended after `from`; `None` if none did.
    pub fn longest_stall(&self, from: Time) -> Option<Span> {
        self.stalls.iter().filter(|stall| stall.end() > from).map(|stall| stall.length).max()
    }

    /// Finds tearing after `from`, at `factor` times the threshold; `None` if there is none.
    pub fn tearing(&self, from: Time, factor: f64) -> Option<Symptom> {
        let flips = || self.flips.iter().filter(|flip| flip.at > from);
        let torn = || flips().filter(|flip| flip.facts.torn);
        let (all, count) = (flips().count(), torn().count());
        let share = count as f64 / all as f64;
        (all >= MANY && share >= TORN * factor)
            .then(|| Symptom::new(Said::Tearing, share * 100.0, evidence(torn().map(|flip| flip.at))))
    }
}

impl MotionFit {
    /// Finds pictures whose motion does not fit their stays; `None` if it fits. `factor` multiplies the threshold of a kind and a
    /// tone.
    pub fn judder(&self, factor: &dyn Fn(Kind, Tone) -> f64) -> Option<Symptom> {
        let misfit = self.misfit?;
        let is_off = |share: f64, tone| misfit >= factor(Kind::Judder, tone) * LEAST_MISFIT.max(share * self.mean);
        let wrong = factor(Kind::Judder, Tone::Wrong);
        let too_far = self.too_far.iter().filter(|share| **share >= wrong).count();
        let least_tenth = factor(Kind::Judder, Tone::Note) * LEAST_TENTH.max(TENTH_NOTED * self.mean);
        let (is_wrong, are_jumps) = (is_off(MISFIT, Tone::Wrong), too_far >= TOO_FAR);
        // A mean of many pictures hides a few jumps, and one picture in ten.
        let misfits = if is_wrong || is_off(MISFIT_NOTED, Tone::Note) {
            Misfits::All
        } else if are_jumps {
            Misfits::Jumps(too_far)
        } else if self.tenth >= least_tenth {
            Misfits::OneInTen { ms: self.tenth / MILLI }
        } else {
            return None;
        };
        let tone = if is_wrong || are_jumps { Tone::Wrong } else { Tone::Note };
        let worst = self.worst.into_iter().collect();
        Some(Symptom { tone, ..Symptom::new(Said::Judder(misfits), misfit / MILLI, worst) })
    }
}

/// The newest picture of a run and the stays before it. A change of settings does not clear them.
#[derive(Clone, Debug, Default)]
pub struct RecentStays {
    /// The moment of the newest frame, whether it shows a new picture or not; `None` before the first frame.
    pub last_flip: Option<Time>,
    newest: Option<(Time, Time)>,
    stays: VecDeque<Interval>,
}

impl RecentStays {
    pub fn add(&mut self, at: Time, drawn: Time) {
        self.last_flip = Some(at);
        if let Some((begin, shown)) = self.newest {
            if shown == drawn {
                return;
            }
            self.stays.push_back(Interval { begin, length: at - begin });
        }
        self.newest = Some((at, drawn));
        while self.stays.pop_front_if(|stay| stay.end() <= at - USUAL).is_some() {}
    }

    /// Finds a picture that has stayed on the display for much longer than usual; `None` if there is none.
    pub fn frozen(&self, now: Time) -> Option<Symptom> {
        let (shown_at, _) = self.newest?;
        let mut stays: Vec<Span> = self.stays.iter().map(|stay| stay.length).collect();
        let longest = stays.iter().max().copied().unwrap_or(Span::ZERO);
        let usual = if stays.len() < 3 { UNKNOWN } else { lower_median(&mut stays) };
        let waiting = now - shown_at;
        (waiting >= STILL.max(usual * STILL_TIMES) && waiting > longest)
            .then(|| Symptom::new(Said::Frozen, waiting.as_millis(), vec![shown_at]))
    }

    /// Returns the pictures per second in the `span` before `now`; `None` if fewer than two appeared.
    pub fn rate(&self, now: Time, span: Span) -> Option<f64> {
        let recent = || self.stays.iter().filter(|stay| stay.end() > now - span);
        let passed: i64 = recent().map(|stay| stay.length.flicks()).sum();
        (passed > 0).then(|| recent().count() as f64 * FLICKS_PER_SECOND as f64 / passed as f64)
    }

    pub fn has_shown(&self) -> bool {
        self.newest.is_some()
    }
}

/// Returns the stays of some pictures in refreshes of `interval` flicks; `None` if these are not whole.
fn whole_refreshes<'a>(pictures: impl Iterator<Item = &'a Picture>, interval: f64) -> Option<Vec<f64>> {
    let refreshes: Vec<f64> = pictures.map(|picture| picture.stay() / interval).collect();
    refreshes.iter().all(|count| (count - count.round()).abs() < 0.05).then_some(refreshes)
}

/// Returns the last [`MOST_EVIDENCE`] of `moments`.
pub fn evidence(moments: impl Iterator<Item = Time> + Clone) -> Vec<Time> {
    let all = moments.clone().count();
    moments.skip(all.saturating_sub(MOST_EVIDENCE)).collect()
}
