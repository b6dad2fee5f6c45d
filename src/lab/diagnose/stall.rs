//! The outcome of a stall: how the time came back for which a frame stayed on the display.

use crate::base::time::{Span, Time};
use crate::lab::metrics::{DisplayedFrame, RecentWindow, last_stall};

/// How many frames after a stall show how the loop reacts to it.
const TELLING: usize = 4;

/// One frame that stayed far longer than the others, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StallOutcome {
    /// How long the frame stayed on the display.
    pub length: Span,
    /// How its time came back; `None` as long as too few frames have followed.
    pub back: Option<Return>,
    /// How much of its time has not come back.
    pub lost: Span,
}

/// How the time of a stall came back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Return {
    /// It did not.
    Never,
    /// From one frame to the next, and this far.
    Jump {
        /// How far the world was moved on.
        by: Span,
        /// The longest update of that frame.
        longest_step: Span,
        /// How many updates that frame had.
        steps: u64,
        /// How far it was drawn beyond the world's last state.
        beyond: Span,
    },
    /// Over several frames that moved faster than time.
    FastForward {
        /// Whether it is still going on.
        goes_on: bool,
    },
}

/// From one frame to the next: how long the first one stayed, and how far the second one is on.
#[derive(Clone, Copy, Debug)]
struct Pair {
    at: Time,
    passed: Span,
    simulated: Span,
}

impl Pair {
    /// How much further the world moved than time did.
    fn gain(&self) -> Span {
        self.simulated - self.passed
    }
}

/// The last stall among the `frames`, in a pane that ran at real speed before it. A step is `step` long.
pub fn stall(window: &RecentWindow, frames: &[DisplayedFrame], step: Span, now: Time) -> Option<StallOutcome> {
    let pairs = pairs(frames);
    let place = stalled_pair(&pairs)?;
    let (before, stalled, after) = (&pairs[..place], pairs[place], &pairs[place + 1..]);
    let sum = |pairs: &[Pair]| pairs.iter().fold(Span::ZERO, |sum, pair| sum + pair.gain());
    let ran = before.iter().fold(Span::ZERO, |sum, pair| sum + pair.passed);
    let off = sum(before);
    if off.max(Span::ZERO - off) > step.max(ran.scaled(0.05)) {
        return None; // It was slow or fast before: this is nothing that a stall did.
    }
    let begun = stalled.at - stalled.passed;
    let jumped = |by: Span, until: Time| {
        let updates = || window.updates(now).filter(|update| (begun..until).contains(&update.at));
        let turns = window.turns(now).filter(|turn| (begun..until).contains(&turn.at));
        let renders = window.renders(now).filter(|render| (begun..until).contains(&render.at));
        Return::Jump {
            by,
            longest_step: updates().map(|update| update.dt).max().unwrap_or(Span::ZERO),
            steps: turns.map(|turn| turn.updates).max().unwrap_or(0),
            beyond: renders.map(|render| render.lead).max().unwrap_or(Span::ZERO),
        }
    };
    // The frame that ends it may show some of what it missed; what is missing then, the frames after it may bring.
    let at_once = (stalled.simulated - step).max(Span::ZERO);
    let missing = (Span::ZERO - stalled.gain()).max(Span::ZERO);
    // Steps are drawn a step sooner or later.
    let little = stalled.passed.scaled(0.1).max(step);
    if after.len() < TELLING && missing > little {
        return Some(StallOutcome { length: stalled.passed, back: None, lost: Span::ZERO });
    }
    let (mut gained, mut most, mut peak) = (Span::ZERO, Span::ZERO, 0);
    for (number, pair) in after.iter().enumerate() {
        gained += pair.gain();
        if gained > most {
            (most, peak) = (gained, number);
        }
    }
    let lost = Some(missing - most).filter(|lost| *lost > little).unwrap_or(Span::ZERO);
    let leap = after.iter().take(2).filter(|pair| pair.gain() > at_once).max_by_key(|pair| pair.gain());
    let leapt = leap.map_or(at_once, Pair::gain);
    let back = if at_once + most <= little {
        Return::Never
    } else if leapt >= (at_once + most).scaled(0.8) {
        leap.map_or_else(|| jumped(stalled.simulated, stalled.at), |leap| jumped(leap.simulated, leap.at))
    } else {
        Return::FastForward { goes_on: lost > Span::ZERO && peak + 2 >= after.len() }
    };
    Some(StallOutcome { length: stalled.passed, back: Some(back), lost })
}

/// How long the last frame stayed that stayed far longer than the others, at whatever speed the pane ran before it.
pub fn stalled(frames: &[DisplayedFrame]) -> Option<Span> {
    let pairs = pairs(frames);
    stalled_pair(&pairs).map(|place| pairs[place].passed)
}

