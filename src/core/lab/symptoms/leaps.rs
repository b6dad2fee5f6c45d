//! Leaps: pictures that move much further than those around them, though all stay as long as usual. A loop that makes two steps at
//! once draws one. What follows a long stay is none: it makes up for that.

use super::hitches::Hitch;
use super::intervals::AROUND;
use super::stays::{OFF, Picture, RARE, Stays};
use crate::base::time::Span;
use std::collections::VecDeque;

/// A leap is too far by at least this share of the usual stay, in per cent: two steps at once are by all of it, and a variable step
/// after a late wake-up by half.
const FAR_PERCENT: i64 = 75;

/// The motion of the pictures of a window: all sums are in flicks.
struct Motion {
    made: i128,
    passed: i128,
    /// The difference of the longest and the shortest way.
    width: i128,
}

impl Motion {
    fn of<'a>(pictures: impl Iterator<Item = &'a Picture>) -> Motion {
        let (mut made, mut passed, mut shortest, mut longest) = (0, 0, i64::MAX, i64::MIN);
        for picture in pictures {
            let way = picture.simulated.flicks();
            (made, passed) = (made + i128::from(way), passed + i128::from(picture.passed.flicks()));
            (shortest, longest) = (shortest.min(way), longest.max(way));
        }
        Motion { made, passed, width: i128::from(longest) - i128::from(shortest) }
    }

    /// Returns whether `more` flicks, multiplied by `passed`, are far beyond a way.
    fn is_too_far(&self, more: i128, usual: Span) -> bool {
        let least = i128::from(OFF.flicks()).max(i128::from(usual.flicks() * FAR_PERCENT) / 100);
        more >= least * self.made
    }
}

/// Returns the leaps among the `pictures` from index `first` on, whose `stays` are known; empty if they are not rare. The length of a
/// leap is the time for which its way is the usual one.
pub fn leaps(pictures: &VecDeque<Picture>, first: usize, stays: &Stays) -> Vec<Hitch> {
    let motion = Motion::of(pictures.range(first..));
    if motion.made <= 0 || motion.width * motion.passed < i128::from(OFF.flicks()) * motion.made {
        return Vec::new();
    }
    let is_leap = |index: &usize| {
        let picture = &pictures[*index];
        let Some(around) = picture.made_around else { return false };
        let way = i128::from(picture.simulated.flicks()) * motion.passed;
        let [beyond_stay, beyond_around] =
            [way - i128::from(picture.passed.flicks()) * motion.made, way - i128::from(around.flicks()) * motion.passed];
        let before = index.saturating_sub(AROUND);
        motion.is_too_far(beyond_stay.min(beyond_around), stays.usual)
            && !pictures.range(before..=*index).any(|picture| stays.is_long(picture))
    };
    let all: Vec<&Picture> = (first..pictures.len()).filter(is_leap).map(|index| &pictures[index]).collect();
    if all.len() > 1 && all.len() * RARE > pictures.len() - first {
        return Vec::new();
    }
    let length = |picture: &Picture| picture.simulated.flicks() as f64 * motion.passed as f64 / motion.made as f64;
    let leap = |picture: &Picture| Hitch {
        begin: picture.interval().begin,
        length: Span::from_flicks(length(picture).round() as i64),
        is_leap: true,
    };
    all.into_iter().map(leap).collect()
}
