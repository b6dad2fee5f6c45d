//! The GPU, which works on one frame after the other while the CPU goes on, and the limit for how many frames the CPU may be
//! ahead.

use super::refresh::Scanout;
use crate::base::time::{Span, Time};
use crate::model::config::capture::CapturedFrame;
use std::collections::VecDeque;

/// The stages of a frame between the CPU and the display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// The moment at which the CPU has finished the frame (`E_k` in [the model](super)).
    pub submitted: Time,
    /// The moment at which the GPU begins to work on it.
    pub gpu_begins: Time,
    /// The moment at which the GPU is done with it (`D_k` in [the model](super)).
    pub gpu_done: Time,
}

/// The GPU's work on one frame, if it takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GpuWork {
    pub at: Time,
    pub end: Time,
    pub frame: u64,
}

#[derive(Debug, Default)]
pub(super) struct Gpu {
    /// The moment at which the GPU is done with all submitted frames; `None` before the first frame.
    free: Option<Time>,
    /// The work that has not been reported yet.
    pub unreported: VecDeque<GpuWork>,
}

impl Gpu {
    /// Submits a frame. The GPU begins when it is done with the frame before, and takes the time that `load` returns for that
    /// moment.
    #[inline]
    pub fn draw(&mut self, frame: u64, submitted: Time, load: impl FnOnce(Time) -> Span) -> Stages {
        let gpu_begins = self.free.map_or(submitted, |free| free.max(submitted));
        let load = load(gpu_begins);
        let gpu_done = gpu_begins + load;
        self.free = Some(gpu_done);
        if load > Span::ZERO {
            self.unreported.push_back(GpuWork { at: gpu_begins, end: gpu_done, frame });
        }
        Stages { submitted, gpu_begins, gpu_done }
    }

    /// Submits a captured frame, whose flip is known already. The GPU is done at the captured moment; if that is unknown, when it has
    /// worked on the frame after the CPU. It may have begun while the CPU still worked on the frame. Its work is shortened if it would
    /// not be done by the flip.
    pub fn replay(&mut self, frame: u64, submitted: Time, captured: &CapturedFrame) -> Stages {
        let CapturedFrame { begins, gpu: load, gpu_done, flip, .. } = *captured;
        let is_known = gpu_done < Time::NEVER;
        let free = self.free.map_or(begins, |free| free.max(begins)).min(flip);
        let earliest = free.max(submitted).min(flip);
        let gpu_done = if is_known { gpu_done.clamp(earliest, flip) } else { (earliest + load).min(flip) };
        let at = (gpu_done - load).max(free);
        self.free = Some(gpu_done);
        if is_known || load > Span::ZERO {
            self.unreported.push_back(GpuWork { at, end: gpu_done, frame });
        }
        Stages { submitted, gpu_begins: at.max(earliest), gpu_done }
    }

    /// Returns the moment at which the next unreported work begins; [`Time::NEVER`] if there is none.
    #[inline]
    pub fn due(&self) -> Time {
        self.unreported.front().map_or(Time::NEVER, |work| work.at)
    }
}

/// The number of frames in the history: one more than the most frames that the CPU may be ahead of the display.
const MOST: usize = 4;

/// The history of the last frames, which decides when a render returns.
#[derive(Debug)]
pub(super) struct FramesAhead {
    /// The moments at which the GPU was done with the last frames, the newest first.
    done: [Time; MOST],
    /// The flips of the same frames.
    flips: [Time; MOST],
}

impl FramesAhead {
    pub fn none() -> FramesAhead {
        FramesAhead { done: [Time::ZERO; MOST], flips: [Time::ZERO; MOST] }
    }

    /// Records a frame with its moments. Returns the moment that its render waits for if the CPU may be `queue` frames ahead;
    /// `None` if the render returns without a wait.
    ///
    /// If every frame gets a refresh of its own, a render without a queue waits for its own flip, and one with a queue waits for
    /// the flip `queue` frames before. Otherwise a render waits until the GPU is done with the frame `queue` frames before, at
    /// least one.
    #[inline]
    pub fn waits_for(&mut self, queue: usize, scanout: Scanout, submitted: Time, done: Time, flip: Time) -> Option<Time> {
        let waits = match (scanout, queue) {
            (Scanout::Fifo(_) | Scanout::Variable { .. }, 0) => Some(flip),
            (Scanout::Fifo(_) | Scanout::Variable { .. }, queue) => Some(self.flips[queue - 1]).filter(|then| *then > submitted),
            (Scanout::Mailbox(_) | Scanout::Immediate(_), queue) => {
                Some(self.done[queue.max(1) - 1]).filter(|then| *then > submitted)
            }
        };
        self.done = [done, self.done[0], self.done[1], self.done[2]];
        self.flips = [flip, self.flips[0], self.flips[1], self.flips[2]];
        waits
    }

    /// Returns the moment from which at most `queue` of the last frames still wait to be displayed. In a mailbox a frame stops
    /// waiting when the next frame is done, because the next frame overtakes it.
    pub fn at_most(&self, queue: usize, scanout: Scanout) -> Time {
        let flip = self.flips[queue];
        match scanout {
            Scanout::Mailbox(_) if queue > 0 => flip.min(self.done[queue - 1]),
            _ => flip,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::machine::gpu::*;

    #[test]
    fn a_captured_frame_is_done_when_its_file_says_or_else_as_early_as_it_can_be() {
        let at = Time::from_secs;
        let frame = CapturedFrame { gpu: Span::from_secs(0.01), flip: at(0.1), ..CapturedFrame::default() };
        let stages = |gpu: &mut Gpu, gpu_done| gpu.replay(1, at(0.02), &CapturedFrame { gpu_done, ..frame });
        let of = |begins, done| Stages { submitted: at(0.02), gpu_begins: begins, gpu_done: done };
        assert_eq!(stages(&mut Gpu::default(), Time::NEVER), of(at(0.02), at(0.03)));
        let mut gpu = Gpu::default();
        assert_eq!(stages(&mut gpu, at(0.06)), of(at(0.06) - frame.gpu, at(0.06)));
        assert_eq!(stages(&mut gpu, at(0.065)), of(at(0.06), at(0.065)), "after the frame before it");
        assert_eq!(stages(&mut Gpu::default(), at(0.01)), of(at(0.02), at(0.02)), "not before it is submitted");
        assert_eq!(stages(&mut Gpu::default(), at(0.2)).gpu_done, at(0.1), "not after its flip");
    }

    #[test]
    fn work_begins_when_the_frame_is_submitted_and_the_one_before_it_is_done() {
        let at = Time::from_secs;
        let mut gpu = Gpu::default();
        let load = Span::from_secs(0.012);
        let first = gpu.draw(1, at(0.008), |_| load);
        assert_eq!(first, Stages { submitted: at(0.008), gpu_begins: at(0.008), gpu_done: at(0.02) });
        let second = gpu.draw(2, at(0.016), |_| load);
        assert_eq!((second.gpu_begins, second.gpu_done), (at(0.02), at(0.02) + load));
        assert_eq!(gpu.draw(3, at(0.016), |_| Span::ZERO).gpu_done, second.gpu_done, "a frame for free waits its turn");
        assert_eq!(gpu.unreported.pop_front().map(|work| (work.at, work.frame)), Some((at(0.008), 1)));
        assert_eq!((gpu.due(), gpu.unreported.pop_front().map(|work| work.frame), gpu.due()), (at(0.02), Some(2), Time::NEVER));
    }
}
