//! From when on a time without anything new is a stall: the one place that says so.

use crate::base::time::{FLICKS_PER_SECOND, Span};

/// How long the display or the loop must show nothing new for it to count as a stall: a least length, and a multiple of the
/// usual interval.
#[derive(Clone, Copy, Debug)]
pub struct Standstill {
    shortest: Span,
    longer: f64,
}

impl Standstill {
    /// What falsifies numbers: a window of two seconds that is cut in a stall of 60 ms is 3 % off, and even noise between
    /// nothing and a bound stays below twice its mean.
    pub const OF_NUMBERS: Standstill = Standstill { shortest: Span::from_flicks(FLICKS_PER_SECOND * 6 / 100), longer: 2.0 };
    /// What is seen, and told in a sentence: it has to stand out more.
    pub const OF_SENTENCES: Standstill = Standstill { shortest: Span::from_flicks(FLICKS_PER_SECOND * 8 / 100), longer: 3.0 };

    /// Whether `length` is a stall where `usual` flicks pass.
    pub fn is(self, length: Span, usual: f64) -> bool {
        length >= self.shortest && length.flicks() as f64 >= self.most(usual)
    }

    /// The longest time that would be no stall, where `usual` flicks pass.
    pub fn most(self, usual: f64) -> f64 {
        usual * self.longer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_in_a_sentence_falsifies_numbers_and_not_the_other_way_round() {
        let usual = Span::from_millis(20.0).flicks() as f64;
        for (ms, falsifies, is_told) in [(59.0, false, false), (60.0, true, false), (79.0, true, false), (80.0, true, true)] {
            let is = |what: Standstill| what.is(Span::from_millis(ms), usual);
            assert_eq!((is(Standstill::OF_NUMBERS), is(Standstill::OF_SENTENCES)), (falsifies, is_told), "{ms} ms");
        }
        assert!(!Standstill::OF_SENTENCES.is(Span::from_millis(100.0), usual * 2.0), "this is slow");
    }
}
