//! Computers with every way of a frame to the display: queue, GPU and presentation.

use crate::models::loads;
use tickscope_core::model::config::computer::{Computer, Present};

/// Returns every way to present, from no frame ahead to three, with nothing, little and too much for the GPU.
pub fn computers() -> Vec<Computer> {
    let displays = [(Present::Fifo, false), (Present::Fifo, true), (Present::Mailbox, false), (Present::Immediate, false)];
    let mut all = Vec::new();
    for (present, vrr) in displays {
        for queue in 0..=3 {
            for gpu_ms in [0.0, 4.0, 21.0] {
                all.push(Computer { present, vrr, queue, gpu_ms, ..loads(1.0, 7.0) });
            }
        }
    }
    all
}

/// Returns the same computers where every wait ends late, most by a little and some by a lot, and where frames cost more or less.
pub fn uneven_computers() -> Vec<Computer> {
    let uneven = |computer| Computer {
        wake_hi_ms: 1.0,
        wake_tail: 0.1,
        wake_tail_ms: 3.0,
        render_ms: 0.0,
        noise_lo_ms: 2.0,
        noise_hi_ms: 24.0,
        refresh_hz: 59.95,
        start_ms: 0.5,
        ..computer
    };
    computers().into_iter().map(uneven).collect()
}
