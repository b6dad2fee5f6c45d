//! **Semi-fixed**: the frame's time used up in steps of at most `1/max_step_hz`.
//!
//! Published as "semi-fixed timestep" in "Fix Your Timestep!" (Glenn Fiedler).
//!
//! Expect: right speed and no long step, but a shorter one at the end of most frames, so no two runs alike. There is no
//! protection: when an update costs more than its step, every frame is longer than the one before, the spiral of death.
//! In doubles (`sums=f64`) a frame of exactly a step often leaves a rounding error of it, some 1e-15 s: one more update, by no
//! flick at all, which costs as much as any other.

use super::prelude::*;

const MAX_STEP_HZ: Param = Param::rate("max_step_hz", 60.0, "No step is longer than one period of this rate.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("semi-fixed"),
    name: Borrowed("Semi-fixed"),
    group: Group::VariableStep,
    about: Borrowed("The frame's time in steps of the longest length and a remainder; spirals when updates cost too much."),
    source: Borrowed("Fiedler, Fix Your Timestep!, semi-fixed timestep"),
    listing: Listing::DOUBLES,
    params: Borrowed(&[MAX_STEP_HZ, SUMS]),
    longest: Some(|set, _| set.period(&MAX_STEP_HZ)),
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(semi_fixed::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("semi_fixed.rs")),
    script: Borrowed(include_str!("semi_fixed.js")),
    ..Strategy::PLAIN
};

async fn semi_fixed<T: Amount>(host: Host, set: Values) {
    let step = set.period(&MAX_STEP_HZ);
    let longest = T::period(&set, &MAX_STEP_HZ);
    let mut last = T::now(&host);
    while host.running() {
        let now = T::now(&host);
        let mut remaining = now - last;
        last = now;

        while remaining > T::NONE {
            let dt = remaining.at_most(longest);
            host.watch("remaining", remaining.span());
            host.update(if dt == longest { step } else { dt.span() }).await;
            if !remaining.take(dt) {
                break;
            }
        }
        host.render(None).await;
    }
}
