//! One displayed frame, and the animation error between two of them.

use crate::base::time::{Span, Time};

/// One displayed frame: when it appeared, and the moment that it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayedFrame {
    /// When the display changed to it.
    pub at: Time,
    /// The simulated time drawn in it, after interpolation or extrapolation.
    pub drawn: Time,
}

/// Returns how much further the world moved than time did: (sᵢ − sᵢ₋₁) − (dᵢ − dᵢ₋₁). It is positive if
/// the frame came too early for its sample time, and negative if it came too late (PresentMon 2 MsAnimationError).
///
/// ```
/// use tickscope_core::metrics::{DisplayedFrame, animation_error};
/// use tickscope_core::time::{Span, Time};
///
/// let first = DisplayedFrame { at: Time::from_secs(1.0), drawn: Time::from_secs(0.9) };
/// let next = DisplayedFrame { at: Time::from_secs(1.2), drawn: Time::from_secs(1.0) };
/// assert_eq!(animation_error(first, next), Span::from_millis(-100.0));
/// ```
pub fn animation_error(before: DisplayedFrame, now: DisplayedFrame) -> Span {
    (now.drawn - before.drawn) - (now.at - before.at)
}
