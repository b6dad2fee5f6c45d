//! **Counted refreshes**: no clock, but the display's own: each step is as many refreshes as have passed since the last.
//!
//! Alen Ladavac ("The Elusive Frame Timing") shows why: a game that measures its own frames measures its own waiting, and
//! stutters while its frames come evenly. This loop measures nothing. `count` says what it counts: flips, which are changes
//! of the display to a new frame, or refreshes, with a new frame or an old one.
//!
//! Expect: no step depends on when the loop looked, only on what the display has done, and all steps are whole refresh
//! intervals. Where every frame stays for one refresh that is perfect, however uneven the loads, as long as the queue stays
//! full. With `count=flips` a frame that stays for two refreshes counts as one: the world runs slow wherever the frame rate is
//! below the display's. With `count=refreshes` it keeps its speed. Without vsync, on a quick computer, most turns find
//! no flip: they step by 0.

use super::prelude::*;

const COUNT: Param = Param::choice(
    "count",
    &["flips", "refreshes"],
    "What a step is one interval for: each flip, so that the world runs slow where a frame stays for several refreshes; or each \
     refresh of the display, so that it does not.",
);

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("counted-refreshes"),
    name: Borrowed("Counted refreshes"),
    group: Group::RefreshMultiples,
    about: Borrowed("Steps are as many refresh intervals as the display has made flips since the last turn; no clock is read."),
    source: Borrowed("The display as the clock; the reason is Ladavac's, The Elusive Frame Timing"),
    params: Borrowed(&[COUNT]),
    start: |host, set| Box::pin(counted_refreshes(host, set)),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("counted_refreshes.rs")),
    ..Strategy::PLAIN
};

async fn counted_refreshes(host: Host, set: Values) {
    let count = if set.is(&COUNT, "refreshes") { Host::refreshes } else { Host::flips };
    let mut last = count(&host);
    while host.running() {
        let now = count(&host);
        let passed = now - last;
        last = now;
        host.watch("refreshes", passed);

        host.update(host.refresh_interval() * passed).await;
        host.render(None).await;
    }
}
