//! What tells one kind of trouble from another, in the last two seconds of a pane.

use super::pipeline::Pipeline;
use super::stall::{StallOutcome, stall, stalled};
use crate::base::time::{Span, Time};
use crate::lab::metrics::{DisplayedFrame, RecentWindow, animation_error, stands_still};
use crate::model::config::Computer;

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
    /// The same without the update that cost most: a stall may have struck it.
    pub usual_cost_per_step: Span,
    /// Whether all of the others are of one length.
    pub even_steps: bool,
    /// The most updates in one turn of the loop.
    pub most_updates: u64,
    /// How far one turn has moved the world at most.
    pub most_simulated: Span,
    /// How many turns are over.
    pub turns: usize,
    /// The mean time from one turn to the next.
    pub mean_turn: Span,
    /// The longest time from one turn to the next.
    pub longest_turn: Span,
    /// The mean of the turns that no stall has struck.
    pub usual_turn: Span,
    /// What a turn's updates and render cost in the mean.
    pub cost_per_turn: Span,
    /// What one turn's updates and render cost at most.
    pub most_cost: Span,
    /// The share of turns without an update.
    pub none_share: f64,
    /// The share of turns with two updates or more.
    pub several_share: f64,
    /// For how long the frames stayed, all together.
    pub shown: Span,
    /// How much further the frames moved than time did.
    pub gained: Span,
    /// How much of that came from one frame to the next.
    pub leap: Span,
    /// How far the newest frame is ahead of the clock at its display; negative where it is behind.
    pub lead: Span,
    /// How far frames reach beyond the world's last state, at most.
    pub beyond: Span,
    /// For how many refreshes frames stayed: the least and the most. Nothing on a display without ticks.
    pub frames_stay: Option<(u64, u64)>,
    /// For how many refreshes a simulated moment stayed, over all frames that show it: the same two numbers.
    pub moments_stay: Option<(u64, u64)>,
    /// Whether the frame on the display stays far longer than the others did.
    pub stands_still: bool,
    /// The last stay of a frame that was far longer than the others, and what came of it, in a pane that ran at real speed.
    pub stall: Option<StallOutcome>,
    /// The same stay alone, at whatever speed the pane ran.
    pub stalled: Option<Span>,
    /// What happens to frames between the CPU and the display.
    pub pipeline: Pipeline,
}

impl Symptoms {
    /// The symptoms in the two seconds before `now`, on `computer`.
    pub fn of(window: &RecentWindow, computer: &Computer, now: Time) -> Symptoms {
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
        let stalled = stalled(&frames);
        let work = Turns::of(window, stalled, now);
        let part = |found: &dyn Fn(u64) -> bool| {
            let matching = window.turns(now).take(work.count).filter(|turn| found(turn.updates)).count();
            if work.count > 0 { matching as f64 / work.count as f64 } else { 0.0 }
        };
        let costliest = window.updates(now).map(|update| update.cost).max().unwrap_or(Span::ZERO);
        let ticks = Some(computer.refresh_hz).filter(|_| computer.has_ticks());
        let moving = count - still;
        let mean_step = if moving > 0.0 { length.scaled(1.0 / moving) } else { Span::ZERO };
        let (first, last) = (frames.first(), frames.last());
        let shown = first.zip(last).map_or(Span::ZERO, |(first, last)| last.at - first.at);
        let gains = || frames.windows(2).map(|pair| animation_error(pair[0], pair[1]));
        let usual = (frames.len() > 1).then(|| shown.scaled(1.0 / (frames.len() as f64 - 1.0)));
        Symptoms {
            updates_per_s: window.updates_per_s(now),
            still_share: if count > 0.0 { still / count } else { 0.0 },
            mean_step,
            cost_per_step: if moving > 0.0 { cost.scaled(1.0 / moving) } else { Span::ZERO },
            usual_cost_per_step: if moving > 1.0 { (cost - costliest).scaled(1.0 / (moving - 1.0)) } else { Span::ZERO },
            even_steps: steps().min() == steps().max(),
            most_updates: window.turns(now).map(|turn| turn.updates).max().unwrap_or(0),
            most_simulated: work.most_simulated,
            turns: work.count,
            mean_turn: work.mean,
            longest_turn: work.longest,
            usual_turn: work.usual,
            cost_per_turn: work.cost,
            most_cost: work.most_cost,
            none_share: part(&|updates| updates == 0),
            several_share: part(&|updates| updates > 1),
            shown,
            gained: gains().fold(Span::ZERO, |sum, gain| sum + gain),
            leap: gains().max().unwrap_or(Span::ZERO),
            lead: last.map_or(Span::ZERO, |frame| frame.drawn - frame.at),
            beyond: window.beyond(now),
            frames_stay: ticks.and_then(|hz| stays(frames.iter().map(|frame| frame.at), hz)),
            moments_stay: ticks.and_then(|hz| stays(changes(&frames), hz)),
            stands_still: stands_still(window.waiting(now), usual),
            stall: stall(window, &frames, mean_step, now),
            stalled,
            pipeline: Pipeline::of(window, computer, now),
        }
    }
}

