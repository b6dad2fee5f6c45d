//! The pipeline of a computer: the stages between a loop and its display.

use super::display::Present;
use super::fields::Computer;
use super::input_read::InputRead;

impl Computer {
    /// Returns whether frames appear at the ticks of its display and at no other time.
    pub fn has_ticks(&self) -> bool {
        self.present != Present::Immediate && self.vrr.rates().is_none()
    }

    /// Returns whether more than the CPU and a display with ticks stands between an input and its frame.
    pub fn has_pipeline(&self) -> bool {
        let Computer { gpu_ms, queue, present, vrr, input, .. } = self;
        *gpu_ms > 0.0 || *queue > 0 || *present == Present::Immediate || vrr.rates().is_some() || *input != InputRead::default()
    }
}
