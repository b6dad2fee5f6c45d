//! The beam of a display that tears: it writes the rows one after the other from the top, and starts again at every tick.
//!
//! Let T be the time from tick to tick. At time t the beam has written (t mod T)/T of the display's height. The row at height y
//! was last written at w, the latest time up to t with (w mod T)/T = y, and shows the frame that was current at w. So a frame
//! that comes in the middle of a scan-out appears from the beam's row downwards. Above that row, and below the beam until it gets
//! there, the previous frame stays.

use super::refresh::Refresh;
use crate::base::time::{Span, Time};

/// The most replaced frames that are kept while rows may still show them. If more frames fall on one scan-out, the rows of the
/// dropped frames show the oldest kept frame.
pub const MOST_TORN: usize = 64;

/// Rows that show the same frame, as fractions of the display's height from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    pub from: f64,
    pub to: f64,
    /// The index of the frame in the list of flips; `None` if no frame has come to the rows yet.
    pub flip: Option<usize>,
}

/// Returns the longest time for which a row still shows a replaced frame.
pub fn lasts(refresh: Refresh) -> Span {
    // One flick more, because ticks are rounded to flicks.
    refresh.tick(1) - refresh.tick(0) + Span::from_flicks(1)
}

/// Returns the frames that the rows show at `now`, from the top. `flips` holds the moments of the frames in order, none later
/// than `now`. `all` says whether these are all flips so far; if not, rows older than the list show its first frame.
pub fn rows(refresh: Refresh, now: Time, flips: &[Time], all: bool) -> Vec<Rows> {
    let tick = refresh.first_at_or_after(now + Span::from_flicks(1)) - 1;
    let down = |tick: i64, at: Time| (at - refresh.tick(tick)).ratio(refresh.tick(tick + 1) - refresh.tick(tick));
    let beam = down(tick, now);
    let mut rows: Vec<Rows> = Vec::new();
    let mut begins = |from: f64, to: f64, came: usize| {
        let flip = if all { came.checked_sub(1) } else { Some(came.saturating_sub(1)) };
        match rows.last_mut() {
            Some(last) if last.flip == flip => last.to = to,
            _ if to > from => rows.push(Rows { from, to, flip }),
            _ => {}
        }
    };
    // The present scan-out has written the rows above the beam, the scan-out before it those below.
    let scans = [(tick, 0.0, beam), (tick - 1, beam, 1.0)];
    for (tick, top, bottom) in scans {
        if tick < 0 {
            begins(top, bottom, 0);
            continue;
        }
        let next = refresh.tick(tick + 1);
        let is_before = |at: Time| at < next && down(tick, at) <= top;
        let mut came = flips.partition_point(|at| is_before(*at));
        let mut from = top;
        while let Some(at) = flips.get(came).filter(|at| **at < next && down(tick, **at) < bottom) {
            let cut = down(tick, *at);
            begins(from, cut, came);
            (from, came) = (cut, came + 1);
        }
        begins(from, bottom, came);
    }
    rows
}

#[cfg(test)]
mod tests {
    use crate::model::machine::beam::*;

    /// Ticks every 100 ms, so that a millisecond is a hundredth of the height.
    fn refresh() -> Refresh {
        Refresh::new(10.0)
    }

    fn at(ms: i64) -> Time {
        Time::ZERO + Span::from_millis(ms as f64)
    }

    fn seen(now: i64, flips: &[i64]) -> Vec<(f64, f64, Option<usize>)> {
        let flips: Vec<Time> = flips.iter().map(|ms| at(*ms)).collect();
        rows(refresh(), at(now), &flips, true).into_iter().map(|rows| (rows.from, rows.to, rows.flip)).collect()
    }

    #[test]
    fn a_frame_is_seen_from_where_the_beam_was_down_to_where_it_is_until_the_beam_comes_by_again() {
        let flips = [5, 230];
        assert_eq!(seen(229, &flips[..1]), [(0.0, 1.0, Some(0))]);
        assert_eq!(seen(230, &flips), [(0.0, 1.0, Some(0))], "the beam has yet to write a row");
        assert_eq!(seen(250, &flips), [(0.0, 0.3, Some(0)), (0.3, 0.5, Some(1)), (0.5, 1.0, Some(0))]);
        assert_eq!(seen(300, &flips), [(0.0, 0.3, Some(0)), (0.3, 1.0, Some(1))]);
        assert_eq!(seen(320, &flips), [(0.0, 0.2, Some(1)), (0.2, 0.3, Some(0)), (0.3, 1.0, Some(1))]);
        assert_eq!(seen(330, &flips), [(0.0, 1.0, Some(1))]);
    }

    #[test]
    fn the_first_frame_comes_to_rows_that_were_dark() {
        assert_eq!(seen(40, &[20]), [(0.0, 0.2, None), (0.2, 0.4, Some(0)), (0.4, 1.0, None)]);
        assert_eq!(seen(110, &[20]), [(0.0, 0.1, Some(0)), (0.1, 0.2, None), (0.2, 1.0, Some(0))]);
        let late = rows(refresh(), at(40), &[at(20)], false);
        assert_eq!(late, [Rows { from: 0.0, to: 1.0, flip: Some(0) }], "what has been forgotten is not dark");
    }

    #[test]
    fn every_row_shows_the_frame_that_was_current_when_the_beam_last_wrote_it() {
        let flips = [3, 17, 18, 101, 140, 155, 199, 200, 262, 290, 299];
        let times: Vec<Time> = flips.iter().map(|ms| at(*ms)).collect();
        for now in 0..400 {
            let so_far = times.partition_point(|flip| *flip <= at(now));
            let bands = rows(refresh(), at(now), &times[..so_far], true);
            assert_eq!((bands[0].from, bands[bands.len() - 1].to), (0.0, 1.0), "at {now}");
            assert!(bands.windows(2).all(|pair| pair[0].to == pair[1].from && pair[0].flip != pair[1].flip), "at {now}");
            for row in 0..100 {
                // The middle of the row, which no flip falls on.
                let y = (f64::from(row) + 0.5) / 100.0;
                let band = bands.iter().find(|band| band.from < y && y < band.to).expect("every row is in a band");
                let mut written = (now / 100) as f64 * 100.0 + y * 100.0;
                if written > now as f64 {
                    written -= 100.0;
                }
                let current = if written < 0.0 { 0 } else { flips.iter().filter(|flip| (**flip as f64) <= written).count() };
                assert_eq!(band.flip, current.checked_sub(1), "row {row} at {now}");
            }
        }
    }
}
