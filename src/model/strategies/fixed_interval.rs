//! **Fixed interval**: as many steps of `1/max_fps` as fit into the time that has passed.
//!
//! Published as "fixed interval time-based animation" (Alex Diener, Sacred Software).
//!
//! Expect: the same short steps on every computer. The left-over counts towards the cap of `max_fps/min_fps` steps (8),
//! and the comparison is strict, so that at most 7 of them are made: the world slows down beyond 7/120 s a frame
//! (58.3 ms), not at the intended 1/15 s. The alpha is our addition, for the presentation toggle.

use super::prelude::*;

const MAX_FPS: Param = Param::rate("max_fps", 120.0, "How many steps a second: the update rate.");
const MIN_FPS: Param =
    Param::rate("min_fps", 15.0, "Below this frame rate time is dropped; off never drops any, as a networked game needs.")
        .or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("fixed-interval"),
    name: Borrowed("Fixed interval"),
    group: Group::FixedStep,
    about: Borrowed("120 steps a second, at most 7 of them a frame: never a long step, slow motion beyond."),
    source: Borrowed("Diener, fixed interval"),
    params: Borrowed(&[MAX_FPS, MIN_FPS]),
    alpha: true,
    limit: Some(MIN_FPS),
    refuses: Some(|set| {
        // With a cap of one step the strict comparison would never let the world move.
        let cycles = most_cycles(set);
        (cycles < 2).then(|| Invalid::new("min_fps", set.get(&MIN_FPS), "at most half of max_fps, or the world would never move"))
    }),
    start: |host, set| Box::pin(fixed_interval(host, set)),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("fixed_interval.rs")),
    ..Strategy::PLAIN
};

fn most_cycles(set: &Values) -> i64 {
    let rates = set.number(&MAX_FPS).zip(set.number(&MIN_FPS));
    rates.map_or(i64::MAX, |(max_fps, min_fps)| (max_fps / min_fps) as i64)
}

async fn fixed_interval(host: Host, set: Values) {
    let step = set.period(&MAX_FPS);
    let most = step.saturating_mul(most_cycles(&set));
    let mut last = host.now();
    let mut left_over = Span::ZERO;
    while host.running() {
        let now = host.now();
        let mut lag = (now - last + left_over).min(most);
        while lag > step {
            lag -= step;
            host.watch("lag", lag);
            host.update(step).await;
        }
        left_over = lag;
        last = now;

        host.watch("left over", left_over);
        host.render(Between::of(left_over, step)).await;
    }
}
