//! **Refresh multiples, slowing down**: "lie about time" when too much of it has gathered.
//!
//! Published as option 1 in "Setting up a game update loop in-sync with rendering" (2013).
//!
//! Expect: as refresh multiples while frames are short. Beyond the threshold a frame makes two steps of half the
//! threshold each and drops the rest: slow motion instead of a spiral. That is the text, which means six refresh intervals,
//! 0.1 s. The listing's constant is the refresh rate divided by six, ten seconds: as compiled, it drops nothing and spirals.

use super::prelude::*;
use super::refresh_sums::{self, Buffer, LISTING, MIN_FPS, REFRESH_HZ, THRESHOLD, half, threshold};

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("refresh-multiples-slowdown"),
    name: Borrowed("Refresh multiples, slowdown"),
    group: Group::RefreshMultiples,
    about: Borrowed("Whole refresh intervals; beyond a threshold two steps of half of it, the rest is dropped."),
    source: Borrowed("Game update loop in-sync with rendering (2013), option 1"),
    listing: LISTING,
    params: Borrowed(&[REFRESH_HZ, MIN_FPS, THRESHOLD, SUMS]),
    limit: Some(THRESHOLD),
    longest: Some(|set, _| longest_step(set)),
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(refresh_multiples_slowdown::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("refresh_multiples_slowdown.rs")),
    script: Borrowed(include_str!("refresh_multiples_slowdown.js")),
    ..Strategy::PLAIN
};

/// Returns the longest step: up to the threshold it is a slice of whole intervals, beyond the threshold it is half of it.
fn longest_step(set: &Values) -> Span {
    let interval = set.period(&REFRESH_HZ);
    let intervals = interval * threshold::<Span>(set).whole(interval);
    refresh_sums::longest_step(set).min(intervals).max(in_sums!(set, T => half(threshold::<T>(set))))
}

async fn refresh_multiples_slowdown<T: Amount>(host: Host, set: Values) {
    let threshold = threshold::<T>(&set);
    let mut buffer = Buffer::<T>::new(&host, &set);
    while host.running() {
        let due = buffer.take_intervals(&host);
        if due.exceeds(threshold) {
            host.update(half(threshold)).await;
            host.update(half(threshold)).await;
        } else {
            for slice in due {
                host.update(slice).await;
            }
        }
        host.render(None).await;
    }
}
