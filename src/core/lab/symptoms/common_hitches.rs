//! Hitches of a captured game that are no exceptions once all of the file is known: the first of an uneven pacing that goes on.

use super::intervals::Interval;
use super::kind::Kind;
use super::stays::RARE;
use super::symptom_span::SymptomSpan;
use crate::base::time::{Span, Time};
use crate::lab::metrics::reach::RECENT;
use crate::model::config::capture::Capture;

/// A stay is as long as a hitch if it has nine tenths of its length.
const AS_LONG: (i64, i64) = (9, 10);

/// Leaves out the spans of hitches that are part of uneven pacing: they come in it, or at most a window before it, it holds for
/// longer, and more than one in `RARE` of its frames stay as long.
pub(super) fn leave_out_common(spans: &mut Vec<SymptomSpan>, capture: &Capture) {
    let is_pacing = |span: &&SymptomSpan| matches!(span.symptom.kind(), Kind::Judder | Kind::Uneven);
    let pacing: Vec<(Time, Time)> = spans.iter().filter(is_pacing).map(|span| (span.symptom.from, span.to)).collect();
    let flips: Vec<Time> = capture.frames.iter().map(|frame| frame.flip).filter(|flip| *flip < Time::NEVER).collect();
    spans.retain(|span| {
        let hitches = span.symptom.hitches();
        !pacing.iter().any(|(from, to)| holds_all(hitches, *from, *to) && are_common(hitches, *from, *to, &flips))
    });
}

/// Returns whether there are hitches, and all of them lie in a longer time from `from` to `to`, or at most a window before it.
fn holds_all(hitches: &[Interval], from: Time, to: Time) -> bool {
    let ends = hitches.first().zip(hitches.last());
    ends.is_some_and(|(first, last)| first.begin + RECENT >= from && last.end() <= to && last.end() - first.begin < to - from)
}

/// Returns whether more than one in `RARE` of the frames that flip from `from` to `to` stay as long as the longest hitch.
fn are_common(hitches: &[Interval], from: Time, to: Time, flips: &[Time]) -> bool {
    let longest = hitches.iter().map(|hitch| hitch.length).max().unwrap_or(Span::MAX);
    let [first, end] = [from, to].map(|at| flips.partition_point(|flip| *flip < at));
    let stays = || flips[first..end].windows(2).map(|pair| pair[1] - pair[0]);
    let as_long = stays().filter(|stay| *stay * AS_LONG.1 >= longest * AS_LONG.0).count();
    as_long * RARE > stays().count()
}
