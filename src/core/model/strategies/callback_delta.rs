//! **Callback, delta of timestamps**: the system calls the game for each refresh; a step is as long as the timestamps are
//! apart.
//!
//! `requestAnimationFrame` of the HTML standard hands every callback a timestamp, the same for all callbacks of a refresh; MDN
//! asks for it to be used. Phones do the same (`Choreographer`, `CADisplayLink`).
//!
//! Expect: steps of whole refreshes and smooth frames, however late the callback runs, because the timestamp is the refresh's and
//! not the clock's. A callback that takes longer than a refresh makes uneven steps unless it waits for the next one
//! (`missed_refresh`). A coarse timer rounds the timestamps. Long frames make long steps, as with every variable step.

use super::prelude::*;

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("callback-delta"),
    name: Borrowed("Callback, timestamps"),
    group: Group::Callbacks,
    about: Borrowed("Called for each refresh; each step is the difference of two timestamps: smooth, even if called late."),
    source: Borrowed("WHATWG, HTML, requestAnimationFrame; MDN"),
    start: Start::Rust(|host, set| Box::pin(callback_delta(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("callback_delta.rs")),
    script: Borrowed(include_str!("callback_delta.js")),
    ..Strategy::PLAIN
};

async fn callback_delta(host: Host, _: Values) {
    let mut last = host.now();
    let mut timestamp = host.next_refresh().await;
    while host.running() {
        let dt = timestamp - last;
        last = timestamp;
        host.watch("elapsed", dt);

        host.update(dt).await;
        host.render(None).await;
        timestamp = host.next_refresh().await;
    }
}
