//! How far between two steps a frame is.

use crate::base::time::Span;

/// How far into the next step the frame is, as the loop tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// The part of a step that has passed but is not simulated yet; used as it comes, above 1 too.
    pub alpha: f64,
    /// The loop's own step.
    pub step: Span,
}

impl Between {
    /// `left_over` of a step has passed but is not simulated yet.
    pub fn of(left_over: Span, step: Span) -> Option<Between> {
        Between::at(left_over.ratio(step), step)
    }

    /// `alpha` of a step has passed but is not simulated yet.
    pub fn at(alpha: f64, step: Span) -> Option<Between> {
        Some(Between { alpha, step })
    }
}
