//! **Refresh multiples, slowing down**: "lie about time" when too much of it has gathered.
//!
//! Published as option 1 in "Setting up a game update loop in-sync with rendering" (2013).
//!
//! Expect: as refresh multiples while frames are short. Beyond the threshold a frame makes two steps of half the
//! threshold each and forgets the rest: slow motion instead of a spiral. (The article's constant is the refresh rate
//! divided by six, ten seconds; its text means six refresh intervals, 0.1 s.)

use super::prelude::*;
use super::refresh_multiples::{MIN_FPS, REFRESH_HZ, longest_slice, take_intervals};

pub(super) const THRESHOLD: Param =
    Param::millis("threshold_ms", 100.0, (1.0, 10_000.0), "More gathered time than this is treated specially.");

pub const STRATEGY: Strategy = Strategy {
    id: "refresh-multiples-slowdown",
    name: "Refresh multiples, slowdown",
    group: Group::RefreshMultiples,
    about: "Whole refresh intervals; beyond 0.1 s two half-threshold steps, the rest is forgotten.",
    source: "Game update loop in-sync with rendering (2013), option 1",
    params: &[REFRESH_HZ, MIN_FPS, THRESHOLD],
    longest: Some(longest_step),
    start: |host, set| Box::pin(refresh_multiples_slowdown(host, set)),
    ..Strategy::of(file!(), include_str!("refresh_multiples_slowdown.rs"))
};

/// A slice of intervals below the threshold, half the threshold beyond it.
fn longest_step(set: &Values) -> Span {
    let interval = set.period(&REFRESH_HZ);
    let slices = interval * longest_slice(set);
    let threshold = set.millis(&THRESHOLD);
    slices.min(interval * threshold.whole(interval)).max(threshold.divided(2))
}

async fn refresh_multiples_slowdown(host: Host, set: Values) {
    let interval = set.period(&REFRESH_HZ);
    let most = longest_slice(&set);
    let threshold = set.millis(&THRESHOLD);
    let mut last = host.now();
    let mut buffer = Span::ZERO;
    while host.running() {
        let mut due = take_intervals(&host, &mut last, &mut buffer, interval);
        if interval * due > threshold {
            host.update(threshold.divided(2)).await;
            host.update(threshold.divided(2)).await;
        } else {
            while due > 0 {
                let slice = due.min(most);
                host.update(interval * slice).await;
                due -= slice;
            }
        }
        host.render(None).await;
    }
}
