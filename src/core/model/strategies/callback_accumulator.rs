//! **Callback, accumulator**: the system calls the game for each refresh; the time between timestamps goes into an accumulator,
//! whole steps come out of it.
//!
//! "Fix Your Timestep!" (Glenn Fiedler) as libraries for browsers have it, with the timestamp in place of the clock; the frame is
//! drawn between the last two states.
//!
//! Expect: whole steps and smooth frames on any display, one step late. Drawn *latest*, a display that is no multiple of the step
//! rate judders: at 75 Hz every fifth frame moves nothing. A timer of whole milliseconds makes none or two steps now and then on a
//! 60 Hz display; the alpha makes up for it. No frame counts for more than 0.25 s.

use super::prelude::*;

const STEP_HZ: Param = Param::rate("step_hz", 60.0, "How many steps a second.");
const CLAMP: Param =
    Param::millis("clamp_ms", 250.0, (1.0, 10_000.0), "No frame counts for more than this; off lets every frame count in full.")
        .or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("callback-accumulator"),
    name: Borrowed("Callback, accumulator"),
    group: Group::Callbacks,
    about: Borrowed("Called for each refresh; whole steps out of an accumulator of timestamps, drawn between the last two."),
    source: Borrowed("Fiedler's accumulator with requestAnimationFrame's timestamps"),
    listing: Listing::DOUBLES,
    params: Borrowed(&[STEP_HZ, CLAMP, SUMS]),
    alpha: true,
    limit: Some(CLAMP),
    presentation: Presentation::Interpolate,
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(callback_accumulator::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("callback_accumulator.rs")),
    script: Borrowed(include_str!("callback_accumulator.js")),
    ..Strategy::PLAIN
};

async fn callback_accumulator<T: Amount>(host: Host, set: Values) {
    let step = set.period(&STEP_HZ);
    let timestep = T::period(&set, &STEP_HZ);
    let clamp = T::millis(&set, &CLAMP);
    let mut last = T::now(&host);
    let mut accumulator = T::NONE;
    let mut timestamp = T::reading(host.next_refresh().await);
    while host.running() {
        accumulator += (timestamp - last).at_most(clamp);
        last = timestamp;

        while accumulator >= timestep {
            host.watch("accumulator", accumulator.span());
            host.update(step).await;
            if !accumulator.take(timestep) {
                break;
            }
        }
        host.watch("accumulator", accumulator.span());
        host.render(Between::at(accumulator.ratio(timestep), step)).await;
        timestamp = T::reading(host.next_refresh().await);
    }
}
