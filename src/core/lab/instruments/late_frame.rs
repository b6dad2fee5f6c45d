//! The one definition of a late frame and its cause.
//!
//! A frame is *expected* at the first refresh after the flip before it: with ticks, at the next tick; with a variable refresh,
//! after the time for which the display waits before it repeats the old frame (1/LO); without vsync, one refresh interval after
//! that flip. It is late if it appears later. With E its submission, B and D the beginning and the end of the GPU's work on it,
//! and X when it was expected, the cause is the first of these that holds:
//!
//! 1. **Repeated:** the display has a variable refresh, so it has repeated the frame before this one.
//! 2. **CPU:** E > X.
//! 3. **GPU:** D > X.
//! 4. **Display:** none of these: its ticks were changed before the frame appeared.
//!
//! The **queue** replaces CPU or GPU as the cause if the loop is late only because it was held. All of this must be true: the
//! render before this one waited (for a flip, or for the GPU), and the loop has not slept since, so that it continued later by
//! that wait W; the late work itself takes no longer than a refresh (from the end of the wait to E, or D − B); and without the
//! wait the frame would have been in time: E − W ≤ X and max(E − W, D of the frame before) + (D − B) ≤ X.

use crate::base::time::{Span, Time};
use crate::model::config::computer::{Computer, Present};
use crate::model::machine::gpu::Stages;
use crate::model::machine::refresh::Refresh;

/// The reason why a frame appeared later than it was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LateCause {
    Cpu,
    Gpu,
    /// The queue was full: the loop waited for earlier frames, and could not begin the frame in time.
    QueueFull,
    /// A display with a variable refresh had repeated the frame before, after its longest wait.
    Repeated,
    /// The display's ticks were changed.
    Display,
}

impl LateCause {
    pub const fn name(self) -> &'static str {
        match self {
            LateCause::Cpu => "CPU",
            LateCause::Gpu => "GPU",
            LateCause::QueueFull => "queue full",
            LateCause::Repeated => "repeated",
            LateCause::Display => "display changed",
        }
    }
}

