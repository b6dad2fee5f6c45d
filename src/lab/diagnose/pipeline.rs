//! What happens to a pane's frames between the CPU and the display, in its last two seconds.

use crate::base::time::{Span, Time};
use crate::lab::metrics::{RecentWindow, Rendered};
use crate::model::config::{Computer, Present};
use std::collections::HashMap;

/// Counts, shares and lengths over the last two seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pipeline {
    /// Which share of the time the GPU works.
    pub gpu_busy: f64,
    /// What a frame costs the GPU in the mean; zero where it costs nothing.
    pub gpu_work: Span,
    /// The least time from the beginning of a render until its frame is shown.
    pub least_delay: Span,
    /// The mean time from the end of a render's cost until its frame is shown.
    pub shown_after: Span,
    /// Which share of the renders waited until the display had come so near that the queue lets the CPU go on.
    pub held_share: f64,
    /// Which share of the frames a newer one overtook, of those between the first and the last that were shown.
    pub overtaken_share: f64,
    /// Which share of the shown frames appeared in the middle of the scan-out.
    pub torn_share: f64,
    /// Which share of the display's refreshes showed the old frame again.
    pub repeated_share: f64,
    /// What times between frames are where the loop takes them from the beginnings of its turns.
    pub timed: Option<Timed>,
}

/// How far two ways to tell the time between two frames are off from the time between their flips, in the mean, in ms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed {
    /// The time between the beginnings of their turns.
    pub turns_ms: f64,
    /// How often the display changed its frame in between, times the refresh interval.
    pub flips_ms: f64,
}

impl Pipeline {
    /// That of the two seconds before `now`, on `computer`.
    pub fn of(window: &RecentWindow, computer: &Computer, now: Time) -> Pipeline {
        let work = window.gpu_work(now);
        let works = work.len() as f64;
        let worked = work.fold(Span::ZERO, |sum, (_, took)| sum + took);
        let flips: HashMap<u64, Time> = window.shown(now).map(|shown| (shown.number, shown.frame.at)).collect();
        let ways = || window.renders(now).filter_map(|render| flips.get(&render.number).map(|flip| (render, *flip)));
        let after = ways().fold(Span::ZERO, |sum, (render, flip)| sum + (flip - (render.at + render.cost)));
        let count = ways().count() as f64;
        let (numbers, shown) = (window.shown(now).map(|shown| shown.number), window.shown(now).len() as f64);
        let between = numbers.clone().max().unwrap_or(0) - numbers.min().unwrap_or(0);
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let repeats = window.repeats(now) as f64;
        Pipeline {
            gpu_busy: window.gpu_busy(now),
            gpu_work: if works > 0.0 { worked.scaled(1.0 / works) } else { Span::ZERO },
            least_delay: ways().map(|(render, flip)| flip - render.at).min().unwrap_or(Span::ZERO),
            shown_after: if count > 0.0 { after.scaled(1.0 / count) } else { Span::ZERO },
            held_share: held(window.renders(now), &flips, computer, now),
            overtaken_share: share((between as f64 + 1.0 - shown).max(0.0), between as f64),
            torn_share: share(window.shown(now).filter(|shown| shown.torn).count() as f64, shown),
            repeated_share: share(repeats, repeats + shown),
            timed: timed(window, &flips, computer, now),
        }
    }
}

/// How many of the renders waited for the flip of the frame that is the length of the queue before theirs.
fn held<'a>(renders: impl Iterator<Item = &'a Rendered>, flips: &HashMap<u64, Time>, computer: &Computer, now: Time) -> f64 {
    let queue = u64::from(computer.queue);
    if queue == 0 || computer.present != Present::Fifo {
        return 0.0;
    }
    let newest = flips.keys().max().copied().unwrap_or(0);
    let (mut held, mut known) = (0.0, 0.0);
    for render in renders {
        let (before, end) = (render.number.saturating_sub(queue), render.at + render.cost);
        let waits = match flips.get(&before) {
            Some(flip) => *flip > end,
            None if before > newest && end <= now => true,
            None => continue,
        };
        known += 1.0;
        held += f64::from(u8::from(waits));
    }
    if known > 0.0 { held / known } else { 0.0 }
}

/// Of a loop that renders one frame a turn; nothing on a display without ticks, and where too few frames tell.
fn timed(window: &RecentWindow, flips: &HashMap<u64, Time>, computer: &Computer, now: Time) -> Option<Timed> {
    let turns: Vec<Time> = window.turns(now).map(|turn| turn.at).collect();
    let begun = |render: &Rendered| turns[..turns.partition_point(|turn| *turn <= render.at)].last().copied();
    let frames: Vec<(u64, Time, Time)> =
        window.renders(now).filter_map(|render| Some((render.number, begun(render)?, *flips.get(&render.number)?))).collect();
    let mut shown: Vec<Time> = flips.values().copied().collect();
    shown.sort_unstable();
    let by = |moment: Time| shown.partition_point(|flip| *flip <= moment);
    let refresh_ms = 1000.0 / computer.refresh_hz;
    let (mut turns_ms, mut flips_ms, mut pairs) = (0.0, 0.0, 0.0);
    for pair in frames.windows(2).filter(|pair| pair[0].0 + 1 == pair[1].0) {
        let ((_, turn, flip), (_, next_turn, next_flip)) = (pair[0], pair[1]);
        if turn == next_turn {
            return None;
        }
        // What was shown before the numbers begin is not known.
        if shown.first().is_none_or(|first| *first > turn) {
            continue;
        }
        let passed = (next_flip - flip).as_millis();
        turns_ms += ((next_turn - turn).as_millis() - passed).abs();
        flips_ms += ((by(next_turn) - by(turn)) as f64 * refresh_ms - passed).abs();
        pairs += 1.0;
    }
    (pairs >= 10.0 && computer.has_ticks()).then(|| Timed { turns_ms: turns_ms / pairs, flips_ms: flips_ms / pairs })
}
