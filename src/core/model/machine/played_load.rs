//! The load of a captured game, played back on a virtual computer.

use crate::base::time::{Span, Time};
use crate::model::config::capture::{Capture, CapturedFrame, CapturedLoad};
use crate::model::config::computer::{Computer, PlayLoad, in_order};
use std::sync::Arc;

/// The part of a capture that is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedRange {
    mode: PlayLoad,
    from: Span,
    to: Span,
}

impl PlayedRange {
    pub fn new(computer: &Computer) -> PlayedRange {
        let (from, to) = in_order(computer.play_lo_s, computer.play_hi_s);
        PlayedRange { mode: computer.play_load, from: Span::from_secs(from), to: Span::from_secs(to) }
    }
}

/// The frames of a capture, whose loads are added to the frames of a loop.
#[derive(Clone, Debug)]
pub(super) struct PlayedLoad {
    frames: Arc<[CapturedFrame]>,
    load: CapturedLoad,
}

impl PlayedLoad {
    pub fn new(capture: &Capture) -> PlayedLoad {
        PlayedLoad { frames: capture.frames.clone(), load: capture.load }
    }

    /// Returns the load of a frame that the CPU begins at `moment`.
    pub fn of_cpu(&self, moment: Time, range: PlayedRange) -> Span {
        self.at(moment, range)[0]
    }

    /// Returns the load of a frame that the GPU begins at `moment`. That is later than the CPU's beginning by as much as the
    /// frame has waited. If the moment of the CPU decided, a GPU that is never idle would get long frames more often than the
    /// game had them, since more moments lie in a long frame.
    pub fn of_gpu(&self, moment: Time, range: PlayedRange) -> Span {
        self.at(moment, range)[1]
    }

    /// Returns the loads on CPU and GPU of the captured frame that ran at `moment`; zero if no frame ran then.
    fn at(&self, moment: Time, PlayedRange { mode, from, to }: PlayedRange) -> [Span; 2] {
        let (since, to) = (moment - Time::ZERO, to.min(self.load.end - Time::ZERO));
        let length = to - from;
        let is_over = mode == PlayLoad::Off || mode == PlayLoad::Once && since >= length;
        if is_over || length <= Span::ZERO || since < Span::ZERO {
            return [Span::ZERO; 2];
        }
        let at = Time::ZERO + from + Span::from_flicks(since.flicks() % length.flicks());
        let begun = self.frames.partition_point(|frame| frame.begins <= at);
        begun.checked_sub(1).map_or([Span::ZERO; 2], |number| self.load.of_frame(&self.frames, number))
    }
}
