//! Inputs: marks that a computer gets to measure latency. They change nothing in the world.
//!
//! A loop reads its inputs before every update, once a turn at the top, or at a rate of its own. The first update after a reading takes all inputs that
//! were given until the reading, and the state after that update is the first that knows of them. The first *displayed* frame
//! that is drawn from this state, even in part, answers the input (PresentMon's click-to-photon). A frame that is interpolated
//! with an alpha of exactly zero shows the state before and does not know of the input yet; a predicted frame starts from the
//! latest state and knows of it.
//!
//! In every run a metronome gives an input every 510 ms, which costs the loop nothing. All other inputs are a person's taps.

use super::gpu::Stages;
use crate::base::time::{Span, Time};
use crate::model::world::metronome::BEAT;
use crate::model::world::stepped_world::FrameView;
use std::collections::VecDeque;

/// The source of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    Metronome,
    /// A person's tap.
    Hand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The moment at which the input is given.
    pub at: Time,
    pub by: Giver,
}

/// An input whose effect has reached the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub input: Input,
    /// The moment at which the input was read: the start of an update, or the top of a turn.
    pub read: Time,
    /// The moment at which the CPU had finished the frame that shows it.
    pub submitted: Time,
    /// The moment at which the GPU began to work on that frame.
    pub gpu_begins: Time,
    /// The moment at which the GPU was done with that frame.
    pub gpu_done: Time,
    /// The moment at which the display changed to that frame.
    pub shown: Time,
}

impl Answer {
    /// Returns the time from the input to the flip of the frame that answers it.
    pub fn latency(&self) -> Span {
        self.shown - self.input.at
    }

    /// Returns the parts of the latency, which add up to it: until the input is read, until the frame is submitted, until the GPU
    /// begins, until the GPU is done, and until the display changes.
    pub fn stages(&self) -> [Span; 5] {
        let Answer { input, read, submitted, gpu_begins, gpu_done, shown } = *self;
        [read - input.at, submitted - read, gpu_begins - submitted, gpu_done - gpu_begins, shown - gpu_done]
    }
}

/// The inputs of one computer, from the moment each is given until the display answers it.
#[derive(Debug)]
pub struct Inputs {
    /// The moment of the metronome's next beat.
    beat: Time,
    /// A person's taps, in the order of their moments.
    pub(super) taps: VecDeque<Time>,
    /// The inputs that have been given but not read yet.
    given: VecDeque<Input>,
    /// The inputs that have been read but not answered yet, each with the moment of the reading.
    read: VecDeque<(Input, Time)>,
    /// The number of inputs that the loop has read.
    known_to_loop: u64,
    /// The number of inputs known to the state before the last update.
    before: u64,
    /// The number of inputs known to the present state.
    now: u64,
    /// The number of inputs known to the displayed frame.
    seen: u64,
}

impl Inputs {
    /// Returns the inputs of a computer that starts at `start`; no input comes before that.
    pub fn new(start: Time) -> Inputs {
        let beat = start.ceil_to(BEAT).max(Time::ZERO + BEAT);
        let (taps, given, read) = (VecDeque::new(), VecDeque::new(), VecDeque::new());
        Inputs { beat, taps, given, read, known_to_loop: 0, before: 0, now: 0, seen: 0 }
    }

    /// Returns the moment at which the next input is given.
    #[inline]
    pub fn due(&self) -> Time {
        self.taps.front().map_or(self.beat, |tap| self.beat.min(*tap))
    }

    /// Gives the next input and returns it.
    pub fn give(&mut self) -> Input {
        let tap = self.taps.pop_front_if(|tap| *tap < self.beat);
        let input = match tap {
            Some(at) => Input { at, by: Giver::Hand },
            None => Input { at: self.beat, by: Giver::Metronome },
        };
        if tap.is_none() {
            self.beat += BEAT;
        }
        self.given.push_back(input);
        input
    }

    #[inline]
    pub fn read(&mut self, at: Time) {
        if self.given.is_empty() {
            return; // This is nearly always so.
        }
        self.known_to_loop += self.given.len() as u64;
        self.read.extend(self.given.drain(..).map(|input| (input, at)));
    }

