//! For testing a game: every update that moves the world moves it by the longest step that its loop can make.

use crate::base::time::Span;

/// Time that waits until there is enough of it for the longest step; so the world keeps its speed.
#[derive(Default)]
pub(super) struct StepStretch {
    longest: Span,
    held: Span,
}

impl StepStretch {
    /// The same time waits for another longest step, a positive one.
    pub fn limited_to(self, longest: Span) -> StepStretch {
        StepStretch { longest, ..self }
    }

    /// The step to make instead of one by `dt`: the longest or none.
    pub fn stretched(&mut self, dt: Span) -> Span {
        self.held += dt;
        let step = if self.held >= self.longest { self.longest } else { Span::ZERO };
        self.held -= step;
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
