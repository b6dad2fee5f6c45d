//! **Refresh multiples**: the world gets time only in whole refresh intervals of the display.
//!
//! Published as the first form in "Setting up a game update loop in-sync with rendering" (2013).
//!
//! Expect: every step is 1, 2, 3 or 4 refresh intervals, so things move by whole refreshes. The claim is that this is
//! smooth; on an ordinary computer, whose waits end a little late, none and two intervals alternate. A slow update makes
//! more updates due: it spirals. By default whole intervals are counted; with `sums=f32` time is added up in 32-bit
//! floats as in the article, and their rounding is seen: uneven counts, and updates of a few nanoseconds. In doubles the
//! counts are as uneven and the left-overs are less than a flick.

use super::prelude::*;
use super::refresh_sums::{Buffer, MIN_FPS, REFRESH_HZ, longest_step};

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("refresh-multiples"),
    name: Borrowed("Refresh multiples"),
    group: Group::RefreshMultiples,
    about: Borrowed("Steps are whole refresh intervals, as many at once as its lowest frame rate needs."),
    source: Borrowed("Game update loop in-sync with rendering (2013), first form"),
    listing: Listing::FLOATS,
    params: Borrowed(&[REFRESH_HZ, MIN_FPS, SUMS]),
    longest: Some(|set, _| longest_step(set)),
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(refresh_multiples::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("refresh_multiples.rs")),
    script: Borrowed(include_str!("refresh_multiples.js")),
    ..Strategy::PLAIN
};

async fn refresh_multiples<T: Amount>(host: Host, set: Values) {
    let mut buffer = Buffer::<T>::new(&host, &set);
    while host.running() {
        for slice in buffer.take_intervals(&host) {
            host.update(slice).await;
        }
        host.render(None).await;
    }
}
