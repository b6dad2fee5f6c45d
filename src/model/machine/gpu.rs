//! The GPU: it works on one frame after the other, beside the CPU.

use crate::base::time::{Span, Time};
use std::collections::VecDeque;

/// What happens to a frame between the CPU and the display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// The CPU has finished it: E of [the model](super).
    pub submitted: Time,
    /// The GPU begins to work on it.
    pub gpu_begins: Time,
    /// The GPU is done with it: D of [the model](super).
    pub gpu_done: Time,
}

/// Work on a frame that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GpuWork {
    pub at: Time,
    pub end: Time,
    pub frame: u64,
}

/// The virtual GPU.
#[derive(Debug, Default)]
pub(super) struct Gpu {
    /// When it is done with everything that was submitted; nothing before the first frame.
    free: Option<Time>,
    /// Work that has not been told of.
    untold: VecDeque<GpuWork>,
}

impl Gpu {
    /// A frame is submitted whose work takes `load`: it begins when the one before it is done.
    #[inline]
    pub fn draw(&mut self, frame: u64, submitted: Time, load: Span) -> Stages {
        let gpu_begins = self.free.map_or(submitted, |free| free.max(submitted));
        let gpu_done = gpu_begins + load;
        self.free = Some(gpu_done);
        if load > Span::ZERO {
            self.untold.push_back(GpuWork { at: gpu_begins, end: gpu_done, frame });
        }
        Stages { submitted, gpu_begins, gpu_done }
    }

    /// When it begins to work on the next frame that has not been told of.
    #[inline]
    pub fn due(&self) -> Time {
        self.untold.front().map_or(Time::NEVER, |work| work.at)
    }

    /// The next work that has not been told of.
    pub fn tell(&mut self) -> Option<GpuWork> {
        self.untold.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_begins_when_the_frame_is_submitted_and_the_one_before_it_is_done() {
        let at = Time::from_secs;
        let mut gpu = Gpu::default();
        let load = Span::from_secs(0.012);
        let first = gpu.draw(1, at(0.008), load);
        assert_eq!(first, Stages { submitted: at(0.008), gpu_begins: at(0.008), gpu_done: at(0.02) });
        let second = gpu.draw(2, at(0.016), load);
        assert_eq!((second.gpu_begins, second.gpu_done), (at(0.02), at(0.02) + load));
        assert_eq!(gpu.draw(3, at(0.016), Span::ZERO).gpu_done, second.gpu_done, "a frame for free waits its turn");
        assert_eq!(gpu.tell().map(|work| (work.at, work.frame)), Some((at(0.008), 1)));
        assert_eq!((gpu.due(), gpu.tell().map(|work| work.frame), gpu.due()), (at(0.02), Some(2), Time::NEVER));
    }
}
