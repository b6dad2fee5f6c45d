//! **Counted refreshes**: no clock, but the display's own: each step is as many refreshes as have passed since the last.
//!
//! Alen Ladavac ("The Elusive Frame Timing") shows why: a game that measures its own frames measures its own waiting, and
//! stutters while its frames come evenly. This loop measures nothing. `count` says what it counts: flips, which are changes
//! of the display to a new frame, or refreshes, with a new frame or an old one.
//!
//! Expect: all steps are whole refresh intervals. With vsync and no queue each turn finds the flip of its own frame, and steps
//! by one refresh, however late the computer wakes. With a queue that is not always full a long frame finds two flips and a
//! short one none, so 0 and 2 appear now and then. With `count=flips` the world runs slow whenever a frame stays longer than
//! one refresh, at half speed at 30 frames a second on 60 Hz; with `count=refreshes` it doesn't if the display has ticks.
//! Without ticks (variable refresh, immediate) there are as many refreshes as the display makes, and the speed follows the
//! frame rate. In mailbox, on a quick computer, most turns find no flip and step by 0; in immediate every frame is a flip, and
//! the world runs fast.

use super::prelude::*;

const COUNT: Param = Param::choice(
    "count",
    &["flips", "refreshes"],
    "What a step is one interval for: each flip, so that the world runs slow where a frame stays for several refreshes; or each \
     refresh of the display, so that it does not where the display has ticks.",
);

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("counted-refreshes"),
    name: Borrowed("Counted refreshes"),
    group: Group::RefreshMultiples,
    about: Borrowed("Steps are as many refresh intervals as the display has made flips since the last turn; no clock is read."),
    source: Borrowed("The display as the clock; the reason is Ladavac's, The Elusive Frame Timing"),
    params: Borrowed(&[COUNT]),
    start: Start::Rust(|host, set| Box::pin(counted_refreshes(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("counted_refreshes.rs")),
    script: Borrowed(include_str!("counted_refreshes.js")),
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
