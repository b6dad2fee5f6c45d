//! Steps of the longest length, to test a game with its longest steps.

use crate::base::time::Span;

/// Replaces the steps of a loop by steps of its longest length, to test a game with its longest steps. Steps are saved up until
/// they fill a longest step, so that the world keeps its speed.
#[derive(Default)]
pub(super) struct StepStretch {
    longest: Span,
    waiting: Span,
}

impl StepStretch {
    /// Returns the same replacement with another longest step, which must be positive; the saved-up time stays.
    pub fn limited_to(self, longest: Span) -> StepStretch {
        StepStretch { longest, ..self }
    }

    /// Returns the step that replaces `dt`: the longest step, or zero.
    pub fn stretched(&mut self, dt: Span) -> Span {
        self.waiting += dt;
        let step = if self.waiting >= self.longest { self.longest } else { Span::ZERO };
        self.waiting -= step;
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_the_longest_or_nothing_and_no_time_is_lost() {
        let mut stretch = StepStretch::default().limited_to(Span::from_flicks(10));
        let steps = [4, 4, 4, 4, 4].map(|dt| stretch.stretched(Span::from_flicks(dt)).flicks());
        assert_eq!(steps, [0, 0, 10, 0, 10]);
        stretch.stretched(Span::from_flicks(4));
        let mut stretch = stretch.limited_to(Span::from_flicks(7));
        assert_eq!([1, 2].map(|dt| stretch.stretched(Span::from_flicks(dt)).flicks()), [0, 7], "what waited still waits");
    }
}
