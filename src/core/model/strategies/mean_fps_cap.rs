//! **Capped at the mean**: frame skip, predicted, with no frame faster than the mean of the last ten seconds.
//!
//! Asked for in a comment on the deWiTTERS Game Loop (Marku S, 2011) that got no answer: with the last loop his
//! computer was busy all the time with up to 3500 frames a second, so how could the rate be limited to, for instance, its
//! own mean over 10 seconds?
//!
//! The answer here: once `window_s` has been measured, a turn that took less than the mean of the turns in it sleeps the rest.
//!
//! Expect: it does not do what he hopes for. A steady computer's mean frame is as long as each of its frames, so no frame
//! waits and it stays busy. On an uneven computer quick frames wait, and slow ones don't get quicker, so the mean moves in
//! one direction only: a slow spell as long as the window stays for good, a noisy load takes the rate down towards that
//! of the slowest frames, and sleeps that wake late drag it down without end. Ticks, prediction, `whole_ms` and `compare` are
//! as in frame skip, predicted.

use super::prelude::*;
use super::tick_count::{COMPARE, Compare, WHOLE_MS, needs_limit, schedule, turn_never_ends};
use std::collections::VecDeque;

const TICKS_PER_S: Param = Param::rate("ticks_per_s", 25.0, "How many ticks a second the world makes.");
const MAX_FRAMESKIP: Param =
    Param::count("max_frameskip", 5.0, (1.0, 1000.0), "The most ticks between two frames; off is no limit.").or_off();
const WINDOW: Param = Param::seconds(
    "window_s",
    10.0,
    (0.1, 60.0),
    "Over how long the mean is taken; before that has passed nothing is held back.",
);

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("mean-fps-cap"),
    name: Borrowed("Capped at the mean"),
    group: Group::FrameSkip,
    about: Borrowed("Frame skip, predicted, no frame faster than the mean of the last seconds: a slow spell is kept for good."),
    source: Borrowed("Marku S, question on Witters, answered here"),
    listing: Listing::WHOLE_MS,
    params: Borrowed(&[TICKS_PER_S, MAX_FRAMESKIP, WINDOW, SPIN_MS, WHOLE_MS, COMPARE]),
    alpha: true,
    ahead: true,
    limit: Some(MAX_FRAMESKIP),
    schedule: Some(|set| schedule(set, &TICKS_PER_S)),
    refuses: Some(|set| needs_limit(set, &MAX_FRAMESKIP)),
    presentation: Presentation::Extrapolate,
    endless: Some(|set, update| turn_never_ends(set, update, &TICKS_PER_S, &MAX_FRAMESKIP)),
    start: Start::Rust(|host, set| Box::pin(mean_fps_cap(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("mean_fps_cap.rs")),
    script: Borrowed(include_str!("mean_fps_cap.js")),
    ..Strategy::PLAIN
};

async fn mean_fps_cap(host: Host, set: Values) {
    let step = set.period(&TICKS_PER_S);
    let skip = schedule(&set, &TICKS_PER_S);
    let compare = Compare::of(&set, &TICKS_PER_S);
    let (max_frameskip, window) = (set.count(&MAX_FRAMESKIP), set.seconds(&WINDOW));
    let (mut frames, mut has_passed) = (VecDeque::new(), false);
    let mut next = host.now();
    while host.running() {
        let began = host.now();
        frames.push_back(began);
        while frames.pop_front_if(|frame| began - *frame > window).is_some() {
            has_passed = true;
        }

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

        let intervals = frames.len() as i64 - 1;
        if has_passed && intervals > 0 {
            let mean = (began - frames[0]).divided(intervals);
            host.watch("mean frame", mean);
            host.sleep(mean - (host.now() - began)).await;
        }
    }
}
