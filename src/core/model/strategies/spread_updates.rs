//! **Spread updates**: one tick's inner iterations, spread over the frames until the next tick.
//!
//! Proposed by Koen Witters in a comment on his own article (2010): where a physics engine needs many iterations for each
//! update, make them while rendering, so that frames get positions between the ticks.
//!
//! Expect: the same 25 ticks a second on an absolute schedule as frame skip, but each in 20 parts, which fall due one
//! after the other and cost a twentieth of an update: no frame pays for a whole tick, and frames move between ticks.
//! Part k of a tick is due k/20 of a tick after its beginning, at the nearest flick; the parts of a tick add up to it
//! exactly. Late parts are made up for as in frame skip, up to 5 ticks' worth of parts a turn. `compare` is as in frame
//! skip, part by part; the comment has no listing, so no schedule in whole milliseconds either.
//!
//! As in frame skip a part is made when its time begins: interpolated the world is where the clock is, extrapolated one part
//! (2 ms) ahead of it. With `compare=difference` each part comes one later, and alpha is above 1.

use super::prelude::*;
use super::tick_count::{COMPARE, Compare, needs_limit};

const TICKS_PER_S: Param = Param::rate("ticks_per_s", 25.0, "How many whole ticks a second the world makes.");
const ITERATIONS: Param = Param::count("iterations", 20.0, (1.0, 100.0), "In how many parts each tick is made.");
const MAX_FRAMESKIP: Param = Param::count(
    "max_frameskip",
    5.0,
    (1.0, 1000.0),
    "The most parts that are made between two frames, in ticks' worth; off is no limit.",
)
.or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("spread-updates"),
    name: Borrowed("Spread updates"),
    group: Group::FrameSkip,
    about: Borrowed("Ticks, each in parts that are made as they fall due, between the frames."),
    source: Borrowed("Witters, in a comment on his article"),
    params: Borrowed(&[TICKS_PER_S, ITERATIONS, MAX_FRAMESKIP, COMPARE]),
    alpha: true,
    ahead: true,
    limit: Some(MAX_FRAMESKIP),
    refuses: Some(|set| needs_limit(set, &MAX_FRAMESKIP)),
    endless: Some(|set, update| {
        let iterations = set.count(&ITERATIONS);
        let tick = update.scaled(1.0 / iterations as f64) * iterations;
        set.number(&MAX_FRAMESKIP).is_none() && tick >= set.period(&TICKS_PER_S)
    }),
    start: Start::Rust(|host, set| Box::pin(spread_updates(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("spread_updates.rs")),
    script: Borrowed(include_str!("spread_updates.js")),
    ..Strategy::PLAIN
};

async fn spread_updates(host: Host, set: Values) {
    let step = set.period(&TICKS_PER_S);
    let iterations = set.count(&ITERATIONS);
    let most = set.count(&MAX_FRAMESKIP).saturating_mul(iterations);
    let part = 1.0 / iterations as f64;
    let compare = Compare::of_parts(&set, &TICKS_PER_S, iterations);
    // How far into its tick an iteration begins; the last ends where the next tick begins.
    let begins = |iteration: i64| (step * iteration).divided(iterations);
    let mut tick = host.now();
    let mut iteration = 0;
    while host.running() {
        let mut made = 0;
        while compare.is_due(&host, host.now(), tick + begins(iteration)) && made < most {
            let inner = begins(iteration + 1) - begins(iteration);
            host.watch("iteration", iteration);
            host.update_part(inner, part).await;
            made += 1;
            iteration += 1;
            if iteration == iterations {
                tick += step;
                iteration = 0;
            }
        }
        host.watch("made", made);
        let (next, inner) = (tick + begins(iteration), begins(iteration + 1) - begins(iteration));
        host.render(Between::of(host.now() + inner - next, inner)).await;
    }
}
