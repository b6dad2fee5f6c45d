//! **Fixed interval**: as many steps of `1/max_fps` as fit into the time that has passed.
//!
//! Published as "fixed interval time-based animation" (Alex Diener, Sacred Software).
//!
//! Expect: the same short steps on every computer, and slow motion when a frame takes too long. The cap of
//! `max_fps/min_fps` steps (8) counts the left-over too, and the comparison is strict: in exact arithmetic the last of the 8
//! is always left over, so that at most 7 are made and the world slows down beyond 7/120 s a frame (58.3 ms). In the
//! listing's own doubles (`sums=f64`) the rounding of seven subtractions leaves a little more than a step; all 8 are made,
//! 1.04e-17 s are left over, and the intended 1/15 s holds, but for what the left-over adds beyond the cap: up to 6 %
//! between 58.3 and 66.7 ms. At exactly 60 frames a second doubles turn the 2 steps of a frame into 1, 2 or 3. On a clock that did not begin with the program
//! the first frame makes as many steps as the cap allows; `first_reading=on`, the article's remedy, makes those of the frame.
//! The alpha is our addition, for the presentation toggle.

use super::prelude::*;

const MAX_FPS: Param = Param::rate("max_fps", 120.0, "How many steps a second: the update rate.");
const MIN_FPS: Param =
    Param::rate("min_fps", 15.0, "Below this frame rate time is dropped; off never drops any, as a networked game needs.")
        .or_off();
const FIRST_READING: Param = Param::choice(
    "first_reading",
    &["off", "on"],
    "Takes a reading for the last time before the first frame, the article's remedy for a clock that does not begin with the \
     program; off begins with 0, as published.",
);

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("fixed-interval"),
    name: Borrowed("Fixed interval"),
    group: Group::FixedStep,
    about: Borrowed("Whole steps, as many a frame as its lowest frame rate needs: never a long step, slow motion beyond."),
    source: Borrowed("Diener, fixed interval"),
    listing: Listing::DOUBLES,
    params: Borrowed(&[MAX_FPS, MIN_FPS, SUMS, FIRST_READING]),
    alpha: true,
    limit: Some(MIN_FPS),
    refuses: Some(|set| {
        // With a cap of one step the strict comparison would never let the world move.
        let cycles = most_cycles(set);
        (cycles < 2).then(|| Invalid::new("min_fps", set.get(&MIN_FPS), "at most half of max_fps, or the world would never move"))
    }),
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(fixed_interval::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("fixed_interval.rs")),
    script: Borrowed(include_str!("fixed_interval.js")),
    ..Strategy::PLAIN
};

fn most_cycles(set: &Values) -> i64 {
    let rates = set.number(&MAX_FPS).zip(set.number(&MIN_FPS));
    rates.map_or(i64::MAX, |(max_fps, min_fps)| (max_fps / min_fps) as i64)
}

async fn fixed_interval<T: Amount>(host: Host, set: Values) {
    let step = set.period(&MAX_FPS);
    let interval = T::period(&set, &MAX_FPS);
    let most = interval.times(most_cycles(&set));
    // On a clock that did not begin with the program, this reading is the listing's 0.
    let mut last = T::now(&host);
    if set.is(&FIRST_READING, "on") {
        last = T::now(&host);
    }
    let mut left_over = T::NONE;
    while host.running() {
        let now = T::now(&host);
        let mut lag = (now - last + left_over).at_most(most);
        while lag > interval && lag.take(interval) {
            host.watch("lag", lag.span());
            host.update(step).await;
        }
        left_over = lag;
        last = now;

        host.watch("left over", left_over.span());
        host.render(Between::at(left_over.ratio(interval), step)).await;
    }
}
