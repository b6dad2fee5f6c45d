//! **Clamped accumulator**: elapsed time goes into an accumulator, whole steps come out of it.
//!
//! Published in an answer on the Cinder forum (Paul Houx), after Glenn Fiedler's "Fix Your Timestep!".
//!
//! Expect: 60 steps a second on average, whatever the frame rate. No frame counts for more than 0.1 s, so the world
//! slows down below 10 frames a second (its text says 6) and can't spiral to death. On a real 60 Hz display none and two
//! steps alternate now and then: judder. At exactly 60 frames a second doubles (`sums=f64`, as published) do the same:
//! the rest is a rounding error above or below a step. While the game is paused it goes on updating, by 0 s: bodies that
//! time moves stand still, bodies that each update moves go on. With `pause=no-update` both stand still. The alpha is our addition, for the presentation
//! toggle.

use super::prelude::*;

const STEP_HZ: Param = Param::rate("step_hz", 60.0, "How many steps a second.");
const CLAMP: Param =
    Param::millis("clamp_ms", 100.0, (1.0, 10_000.0), "No frame counts for more than this; off lets every frame count in full.")
        .or_off();

const PAUSE: Param = Param::choice(
    "pause",
    &["by-0", "no-update"],
    "What a pause does: updates by 0 s, which its author recommends, or no update at all, his other way.",
);

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("clamped-accumulator"),
    name: Borrowed("Clamped accumulator"),
    group: Group::FixedStep,
    about: Borrowed("Whole steps out of an accumulator; what a frame is longer than its limit is forgotten."),
    source: Borrowed("Houx, Cinder forum"),
    listing: Listing::DOUBLES,
    params: Borrowed(&[STEP_HZ, CLAMP, SUMS, PAUSE]),
    alpha: true,
    limit: Some(CLAMP),
    pauses: true,
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(clamped_accumulator::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("clamped_accumulator.rs")),
    script: Borrowed(include_str!("clamped_accumulator.js")),
    ..Strategy::PLAIN
};

async fn clamped_accumulator<T: Amount>(host: Host, set: Values) {
    let step = set.period(&STEP_HZ);
    let timestep = T::period(&set, &STEP_HZ);
    let clamp = T::millis(&set, &CLAMP);
    let pauses_by_zero = set.is(&PAUSE, "by-0");
    let mut time = T::now(&host);
    let mut accumulator = T::NONE;
    while host.running() {
        let elapsed = T::now(&host) - time;
        time += elapsed;

        accumulator += elapsed.at_most(clamp);
        while accumulator >= timestep {
            host.watch("accumulator", accumulator.span());
            if !host.paused() {
                host.update(step).await;
            } else if pauses_by_zero {
                host.update(Span::ZERO).await;
            }
            if !accumulator.take(timestep) {
                break;
            }
        }
        host.watch("accumulator", accumulator.span());
        host.render(Between::at(accumulator.ratio(timestep), step)).await;
    }
}