    /// Begins an update: the state after it knows every input that has been read.
    #[inline]
    pub fn take(&mut self) {
        self.before = self.now;
        self.now = self.known_to_loop;
    }

    /// Returns the number of inputs that a frame knows of.
    #[inline]
    pub fn known(&self, view: FrameView) -> u64 {
        match view {
            FrameView::Between(0.0) => self.before,
            _ => self.now,
        }
    }

    /// Returns the next input that is answered when the display changes at `shown` to a frame that knows of `known` inputs;
    /// `None` if all of them have been answered.
    #[inline]
    pub(super) fn answer(&mut self, known: u64, stages: Stages, shown: Time) -> Option<Answer> {
        if self.seen >= known {
            return None;
        }
        self.seen += 1;
        let Stages { submitted, gpu_begins, gpu_done } = stages;
        self.read.pop_front().map(|(input, read)| Answer { input, read, submitted, gpu_begins, gpu_done, shown })
    }
}

#[cfg(test)]
mod tests {
    use crate::model::machine::inputs::*;

    fn at(ms: f64) -> Time {
        Time::ZERO + Span::from_millis(ms)
    }

    #[test]
    fn the_metronomes_beats_fall_everywhere_in_the_refresh_alike() {
        let period = Span::from_hz(60.0);
        let mut inputs = Inputs::new(Time::ZERO);
        let mut tenths = [0; 10];
        for _ in 0..1000 {
            let beat = inputs.give().at;
            let phase = beat - beat.floor_to(period);
            tenths[(phase.ratio(period) * 10.0) as usize] += 1;
        }
        assert!(tenths.iter().all(|count| (98..=102).contains(count)), "{tenths:?}");
    }

    #[test]
    fn an_update_reads_what_was_given_by_its_start_and_no_more() {
        let mut inputs = Inputs::new(Time::ZERO);
        inputs.taps.push_back(at(10.0));
        inputs.taps.push_back(at(20.0));
        assert_eq!(inputs.due(), at(10.0));
        assert_eq!(inputs.give(), Input { at: at(10.0), by: Giver::Hand });
        inputs.read(at(10.0));
        assert_eq!(inputs.known(FrameView::Latest), 0, "no update has taken it");
        inputs.take();
        assert_eq!(inputs.known(FrameView::Latest), 1);
        assert_eq!(inputs.known(FrameView::Between(0.5)), 1, "a part of its effect is enough");
        assert_eq!(inputs.known(FrameView::Between(0.0)), 0, "this is the state before");
        assert_eq!(inputs.known(FrameView::Ahead(Span::ZERO)), 1);
        inputs.read(at(15.0));
        inputs.take();
        assert_eq!(inputs.known(FrameView::Between(0.0)), 1);
    }

    #[test]
    fn an_input_is_answered_once_by_the_first_frame_that_knows_of_it() {
        let mut inputs = Inputs::new(Time::ZERO);
        inputs.taps.push_back(at(10.0));
        inputs.taps.push_back(at(20.0));
        inputs.give();
        inputs.give();
        inputs.read(at(25.0));
        inputs.take();
        let stages = Stages { submitted: at(27.0), gpu_begins: at(30.0), gpu_done: at(36.0) };
        assert_eq!(inputs.answer(0, stages, at(38.0)), None);
        let answers: Vec<Answer> = std::iter::from_fn(|| inputs.answer(2, stages, at(40.0))).collect();
        let latencies: Vec<Span> = answers.iter().map(Answer::latency).collect();
        assert_eq!(latencies, [Span::from_millis(30.0), Span::from_millis(20.0)]);
        assert_eq!(answers[0].stages(), [15.0, 2.0, 3.0, 6.0, 4.0].map(Span::from_millis));
        assert_eq!(inputs.answer(2, stages, at(50.0)), None);
    }

    #[test]
    fn nothing_is_given_before_the_computer_starts() {
        assert_eq!(Inputs::new(at(5000.0)).due(), Time::ZERO + BEAT * 10);
        assert_eq!(Inputs::new(Time::ZERO).due(), Time::ZERO + BEAT);
    }
}
