//! **Frame-based**: one step a frame, and no clock anywhere.
//!
//! Published as "frame-based animation" (Alex Diener, Sacred Software), as timer type 0 (BeautifulTimer) and as the
//! simplest loop of all (Koen Witters, deWiTTERS Game Loop).
//!
//! Expect: perfect as long as every frame takes as long as the author's did. On a slower computer or display the world
//! runs in slow motion, on a faster one in fast-forward.

use super::prelude::*;

const NOMINAL_HZ: Param =
    Param::rate("nominal_hz", 60.0, "The frame rate that the author had: each frame moves the world by its period.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("frame-based"),
    name: Borrowed("Frame-based"),
    group: Group::NoClock,
    about: Borrowed("One step a frame, no clock: the speed follows the frame rate."),
    source: Borrowed("Diener, Time-based animation; BeautifulTimer, type 0; Witters, the simplest loop"),
    params: Borrowed(&[NOMINAL_HZ]),
    start: Start::Rust(|host, set| Box::pin(frame_based(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("frame_based.rs")),
    script: Borrowed(include_str!("frame_based.js")),
    ..Strategy::PLAIN
};

async fn frame_based(host: Host, set: Values) {
    let step = set.period(&NOMINAL_HZ);
    while host.running() {
        host.update(step).await;
        host.render(None).await;
    }
}
