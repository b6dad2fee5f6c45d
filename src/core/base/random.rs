//! A counter-based random generator. Each number is read by its index, and does not depend on the numbers that were read before.
//! The n-th number of a stream depends only on the seed, the stream and n, so every pane gets the same load for the same frame,
//! whatever its loop did before.
//!
//! ChaCha with 8 rounds is defined bit for bit, on every platform and in every version. The mapping of its numbers to a range is
//! our own code, so that it can't change with a library.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The purpose of a stream. Each purpose keeps its stream number for ever, because published runs with a seed must stay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The render load, by frame number.
    RenderNoise,
    /// The lateness of a wait, by the number of the wait.
    WakingLate,
    /// The update load, by the number of the update.
    UpdateNoise,
    /// The excess lateness of a wait, with two numbers for each wait.
    WakingMuchLater,
    /// The time for which the button is held, by the number of the metronome's beat.
    PressLengths,
    /// The blocks and runs of which captures from before a change are made again.
    BlocksBefore,
    /// The blocks and runs of which captures from after a change are made again.
    BlocksAfter,
    /// The random start of the body of this index.
    SceneBody(u32),
    /// The random numbers of a loop that a user wrote; the field is a checksum of the loop's name.
    #[cfg(feature = "own-loops")]
    OwnLoop(u32),
}

impl Purpose {
    const fn stream(self) -> u64 {
        match self {
            Purpose::RenderNoise => 0,
            Purpose::WakingLate => 1,
            Purpose::UpdateNoise => 2,
            Purpose::WakingMuchLater => 3,
            Purpose::PressLengths => 4,
            Purpose::BlocksBefore => 0x10,
            Purpose::BlocksAfter => 0x11,
            Purpose::SceneBody(body) => 0x100 + body as u64,
            #[cfg(feature = "own-loops")]
            Purpose::OwnLoop(name) => 1 << 40 | name as u64,
        }
    }
}

/// The numbers of one stream of a seed, read by their index.
#[derive(Clone, Debug)]
pub struct CounterRng {
    rng: ChaCha8Rng,
    next: u64,
}

impl CounterRng {
    pub fn new(seed: u64, purpose: Purpose) -> CounterRng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(purpose.stream());
        CounterRng { rng, next: 0 }
    }

    /// Returns the stream's `index`-th number. Reading in order is fastest.
    pub fn at(&mut self, index: u64) -> u64 {
        if index != self.next {
            self.rng.set_word_pos(u128::from(index) * 2);
        }
        self.next = index + 1;
        self.rng.next_u64()
    }

    /// Returns a whole number from `lo` to `hi`, both included, uniform to within 2⁻⁶⁴ of the range.
    pub fn whole(&mut self, index: u64, lo: i64, hi: i64) -> i64 {
        let choices = (hi - lo) as u128 + 1;
        lo + ((u128::from(self.at(index)) * choices) >> 64) as i64
    }

    /// Returns a real number from 0 up to but not including 1, with 53 random bits.
    pub fn unit(&mut self, index: u64) -> f64 {
        (self.at(index) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use crate::base::random::*;

    #[test]
    fn a_number_depends_on_its_index_and_not_on_the_order_of_asking() {
        let mut forwards = CounterRng::new(7, Purpose::RenderNoise);
        let ordered: Vec<u64> = (0..100).map(|n| forwards.at(n)).collect();
        let mut backwards = CounterRng::new(7, Purpose::RenderNoise);
        for n in (0..100).rev() {
            assert_eq!(backwards.at(n), ordered[n as usize]);
        }
    }

    #[test]
    fn the_streams_keep_their_values_for_ever() {
        // The published ChaCha8 key stream for an all-zero key, as a little-endian word.
        assert_eq!(CounterRng::new(0, Purpose::RenderNoise).at(0), 0xd640_5f89_2fef_003e);
        assert_ne!(CounterRng::new(0, Purpose::WakingLate).at(0), CounterRng::new(0, Purpose::RenderNoise).at(0));
        assert_ne!(CounterRng::new(0, Purpose::UpdateNoise).at(0), CounterRng::new(0, Purpose::RenderNoise).at(0));
        assert_ne!(CounterRng::new(1, Purpose::RenderNoise).at(0), CounterRng::new(0, Purpose::RenderNoise).at(0));
    }

    #[test]
    fn both_ends_of_a_range_come_up_and_nothing_outside() {
        let mut draws = CounterRng::new(3, Purpose::WakingLate);
        let seen: Vec<i64> = (0..1000).map(|n| draws.whole(n, -2, 2)).collect();
        assert_eq!((seen.iter().min(), seen.iter().max()), (Some(&-2), Some(&2)));
        assert!((0..1000).map(|n| draws.unit(n)).all(|u| (0.0..1.0).contains(&u)));
    }
}
