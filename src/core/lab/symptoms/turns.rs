//! The turns of a loop: how far the clock and the game went from one to the next.
//!
//! A turn is over when the next one begins; then the game has gone to the last `sim_s` before that. What lies in a lone stall
//! and in the half second after it is left out, since it says nothing about how the loop runs.

use super::intervals::{Interval, StallFinder};
use super::symptom::TICK;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;

/// The time that a loop has to make up for a stall: half a second.
pub const RECOVERY: Span = Span::from_flicks(FLICKS_PER_SECOND / 2);
/// A stall is lone if no other began in so much time before it: 4 s.
const LONE: Span = Span::from_flicks(4 * FLICKS_PER_SECOND);
/// The fewest turns that give a speed.
const FEWEST: usize = 4;
/// The most and the fewest seconds over which a drift is seen, and the ticks in a second.
const SECONDS: usize = 10;
const FEWEST_SECONDS: usize = 3;
const TICKS: i64 = FLICKS_PER_SECOND / TICK.flicks();

/// A turn that is over.
#[derive(Clone, Copy, Debug)]
struct Turn {
    at: Time,
    /// The simulated time at its end.
    sim: Time,
    /// Is `true` if the time from the turn before to this one counts.
    counts: bool,
    /// The counted time of the clock and of the game since the beginning.
    passed: Span,
    made: Span,
    work: Work,
}

/// The work of a turn.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    cpu: Span,
    gpu: Span,
}

#[derive(Clone, Copy, Debug)]
struct Stall {
    interval: Interval,
    lone: bool,
}

/// The turns that began, and the updates that began, in a tenth of a second that ends with a tick.
#[derive(Clone, Copy, Debug)]
struct Tenth {
    tick: i64,
    /// The sum of how far the game was behind the clock at its turns, in flicks, without what is left out.
    lag: i128,
    turns: u32,
    longest_step: Span,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Time of the game per time of the clock.
    pub ratio: f64,
    /// The time by which the game went further than the clock.
    pub gained: Span,
    /// The most that one turn simulated.
    pub most: Span,
    /// The first and the last turn.
    pub ends: [Time; 2],
}

/// The motion of the game against the clock in some seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    /// The time by which it is further behind the clock in the last second than in the first, in flicks; negative if it gains.
    pub fell_behind: f64,
    /// Whether both halves go the same way.
    pub goes_one_way: bool,
    pub step: Span,
    /// The number of seconds that were looked at.
    pub seconds: f64,
}

/// The turns of the last seconds.
#[derive(Clone, Debug)]
pub struct Turns {
    /// The beginning of the running turn.
    open: Option<Time>,
    sim: Time,
    /// The work of the running turn.
    work: Work,
    over: VecDeque<Turn>,
    finder: StallFinder,
    stalls: VecDeque<Stall>,
    /// Turns that begin before this do not count.
    left_out_until: Time,
    tenths: VecDeque<Tenth>,
}

impl Turns {
    /// Begins a game at simulated time `sim`.
    pub fn new(sim: Time) -> Turns {
        Turns {
            open: None,
            sim,
            work: Work::default(),
            over: VecDeque::new(),
            finder: StallFinder::default(),
            stalls: VecDeque::new(),
            left_out_until: Time::from_flicks(i64::MIN),
            tenths: VecDeque::new(),
        }
    }

    /// Adds an update after which the game is at `sim`.
    pub fn add_update(&mut self, at: Time, dt: Span, sim: Time) {
        self.sim = sim;
        let tenth = self.tenth(at);
        tenth.longest_step = tenth.longest_step.max(dt);
    }

    /// Adds work of the CPU to the running turn.
    pub fn add_work(&mut self, cost: Span) {
        self.work.cpu += cost;
    }

    /// Adds work of the GPU that begins in the running turn.
    pub fn add_gpu_work(&mut self, cost: Span) {
        self.work.gpu += cost;
    }

    /// Returns the simulated time of the game.
    pub fn sim(&self) -> Time {
        self.sim
    }

    /// Returns whether a turn has begun.
    pub fn have_begun(&self) -> bool {
        self.open.is_some()
    }

    /// Returns whether a turn is over.
    pub fn are_over(&self) -> bool {
        !self.over.is_empty()
    }

