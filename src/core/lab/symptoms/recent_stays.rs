//! The newest picture of a run: whether it has stayed for much longer than those before it.

use super::intervals::{Interval, lower_median};
use super::symptom::Symptom;
use super::words::Said;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;

/// The least time for which a frozen picture stays: 100 ms.
const STILL: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);
/// The least ratio of the stay of a frozen picture to the lower median of the stays before.
const STILL_TIMES: i64 = 3;
/// The median that is assumed if there are fewer than three stays.
const UNKNOWN: Span = Span::from_flicks(FLICKS_PER_SECOND / 3);
/// The median is taken over the stays in this time before the newest picture: 2 s.
const USUAL: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);

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
        let waiting = now - shown_at;
        if waiting < STILL {
            return None;
        }
        let mut stays: Vec<Span> = self.stays.iter().map(|stay| stay.length).collect();
        let longest = stays.iter().max().copied().unwrap_or(Span::ZERO);
        let usual = if stays.len() < 3 { UNKNOWN } else { lower_median(&mut stays) };
        (waiting >= usual * STILL_TIMES && waiting > longest)
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
