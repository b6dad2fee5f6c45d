//! **Variable delta**: one step a frame, as long as the last frame took.
//!
//! Published as "variable interval time-based animation" (Alex Diener, Sacred Software) and as "game speed dependent on
//! variable FPS" (Koen Witters, deWiTTERS Game Loop).
//!
//! Expect: always the right speed, and never the same step twice. Long frames make long steps: curves are cut, thin
//! walls are jumped over, stiff springs explode.

use super::prelude::*;

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("variable-delta"),
    name: Borrowed("Variable delta"),
    group: Group::VariableStep,
    about: Borrowed("Each step is as long as the last frame took: right speed, steps of any length."),
    source: Borrowed("Diener, variable interval; Witters, game speed dependent on variable FPS"),
    start: Start::Rust(|host, set| Box::pin(variable_delta(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("variable_delta.rs")),
    script: Borrowed(include_str!("variable_delta.js")),
    ..Strategy::PLAIN
};

async fn variable_delta(host: Host, _: Values) {
    let mut last = host.now();
    while host.running() {
        let now = host.now();
        let dt = now - last;
        last = now;
        host.watch("elapsed", dt);

        host.update(dt).await;
        host.render(None).await;
    }
}
