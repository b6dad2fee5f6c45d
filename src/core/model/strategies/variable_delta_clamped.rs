//! **Variable delta, clamped**: one step a frame, as long as the last frame took but never longer than a maximum.
//!
//! Published as BeautifulTimer's first observation ("just clamp T"), before it cuts the step in several. It is the commonest
//! loop in engines: Unity's `maximumDeltaTime` is such a clamp.
//!
//! Expect: the variable step up to `clamp_ms`, and slow motion beyond, because the rest of a longer frame is forgotten. A stall
//! becomes one step of `clamp_ms`, so nothing leaps. A clamp is no cure for what is unstable at the clamp itself: springs that
//! explode in steps of 100 ms explode in frames of 100 ms.

use super::prelude::*;

const CLAMP: Param =
    Param::millis("clamp_ms", 100.0, (1.0, 10_000.0), "No step is longer than this; off is the plain variable step.").or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("variable-delta-clamped"),
    name: Borrowed("Variable delta, clamped"),
    group: Group::VariableStep,
    about: Borrowed("The variable step, cut at a longest one: a stall is forgotten, longer frames are slow motion."),
    source: Borrowed("BeautifulTimer, first observation; the commonest loop in engines"),
    params: Borrowed(&[CLAMP]),
    limit: Some(CLAMP),
    longest: Some(|set, _| set.millis(&CLAMP)),
    start: Start::Rust(|host, set| Box::pin(variable_delta_clamped(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("variable_delta_clamped.rs")),
    script: Borrowed(include_str!("variable_delta_clamped.js")),
    ..Strategy::PLAIN
};

async fn variable_delta_clamped(host: Host, set: Values) {
    let clamp = set.millis(&CLAMP);
    let mut last = host.now();
    while host.running() {
        let now = host.now();
        let elapsed = now - last;
        last = now;
        host.watch("elapsed", elapsed);

        host.update(elapsed.min(clamp)).await;
        host.render(None).await;
    }
}
