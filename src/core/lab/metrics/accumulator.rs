//! The sums of a run, added up from its events as they come; a day's run needs no more memory than a second's.

use super::behind::{Behind, Forgiven};
use super::press_fates::PressFates;
use super::reference::StepPath;
use super::screen::{DisplayedFrame, Screen};
use super::totals::{Jitter, Sums, Totals};
use crate::base::time::{Span, Time};
use crate::model::config::capture::SampleTimes;
use crate::model::machine::event::Event;
use crate::model::machine::inputs::{Answer, Giver, Input};
use crate::model::world::body::Tally;

/// The sums of a run, and the facts about earlier events that the next event needs.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// The totals since the start of the run, or since the totals were last taken out.
    pub totals: Totals,
    start: Time,
    /// The end of the last reported operation.
    pub end: Time,
    pub screen: Screen,
    /// The source of the sample times.
    pub samples: SampleTimes,
    updates_this_turn: u64,
    last_frame: Option<DisplayedFrame>,
    pub forgiven: Forgiven,
    /// The last frame that showed another moment than the frame before it; `None` before the first frame.
    last_picture: Option<DisplayedFrame>,
    /// The number of the last displayed frame; 0 before the first.
    last_number: u64,
    pub jitter: Jitter,
    /// The presses that are not yet in the totals.
    presses: PressFates,
    /// The sum of all distances from the reference solution since the start of the run, in world units.
    deviation_sum: f64,
}

impl Accumulator {
    pub fn new(screen: Screen, start: Time) -> Accumulator {
        Accumulator {
            totals: Totals::default(),
            start,
            end: start,
            screen,
            samples: SampleTimes::Own,
            updates_this_turn: 0,
            last_frame: None,
            forgiven: Forgiven::default(),
            last_picture: None,
            last_number: 0,
            jitter: Jitter::default(),
            presses: PressFates::default(),
            deviation_sum: 0.0,
        }
    }

    /// Adds an event. `path` is the path of the bodies in an update; `None` for other events, and if paths are not measured.
    pub fn add(&mut self, event: &Event, path: Option<&StepPath>) {
        self.presses.add(event);
        while let Some(fate) = self.presses.take_decided(event.at()) {
            self.totals.presses.add(&fate);
        }
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
            Event::Present { at, .. } => self.end = at,
            Event::Display { at, drawn, frame } => self.display(frame, DisplayedFrame { at, drawn }),
            Event::Repeat { .. } => self.totals.repeats += 1,
            Event::Gpu { .. } | Event::Press { .. } | Event::Taken { .. } => {}
        }
    }

    fn display(&mut self, number: u64, now: DisplayedFrame) {
        let before = std::mem::replace(&mut self.last_number, number);
        self.totals.add_frame((before, number), now, self.screen.tears(now.at));
        if let Some(last) = self.last_frame.replace(now) {
            let error = self.totals.add_pair(last, now, self.screen.interval);
            self.jitter = self.jitter.then(error);
        }
        if self.last_picture.is_none_or(|last| last.drawn != now.drawn)
            && let Some(last) = self.last_picture.replace(now)
        {
            self.totals.add_picture(last, now);
        }
    }

    /// Counts an input of the metronome; a person's taps change no metric.
    pub fn input(&mut self, input: Input) {
        self.totals.inputs += u64::from(input.by == Giver::Metronome);
    }

    pub fn answer(&mut self, answer: &Answer) {
        if answer.input.by == Giver::Metronome {
            self.totals.add_latency(answer.stages());
        }
    }

    /// Returns the sums of the run. `totals` holds everything since the start, `clock` is the computer's clock at the end, and
    /// `tally` holds the passes at walls.
    pub fn sums(&self, mut totals: Totals, clock: Time, tally: Tally) -> Sums {
        self.presses.decided(clock).for_each(|fate| totals.presses.add(fate));
        let elapsed = clock - self.start;
        let behind = |DisplayedFrame { at, drawn }| Behind { clock: at, drawn, forgiven: self.forgiven.at(at) };
        Sums {
            elapsed,
            deviation_sum: self.deviation_sum,
            jitter: self.jitter,
            made: (elapsed > Span::ZERO).then(|| (totals.made, i128::from(elapsed.flicks()))),
            drawn: (totals.displayed_pairs > 0).then_some((totals.simulated, totals.passed)),
            shown: None,
            behind: self.last_frame.map(behind),
            tally,
            paths_known: true,
            samples: self.samples,
            totals,
        }
    }
}
