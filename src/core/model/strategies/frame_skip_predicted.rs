//! **Frame skip, predicted**: few ticks a second, and frames between them predicted from velocity.
//!
//! Published as "constant game speed independent of variable FPS" (Koen Witters, deWiTTERS Game Loop).
//!
//! Expect: 25 ticks look like 60 frames. While the loop is behind, alpha exceeds 1 (about 21 after a stall of one
//! second) and the prediction flies through walls: as published, nothing limits it.
//!
//! A tick is made when its time begins, so the newest state is up to a tick ahead of the clock already, and a prediction
//! from it is a whole tick ahead: on 60 Hz a frame shows the state 23.3 ms after it appears. Interpolated, this
//! loop is not one step in the past but where the clock is. `whole_ms` and `compare` are as in frame skip. With
//! `compare=difference` alpha is between 1 and 2 (1.08 to 2.0 on 60 Hz): the same moments, predicted over up to two ticks.
//!
//! `max_fps` is no part of the listing, which never waits. It answers a reader who asked how to limit the frames (Marku S, 2011): a
//! turn that took less than a period of that rate sleeps for the rest.

use super::prelude::*;
use super::tick_count::{COMPARE, Compare, WHOLE_MS, needs_limit, schedule, turn_never_ends};

const TICKS_PER_S: Param = Param::rate("ticks_per_s", 25.0, "How many ticks a second the world makes.");
const MAX_FRAMESKIP: Param =
    Param::count("max_frameskip", 5.0, (1.0, 1000.0), "The most ticks between two frames; off is no limit.").or_off();

const MAX_FPS: Param = Param::rate(
    "max_fps",
    f64::INFINITY,
    "A turn that took less than one period of this rate sleeps for the rest; off, as published, it never sleeps.",
)
.or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("frame-skip-predicted"),
    name: Borrowed("Frame skip, predicted"),
    group: Group::FrameSkip,
    about: Borrowed("Ticks on an absolute schedule, drawn a whole tick ahead of the clock by prediction."),
    source: Borrowed("Witters, constant game speed independent of variable FPS"),
    listing: Listing::WHOLE_MS,
    params: Borrowed(&[TICKS_PER_S, MAX_FRAMESKIP, MAX_FPS, SPIN_MS, WHOLE_MS, COMPARE]),
    alpha: true,
    ahead: true,
    limit: Some(MAX_FRAMESKIP),
    schedule: Some(|set| schedule(set, &TICKS_PER_S)),
    refuses: Some(|set| needs_limit(set, &MAX_FRAMESKIP)),
    presentation: Presentation::Extrapolate,
    endless: Some(|set, update| turn_never_ends(set, update, &TICKS_PER_S, &MAX_FRAMESKIP)),
    start: Start::Rust(|host, set| Box::pin(frame_skip_predicted(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("frame_skip_predicted.rs")),
    script: Borrowed(include_str!("frame_skip_predicted.js")),
    ..Strategy::PLAIN
};

async fn frame_skip_predicted(host: Host, set: Values) {
    let step = set.period(&TICKS_PER_S);
    let skip = schedule(&set, &TICKS_PER_S);
    let compare = Compare::of(&set, &TICKS_PER_S);
    let max_frameskip = set.count(&MAX_FRAMESKIP);
    let shortest = set.number(&MAX_FPS).map(Span::from_hz);
    let mut next = host.now();
    while host.running() {
        let began = host.now();
        let mut loops = 0;
        while compare.is_due(&host, host.now(), next) && loops < max_frameskip {
            host.watch("debt", host.now() - next);
            host.update(step).await;
            next += skip;
            loops += 1;
        }
        host.watch("updates", loops);
        let interpolation = (host.now() + skip - next).ratio(skip);
        host.render(Some(Between { alpha: interpolation, step })).await;

        if let Some(shortest) = shortest {
            host.sleep(shortest - (host.now() - began)).await;
        }
    }
}