/// Returns when a frame is expected on the display of `computer`, if the frame before it appeared at `before`. On an unknown
/// display no frame is late.
pub fn expected(computer: &Computer, before: Time) -> Time {
    if computer.has_unknown_display {
        return Time::NEVER;
    }
    if let Some((lowest, _)) = computer.variable_hz() {
        return before + Span::from_hz(lowest);
    }
    match computer.present {
        Present::Fifo | Present::Mailbox => Refresh::new(computer.refresh_hz).next(before, Some(before)),
        Present::Immediate => before + Span::from_hz(computer.refresh_hz),
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The flip of the frame before.
    pub before: Time,
    pub expected: Time,
    pub shown: Time,
    /// The frame's own stages: E, B and D.
    pub stages: Stages,
    /// D of the frame rendered before it.
    pub gpu_done_before: Time,
    /// The end of the loop's last wait or sleep before the frame.
    pub free_since: Time,
    /// The length of the wait of the render before, waking late included; zero if the loop has slept since.
    pub held: Span,
    /// How often the display repeated the frame before it.
    pub repeats: u32,
}

impl Course {
    pub fn late(&self) -> Option<LateCause> {
        let Course { before, expected, shown, stages, free_since, held, .. } = *self;
        if shown <= expected {
            return None;
        }
        if self.repeats > 0 {
            return Some(LateCause::Repeated);
        }
        let (cause, takes) = if stages.submitted > expected {
            (LateCause::Cpu, stages.submitted - free_since)
        } else if stages.gpu_done > expected {
            (LateCause::Gpu, stages.gpu_done - stages.gpu_begins)
        } else {
            return Some(LateCause::Display);
        };
        let sooner = stages.submitted - held;
        let done = sooner.max(self.gpu_done_before) + (stages.gpu_done - stages.gpu_begins);
        let in_time = sooner <= expected && done <= expected;
        let is_held = held > Span::ZERO && takes <= expected - before && in_time;
        Some(if is_held { LateCause::QueueFull } else { cause })
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::instruments::late_frame::*;

    fn ms(at: f64) -> Time {
        Time::ZERO + Span::from_millis(at)
    }

    /// Returns the facts of a frame on a display with a tick every 10 ms, expected at 110 ms after a flip at 100 ms.
    fn course(submitted: f64, gpu_begins: f64, gpu_done: f64, shown: f64) -> Course {
        let stages = Stages { submitted: ms(submitted), gpu_begins: ms(gpu_begins), gpu_done: ms(gpu_done) };
        Course {
            before: ms(100.0),
            expected: ms(110.0),
            shown: ms(shown),
            stages,
            gpu_done_before: ms(98.0),
            free_since: ms(95.0),
            held: Span::ZERO,
            repeats: 0,
        }
    }

    fn held(by: f64, free_since: f64, course: Course) -> Course {
        Course { held: Span::from_millis(by), free_since: ms(free_since), ..course }
    }

    #[test]
    fn a_frame_is_expected_one_refresh_after_the_one_before_it() {
        let computer = Computer { refresh_hz: 100.0, ..Computer::default() };
        assert_eq!(expected(&computer, ms(100.0)), ms(110.0));
        let mailbox = Computer { present: Present::Mailbox, ..computer.clone() };
        assert_eq!(expected(&mailbox, ms(100.0)), ms(110.0));
        let immediate = Computer { present: Present::Immediate, ..computer.clone() };
        assert_eq!(expected(&immediate, ms(103.0)), ms(113.0), "it has no ticks to wait for");
        assert_eq!(expected(Computer::of_capture(), ms(103.0)), Time::NEVER);
        assert_eq!(
            expected(&Computer { vrr: true, vrr_lo_hz: 40.0, vrr_hi_hz: 100.0, ..computer }, ms(103.0)),
            ms(128.0),
            "as long as the display waits"
        );
    }

    #[test]
    fn what_comes_when_it_is_expected_or_before_is_not_late() {
        assert_eq!(course(104.0, 104.0, 109.0, 110.0).late(), None);
        assert_eq!(course(104.0, 104.0, 105.0, 105.0).late(), None);
    }

    #[test]
    fn the_first_stage_that_was_not_ready_is_the_cause() {
        assert_eq!(course(111.0, 111.0, 112.0, 120.0).late(), Some(LateCause::Cpu));
        assert_eq!(course(104.0, 104.0, 116.0, 120.0).late(), Some(LateCause::Gpu));
        assert_eq!(course(104.0, 108.0, 112.0, 120.0).late(), Some(LateCause::Gpu), "it was at work on the frame before");
        assert_eq!(course(104.0, 104.0, 105.0, 120.0).late(), Some(LateCause::Display));
        assert_eq!(Course { repeats: 2, ..course(111.0, 111.0, 112.0, 120.0) }.late(), Some(LateCause::Repeated));
    }

    #[test]
    fn a_loop_that_was_held_blames_the_queue_if_it_would_have_been_in_time() {
        // The loop continues at the flip of 100 ms: 5 ms on the CPU and 7 ms on the GPU, one after the other.
        let serial = course(105.0, 105.0, 112.0, 120.0);
        assert_eq!(held(5.0, 100.0, serial).late(), Some(LateCause::QueueFull));
        assert_eq!(held(1.0, 100.0, serial).late(), Some(LateCause::Gpu), "a millisecond less would not have been enough");
        assert_eq!(
            held(5.0, 100.0, Course { gpu_done_before: ms(104.0), ..serial }).late(),
            Some(LateCause::Gpu),
            "nor is the GPU free"
        );
        let long = course(108.0, 108.0, 119.0, 120.0);
        assert_eq!(held(9.0, 100.0, long).late(), Some(LateCause::Gpu), "more than a refresh on the GPU alone");
        let woken_late = course(110.5, 110.5, 110.5, 120.0);
        assert_eq!(held(2.0, 101.0, woken_late).late(), Some(LateCause::QueueFull));
        let heavy = course(112.0, 112.0, 112.0, 120.0);
        assert_eq!(held(8.0, 100.0, heavy).late(), Some(LateCause::Cpu), "more than a refresh on the CPU alone");
    }
}
