//! How far the CPU may be ahead: when a render returns.

use super::scanout::Scanout;
use crate::base::time::Time;

/// The most frames that the CPU may be ahead of the display.
const MOST: usize = 3;

/// What became of the frames before.
#[derive(Debug)]
pub(super) struct FramesAhead {
    /// When the GPU was done with each of the last frames, the newest first …
    done: [Time; MOST],
    /// … and its flip.
    flips: [Time; MOST],
}

impl FramesAhead {
    /// No frame has been rendered.
    pub fn none() -> FramesAhead {
        FramesAhead { done: [Time::ZERO; MOST], flips: [Time::ZERO; MOST] }
    }

    /// A frame that was `submitted` is `done` and gets the `flip`; answers what its render waits for, with `queue` frames
    /// allowed ahead, or nothing if it returns at once.
    ///
    /// Where frames flip in order, a render without a queue waits for its own flip; else for the flip `queue` frames
    /// before it. Where they don't, it waits for the GPU to be done with the frame that many before it, at least one.
    #[inline]
    pub fn waits_for(&mut self, queue: usize, scanout: Scanout, submitted: Time, done: Time, flip: Time) -> Option<Time> {
        let waits = match (scanout, queue) {
            (Scanout::Fifo(_) | Scanout::Variable { .. }, 0) => Some(flip),
            (Scanout::Fifo(_) | Scanout::Variable { .. }, queue) => Some(self.flips[queue - 1]).filter(|then| *then > submitted),
            (Scanout::Mailbox(_) | Scanout::Immediate(_), queue) => {
                Some(self.done[queue.max(1) - 1]).filter(|then| *then > submitted)
            }
        };
        self.done = [done, self.done[0], self.done[1]];
        self.flips = [flip, self.flips[0], self.flips[1]];
        waits
    }
}
