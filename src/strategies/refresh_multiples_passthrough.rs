//! **Refresh multiples, passing through**: one long step when too much time has gathered.
//!
//! Published as option 2 in "Setting up a game update loop in-sync with rendering" (2013).
//!
//! Expect: as refresh multiples while frames are short. Beyond the threshold the whole gathered time is one step: the
//! speed stays right, and a hitch throws things through walls, as the article says itself.

use super::prelude::*;
use super::refresh_multiples::{MIN_FPS, REFRESH_HZ, longest_slice, take_intervals};
use super::refresh_multiples_slowdown::THRESHOLD;

pub const STRATEGY: Strategy = Strategy {
    id: "refresh-multiples-passthrough",
    name: "Refresh multiples, passthrough",
    group: Group::RefreshMultiples,
    about: "Whole refresh intervals; beyond 0.1 s all of it in one long step.",
    source: "Game update loop in-sync with rendering (2013), option 2",
    params: &[REFRESH_HZ, MIN_FPS, THRESHOLD],
    start: |host, set| Box::pin(refresh_multiples_passthrough(host, set)),
    ..Strategy::of(file!(), include_str!("refresh_multiples_passthrough.rs"))
};

async fn refresh_multiples_passthrough(host: Host, set: Values) {
    let interval = set.period(&REFRESH_HZ);
    let most = longest_slice(&set);
    let threshold = set.millis(&THRESHOLD);
    let mut last = host.now();
    let mut buffer = Span::ZERO;
    while host.running() {
        let mut due = take_intervals(&host, &mut last, &mut buffer, interval);
        if interval * due > threshold {
            host.update(interval * due).await;
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
