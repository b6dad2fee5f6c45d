//! **Fixed and interpolated**: the accumulator, drawn between the previous state and the current one.
//!
//! Published as "the final touch" in "Fix Your Timestep!" (Glenn Fiedler), whose listing steps by 0.01 s; 60 Hz is our
//! default.
//!
//! Expect: whole steps and smooth frames at any frame rate, one step late. No frame counts for more than 0.25 s. In doubles
//! (`sums=f64`, as published) a frame of exactly a step may make none or two of them; the alpha makes up for it, being
//! nearly 1 or nearly 0, so that nothing of it is seen.

use super::prelude::*;

const STEP_HZ: Param = Param::rate("step_hz", 60.0, "How many steps a second.");
const CLAMP: Param =
    Param::millis("clamp_ms", 250.0, (1.0, 10_000.0), "No frame counts for more than this; off lets every frame count in full.")
        .or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("fixed-interpolated"),
    name: Borrowed("Fixed, interpolated"),
    group: Group::FixedStep,
    about: Borrowed("Whole steps out of an accumulator, drawn between the last two: smooth, and one step late."),
    source: Borrowed("Fiedler, Fix Your Timestep!, the final touch"),
    listing: Listing::DOUBLES,
    params: Borrowed(&[STEP_HZ, CLAMP, SUMS]),
    alpha: true,
    limit: Some(CLAMP),
    presentation: Presentation::Interpolate,
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(fixed_interpolated::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("fixed_interpolated.rs")),
    script: Borrowed(include_str!("fixed_interpolated.js")),
    ..Strategy::PLAIN
};

async fn fixed_interpolated<T: Amount>(host: Host, set: Values) {
    let step = set.period(&STEP_HZ);
    let timestep = T::period(&set, &STEP_HZ);
    let clamp = T::millis(&set, &CLAMP);
    let mut last = T::now(&host);
    let mut accumulator = T::NONE;
    while host.running() {
        let now = T::now(&host);
        let frame_time = (now - last).at_most(clamp);
        last = now;

        accumulator += frame_time;
        while accumulator >= timestep {
            // The world keeps its previous state by itself.
            host.watch("accumulator", accumulator.span());
            host.update(step).await;
            if !accumulator.take(timestep) {
                break;
            }
        }
        host.watch("accumulator", accumulator.span());
        host.render(Between::at(accumulator.ratio(timestep), step)).await;
    }
}
