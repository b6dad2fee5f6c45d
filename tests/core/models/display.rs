//! A frame's way from the end of its render to the display, from the equations on one page: where the GPU takes it up and is
//! done with it, when the display shows it, and what the render that made it waits for.

use crate::models::computer::{Happening, period, tick, tick_from};
use tickscope_core::model::config::computer::{Computer, LowRates, Present};

/// A frame that has been drawn and not handed over: its number, what it shows, and when the GPU takes it up and is done with it.
#[derive(Clone, Copy)]
struct Drawn {
    number: usize,
    drawn: i64,
    begun: i64,
    done: i64,
}

/// One frame on its way, in flicks.
struct Frame {
    number: usize,
    /// A, when it was handed over: the end of the render's cost, or later.
    submitted: i64,
    /// The later one of A and D, when the GPU is done with it.
    done: i64,
    drawn: i64,
    /// P, when the display changes to it, or would if the next frame weren't done by then.
    flip: i64,
    /// How often the display has changed by then.
    flips: usize,
}

/// The display with everything that was ever sent to it, frame 1 first.
pub struct Display {
    present: Present,
    hz: f64,
    highest_hz: f64,
    /// The longest and the shortest time between two refreshes of a display that is no clock.
    variable: Option<(i64, i64)>,
    /// Whether such a display repeats a frame at even distances.
    is_even: bool,
    /// Everything that the GPU was given, also what was never handed over.
    work: Vec<Drawn>,
    waiting: Option<Drawn>,
    /// Whether it takes the newest frame at each refresh, whatever the computer says.
    takes_newest: bool,
    frames: Vec<Frame>,
    /// The tick of the last flip.
    tick: i64,
    /// The last moment at which a display that is no clock refreshed, and every moment at which it showed a frame again.
    refreshed: Option<i64>,
    repeats: Vec<i64>,
    /// The repeats that are still planned for the frame of the last flip, the earliest first.
    planned: Vec<i64>,
}

impl Display {
    pub fn new(computer: &Computer) -> Display {
        let (one, other) = (computer.vrr_lo_hz, computer.vrr_hi_hz);
        let is_variable = computer.vrr && computer.present == Present::Fifo;
        let variable = is_variable.then(|| (period(one.min(other)), period(one.max(other))));
        Display {
            present: computer.present,
            hz: computer.refresh_hz,
            highest_hz: if is_variable { one.max(other) } else { computer.refresh_hz },
            variable,
            is_even: computer.lfc == LowRates::Even && one.max(other) >= 2.2 * one.min(other),
            work: Vec::new(),
            waiting: None,
            takes_newest: false,
            frames: Vec::new(),
            tick: 0,
            refreshed: None,
            repeats: Vec::new(),
            planned: Vec::new(),
        }
    }

    /// The next frame's draw has cost what it costs at `ended`, and the GPU works on it for as long as `gpu` says of the moment at
    /// which it takes it up. A frame that nobody has handed over is never shown.
    pub fn draw(&mut self, ended: i64, drawn: i64, gpu: impl Fn(i64) -> i64) {
        let begun = self.work.last().map_or(ended, |before| before.done.max(ended));
        let newest = Drawn { number: self.work.len() + 1, drawn, begun, done: begun + gpu(begun) };
        self.work.push(newest);
        self.waiting = Some(newest);
    }

    /// Hands the drawn frame over at `submitted`, and returns its number.
    pub fn present(&mut self, submitted: i64) -> Option<usize> {
        let Drawn { number, drawn, done, .. } = self.waiting.take()?;
        let done = done.max(submitted);
        let flip = match (self.present, self.variable) {
            _ if self.takes_newest => tick_from(1, done, self.highest_hz).1,
            (Present::Immediate, _) => done,
            (Present::Mailbox, _) => tick_from(1, done, self.hz).1,
            (Present::Fifo, None) => {
                let (tick, at) = tick_from(self.tick + 1, done, self.hz);
                self.tick = tick;
                at
            }
            (Present::Fifo, Some((longest, shortest))) => {
                self.repeat_while(longest, |again| again < done);
                let at = self.refreshed.map_or(done, |refreshed| done.max(refreshed + shortest));
                self.refreshed = Some(at);
                at
            }
        };
        let flips = self.frames.last().map_or(1, |before| before.flips + usize::from(before.flip < flip));
        self.frames.push(Frame { number, submitted, done, drawn, flip, flips });
        if !self.takes_newest {
            self.plan(self.frames.len());
        }
        Some(number)
    }

