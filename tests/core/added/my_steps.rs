//! **My steps**: what it does, in one line.
//!
//! Published by whom, and under what name.
//!
//! Expect: what goes right, and what goes wrong.

use super::prelude::*;

const STEP_HZ: Param = Param::rate("step_hz", 60.0, "One sentence for the tooltip.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("my-steps"),   // on the command line
    name: Borrowed("My steps"), // in the window
    group: Group::FixedStep,    // where it stands in the list
    about: Borrowed("One line: what it does, and what goes wrong."),
    source: Borrowed("Who published it, and under what name"),
    params: Borrowed(&[STEP_HZ]),
    alpha: true, // it says how far into the next step a frame is
    start: Start::Rust(|host, set| Box::pin(my_steps(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("my_steps.rs")),
    script: Borrowed(include_str!("my_steps.js")),
    ..Strategy::PLAIN
};

async fn my_steps(host: Host, set: Values) {
    let step = set.period(&STEP_HZ); // parameters are read once, at the start
    let mut last = host.now(); // the first elapsed time is 0
    let mut left_over = Span::ZERO;
    while host.running() {
        let now = host.now();
        left_over += now - last;
        last = now;
        while left_over >= step {
            host.watch("left over", left_over); // for the instruments; free
            host.update(step).await; // time passes only where something is awaited
            left_over -= step;
        }
        host.render(Between::of(left_over, step)).await; // or None, where there is no alpha
    }
}
