//! The turns of a loop: how far the clock and the game went from one to the next, and their work.
//!
//! A turn is over when the next one begins; its simulated time is then that after the last update.

use super::kind::{Kind, Tone};
use super::pace::{FEWEST, Pace, Speed};
use super::symptom::{Symptom, TICK};
use super::windows::Windows;
use super::words::Said;
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use std::collections::VecDeque;

/// The largest number of seconds over which a drift is measured.
const SECONDS: usize = 10;
/// The smallest number of seconds over which a drift is measured.
const FEWEST_SECONDS: usize = 3;
const TICKS: i64 = FLICKS_PER_SECOND / TICK.flicks();
/// Speeds that differ from 1 by less than this are real speed.
const REAL: f64 = 0.02;
/// If steps are longer than this, the speed is also measured over windows that are longer than two seconds.
const LONG_STEP: Span = Span::from_flicks(FLICKS_PER_SECOND / 10);

#[derive(Clone, Copy, Debug, Default)]
struct Work {
    cpu: Span,
    gpu: Span,
    renders: u32,
    /// The number of frames on which the GPU began to work.
    gpu_frames: u32,
}

/// The turns and updates that began in a tenth of a second, which ends with a tick.
#[derive(Clone, Copy, Debug)]
struct Tenth {
    tick: i64,
    /// The sum of how far the game was behind the clock at its turns, in flicks, without the time that is left out.
    lag: i128,
    turns: u32,
    longest_step: Span,
}

/// The mean work of some turns, in flicks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanWork {
    pub of_turn: f64,
    /// All work for each frame that the turns rendered; infinite if they rendered none.
    pub of_frame: f64,
}

/// The motion of the game against the clock over some seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    /// The lag in the last second minus the lag in the first, in flicks; negative if the game gains.
    pub fell_behind: f64,
    /// Whether the lag changes in the same direction in both halves.
    pub goes_one_way: bool,
    pub step: Span,
    pub seconds: f64,
}

impl Drift {
    /// Returns the symptom of this drift up to `now`, if pictures stay for at least `refresh` flicks; `None` if it is small.
    /// `factor` multiplies the threshold of a kind and a tone.
    pub fn symptom(&self, now: Time, refresh: f64, factor: &dyn Fn(Kind, Tone) -> f64) -> Option<Symptom> {
        let Drift { fell_behind, goes_one_way, step, seconds } = *self;
        let said = if fell_behind > 0.0 { Said::Behind } else { Said::Ahead };
        let least = (step.flicks() as f64 + refresh) * factor(said.kind(), Tone::Note);
        // The means of the first and of the last second lie one second less apart.
        let each_second = fell_behind.abs() / (seconds - 1.0) / (FLICKS_PER_SECOND / 1000) as f64;
        let ends = vec![now - Span::from_secs(seconds), now];
        (goes_one_way && fell_behind.abs() > least).then(|| Symptom::new(said, each_second, ends))
    }
}

#[derive(Clone, Debug)]
pub struct Turns {
    /// The simulated time of the game.
    pub sim: Time,
    /// The work of the running turn.
    work: Work,
    pub pace: Pace,
    /// The work of each turn of `pace` that is over.
    over: VecDeque<Work>,
    tenths: VecDeque<Tenth>,
}

impl Turns {
    pub fn new(sim: Time) -> Turns {
        Turns { sim, work: Work::default(), pace: Pace::default(), over: VecDeque::new(), tenths: VecDeque::new() }
    }

    /// Adds an update that ends at the simulated time `sim`.
    pub fn add_update(&mut self, at: Time, dt: Span, sim: Time) {
        self.sim = sim;
        let tenth = self.tenth(at);
        tenth.longest_step = tenth.longest_step.max(dt);
    }

    pub fn add_work(&mut self, cost: Span) {
        self.work.cpu += cost;
    }

    pub fn add_render(&mut self, cost: Span) {
        self.work.cpu += cost;
        self.work.renders += 1;
    }

    pub fn add_gpu_work(&mut self, cost: Span) {
        self.work.gpu += cost;
        self.work.gpu_frames += 1;
    }

    pub fn are_over(&self) -> bool {
        !self.over.is_empty()
    }

