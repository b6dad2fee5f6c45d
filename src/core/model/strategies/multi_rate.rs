//! **Rates of their own**: frames, physics and thinking, each at its own rate in one loop.
//!
//! Asked for in a comment on the deWiTTERS Game Loop (Phil, 2010): 60 frames and 100 physics steps a second, and AI and input at
//! other rates still. That an AI that costs too much may run less often is BeautifulTimer's advice (half as often, there).
//!
//! Expect: the world moves in steps of 1/100 s out of an accumulator, its bodies decide 10 times a second out of
//! another, at once in the first turn, and no turn is shorter than a frame's time. Thinking takes its share of the
//! update load only when it is done, so the same load costs less; the bodies react up to a tenth of a second late. Both
//! accumulators are clamped, so a stall is dropped and nothing spirals to death. A thought is no update: the
//! trace marks it `"thought":true`, and the report counts it apart.
//!
//! `cap=display` is what the comment aims at, both rates a maximum and the physics capped to the display: a frame makes one step
//! at most, as long as the time since the last one. `input_hz` gives the inputs a rate of their own. One thread can't read them
//! more often than it has turns, so a rate below that makes inputs later, and one above it changes next to nothing.

use super::prelude::*;

const PHYSICS_HZ: Param = Param::rate("physics_hz", 100.0, "How many steps a second the world makes.");
const AI_HZ: Param = Param::rate("ai_hz", 10.0, "How often a second the world thinks.");
const MAX_FPS: Param = Param::rate("max_fps", 60.0, "A turn waits until at least one period of this rate has passed.");
const AI_SHARE: Param =
    Param::plain("ai_share", 0.5, (0.0, 1.0), "The part of the update load that is thinking; the rest is physics.");
const INPUT_HZ: Param = Param::rate(
    "input_hz",
    f64::INFINITY,
    "How often a second inputs are read, at most once a frame; off, every step and thought reads them.",
)
.or_off();
const CAP: Param = Param::choice(
    "cap",
    &["off", "display"],
    "Whether physics may run more often than frames: off, or display, with one step a frame at most, as long as the time since the last.",
);
const CLAMP: Param =
    Param::millis("clamp_ms", 100.0, (1.0, 10_000.0), "No frame counts for more than this; off lets every frame count in full.")
        .or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("multi-rate"),
    name: Borrowed("Rates of their own"),
    group: Group::FixedStep,
    about: Borrowed("Physics steps, thoughts and frames, each at a rate of their own and on their own schedule."),
    source: Borrowed("Phil, comment on Witters; the AI that runs less often: BeautifulTimer"),
    params: Borrowed(&[PHYSICS_HZ, AI_HZ, MAX_FPS, AI_SHARE, INPUT_HZ, CAP, CLAMP, SPIN_MS, SUMS]),
    alpha: true,
    limit: Some(CLAMP),
    start: Start::Rust(|host, set| in_sums!(set, T => Box::pin(multi_rate::<T>(host, set)))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("multi_rate.rs")),
    script: Borrowed(include_str!("multi_rate.js")),
    ..Strategy::PLAIN
};

async fn multi_rate<T: Amount>(host: Host, set: Values) {
    let (timestep, thought, shortest) = (T::period(&set, &PHYSICS_HZ), T::period(&set, &AI_HZ), T::period(&set, &MAX_FPS));
    let (reads_apart, reading) = (set.number(&INPUT_HZ).is_some(), T::period(&set, &INPUT_HZ));
    let is_capped = set.is(&CAP, "display");
    let share = set.number(&AI_SHARE).unwrap_or_default();
    let clamp = T::millis(&set, &CLAMP);
    let mut last: Option<T> = None;
    let (mut physics, mut ai, mut input) = (T::NONE, thought, reading);
    let (mut step, mut length) = (set.period(&PHYSICS_HZ), timestep);
    while host.running() {
        let mut now = T::now(&host);
        if let Some(last) = last
            && now - last < shortest
        {
            host.sleep((shortest - (now - last)).span()).await;
            now = T::now(&host);
        }
        let elapsed = (now - last.unwrap_or(now)).at_most(clamp);
        last = Some(now);

        if reads_apart {
            input += elapsed;
            while input >= reading && input.take(reading) {
                host.read_inputs();
            }
        }
        ai += elapsed;
        while ai >= thought && ai.take(thought) {
            host.watch("thinking", ai.span());
            host.think(share).await;
        }
        physics += elapsed;
        while physics >= timestep {
            host.watch("accumulator", physics.span());
            if is_capped {
                (step, length) = (physics.span(), physics);
            }
            host.update_part(step, 1.0 - share).await;
            if !physics.take(length) {
                break;
            }
        }
        host.watch("thinking", ai.span());
        host.watch("accumulator", physics.span());
        host.render(Between::at(physics.ratio(length), step)).await;
    }
}