    /// Plans the repeats of the last of the first `count` frames: they divide the mean of its last eight stays.
    fn plan(&mut self, count: usize) {
        self.planned.clear();
        let Some((longest, _)) = self.variable.filter(|_| self.is_even) else { return };
        let is_shown = |place: &usize| *place + 1 == count || self.frames[*place].flip < self.frames[place + 1].flip;
        let mut flips: Vec<i64> = (0..count).filter(is_shown).map(|place| self.frames[place].flip).collect();
        flips.drain(..flips.len().saturating_sub(9));
        let (Some(first), Some(last), stays) = (flips.first(), flips.last(), flips.len() as i64 - 1) else { return };
        if stays < 1 {
            return;
        }
        let sum = last - first;
        let parts = (1..).find(|parts| parts * 10 * stays * longest >= 11 * sum).unwrap();
        self.planned = (1..parts).map(|number| last + number * (sum / stays / parts)).collect();
    }

    /// Returns when the display refreshes by itself next; `None` before the first flip.
    fn next_repeat(&self, longest: i64) -> Option<i64> {
        self.planned.first().copied().or(self.refreshed.map(|refreshed| refreshed + longest))
    }

    /// Takes the newest frame at each refresh from now on, as browsers do with a page that draws in its timers.
    pub fn take_newest(&mut self) {
        self.takes_newest = true;
    }

    /// Takes frames as the computer says again. A display that is no clock has refreshed at the last tick, and will at those of the
    /// frames that are still to come.
    pub fn take_as_set(&mut self, now: i64) {
        if !std::mem::take(&mut self.takes_newest) {
            return;
        }
        let Some((longest, _)) = self.variable else { return };
        let shown = self.frames.partition_point(|frame| frame.flip <= now);
        let (next, _) = tick_from(1, now + 1, self.highest_hz);
        self.refreshed = (shown > 0).then(|| tick(next - 1, self.highest_hz));
        self.planned.clear();
        for place in shown..self.frames.len() {
            let Frame { done, flip, .. } = self.frames[place];
            if self.frames.get(place + 1).is_none_or(|newer| newer.flip > flip) {
                self.repeat_while(longest, |again| again < done);
                self.refreshed = Some(flip);
                self.plan(place + 1);
            }
        }
    }

    /// Shows the last frame again, once there is one, for as long as nothing else comes in time.
    fn repeat_while(&mut self, longest: i64, nothing_comes: impl Fn(i64) -> bool) {
        while let Some(again) = self.next_repeat(longest)
            && nothing_comes(again)
        {
            self.repeats.push(again);
            self.refreshed = Some(again);
            self.planned.drain(..usize::from(!self.planned.is_empty()));
        }
    }

    /// Returns the moment for which the newest frame's render waits if the loop may be ahead by `queue` frames; `None` if it
    /// need not wait.
    pub fn awaited(&self, queue: usize) -> Option<i64> {
        let newest = self.frames.last()?;
        let earlier = |by: usize| self.frames.len().checked_sub(1 + by).map(|place| &self.frames[place]);
        match self.present {
            Present::Fifo if queue == 0 => Some(newest.flip),
            Present::Fifo => earlier(queue).map(|frame| frame.flip).filter(|flip| *flip > newest.submitted),
            _ => earlier(queue.max(1)).map(|frame| frame.done).filter(|done| *done > newest.submitted),
        }
    }

