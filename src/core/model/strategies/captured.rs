//! **Captured**: the frames of a game that ran elsewhere, played from its capture without a loop.

use super::prelude::*;
use super::strategy::Found;
use crate::model::config::capture::{Capture, CapturedFrame};
use crate::model::machine::host::LoopFuture;
use std::borrow::Cow;
use std::sync::Arc;

/// The reason why a pane stands still after the end of its capture.
const OVER: &str = "The capture is over";

/// Returns the strategy that plays a capture. It needs a world with a closed form, which can jump to the sample times of the
/// frames.
pub fn of_capture(capture: &Capture) -> Found {
    let (frames, name) = (capture.frames.clone(), capture.name.clone());
    let waits = format!("It waits for its capture: open the file {name}");
    let is_live = capture.is_live();
    let start = move |host: Host, _: Values| -> LoopFuture {
        if is_live { Box::pin(follow(host)) } else { Box::pin(play(host, frames.clone(), waits.clone())) }
    };
    Found::Own(Arc::new(Strategy {
        id: Borrowed(Capture::STRATEGY),
        name: Cow::Owned(format!("{}: {name}", if is_live { "Live" } else { "Captured" })),
        group: Group::Captured,
        about: Borrowed(
            "The frames of a game that ran on a real computer. It never tunnels or explodes: each frame shows the exact world.",
        ),
        source: Cow::Owned(format!("{name}, {}", capture.hash)),
        needs_closed_form: true,
        samples: capture.samples,
        start: Start::Text(Arc::new(start)),
        ..Strategy::PLAIN
    }))
}

/// Shows a running game: each frame as soon as it has come.
async fn follow(host: Host) {
    while host.can_be_fed() {
        let Some(frame) = host.next_fed() else {
            host.next_look().await;
            continue;
        };
        if !host.running() {
            return;
        }
        host.replay(&frame).await;
    }
}

async fn play(host: Host, frames: Arc<[CapturedFrame]>, waits: String) {
    let start = host.computer().clock() - Time::ZERO;
    if frames.is_empty() {
        return host.end_capture(&waits);
    }
    let mut shown = Time::ZERO;
    for (number, frame) in frames.iter().enumerate() {
        let begins = frame.begins + start;
        let flip = if frame.flip < Time::NEVER { frame.flip + start } else { frame.flip };
        let gpu_done = if frame.gpu_done < Time::NEVER { frame.gpu_done + start } else { frame.gpu_done };
        host.idle_until(begins).await;
        // A generated frame is no turn of the game.
        if !frame.is_generated && !host.running() {
            return;
        }
        // A turn is over when the next one begins, and a frame is finished before it is displayed.
        let next = frames.get(number + 1).map_or(flip, |next| next.begins + start);
        let cpu = frame.cpu.min(next - begins).min(flip - begins);
        host.replay(&CapturedFrame { begins, sample: frame.sample + start, flip, cpu, gpu_done, ..*frame }).await;
        shown = if flip < Time::NEVER { flip } else { shown };
    }
    host.idle_until(shown).await;
    host.end_capture(OVER);
}
