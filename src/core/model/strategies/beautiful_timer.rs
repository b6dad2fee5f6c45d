//! **BeautifulTimer**: the frame's time cut into equal steps, none longer than a maximum.
//!
//! Published as BeautifulTimer (2009).
//!
//! Expect: one step a frame while frames are short, several equal ones when they are long. The number of steps is
//! limited only after their length was computed: below `max_cycles` × `max_step_ms` (0.5 s) nothing is lost, from there on a
//! frame keeps `T·max_cycles/n` of its time T. The clock is first read before the loop, and the first turn waits like any
//! other: its step is a frame long.
//!
//! Two places of the published listing can't be taken as they stand. The line between `T = CurFrameTime - LastFrameTime` and
//! the number of cycles has lost its end, `if (Elapsed MaxT`: it is left out, since the three lines that follow give one
//! cycle of T below the maximum anyway. And no line sets the last time again within the loop; here each turn keeps its
//! reading, as the comment beside the wait needs it. The wait itself, given as a comment only, is that of timer type 2. The
//! listing is pseudocode without types; compiled, its numbers are taken for doubles.

use super::prelude::*;

const MAX_FPS: Param = Param::rate("max_fps", 60.0, "A turn waits until at least one period of this rate has passed.");
const MAX_STEP: Param =
    Param::millis("max_step_ms", 100.0, (1.0, 10_000.0), "No step is longer; a longer frame is cut into several.");
const MAX_CYCLES: Param =
    Param::count("max_cycles", 5.0, (1.0, 1000.0), "The most steps a frame; what is left is dropped. Off drops nothing.")
        .or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("beautiful-timer"),
    name: Borrowed("BeautifulTimer"),
    group: Group::VariableStep,
    about: Borrowed("The frame's time in equal parts, none longer and no more of them than it allows: slow motion beyond."),
    source: Borrowed("BeautifulTimer (2009)"),
    listing: Listing::DOUBLES,
    params: Borrowed(&[MAX_FPS, MAX_STEP, MAX_CYCLES, SPIN_MS, SUMS]),
    limit: Some(MAX_CYCLES),
    longest: Some(|set, _| set.millis(&MAX_STEP)),
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(beautiful_timer::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("beautiful_timer.rs")),
    script: Borrowed(include_str!("beautiful_timer.js")),
    ..Strategy::PLAIN
};

async fn beautiful_timer<T: Amount>(host: Host, set: Values) {
    let shortest = T::period(&set, &MAX_FPS);
    let max_step = T::millis(&set, &MAX_STEP);
    let max_cycles = set.count(&MAX_CYCLES);
    let mut last = T::now(&host);
    while host.running() {
        let mut now = T::now(&host);
        if now - last < shortest {
            host.sleep((shortest - (now - last)).span()).await;
            now = T::now(&host);
        }
        let elapsed = now - last;
        last = now;

        let cycles = 1 + elapsed.whole(max_step);
        let step = elapsed.part(cycles);
        host.watch("elapsed", elapsed.span());
        host.watch("cycles", cycles);
        for _ in 0..cycles.min(max_cycles) {
            host.update(step.span()).await;
        }
        host.render(None).await;
    }
}