    /// Returns the mean work of the turns that began after `from`, at least of the last four, without those that are stalled;
    /// `None` with fewer than three turns.
    /// If GPU and CPU wait for each other (`waits`), the work is that of both, otherwise that of the busier one. The GPU begins a frame
    /// later than the CPU, so its work on the frames of some turns is the mean of what it did in them, for each of these frames.
    pub fn mean_work(&self, from: Time, waits: bool) -> Option<MeanWork> {
        let turns = (self.pace.first_since(from)..self.over.len()).filter(|turn| !self.pace.is_stalled(*turn));
        let count = turns.clone().count();
        let Work { cpu, gpu, renders, gpu_frames } = turns.fold(Work::default(), |sum, turn| {
            let work = &self.over[turn];
            Work {
                cpu: sum.cpu + work.cpu,
                gpu: sum.gpu + work.gpu,
                renders: sum.renders + work.renders,
                gpu_frames: sum.gpu_frames + work.gpu_frames,
            }
        });
        let (cpu, gpu) = (cpu.flicks(), gpu.flicks() * i64::from(renders) / i64::from(gpu_frames.max(1)));
        let work = if waits { cpu + gpu } else { cpu.max(gpu) } as f64;
        (count + 1 >= FEWEST).then(|| MeanWork { of_turn: work / count as f64, of_frame: work / f64::from(renders) })
    }

    /// Begins a turn, which ends the one before. Turns older than `reach` are dropped.
    pub fn begin(&mut self, at: Time, reach: Span) {
        let work = std::mem::take(&mut self.work);
        let Some(turn) = self.pace.begin(at, self.sim, reach) else { return };
        self.over.push_back(work);
        self.over.drain(..self.over.len() - self.pace.over());
        let tenth = self.tenth(turn.at);
        tenth.lag += i128::from(turn.lag().flicks());
        tenth.turns += 1;
    }

    fn tenth(&mut self, at: Time) -> &mut Tenth {
        let tick = (at - Time::ZERO + TICK - Span::from_flicks(1)).whole(TICK);
        while self.tenths.front().is_some_and(|old| old.tick < tick - SECONDS as i64 * TICKS) {
            self.tenths.pop_front();
        }
        // It is nearly always the newest, or one after it.
        let index = self
            .tenths
            .iter()
            .rposition(|tenth| tenth.tick <= tick)
            .map_or(0, |last| last + usize::from(self.tenths[last].tick < tick));
        if self.tenths.get(index).is_none_or(|tenth| tenth.tick != tick) {
            self.tenths.insert(index, Tenth { tick, lag: 0, turns: 0, longest_step: Span::ZERO });
        }
        &mut self.tenths[index]
    }

    /// Finds a speed that is not real, and the beginning of the shortest window that shows it; `None` if the speed is real or
    /// unknown. `timer` is the resolution of the clock, and `factor` multiplies the threshold of a kind and a tone. `said` returns
    /// what is said of a speed in the window that begins at a moment.
    pub fn off_speed(
        &self,
        windows: &Windows,
        timer: Span,
        factor: &dyn Fn(Kind, Tone) -> f64,
        said: impl Fn(Time, &Speed) -> Said,
    ) -> Option<(Time, Symptom)> {
        let spans = [windows.recent].into_iter().chain(windows.longer);
        spans.enumerate().find_map(|(number, from)| {
            let speed = self.pace.speed(from)?;
            let (ratio, gained, said) = (speed.ratio(), speed.gained(), said(from, &speed));
            let (factor, off) = (factor(said.kind(), Tone::Wrong), gained.max(-gained).flicks() as f64);
            if (ratio - 1.0).abs() <= REAL * factor {
                return None;
            }
            let most = self.pace.most(from);
            let is_told = off > (most + timer).flicks() as f64 * factor && (number == 0 || most > LONG_STEP);
            is_told.then(|| (from, Symptom::new(said, ratio * 100.0, speed.ends.to_vec())))
        })
    }

    /// Returns the drift over the last whole seconds between `begin` and `now`, which is a tick. At most ten seconds are used;
    /// `None` if there are fewer than three, or a second has no turn.
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
        // Index 0 is the newest second.
        let mean = |second: usize| lags[second] as f64 / f64::from(counts[second]);
        let fell_behind = mean(0) - mean(seconds - 1);
        let halves = [mean(0) - mean(seconds.div_ceil(2) - 1), mean(seconds / 2) - mean(seconds - 1)];
        let goes_one_way = halves.iter().all(|half| half * fell_behind.signum() > fell_behind.abs() / 4.0);
        Some(Drift { fell_behind, goes_one_way, step, seconds: seconds as f64 })
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::symptoms::turns::*;

    const REACH: Span = Span::from_flicks(2 * FLICKS_PER_SECOND);

    /// Returns turns of one update each, and the end of the last turn. `steps` has the length of each turn and of its update,
    /// both in ms.
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

    fn even(count: usize) -> impl Iterator<Item = (f64, f64)> + Clone {
        std::iter::repeat_n((10.0, 10.0), count)
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
