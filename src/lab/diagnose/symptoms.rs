//! What tells one kind of trouble from another, in the last two seconds of a pane.

use crate::base::time::{Span, Time};
use crate::lab::metrics::{DisplayedFrame, RecentWindow};

/// A frame that stays on the display for longer than this can be a stall.
const STALL: Span = Span::from_flicks(crate::base::time::FLICKS_PER_SECOND * 8 / 100);

/// Counts, shares and lengths over the last two seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Symptoms {
    /// Updates a second.
    pub updates_per_s: f64,
    /// The share of updates by no time.
    pub still_share: f64,
    /// The mean length of the others.
    pub mean_step: Span,
    /// What all updates and thoughts cost, for each of the others: thinking belongs to the steps that it is done for.
    pub cost_per_step: Span,
    /// Whether all of the others are of one length.
    pub even_steps: bool,
    /// The most updates in one turn of the loop.
    pub most_updates: u64,
    /// The share of turns without an update.
    pub none_share: f64,
    /// The share of turns with two updates or more.
    pub several_share: f64,
    /// For how many refreshes frames stayed: the least and the most, leaving out one in twenty.
    pub frames_stay: Option<(u64, u64)>,
    /// For how many refreshes a simulated moment stayed, over all frames that show it: the same two numbers.
    pub moments_stay: Option<(u64, u64)>,
    /// The longest stay of a frame, where it is far longer than the others.
    pub stall: Option<Stall>,
}

/// One frame that stayed far longer than the others, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stall {
    /// How long the frame stayed on the display.
    pub length: Span,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a stall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The next frame is as far on as the stall was long.
    Jumped,
    /// Frames after it go faster than time.
    FastForward,
    /// This much of it is gone.
    Forgot(Span),
}

impl Symptoms {
    /// The symptoms in the two seconds before `now`, on a display of `refresh_hz`.
    pub fn of(window: &RecentWindow, refresh_hz: f64, now: Time) -> Symptoms {
        let frames: Vec<DisplayedFrame> = window.frames(now).collect();
        let count = window.updates(now).len() as f64;
        let (mut still, mut length, mut cost) = (0.0, Span::ZERO, Span::ZERO);
        for update in window.updates(now) {
            still += f64::from(u8::from(update.dt == Span::ZERO));
            length += update.dt;
            cost += update.cost;
        }
        cost = window.thoughts(now).fold(cost, |sum, thought| sum + thought);
        let steps = || window.updates(now).map(|update| update.dt).filter(|dt| *dt > Span::ZERO);
        // The turn that is running may still make some.
        let done = window.turns(now).len().saturating_sub(1);
        let part = |found: &dyn Fn(u64) -> bool| {
            let matching = window.turns(now).take(done).filter(|turn| found(turn.updates)).count();
            if done > 0 { matching as f64 / done as f64 } else { 0.0 }
        };
        let moving = count - still;
        Symptoms {
            updates_per_s: window.updates_per_s(now),
            still_share: if count > 0.0 { still / count } else { 0.0 },
            mean_step: if moving > 0.0 { length.scaled(1.0 / moving) } else { Span::ZERO },
            cost_per_step: if moving > 0.0 { cost.scaled(1.0 / moving) } else { Span::ZERO },
            even_steps: steps().min() == steps().max(),
            most_updates: window.turns(now).map(|turn| turn.updates).max().unwrap_or(0),
            none_share: part(&|updates| updates == 0),
            several_share: part(&|updates| updates > 1),
            frames_stay: stays(frames.iter().map(|frame| frame.at), refresh_hz),
            moments_stay: stays(changes(&frames), refresh_hz),
            stall: stall(&frames),
        }
    }
}

/// When the display changed to a frame of another moment.
fn changes(frames: &[DisplayedFrame]) -> impl Iterator<Item = Time> {
    let mut last = None;
    frames.iter().filter(move |frame| last.replace(frame.drawn) != Some(frame.drawn)).map(|frame| frame.at)
}

