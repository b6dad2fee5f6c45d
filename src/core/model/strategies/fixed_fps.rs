//! **Fixed FPS**: one step and one frame at every moment of an absolute schedule.
//!
//! Published as "FPS dependent on constant game speed" (Koen Witters, deWiTTERS Game Loop).
//!
//! Expect: steady while the computer keeps up; 25 frames a second on a 60 Hz display stay 2 or 3 refreshes each. When
//! the loop is behind, the schedule is not moved: after a slow spell it runs without sleeping, in fast-forward, until
//! it has caught up. With `whole_ms` the schedule is cut to whole milliseconds, as `1000 / fps` is in integers: at 60 a
//! second it has 16 ms, and the world runs 4.2 % fast.

use super::prelude::*;
use super::tick_count::{WHOLE_MS, schedule};

const FPS: Param = Param::rate("fps", 25.0, "How many steps and frames the schedule has in a second.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("fixed-fps"),
    name: Borrowed("Fixed FPS"),
    group: Group::FixedRate,
    about: Borrowed("Sleeps until the next moment of an absolute schedule; catches up in fast-forward."),
    source: Borrowed("Witters, FPS dependent on constant game speed"),
    listing: Listing::WHOLE_MS,
    params: Borrowed(&[FPS, SPIN_MS, WHOLE_MS]),
    schedule: Some(|set| schedule(set, &FPS)),
    start: Start::Rust(|host, set| Box::pin(fixed_fps(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("fixed_fps.rs")),
    script: Borrowed(include_str!("fixed_fps.js")),
    ..Strategy::PLAIN
};

async fn fixed_fps(host: Host, set: Values) {
    let step = set.period(&FPS);
    let skip = schedule(&set, &FPS);
    let mut next = host.now();
    while host.running() {
        host.update(step).await;
        host.render(None).await;

        next += skip;
        let ahead = next - host.now();
        host.watch("ahead of schedule", ahead);
        if ahead >= Span::ZERO {
            host.sleep(ahead).await;
        }
    }
}
