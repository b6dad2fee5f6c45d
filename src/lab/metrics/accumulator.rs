//! Adds up the events of a run as they come; a day's run needs no more memory than a second's.

use super::displayed_frame::DisplayedFrame;
use super::screen::Screen;
use super::step_path::StepPath;
use super::totals::Totals;
use crate::base::time::Time;
use crate::model::machine::{Answer, Event, Giver, Input};

/// The sums of a run, and what the next event needs to know of those before it.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// Since the beginning, or since [`Accumulator::take_totals`].
    totals: Totals,
    start: Time,
    /// The end of the last operation.
    end: Time,
    screen: Screen,
    updates_this_turn: u64,
    last_frame: Option<DisplayedFrame>,
    /// The number of the last displayed frame; 0 before the first.
    last_number: u64,
    /// In flicks.
    jitter: f64,
    /// The jitter before the last frame, and the size of its animation error, in flicks.
    last_jitter: (f64, f64),
    /// Since the beginning, in units of the world.
    deviation_sum: f64,
}

impl Accumulator {
    /// For a loop that starts at `start` and is seen on this screen.
    pub fn new(screen: Screen, start: Time) -> Accumulator {
        Accumulator {
            totals: Totals::default(),
            start,
            end: start,
            screen,
            updates_this_turn: 0,
            last_frame: None,
            last_number: 0,
            jitter: 0.0,
            last_jitter: (0.0, 0.0),
            deviation_sum: 0.0,
        }
    }

    /// Adds an event; an update of a world that is measured comes with its path.
    pub fn add(&mut self, event: &Event, path: Option<&StepPath>) {
        match *event {
            Event::Frame { at } => {
                self.end = at;
                self.updates_this_turn = 0;
            }
            Event::Update { at, end, dt, .. } => {
                self.end = end;
                self.updates_this_turn += 1;
                self.totals.busy += end - at;
                self.totals.updates += 1;
                self.totals.made += i128::from(dt.flicks());
                self.totals.updates_per_turn_max = self.totals.updates_per_turn_max.max(self.updates_this_turn);
                self.totals.add_step(dt);
                if let Some(path) = path {
                    self.totals.add_path(path);
                    self.deviation_sum += path.deviation_sum;
                }
            }
            Event::Thought { at, end, .. } => {
                self.end = end;
                self.totals.busy += end - at;
                self.totals.thoughts += 1;
            }
            Event::Sleep { end, spun, .. } => {
                self.end = end;
                self.totals.busy += spun;
            }
            Event::Render { at, end, .. } => {
                self.end = end;
                self.totals.rendered += 1;
                self.totals.busy += end - at;
            }
            Event::Display { at, drawn, frame } => self.display(frame, DisplayedFrame { at, drawn }),
            Event::Repeat { .. } => self.totals.repeats += 1,
            Event::Gpu { .. } => {}
        }
    }

    fn display(&mut self, number: u64, now: DisplayedFrame) {
        let before = std::mem::replace(&mut self.last_number, number);
        self.totals.add_frame((before, number), now, self.screen.tears(now.at));
        if let Some(last) = self.last_frame.replace(now) {
            let error = self.totals.add_pair(last, now, self.screen.interval);
            // RFC 3550 §6.4.1: a running mean of |D| with gain 1/16.
            let error = error.flicks() as f64;
            self.last_jitter = (self.jitter, error);
            self.jitter += (error - self.jitter) / 16.0;
        }
    }

    /// Counts an input, if it is the metronome's: a person's taps change no number.
    pub fn input(&mut self, input: Input) {
        self.totals.inputs += u64::from(input.by == Giver::Metronome);
    }

    /// Adds the latency of an answer to the metronome.
    pub fn answer(&mut self, answer: &Answer) {
        if answer.input.by == Giver::Metronome {
            self.totals.add_latency(answer.stages());
        }
    }

    /// The display is another from now on.
    pub fn seen_on(&mut self, screen: Screen) {
        self.screen = screen;
    }

    /// Takes out what has been added up; what comes next goes on from the last frame and is added up by itself.
    pub fn take_totals(&mut self) -> Totals {
        std::mem::take(&mut self.totals)
    }

    /// What has been added up since the beginning, or since it was last taken out.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// When the run began.
    pub fn start(&self) -> Time {
        self.start
    }

    /// The end of the last operation that an event tells of.
    pub fn end(&self) -> Time {
        self.end
    }

    /// The display that the loop is seen on.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// After the last displayed frame, in flicks.
    pub fn jitter(&self) -> f64 {
        self.jitter
    }

    /// What the jitter was before the last frame, and the size of that frame's animation error, in flicks.
    pub fn last_jitter(&self) -> (f64, f64) {
        self.last_jitter
    }

    /// The sum of all distances from the reference solution since the beginning, in units of the world.
    pub fn deviation_sum(&self) -> f64 {
        self.deviation_sum
    }
}
