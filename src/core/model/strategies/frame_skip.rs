//! **Frame skip**: a fixed number of ticks a second; when drawing is slow, ticks without frames.
//!
//! Published as "constant game speed with maximum FPS" (Koen Witters, deWiTTERS Game Loop).
//!
//! Expect: the clock is read again after every update, so the updates' own cost counts. The debt is never forgiven:
//! after a stall the world runs in fast-forward, up to 10 ticks a frame, until it has caught up. Without the limit, an
//! update that costs more than its tick never lets a frame through.
//!
//! The alpha is our addition. A tick is made when its time begins, so the newest state is up to a tick ahead of the clock:
//! interpolated the world is where the clock is, and not one step in the past, extrapolated a whole tick ahead of it.
//!
//! Two slips of the text can be set: `whole_ms` cuts the schedule to whole milliseconds (60 ticks a second become 62.5),
//! and `compare` says how it takes the start-over of the computer's counter of milliseconds. With `compare=difference` each
//! tick comes one later, alpha is between 1 and 2, and frames lie past the newest state. Two slips of its readers too: with
//! `whole_ms=as-seconds` the milliseconds are taken for seconds, so that 50 ticks a second become one in 20 s, and with
//! `compare=any-difference` every turn makes as many ticks as it may.

use super::prelude::*;
use super::tick_count::{COMPARE, Compare, WHOLE_MS, needs_limit, schedule, turn_never_ends};

const TICKS_PER_S: Param = Param::rate("ticks_per_s", 50.0, "How many ticks a second the world makes.");
const MAX_FRAMESKIP: Param =
    Param::count("max_frameskip", 10.0, (1.0, 1000.0), "The most ticks between two frames; off is no limit.").or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("frame-skip"),
    name: Borrowed("Frame skip"),
    group: Group::FrameSkip,
    about: Borrowed("Ticks on an absolute schedule, several a frame when it is late: catches up in fast-forward."),
    source: Borrowed("Witters, constant game speed with maximum FPS"),
    listing: Listing::WHOLE_MS,
    params: Borrowed(&[TICKS_PER_S, MAX_FRAMESKIP, WHOLE_MS, COMPARE]),
    alpha: true,
    ahead: true,
    limit: Some(MAX_FRAMESKIP),
    schedule: Some(|set| schedule(set, &TICKS_PER_S)),
    refuses: Some(|set| needs_limit(set, &MAX_FRAMESKIP)),
    endless: Some(|set, update| turn_never_ends(set, update, &TICKS_PER_S, &MAX_FRAMESKIP)),
    start: Start::Rust(|host, set| Box::pin(frame_skip(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("frame_skip.rs")),
    script: Borrowed(include_str!("frame_skip.js")),
    ..Strategy::PLAIN
};

async fn frame_skip(host: Host, set: Values) {
    let step = set.period(&TICKS_PER_S);
    let skip = schedule(&set, &TICKS_PER_S);
    let compare = Compare::of(&set, &TICKS_PER_S);
    let max_frameskip = set.count(&MAX_FRAMESKIP);
    let mut next = host.now();
    while host.running() {
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
    }
}