fn stays(moments: impl Iterator<Item = Time>, refresh_hz: f64) -> Option<(u64, u64)> {
    let moments: Vec<Time> = moments.collect();
    let mut stays: Vec<u64> =
        moments.windows(2).map(|pair| ((pair[1] - pair[0]).as_secs() * refresh_hz).round() as u64).collect();
    stays.sort_unstable();
    let out = stays.len() / 20;
    (stays.len() >= 4).then(|| (stays[out], stays[stays.len() - 1 - out]))
}

/// The longest stay, if it is far longer than the others in a pane that otherwise runs at real speed.
fn stall(frames: &[DisplayedFrame]) -> Option<Stall> {
    let pairs: Vec<(Span, Span)> =
        frames.windows(2).map(|pair| (pair[1].at - pair[0].at, pair[1].drawn - pair[0].drawn)).collect();
    let place = (0..pairs.len()).max_by_key(|place| pairs[*place].0)?;
    let (length, others) = (pairs[place].0, pairs.len() as i64 - 1);
    let sum = |pairs: &[(Span, Span)]| pairs.iter().fold((Span::ZERO, Span::ZERO), |(d, s), pair| (d + pair.0, s + pair.1));
    let (passed, simulated) = sum(&pairs);
    if others < 5 || length < STALL || length < (passed - length).scaled(3.0 / others as f64) {
        return None;
    }
    let (before, after) = (sum(&pairs[..place]), sum(&pairs[(place + 1).min(pairs.len())..]));
    if before.0 > Span::ZERO && !(0.95..1.05).contains(&before.1.ratio(before.0)) {
        return None;
    }
    let leap = pairs[place..].iter().take(2).map(|pair| pair.1).max()?;
    let outcome = if leap >= length.scaled(0.6) {
        Outcome::Jumped
    } else if after.1 > after.0.scaled(1.05) && after.1 - after.0 > length.scaled(0.2) {
        Outcome::FastForward
    } else {
        let forgotten = passed - simulated;
        Outcome::Forgot((forgotten > length.scaled(0.1)).then_some(forgotten)?)
    };
    Some(Stall { length, outcome })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_stall_jumps_or_is_made_up_for_or_is_forgotten() {
        let outcome = |frames: &[DisplayedFrame]| stall(frames).map(|stall| stall.outcome);
        let jumps = frames(even(20).chain([(500.0, 10.0), (10.0, 500.0)]).chain(even(20)));
        assert_eq!(outcome(&jumps), Some(Outcome::Jumped));
        let catches_up = frames(even(20).chain([(500.0, 10.0)]).chain(std::iter::repeat_n((10.0, 40.0), 10)));
        assert_eq!(outcome(&catches_up), Some(Outcome::FastForward));
        let forgets = frames(even(20).chain([(500.0, 10.0), (10.0, 100.0)]).chain(even(20)));
        assert_eq!(outcome(&forgets), Some(Outcome::Forgot(Span::from_millis(400.0))));
    }

    #[test]
    fn what_is_always_slow_has_no_stall() {
        assert_eq!(stall(&frames(std::iter::repeat_n((200.0, 100.0), 10))), None);
        assert_eq!(stall(&frames(even(100))), None);
        let slow = std::iter::repeat_n((20.0, 10.0), 20);
        assert_eq!(stall(&frames(slow.clone().chain([(500.0, 10.0)]).chain(slow))), None, "it was slow before");
    }

    #[test]
    fn frames_and_the_moments_they_show_stay_for_refreshes() {
        let every = |ms: f64, count: i32| (0..count).map(move |n| Time::ZERO + Span::from_millis(ms) * i64::from(n));
        assert_eq!(stays(every(20.0, 50), 100.0), Some((2, 2)));
        let shown = |at: Time| DisplayedFrame { at, drawn: at.floor_to(Span::from_millis(25.0)) };
        let repeated: Vec<DisplayedFrame> = every(10.0, 50).map(shown).collect();
        assert_eq!(stays(repeated.iter().map(|frame| frame.at), 100.0), Some((1, 1)));
        assert_eq!(stays(changes(&repeated), 100.0), Some((2, 3)));
        assert_eq!(stays(every(20.0, 4), 100.0), None, "three are too few to tell");
    }
}