    /// Returns the mean work of the turns that began after `from`, in flicks, at least of the last four: of both together if the
    /// GPU `waits` for the CPU and the other way round, else of the one that works more. `None` with fewer than three turns.
    pub fn mean_work(&self, from: Time, waits: bool) -> Option<f64> {
        let recent = self.over.partition_point(|turn| turn.at <= from);
        let turns = self.over.range(recent.min(self.over.len().saturating_sub(FEWEST))..);
        let count = turns.len();
        let (cpu, gpu) = turns.fold((0, 0), |(cpu, gpu), Turn { work, .. }| (cpu + work.cpu.flicks(), gpu + work.gpu.flicks()));
        let work = if waits { cpu + gpu } else { cpu.max(gpu) };
        (count + 1 >= FEWEST).then(|| work as f64 / count as f64)
    }

    /// Begins a turn, with which the one before is over. Turns older than `reach` are forgotten.
    pub fn begin(&mut self, at: Time, reach: Span) {
        let work = std::mem::take(&mut self.work);
        let Some(begun) = self.open.replace(at) else { return };
        if let Some(interval) = self.finder.add(Interval { begin: begun, length: at - begun }) {
            let lone = self.stalls.back().is_none_or(|last| last.interval.begin <= interval.begin - LONE);
            self.stalls.push_back(Stall { interval, lone });
            if lone {
                self.left_out_until = interval.end() + RECOVERY;
            }
        }
        let mut turn = Turn { at: begun, sim: self.sim, counts: false, passed: Span::ZERO, made: Span::ZERO, work };
        if let Some(before) = self.over.back() {
            let (passed, made) = (turn.at - before.at, turn.sim - before.sim);
            turn.counts = before.at >= self.left_out_until;
            (turn.passed, turn.made) = (before.passed, before.made);
            if turn.counts {
                turn.passed += passed;
                turn.made += made;
            }
        }
        let tenth = self.tenth(begun);
        tenth.lag += i128::from((turn.passed - turn.made).flicks());
        tenth.turns += 1;
        self.over.push_back(turn);
        let oldest = at - reach - RECOVERY;
        while self.over.len() > 2 * FEWEST && self.over[1].at < oldest {
            self.over.pop_front();
        }
        while self.stalls.pop_front_if(|stall| stall.interval.end() < oldest - LONE).is_some() {}
    }

    /// Returns the tenth of a second in which `at` lies.
    fn tenth(&mut self, at: Time) -> &mut Tenth {
        let tick = (at - Time::ZERO + TICK - Span::from_flicks(1)).whole(TICK);
        while self.tenths.front().is_some_and(|old| old.tick < tick - SECONDS as i64 * TICKS) {
            self.tenths.pop_front();
        }
        let mut index = self.tenths.partition_point(|tenth| tenth.tick < tick);
        if self.tenths.get(index).is_none_or(|tenth| tenth.tick != tick) {
            index = index.min(self.tenths.len());
            self.tenths.insert(index, Tenth { tick, lag: 0, turns: 0, longest_step: Span::ZERO });
        }
        &mut self.tenths[index]
    }

    /// Returns the speed over the turns that began after `from`; `None` if fewer than three times from turn to turn count.
    pub fn speed(&self, from: Time) -> Option<Speed> {
        let last = self.over.back()?;
        let recent = self.over.partition_point(|turn| turn.at <= from);
        let mut first = recent.min(self.over.len().checked_sub(FEWEST)?);
        // A window that begins in a stall or in its recovery begins with the stall.
        let begins = self.over[first].at;
        let is_cut = |stall: &&Stall| !stall.lone && stall.interval.begin < begins && begins < stall.interval.end() + RECOVERY;
        if let Some(stall) = self.stalls.iter().rev().find(is_cut) {
            first = self.over.partition_point(|turn| turn.at < stall.interval.begin);
        }
        let begun = self.over[first];
        let mut most = Span::ZERO;
        let mut counted = 0;
        for (before, turn) in self.over.range(first..).zip(self.over.range(first + 1..)).filter(|(_, turn)| turn.counts) {
            most = most.max(turn.sim - before.sim);
            counted += 1;
        }
        let (passed, made) = (last.passed - begun.passed, last.made - begun.made);
        let is_told = counted + 1 >= FEWEST && passed > Span::ZERO;
        is_told.then(|| Speed { ratio: made.ratio(passed), gained: made - passed, most, ends: [begun.at, last.at] })
    }

