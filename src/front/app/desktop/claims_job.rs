//! Every claim of the articles is measured beside the window, in a thread of its own.

use crate::studio::claims::{self, Measured};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use web_time::Duration;

/// Measurements under way. A job that is dropped before its end stops after the claim in hand.
pub struct ClaimsJob {
    results: Receiver<(&'static str, Vec<Measured>)>,
    thread: JoinHandle<()>,
}

impl ClaimsJob {
    /// How soon it is worth looking at it again.
    pub const LOOK_AGAIN: Duration = Duration::from_millis(100);

    /// Starts with the first claim.
    pub fn start() -> ClaimsJob {
        let (sender, results) = channel();
        let thread = std::thread::spawn(move || {
            for (_, claim) in claims::all() {
                // A test makes every run; what is refused all the same has no number.
                let Ok(measured) = claims::evaluate(claim) else { continue };
                if sender.send((claim.id.as_str(), measured)).is_err() {
                    return;
                }
            }
        });
        ClaimsJob { results, thread }
    }

    /// What has come in since the last call, and whether that was all.
    pub fn poll(&mut self) -> (Vec<(&'static str, Vec<Measured>)>, bool) {
        let over = self.thread.is_finished();
        (self.results.try_iter().collect(), over)
    }
}
