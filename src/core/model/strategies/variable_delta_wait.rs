//! **Variable delta with a wait**: a variable step, but no turn is shorter than a frame.
//!
//! Published as timer type 2 (BeautifulTimer).
//!
//! Expect: a fast computer no longer wastes its time, a slow one has all the trouble of the variable step.

use super::prelude::*;

const MAX_FPS: Param = Param::rate("max_fps", 60.0, "A turn waits until at least one period of this rate has passed.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("variable-delta-wait"),
    name: Borrowed("Variable delta, waiting"),
    group: Group::VariableStep,
    about: Borrowed("The variable step, with a wait so that no frame is shorter than its highest frame rate allows."),
    source: Borrowed("BeautifulTimer, type 2"),
    params: Borrowed(&[MAX_FPS, SPIN_MS]),
    start: Start::Rust(|host, set| Box::pin(variable_delta_wait(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("variable_delta_wait.rs")),
    script: Borrowed(include_str!("variable_delta_wait.js")),
    ..Strategy::PLAIN
};

async fn variable_delta_wait(host: Host, set: Values) {
    let shortest = set.period(&MAX_FPS);
    let mut last: Option<Time> = None;
    while host.running() {
        let mut now = host.now();
        if let Some(last) = last
            && now - last < shortest
        {
            host.sleep(shortest - (now - last)).await;
            now = host.now();
        }
        let dt = now - last.unwrap_or(now);
        last = Some(now);
        host.watch("elapsed", dt);

        host.update(dt).await;
        host.render(None).await;
    }
}