    /// Returns the drift in the whole seconds since `begin` until `now`, which is a tick: in the last ten, and at least in three.
    /// `None` if one of the seconds has no turn.
    pub fn drift(&self, begin: Time, now: Time) -> Option<Drift> {
        let seconds = ((now - begin).whole(TICK) / TICKS).min(SECONDS as i64) as usize;
        if seconds < FEWEST_SECONDS {
            return None;
        }
        let last = (now - Time::ZERO).whole(TICK);
        let (mut lags, mut counts, mut step) = ([0_i128; SECONDS], [0_u32; SECONDS], Span::ZERO);
        for tenth in self.tenths.iter().filter(|tenth| tenth.tick <= last) {
            let second = ((last - tenth.tick) / TICKS) as usize;
            if second < seconds {
                lags[second] += tenth.lag;
                counts[second] += tenth.turns;
                step = step.max(tenth.longest_step);
            }
        }
        if counts[..seconds].contains(&0) {
            return None;
        }
        // The first is the newest second.
        let mean = |second: usize| lags[second] as f64 / f64::from(counts[second]);
        let fell_behind = mean(0) - mean(seconds - 1);
        let halves = [mean(0) - mean(seconds.div_ceil(2) - 1), mean(seconds / 2) - mean(seconds - 1)];
        let goes_one_way = halves.iter().all(|half| half * fell_behind.signum() > fell_behind.abs() / 4.0);
        Some(Drift { fell_behind, goes_one_way, step, seconds: seconds as f64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);

    /// Returns turns with these lengths and simulated times, in ms.
    fn turns(steps: impl IntoIterator<Item = (f64, f64)>) -> (Turns, Time) {
        let (mut turns, mut at, mut sim) = (Turns::new(Time::ZERO), Time::ZERO, Time::ZERO);
        for (length, simulated) in steps {
            turns.begin(at, REACH);
            sim += Span::from_millis(simulated);
            turns.add_update(at, Span::from_millis(simulated), sim);
            at += Span::from_millis(length);
        }
        turns.begin(at, REACH);
        (turns, at)
    }

    fn ratio(steps: impl IntoIterator<Item = (f64, f64)>) -> Option<f64> {
        let (turns, now) = turns(steps);
        turns.speed(now - REACH).map(|speed| speed.ratio)
    }

    fn even(count: usize) -> impl Iterator<Item = (f64, f64)> + Clone {
        std::iter::repeat_n((10.0, 10.0), count)
    }

    #[test]
    fn speed_is_what_turns_simulate_per_time_that_they_take() {
        assert_eq!(ratio(std::iter::repeat_n((20.0, 10.0), 200)), Some(0.5));
        assert_eq!(ratio(std::iter::repeat_n((600.0, 240.0), 9)), Some(0.4), "the window holds four turns");
        assert_eq!(ratio(std::iter::repeat_n((600.0, 240.0), 3)), None, "three tell nothing");
    }

    #[test]
    fn a_lone_stall_and_what_comes_of_it_are_no_matter_of_speed() {
        let jumps = even(300).chain([(500.0, 10.0), (10.0, 500.0)]);
        let loses = even(300).chain([(500.0, 10.0)]);
        let catches_up = even(300).chain([(500.0, 10.0)]).chain(std::iter::repeat_n((10.0, 30.0), 24));
        for after in [60, 120, 180, 240] {
            assert_eq!(ratio(jumps.clone().chain(even(after))), Some(1.0), "{after}");
            assert_eq!(ratio(loses.clone().chain(even(after))), Some(1.0), "{after}");
            assert_eq!(ratio(catches_up.clone().chain(even(after))), Some(1.0), "{after}");
        }
    }

    #[test]
    fn stalls_that_come_again_count() {
        let second = || even(100).chain([(300.0, 10.0)]);
        for more in [20, 50, 80] {
            let speed = ratio((0..8).flat_map(|_| second()).chain(even(more))).expect("there are turns");
            assert!((0.65..0.9).contains(&speed), "{speed} after {more}");
        }
    }

    #[test]
    fn a_drift_is_steady_and_a_jump_is_none() {
        let drift = |steps: Vec<(f64, f64)>| {
            let (turns, now) = turns(steps);
            turns.drift(Time::ZERO, now.floor_to(TICK))
        };
        let slow = drift(vec![(10.0, 9.9); 1500]).expect("ten seconds have turns");
        assert!(slow.goes_one_way && (slow.fell_behind / FLICKS_PER_SECOND as f64 - 0.09).abs() < 1e-3, "{slow:?}");
        let jump = even(1000).chain([(10.0, 90.0)]).chain(even(400)).collect();
        assert!(!drift(jump).expect("ten seconds have turns").goes_one_way);
        assert_eq!(drift(vec![(10.0, 9.9); 290]), None, "less than three seconds tell nothing");
        let short = drift(vec![(10.0, 9.9); 350]).expect("three seconds have turns");
        assert!(short.goes_one_way && (short.fell_behind / FLICKS_PER_SECOND as f64 - 0.02).abs() < 1e-3, "{short:?}");
    }
}
