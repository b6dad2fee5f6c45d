//! **Limit after present**: a variable step; the frame is drawn and handed over at once, and then the loop sleeps out the frame's
//! time.
//!
//! Published as the method *late* of the frame limiter of MangoHud, an overlay for Vulkan and OpenGL games.
//!
//! Expect: turns begin at even moments, and each frame is displayed as soon as it is done, so it is as new as it can be. Where the
//! load is uneven the frames are uneven, too: each comes after its own work.

use super::prelude::*;

const MAX_FPS: Param = Param::rate("max_fps", 60.0, "The highest rate at which turns begin.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("limit-after-present"),
    name: Borrowed("Limit after present"),
    group: Group::VariableStep,
    about: Borrowed(
        "The variable step; each frame is presented as soon as it is drawn, and the loop waits after that: new, but uneven.",
    ),
    source: Borrowed("MangoHud, frame limiter, late"),
    params: Borrowed(&[MAX_FPS, SPIN_MS]),
    start: Start::Rust(|host, set| Box::pin(limit_after_present(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("limit_after_present.rs")),
    script: Borrowed(include_str!("limit_after_present.js")),
    ..Strategy::PLAIN
};

async fn limit_after_present(host: Host, set: Values) {
    let shortest = set.period(&MAX_FPS);
    let mut last = host.now();
    let mut waited = host.now();
    while host.running() {
        let now = host.now();
        let dt = now - last;
        last = now;
        host.watch("elapsed", dt);

        host.update(dt).await;
        host.draw(None).await;
        host.present().await;

        host.sleep(shortest - (host.now() - waited)).await;
        waited = host.now();
    }
}
