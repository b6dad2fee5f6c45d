//! **Limit before present**: a variable step; the frame is drawn, then the loop sleeps out the frame's time, and only then hands
//! the frame over.
//!
//! Published as the method *early* of the frame limiter of MangoHud, an overlay for Vulkan and OpenGL games.
//!
//! Expect: frames are handed over at even moments, so a display without ticks of its own shows them evenly, however uneven the load
//! is. The price is age: each frame has waited for its moment.

use super::prelude::*;

const MAX_FPS: Param = Param::rate("max_fps", 60.0, "The highest rate at which frames are handed over.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("limit-before-present"),
    name: Borrowed("Limit before present"),
    group: Group::VariableStep,
    about: Borrowed("The variable step; each drawn frame waits for an even moment before it is presented: even, but older."),
    source: Borrowed("MangoHud, frame limiter, early"),
    params: Borrowed(&[MAX_FPS, SPIN_MS]),
    start: Start::Rust(|host, set| Box::pin(limit_before_present(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("limit_before_present.rs")),
    script: Borrowed(include_str!("limit_before_present.js")),
    ..Strategy::PLAIN
};

async fn limit_before_present(host: Host, set: Values) {
    let shortest = set.period(&MAX_FPS);
    let mut last = host.now();
    let mut handed_over = host.now();
    while host.running() {
        let now = host.now();
        let dt = now - last;
        last = now;
        host.watch("elapsed", dt);

        host.update(dt).await;
        host.draw(None).await;

        host.sleep(shortest - (host.now() - handed_over)).await;
        handed_over = host.now();
        host.present().await;
    }
}