    /// Returns when the system calls a loop that asks at `now` and was last told of the refresh `last`, and the newest refresh
    /// then. The first moment is searched at which a refresh has passed that the loop does not know, and at which no more frames
    /// than `queue` are still to be displayed; moments between refreshes count only for a loop that needs not wait after missing
    /// one.
    pub fn call(&self, (now, last): (i64, Option<i64>), queue: usize, waits_after_missing: bool) -> (i64, i64) {
        let is_variable = self.variable.is_some();
        if is_variable && last.is_none() {
            return (now, now);
        }
        let mut moment = now;
        loop {
            let newest = if is_variable {
                self.frames.iter().map(|frame| frame.flip).filter(|flip| *flip <= moment).max()
            } else {
                let (number, at) = tick_from(1, moment, self.hz);
                if at == moment { Some(at) } else { (number > 1).then(|| tick(number - 1, self.hz)) }
            };
            let no_flip_comes = is_variable && self.frames.iter().all(|frame| frame.flip <= moment);
            let waits = (waits_after_missing || last.is_none()) && !no_flip_comes;
            if let Some(newest) = newest.filter(|newest| last.is_none_or(|last| *newest > last))
                && (newest == moment || !waits)
                && self.to_be_displayed(moment) <= queue
            {
                return (moment, newest);
            }
            let next_tick = (!is_variable).then(|| tick_from(1, moment + 1, self.hz).1);
            let next = self.frames.iter().flat_map(|frame| [frame.done, frame.flip]).chain(next_tick).filter(|at| *at > moment);
            moment = next.min().expect("something comes");
        }
    }

    /// Returns how many frames the display will show after `moment`, as far as one can tell then: in a mailbox, a frame is taken
    /// out by the next one that is done.
    fn to_be_displayed(&self, moment: i64) -> usize {
        let waits = |place: &usize| {
            let is_replaced =
                self.present == Present::Mailbox && self.frames.get(place + 1).is_some_and(|next| next.done <= moment);
            self.frames[*place].flip > moment && !is_replaced
        };
        (0..self.frames.len()).filter(waits).count()
    }

    /// Returns how often the display has changed to another frame until `now`.
    pub fn flips_by(&self, now: i64) -> usize {
        match self.frames.partition_point(|frame| frame.flip <= now) {
            0 => 0,
            frames => self.frames[frames - 1].flips,
        }
    }

    /// Counts the same, and showing a frame again as well. A display with ticks refreshes at each of them; one that tears does so
    /// when it is given something.
    pub fn refreshes_by(&self, now: i64) -> usize {
        match (self.present, self.variable) {
            (Present::Immediate, _) => self.flips_by(now),
            (_, None) => (1..i64::MAX).take_while(|k| tick(*k, self.hz) <= now).count(),
            (_, Some((longest, _))) => {
                let known = self.repeats.iter().filter(|again| **again <= now).count();
                let planned = self.planned.iter().filter(|again| **again <= now).count();
                let last = self.planned.last().copied().or(self.refreshed);
                let idle = last.map_or(0, |refreshed| (now - refreshed).max(0) / longest);
                self.flips_by(now) + known + planned + idle as usize
            }
        }
    }

    /// Returns the shortest time from refresh to refresh.
    pub fn shortest_interval(&self) -> i64 {
        self.variable.map_or_else(|| period(self.hz), |(_, shortest)| shortest)
    }

    /// Returns the events of GPU and display in a run whose last operation begins at `last`: a display that is no clock
    /// shows its last frame again for as long as something happens.
    pub fn finish(mut self, last: i64) -> Vec<Happening> {
        if let Some((longest, _)) = self.variable {
            self.repeat_while(longest, |again| again <= last);
        }
        let mut happened: Vec<Happening> = self.repeats.iter().map(|at| Happening::Repeat { at: *at }).collect();
        for (place, &Frame { number: frame, drawn, flip: at, .. }) in self.frames.iter().enumerate() {
            let is_overtaken = self.frames.get(place + 1).is_some_and(|newer| newer.flip <= at);
            if !is_overtaken {
                happened.push(Happening::Display { at, drawn, frame });
            }
        }
        let work = self.work.iter().filter(|work| work.done > work.begun);
        happened.extend(work.map(|work| Happening::Gpu { at: work.begun, end: work.done, frame: work.number }));
        happened
    }
}
