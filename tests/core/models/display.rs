//! A frame's way from the end of its render to the display, from the equations on one page: where the GPU takes it up and is
//! done with it, when the display shows it, and what the render that made it waits for.

use crate::models::broken::Break;
use crate::models::computer::{Happening, period, tick, tick_from};
use crate::models::refresh::{Lfc, Pace};
use tickscope_core::model::config::computer::{Computer, Present};

/// One frame on its way, in flicks.
struct Frame {
    /// Drawn frames are counted from 1, also those that nobody presents.
    number: usize,
    /// E, the end of the render's cost.
    submitted: i64,
    /// When the GPU takes it up.
    begun: i64,
    /// D, when it is done.
    done: i64,
    /// A, when the loop hands it over.
    handed: i64,
    drawn: i64,
    /// P, when the display changes to it, or would if the next frame weren't done by then.
    flip: i64,
    /// How often the display has changed by then.
    flips: usize,
}

impl Frame {
    /// Returns the first moment at which the display can have it.
    fn ready(&self) -> i64 {
        self.done.max(self.handed)
    }
}

/// The display with everything that was ever sent to it, frame 1 first.
pub struct Display {
    broken: Option<Break>,
    present: Present,
    hz: f64,
    highest_hz: f64,
    /// The shortest time between two refreshes of a display that is no clock.
    variable: Option<i64>,
    /// Whether it takes the newest frame at each refresh, whatever the computer says.
    takes_newest: bool,
    frames: Vec<Frame>,
    /// The frame that is drawn and not handed over, and those in whose place another one was drawn.
    pending: Option<Frame>,
    dropped: Vec<Frame>,
    /// How many frames were drawn, and when the GPU is done with all of them.
    drawings: usize,
    gpu_done: i64,
    /// The tick of the last flip.
    tick: i64,
    /// The refreshes of a display that is no clock, and every moment at which it showed a frame again.
    pace: Pace,
    repeats: Vec<i64>,
}

impl Display {
    pub fn new(computer: &Computer, lfc: Lfc, broken: Option<Break>) -> Display {
        let (one, other) = (computer.vrr_lo_hz, computer.vrr_hi_hz);
        let is_variable = computer.vrr && computer.present == Present::Fifo;
        Display {
            broken,
            present: computer.present,
            hz: computer.refresh_hz,
            highest_hz: if is_variable { one.max(other) } else { computer.refresh_hz },
            variable: is_variable.then(|| period(one.max(other))),
            takes_newest: false,
            frames: Vec::new(),
            pending: None,
            dropped: Vec::new(),
            drawings: 0,
            gpu_done: i64::MIN,
            tick: 0,
            pace: Pace::new((one.min(other), one.max(other)), lfc, broken),
            repeats: Vec::new(),
        }
    }

    /// The next frame is drawn at `submitted`, and the GPU works on it for as long as `gpu` says of the moment at which it takes it
    /// up. The frame before is dropped if nobody has presented it.
    pub fn draw(&mut self, submitted: i64, drawn: i64, gpu: impl Fn(i64) -> i64) {
        let begun = self.gpu_done.max(submitted);
        let done = begun + gpu(begun);
        (self.gpu_done, self.drawings) = (done, self.drawings + 1);
        let frame = Frame { number: self.drawings, submitted, begun, done, handed: submitted, drawn, flip: 0, flips: 0 };
        let before = self.pending.replace(frame);
        match before {
            Some(_) if self.broken == Some(Break::KeepsSecondDraw) => self.pending = before,
            before => self.dropped.extend(before),
        }
    }

