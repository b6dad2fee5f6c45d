//! The metronome of the inputs: when it beats, and for how long each beat holds the button down in a world that has one.

use crate::base::random::{CounterRng, Purpose};
use crate::base::time::{FLICKS_PER_SECOND, Span, Time};

/// The time between two beats of the metronome: half a second plus a 60 Hz refresh divided by the golden ratio, so that beats
/// fall at evenly spread places in the refresh.
pub const BEAT: Span = Span::from_flicks(352_800_000 + 7_268_080);
/// The length of a press by a person's tap.
pub const TAP: Span = Span::from_flicks(FLICKS_PER_SECOND * 80 / 1000);
/// The shortest and the longest press of the metronome, in flicks.
const LENGTHS: (i64, i64) = (FLICKS_PER_SECOND * 20 / 1000, FLICKS_PER_SECOND * 120 / 1000);

/// The presses of the metronome by the numbers of their beats: beat n comes at n times [`BEAT`].
#[derive(Clone, Debug)]
pub struct Metronome(CounterRng);

impl Metronome {
    pub fn new(seed: u64) -> Metronome {
        Metronome(CounterRng::new(seed, Purpose::PressLengths))
    }

    /// Returns how long the press of this beat lasts.
    pub fn length(&mut self, beat: i64) -> Span {
        Span::from_flicks(self.0.whole(beat as u64, LENGTHS.0, LENGTHS.1))
    }

    /// Returns the number of the last beat up to `at`; 0 before the first beat.
    pub fn last_beat(at: Time) -> i64 {
        (at - Time::ZERO).whole(BEAT)
    }
}
