//! **Refresh multiples**: time is handed on only in whole refresh intervals of the display.
//!
//! Published as the first form in "Setting up a game update loop in-sync with rendering" (2013).
//!
//! Expect: every step is 1, 2, 3 or 4 refresh intervals, so things move by whole refreshes. The claim is that this is
//! smooth; on an ordinary computer, whose waits end a little late, none and two intervals alternate. A slow update makes
//! more updates due: it spirals. We count whole intervals; the article's 32-bit sums leave a residue.

use super::prelude::*;

pub(super) const REFRESH_HZ: Param =
    Param::rate("refresh_hz", 60.0, "The display's rate as the loop assumes it, whatever the display does.");
pub(super) const MIN_FPS: Param =
    Param::rate("min_fps", 15.0, "A step is at most as many intervals as fit into a frame of this rate.");

pub const STRATEGY: Strategy = Strategy {
    id: "refresh-multiples",
    name: "Refresh multiples",
    group: Group::RefreshMultiples,
    about: "Steps are whole refresh intervals, at most four at once.",
    source: "Game update loop in-sync with rendering (2013), first form",
    params: &[REFRESH_HZ, MIN_FPS],
    longest: Some(|set| set.period(&REFRESH_HZ) * longest_slice(set)),
    start: |host, set| Box::pin(refresh_multiples(host, set)),
    ..Strategy::of(file!(), include_str!("refresh_multiples.rs"))
};

async fn refresh_multiples(host: Host, set: Values) {
    let interval = set.period(&REFRESH_HZ);
    let most = longest_slice(&set);
    let mut last = host.now();
    let mut buffer = Span::ZERO;
    while host.running() {
        let mut due = take_intervals(&host, &mut last, &mut buffer, interval);
        while due > 0 {
            let slice = due.min(most);
            host.update(interval * slice).await;
            due -= slice;
        }
        host.render(None).await;
    }
}

/// How many intervals go into one step at most.
pub(super) fn longest_slice(set: &Values) -> i64 {
    let rates = set.number(&REFRESH_HZ).zip(set.number(&MIN_FPS));
    rates.map_or(1, |(refresh_hz, min_fps)| (refresh_hz / min_fps) as i64).max(1)
}

/// Puts the elapsed time into the buffer and takes the whole intervals out of it.
pub(super) fn take_intervals(host: &Host, last: &mut Time, buffer: &mut Span, interval: Span) -> i64 {
    let now = host.now();
    *buffer += now - *last;
    *last = now;
    let due = buffer.whole(interval);
    *buffer -= interval * due;
    host.watch("buffer", *buffer);
    host.watch("intervals due", due);
    due
}
