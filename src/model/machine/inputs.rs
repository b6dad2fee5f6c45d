//! Inputs: marks that a computer is given, and that change nothing but themselves.
//!
//! A loop reads its input where it steps the world: the first update that starts at or after an input takes it, and the
//! state after that update is the first that knows of it. The first *displayed* frame that is drawn from this state,
//! be it only in part, answers the input (PresentMon's click-to-photon). A frame interpolated with an alpha of exactly
//! zero is the state before, and knows nothing yet; a prediction starts from the latest state, and does.
//!
//! A metronome gives an input every half second and a bit, in every run: what it measures costs nothing. The rest are a
//! person's taps.

use crate::base::time::{Span, Time};
use crate::model::world::View;
use std::collections::VecDeque;

/// Half a second and the golden part of a 60 Hz refresh: each beat falls elsewhere in the refresh than all before it, and
/// together they fall everywhere alike.
pub const BEAT: Span = Span::from_flicks(352_800_000 + 7_268_080);

/// Who gives an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    /// The metronome of every run.
    Metronome,
    /// A person.
    Hand,
}

/// One input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// When it is given.
    pub at: Time,
    /// Who gives it.
    pub by: Giver,
}

/// An input whose effect is on the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The input.
    pub input: Input,
    /// When the update started that read it.
    pub read: Time,
    /// When the display changed to the first frame that knows of it.
    pub shown: Time,
}

impl Answer {
    /// From the input to its frame.
    pub fn latency(&self) -> Span {
        self.shown - self.input.at
    }
}

/// The inputs of one computer, from their moment to the display.
#[derive(Debug)]
pub struct Inputs {
    /// The metronome's next beat.
    beat: Time,
    taps: VecDeque<Time>,
    /// Given, and not read yet.
    given: VecDeque<Input>,
    /// Read, and not seen yet, with the update that read it.
    read: VecDeque<(Input, Time)>,
    /// How many inputs the state before the last update knows of, how many the state now, how many the display.
    before: u64,
    now: u64,
    seen: u64,
}

impl Inputs {
    /// Nothing is given before `start`.
    pub fn new(start: Time) -> Inputs {
        let beat = start.ceil_to(BEAT).max(Time::ZERO + BEAT);
        let (taps, given, read) = (VecDeque::new(), VecDeque::new(), VecDeque::new());
        Inputs { beat, taps, given, read, before: 0, now: 0, seen: 0 }
    }

    /// A person's input at `at`. Taps come in the order of their moments.
    pub fn tap(&mut self, at: Time) {
        self.taps.push_back(at);
    }

    /// When the next input is given.
    #[inline]
    pub fn due(&self) -> Time {
        self.taps.front().map_or(self.beat, |tap| self.beat.min(*tap))
    }

    /// The next input is given.
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

    /// An update starts at `at`: it reads everything that was given by then.
    #[inline]
    pub fn read(&mut self, at: Time) {
        self.before = self.now;
        if self.given.is_empty() {
            return; // Nearly every update.
        }
        self.now += self.given.len() as u64;
        self.read.extend(self.given.drain(..).map(|input| (input, at)));
    }

    /// How many inputs a frame knows of.
    #[inline]
    pub fn known(&self, view: View) -> u64 {
        match view {
            View::Between(0.0) => self.before,
            _ => self.now,
        }
    }

    /// The display changes at `shown` to a frame that knows of `known` inputs; answers the next one that no frame had shown.
    #[inline]
    pub fn answer(&mut self, known: u64, shown: Time) -> Option<Answer> {
        if self.seen >= known {
            return None;
        }
        self.seen += 1;
        self.read.pop_front().map(|(input, read)| Answer { input, read, shown })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        inputs.tap(at(10.0));
        inputs.tap(at(20.0));
        assert_eq!(inputs.due(), at(10.0));
        assert_eq!(inputs.give(), Input { at: at(10.0), by: Giver::Hand });
        inputs.read(at(10.0));
        assert_eq!(inputs.known(View::Latest), 1);
        assert_eq!(inputs.known(View::Between(0.5)), 1, "a part of its effect is enough");
        assert_eq!(inputs.known(View::Between(0.0)), 0, "this is the state before");
        assert_eq!(inputs.known(View::Ahead(Span::ZERO)), 1);
        inputs.read(at(15.0));
        assert_eq!(inputs.known(View::Between(0.0)), 1);
    }

    #[test]
    fn an_input_is_answered_once_by_the_first_frame_that_knows_of_it() {
        let mut inputs = Inputs::new(Time::ZERO);
        inputs.tap(at(10.0));
        inputs.tap(at(20.0));
        inputs.give();
        inputs.give();
        inputs.read(at(25.0));
        assert_eq!(inputs.answer(0, at(30.0)), None);
        let latencies: Vec<Span> = std::iter::from_fn(|| inputs.answer(2, at(40.0))).map(|answer| answer.latency()).collect();
        assert_eq!(latencies, [Span::from_millis(30.0), Span::from_millis(20.0)]);
        assert_eq!(inputs.answer(2, at(50.0)), None);
    }

    #[test]
    fn nothing_is_given_before_the_computer_starts() {
        assert_eq!(Inputs::new(at(5000.0)).due(), Time::ZERO + BEAT * 10);
        assert_eq!(Inputs::new(Time::ZERO).due(), Time::ZERO + BEAT);
    }
}