    /// The drawn frame goes to the display at `handed`. Returns its number; `None` if no frame is drawn.
    pub fn present(&mut self, handed: i64) -> Option<usize> {
        let mut frame = Frame { handed, ..self.pending.take()? };
        if self.broken == Some(Break::PresentsWhenDrawn) {
            frame.handed = frame.submitted;
        }
        let ready = frame.ready();
        frame.flip = match (self.present, self.variable) {
            _ if self.takes_newest => tick_from(1, ready, self.highest_hz).1,
            (Present::Immediate, _) if self.broken == Some(Break::TearsWhenDone) => frame.done,
            (Present::Immediate, _) => ready,
            (Present::Mailbox, _) => tick_from(1, ready, self.hz).1,
            (Present::Fifo, None) => {
                let (tick, at) = tick_from(self.tick + 1, ready, self.hz);
                self.tick = tick;
                at
            }
            (Present::Fifo, Some(shortest)) => {
                let waits_for = if self.broken == Some(Break::RepeatsUntilDone) { frame.done } else { ready };
                self.repeat_while(|again| again < waits_for);
                let at = self.pace.refreshed().map_or(ready, |refreshed| ready.max(refreshed + shortest));
                self.pace.flip(at);
                at
            }
        };
        frame.flips = self.frames.last().map_or(1, |before| before.flips + usize::from(before.flip < frame.flip));
        let number = frame.number;
        self.frames.push(frame);
        Some(number)
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
        if self.variable.is_none() {
            return;
        }
        let shown = self.frames.partition_point(|frame| frame.flip <= now);
        let (next, _) = tick_from(1, now + 1, self.highest_hz);
        if shown > 0 {
            self.pace.begin(tick(next - 1, self.highest_hz));
        }
        for place in shown..self.frames.len() {
            let (ready, flip) = (self.frames[place].ready(), self.frames[place].flip);
            if self.frames.get(place + 1).is_none_or(|newer| newer.flip > flip) {
                self.repeat_while(|again| again < ready);
                self.pace.flip(flip);
            }
        }
    }

    /// Shows the last frame again, once there is one, for as long as nothing else comes in time.
    fn repeat_while(&mut self, nothing_comes: impl Fn(i64) -> bool) {
        while let Some(again) = self.pace.next_repeat()
            && nothing_comes(again)
        {
            self.repeats.push(again);
            self.pace.repeat(again);
        }
    }

    /// Returns the moment for which the newest frame's render waits if the loop may be ahead by `queue` frames; `None` if it
    /// need not wait.
    pub fn awaited(&self, queue: usize) -> Option<i64> {
        let newest = self.frames.last()?;
        let counts_dropped = self.broken == Some(Break::QueueCountsDropped);
        let earlier = |by: usize| match newest.number.checked_sub(by) {
            Some(number) if counts_dropped => self.frames.iter().find(|frame| frame.number == number),
            _ => self.frames.len().checked_sub(1 + by).map(|place| &self.frames[place]),
        };
        match self.present {
            Present::Fifo if queue == 0 => Some(newest.flip),
            Present::Fifo => earlier(queue).map(|frame| frame.flip).filter(|flip| *flip > newest.handed),
            _ => earlier(queue.max(1)).map(|frame| frame.done).filter(|done| *done > newest.handed),
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
            (_, Some(_)) => {
                let known = self.repeats.iter().filter(|again| **again <= now).count();
                self.flips_by(now) + known + self.pace.count_repeats_by(now)
            }
        }
    }

    /// Returns the shortest time from refresh to refresh.
    pub fn shortest_interval(&self) -> i64 {
        self.variable.unwrap_or_else(|| period(self.hz))
    }

    /// Returns the events of GPU and display in a run whose last operation begins at `last`: a display that is no clock
    /// shows its last frame again for as long as something happens.
    pub fn finish(mut self, last: i64) -> Vec<Happening> {
        if self.variable.is_some() {
            self.repeat_while(|again| again <= last);
        }
        let mut happened: Vec<Happening> = self.repeats.iter().map(|at| Happening::Repeat { at: *at }).collect();
        for (place, &Frame { number: frame, drawn, flip: at, .. }) in self.frames.iter().enumerate() {
            let is_overtaken = self.frames.get(place + 1).is_some_and(|newer| newer.flip <= at);
            if !is_overtaken {
                happened.push(Happening::Display { at, drawn, frame });
            }
        }
        let all = self.frames.iter().chain(&self.dropped).chain(&self.pending);
        let worked = all.filter(|frame| frame.done > frame.begun);
        happened.extend(worked.map(|frame| Happening::Gpu { at: frame.begun, end: frame.done, frame: frame.number }));
        happened
    }
}
