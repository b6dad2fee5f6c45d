//! **Callback, delta of the clock**: the system calls the game for each refresh; the game reads the clock itself.
//!
//! The common mistake in browsers: `performance.now()` in the callback instead of the timestamp that it is handed.
//!
//! Expect: even frames with uneven motion. A callback that is called late, behind other work of the page, reads a late clock: its
//! step is too long by that, and the next one too short, although both frames come at their refreshes. Without late calls it
//! is as good as the timestamps.

use super::prelude::*;

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("callback-clock-delta"),
    name: Borrowed("Callback, own clock"),
    group: Group::Callbacks,
    about: Borrowed("Called for each refresh, but measures by the clock: a late call is in its step, though not on the display."),
    source: Borrowed("The common mistake with requestAnimationFrame"),
    start: Start::Rust(|host, set| Box::pin(callback_clock_delta(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("callback_clock_delta.rs")),
    script: Borrowed(include_str!("callback_clock_delta.js")),
    ..Strategy::PLAIN
};

async fn callback_clock_delta(host: Host, _: Values) {
    let mut last = host.now();
    host.next_refresh().await;
    while host.running() {
        let now = host.now();
        let dt = now - last;
        last = now;
        host.watch("elapsed", dt);

        host.update(dt).await;
        host.render(None).await;
        host.next_refresh().await;
    }
}