/// What the turns come to that are over.
#[derive(Default)]
struct Turns {
    count: usize,
    mean: Span,
    usual: Span,
    longest: Span,
    cost: Span,
    most_cost: Span,
    most_simulated: Span,
}

impl Turns {
    /// A turn at least half as long as a frame `stalled` is the one that was struck.
    fn of(window: &RecentWindow, stalled: Option<Span>, now: Time) -> Turns {
        let mut all = Turns::default();
        let mut updates = window.updates(now).peekable();
        let mut renders = window.renders(now).peekable();
        let (mut length, mut cost) = (Span::ZERO, Span::ZERO);
        let (mut usual, mut unstruck) = (Span::ZERO, 0.0);
        for (turn, next) in window.turns(now).zip(window.turns(now).skip(1)) {
            let (mut simulated, mut worked) = (Span::ZERO, Span::ZERO);
            while let Some(update) = updates.next_if(|update| update.at < next.at) {
                if update.at >= turn.at {
                    simulated += update.dt;
                    worked += update.cost;
                }
            }
            while let Some(render) = renders.next_if(|render| render.at < next.at) {
                worked += if render.at >= turn.at { render.cost } else { Span::ZERO };
            }
            let took = next.at - turn.at;
            all.count += 1;
            all.longest = all.longest.max(took);
            all.most_cost = all.most_cost.max(worked);
            all.most_simulated = all.most_simulated.max(simulated);
            if stalled.is_none_or(|stalled| took < stalled.scaled(0.5)) {
                usual += took;
                unstruck += 1.0;
            }
            length += took;
            cost += worked;
        }
        if all.count > 0 {
            let share = 1.0 / all.count as f64;
            (all.mean, all.cost) = (length.scaled(share), cost.scaled(share));
            all.usual = if unstruck > 0.0 { usual.scaled(1.0 / unstruck) } else { all.mean };
        }
        all
    }
}

/// When the display changed to a frame of another moment.
fn changes(frames: &[DisplayedFrame]) -> impl Iterator<Item = Time> {
    frames.windows(2).filter(|pair| pair[0].drawn != pair[1].drawn).map(|pair| pair[1].at)
}

fn stays(moments: impl Iterator<Item = Time>, refresh_hz: f64) -> Option<(u64, u64)> {
    let moments: Vec<Time> = moments.collect();
    let stays = || moments.windows(2).map(|pair| ((pair[1] - pair[0]).as_secs() * refresh_hz).round() as u64);
    // Three are too few to tell.
    stays().min().zip(stays().max()).filter(|_| moments.len() > 4)
}

#[cfg(test)]
mod tests {
    use super::*;

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
