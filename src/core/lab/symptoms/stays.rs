//! The stays of pictures: what is usual, which stays are off or long, and how widely they are spread.

use super::intervals::{Interval, lower_median, up_to_tenths};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};

/// A stay is off if it differs from the usual stay, and from the usual stay around it, by at least this share of the shorter of the
/// two, in per cent, and by at least `OFF`.
pub const OFF_PERCENT: i64 = 45;
/// The least time by which a stay that is off differs from the usual stay: 4 ms.
pub const OFF: Span = Span::from_flicks(FLICKS_PER_SECOND / 1000 * 4);
/// Stays are off rarely if at most one in this many is off; so is a single one.
pub const RARE: usize = 8;
/// The number of the newest pictures, by which the present stays are described.
pub const LATELY: usize = 16;
/// Stays are spread widely if their 10 % and their 90 % quantile differ by at least this share of the mean stay, and by at least
/// `OFF`.
const SPREAD: f64 = 0.25;

/// A picture, compared with the picture before it.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    pub at: Time,
    /// The time for which the picture before stayed: Δd.
    pub passed: Span,
    /// The simulated time since the picture before: Δs.
    pub simulated: Span,
    /// The lower median of the stays around this one; `None` until the pictures after it have come.
    pub around: Option<Span>,
    /// The lower median of the simulated times around this one; `None` until then.
    pub made_around: Option<Span>,
}

impl Picture {
    /// Returns the time for which the picture before stayed, in flicks.
    pub fn stay(&self) -> f64 {
        self.passed.flicks() as f64
    }

    /// Returns the time in which the picture before stayed.
    pub fn interval(&self) -> Interval {
        Interval { begin: self.at - self.passed, length: self.passed }
    }

    fn differs_from(&self, usual: Span) -> bool {
        differ(self.passed, usual)
    }
}

fn differ(stay: Span, usual: Span) -> bool {
    let off = (stay - usual).max(usual - stay);
    off >= OFF && off * 100 >= stay.min(usual) * OFF_PERCENT
}

/// The usual stay in a window, and the number of stays that are off.
#[derive(Clone, Copy, Debug)]
pub struct Stays {
    pub count: usize,
    /// The lower median of the stays.
    pub usual: Span,
    /// The number of stays that are off, of those whose neighbours are known.
    pub off: usize,
    /// The longest stay that is no exception: the usual one; where stays are off more often than rarely, the one that all but one in
    /// `RARE` do not exceed; and the longest of all where the pictures have become slower within the window, and uneven.
    longest_common: Span,
}

impl Stays {
    pub fn of<'a>(pictures: impl Iterator<Item = &'a Picture> + Clone) -> Stays {
        let range = StayRange::of(pictures.clone());
        let usual = if range.width() == Span::ZERO {
            range.longest
        } else {
            lower_median(&mut pictures.clone().map(|picture| picture.passed).collect::<Vec<_>>())
        };
        let mut stays = Stays { count: range.count, usual, off: 0, longest_common: usual };
        if range.width() < OFF {
            return stays;
        }
        let is_off = |picture: &&Picture| stays.is_off(picture) && picture.around.is_some();
        let off = pictures.clone().filter(is_off).count();
        let newest = pictures.clone().skip(range.count.saturating_sub(LATELY));
        let now = lower_median(&mut newest.clone().map(|picture| picture.passed).collect::<Vec<_>>());
        let is_slower = now > usual && differ(now, usual) && newest.clone().filter(is_off).count() * RARE > newest.count();
        stays.off = off;
        if is_slower {
            stays.longest_common = range.longest;
        } else if off > 1 && off * RARE > range.count {
            // Where steps beat with refreshes, many stays are off.
            let last = ((RARE - 1) * range.count).div_ceil(RARE) - 1;
            let mut all: Vec<Span> = pictures.map(|picture| picture.passed).collect();
            stays.longest_common = *all.select_nth_unstable(last).1;
        }
        stays
    }

    /// Returns whether a stay is off. Until the stays around it are known, the usual stay of the window decides alone.
    pub fn is_off(&self, picture: &Picture) -> bool {
        picture.differs_from(self.usual) && picture.around.is_none_or(|around| picture.differs_from(around))
    }

    pub fn is_long(&self, picture: &Picture) -> bool {
        self.is_off(picture) && picture.passed > picture.around.map_or(self.usual, |around| around.max(self.usual))
    }

    /// Returns whether a stay is long even beside those that are common, and thus rare.
    pub fn is_exception(&self, picture: &Picture) -> bool {
        // Few pictures stay so long, so this is asked first.
        picture.passed > self.longest_common && picture.differs_from(self.longest_common) && self.is_long(picture)
    }
}

/// The shortest and the longest of some stays: where they lie close together, most questions are answered.
struct StayRange {
    count: usize,
    shortest: Span,
    /// Zero without stays.
    longest: Span,
}

impl StayRange {
    fn of<'a>(mut pictures: impl Iterator<Item = &'a Picture>) -> StayRange {
        let first = pictures.next().map(|picture| picture.passed);
        let (shortest, longest) = (first.unwrap_or(Span::ZERO), first.unwrap_or(Span::ZERO));
        let range = StayRange { count: usize::from(first.is_some()), shortest, longest };
        pictures.fold(range, |range, picture| StayRange {
            count: range.count + 1,
            shortest: range.shortest.min(picture.passed),
            longest: range.longest.max(picture.passed),
        })
    }

    fn width(&self) -> Span {
        self.longest - self.shortest
    }
}

/// The spread of the stays in a window.
pub struct Spread {
    /// The 10 % quantile.
    pub short: Span,
    /// The 90 % quantile.
    pub long: Span,
    /// The difference of the same quantiles of the stays minus those around them, which a change of scene leaves small.
    around: Span,
    /// The least difference that is wide, in flicks.
    pub wide: f64,
}

impl Spread {
    /// Returns the spread of the stays if it is at least `factor` times what is wide; else `None`, also without pictures whose
    /// neighbours are known.
    pub fn wide<'a>(pictures: impl Iterator<Item = &'a Picture> + Clone, factor: f64) -> Option<Spread> {
        let can_be_wide = StayRange::of(pictures.clone()).width().flicks() as f64 >= factor * OFF.flicks() as f64;
        if can_be_wide { Spread::of(pictures).filter(|spread| spread.is_wide(factor)) } else { None }
    }

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

/// Returns the 10 % and the 90 % quantile; `None` without values.
fn outer_tenths(mut values: Vec<Span>) -> Option<[Span; 2]> {
    if values.is_empty() {
        return None;
    }
    let [first, last] = [1, 9].map(|tenths| up_to_tenths(tenths, values.len()));
    let (below, long, _) = values.select_nth_unstable(last);
    let long = *long;
    let short = if first < last { *below.select_nth_unstable(first).1 } else { long };
    Some([short, long])
}

/// Returns the stays of some pictures in refreshes of `interval` flicks; `None` if these are not whole.
pub fn whole_refreshes<'a>(pictures: impl Iterator<Item = &'a Picture>, interval: f64) -> Option<Vec<f64>> {
    let refreshes: Vec<f64> = pictures.map(|picture| picture.stay() / interval).collect();
    refreshes.iter().all(|count| (count - count.round()).abs() < 0.05).then_some(refreshes)
}
