//! **Fixed and interpolated**: the accumulator, drawn between the previous state and the current one.
//!
//! Published as "the final touch" in "Fix Your Timestep!" (Glenn Fiedler), whose listing steps by 0.01 s; 60 Hz is our
//! default.
//!
//! Expect: whole steps and smooth frames at any frame rate, one step late. No frame counts for more than 0.25 s.

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
    params: Borrowed(&[STEP_HZ, CLAMP]),
    alpha: true,
    limit: Some(CLAMP),
    presentation: Presentation::Interpolate,
    start: |host, set| Box::pin(fixed_interpolated(host, set)),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("fixed_interpolated.rs")),
    ..Strategy::PLAIN
};

async fn fixed_interpolated(host: Host, set: Values) {
    let step = set.period(&STEP_HZ);
    let clamp = set.millis(&CLAMP);
    let mut last = host.now();
    let mut accumulator = Span::ZERO;
    while host.running() {
        let now = host.now();
        let frame_time = (now - last).min(clamp);
        last = now;

        accumulator += frame_time;
        while accumulator >= step {
            // The world keeps its previous state by itself.
            host.watch("accumulator", accumulator);
            host.update(step).await;
            accumulator -= step;
        }
        host.watch("accumulator", accumulator);
        host.render(Between::of(accumulator, step)).await;
    }
}
