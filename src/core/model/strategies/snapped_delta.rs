//! **Snapped delta**: the frame's time, snapped to whole refreshes if it is near some, and averaged over four frames.
//!
//! After Tyler Glaiel ("How to make your game run at 60fps"), who does this to the time before his accumulator.
//!
//! Expect: with a frame a refresh, and waits that end within 0.2 ms of one another, all steps are exactly one refresh. A time
//! further from any multiple is only averaged, and each change takes four frames to get through: with render loads of 6 to
//! 24 ms and a queue of two frames less than half the animation error of the plain variable step. The division's residue is
//! carried on, so no flick is lost. Up to eight refreshes are made up for within four frames; a longer time counts as one
//! refresh, and the world is behind by the rest for good. The history begins with four refreshes and the first time is none,
//! so the first four steps are three quarters of one.

use super::prelude::*;

const MOST_REFRESHES: i64 = 8;
const NEAR_MS: f64 = 0.2;

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("snapped-delta"),
    name: Borrowed("Snapped delta"),
    group: Group::VariableStep,
    about: Borrowed("The variable step, snapped to 1 to 8 refreshes within 0.2 ms, and the mean of four frames."),
    source: Borrowed("Glaiel, How to make your game run at 60fps"),
    longest: Some(|_, refresh| refresh * MOST_REFRESHES),
    start: Start::Rust(|host, set| Box::pin(snapped_delta(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("snapped_delta.rs")),
    script: Borrowed(include_str!("snapped_delta.js")),
    ..Strategy::PLAIN
};

async fn snapped_delta(host: Host, _: Values) {
    let mut history = [host.refresh_interval(); 4];
    let mut residue = 0;
    let mut last = host.now();
    while host.running() {
        let now = host.now();
        let elapsed = now - last;
        last = now;

        history.rotate_left(1);
        history[3] = snapped(elapsed, host.refresh_interval());
        let sum: i64 = history.iter().map(|dt| dt.flicks()).sum();
        residue += sum % 4;
        let mean = Span::from_flicks(sum / 4 + residue / 4);
        residue %= 4;
        host.watch("elapsed", elapsed);
        host.watch("snapped", history[3]);

        host.update(mean).await;
        host.render(None).await;
    }
}

/// Returns the nearest multiple of `refresh` if `elapsed` is near one; one refresh after a stall, none if the clock went back.
fn snapped(elapsed: Span, refresh: Span) -> Span {
    if elapsed > refresh * MOST_REFRESHES {
        return refresh;
    }
    let near = Span::from_millis(NEAR_MS);
    let multiples = (1..=MOST_REFRESHES).map(|count| refresh * count);
    let found = multiples.into_iter().find(|multiple| elapsed - near < *multiple && *multiple < elapsed + near);
    found.unwrap_or(elapsed.max(Span::ZERO))
}
