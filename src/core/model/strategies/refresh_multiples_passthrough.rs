//! **Refresh multiples, passing through**: one long step when too much time has gathered.
//!
//! Published as option 2 in "Setting up a game update loop in-sync with rendering" (2013).
//!
//! Expect: as refresh multiples while frames are short. Beyond the threshold the whole gathered time is one step: the
//! speed stays right, and a stall throws things through walls, as the article says itself. As compiled, the threshold is
//! ten seconds, and a stall of less is cut into slices as in the first form.

use super::prelude::*;
use super::refresh_sums::{Buffer, LISTING, MIN_FPS, REFRESH_HZ, THRESHOLD, threshold};

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("refresh-multiples-passthrough"),
    name: Borrowed("Refresh multiples, passthrough"),
    group: Group::RefreshMultiples,
    about: Borrowed("Whole refresh intervals; beyond a threshold all of them in one long step."),
    source: Borrowed("Game update loop in-sync with rendering (2013), option 2"),
    listing: LISTING,
    params: Borrowed(&[REFRESH_HZ, MIN_FPS, THRESHOLD, SUMS]),
    limit: Some(THRESHOLD),
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(refresh_multiples_passthrough::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("refresh_multiples_passthrough.rs")),
    script: Borrowed(include_str!("refresh_multiples_passthrough.js")),
    ..Strategy::PLAIN
};

async fn refresh_multiples_passthrough<T: Amount>(host: Host, set: Values) {
    let threshold = threshold::<T>(&set);
    let mut buffer = Buffer::<T>::new(&host, &set);
    while host.running() {
        let due = buffer.take_intervals(&host);
        if due.exceeds(threshold) {
            host.update(due.whole()).await;
        } else {
            for slice in due {
                host.update(slice).await;
            }
        }
        host.render(None).await;
    }
}