fn pairs(frames: &[DisplayedFrame]) -> Vec<Pair> {
    let pair = |pair: &[DisplayedFrame]| Pair {
        at: pair[1].at,
        passed: pair[1].at - pair[0].at,
        simulated: pair[1].drawn - pair[0].drawn,
    };
    frames.windows(2).map(pair).collect()
}

/// Returns the index of the last pair that is a stall.
fn stalled_pair(pairs: &[Pair]) -> Option<usize> {
    last_stall(&pairs.iter().map(|pair| pair.passed).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Span = Span::from_flicks(7_056_000); // 10 ms

    /// Frames with these Δd and Δs, in ms.
    fn frames(steps: impl IntoIterator<Item = (f64, f64)>) -> Vec<DisplayedFrame> {
        let first = DisplayedFrame { at: Time::ZERO, drawn: Time::ZERO };
        let mut last = first;
        let next = |(passed, simulated): (f64, f64)| {
            last = DisplayedFrame { at: last.at + Span::from_millis(passed), drawn: last.drawn + Span::from_millis(simulated) };
            last
        };
        std::iter::once(first).chain(steps.into_iter().map(next)).collect()
    }

    fn even(count: usize) -> impl Iterator<Item = (f64, f64)> {
        std::iter::repeat_n((10.0, 10.0), count)
    }

    fn of(frames: &[DisplayedFrame]) -> Option<StallOutcome> {
        stall(&RecentWindow::new(Time::ZERO), frames, STEP, Time::from_secs(9.0))
    }

    fn lost_and_back(frames: &[DisplayedFrame]) -> (f64, Option<Return>) {
        let stall = of(frames).expect("it stalls");
        assert_eq!(stall.length, Span::from_millis(500.0));
        (stall.lost.as_millis(), stall.back)
    }

    #[test]
    fn a_stall_jumps_or_is_made_up_for_or_is_forgotten_or_comes_back_in_part() {
        let jumps = frames(even(20).chain([(500.0, 10.0), (10.0, 500.0)]).chain(even(20)));
        assert!(matches!(lost_and_back(&jumps), (0.0, Some(Return::Jump { by, .. })) if by == Span::from_millis(500.0)));
        let at_once = frames(even(20).chain([(500.0, 500.0)]).chain(even(20)));
        assert!(matches!(lost_and_back(&at_once), (0.0, Some(Return::Jump { .. }))));
        let in_part = frames(even(20).chain([(500.0, 10.0), (10.0, 210.0)]).chain(even(20)));
        assert!(matches!(lost_and_back(&in_part), (290.0, Some(Return::Jump { .. }))));
        let catches_up = frames(even(20).chain([(500.0, 10.0)]).chain(std::iter::repeat_n((10.0, 40.0), 10)));
        assert_eq!(lost_and_back(&catches_up), (190.0, Some(Return::FastForward { goes_on: true })));
        let caught_up = frames(even(20).chain([(500.0, 10.0)]).chain([(10.0, 108.0); 5]).chain(even(9)));
        assert_eq!(lost_and_back(&caught_up), (0.0, Some(Return::FastForward { goes_on: false })));
        let forgets = frames(even(20).chain([(500.0, 10.0)]).chain(even(20)));
        assert_eq!(lost_and_back(&forgets), (490.0, Some(Return::Never)));
        let just_over = frames(even(20).chain([(500.0, 10.0), (10.0, 10.0)]));
        assert_eq!(lost_and_back(&just_over), (0.0, None), "who knows yet");
    }

    #[test]
    fn of_two_stalls_the_last_is_told() {
        let two = even(20).chain([(500.0, 10.0), (10.0, 500.0)]).chain(even(20)).chain([(300.0, 10.0)]).chain(even(20));
        let stall = of(&frames(two)).expect("it stalls");
        assert_eq!((stall.length, stall.back), (Span::from_millis(300.0), Some(Return::Never)));
    }

    #[test]
    fn a_load_that_has_just_been_raised_is_no_stall() {
        assert_eq!(of(&frames(even(60).chain(std::iter::repeat_n((100.0, 100.0), 3)))), None);
        assert_eq!(of(&frames(even(60).chain([(60.0, 60.0), (100.0, 100.0)]))), None);
    }

    #[test]
    fn what_is_always_slow_has_no_stall() {
        assert_eq!(of(&frames(std::iter::repeat_n((200.0, 100.0), 10))), None);
        assert_eq!(of(&frames(even(100))), None);
        let slow = std::iter::repeat_n((20.0, 10.0), 20);
        let struck = frames(slow.clone().chain([(500.0, 10.0)]).chain(slow));
        assert_eq!(of(&struck), None, "it was slow before");
        assert_eq!(stalled(&struck), Some(Span::from_millis(500.0)), "but a frame stayed");
    }
}
