//! **Adaptive FPS**: a frame rate that feels its way to what the computer can do.
//!
//! Published in a comment on the deWiTTERS Game Loop (Jawad Amjad, 2011), for Android. Each turn plans the next one
//! 1000 / fps ms after its own beginning; if time is left it sleeps, and fps grows by one.
//!
//! The page has lost the text between `<` and `>` in its conditions. Legible are the plan, the sleep, `fps += 1`, and a
//! branch for less than 10 ms left that stops both changing and planning: from then on every turn sleeps as long as that one.
//! We fill the gaps like this: fps falls by one if the turn took longer than planned. The physics gets fps; here that is a
//! step of 1/fps. The last branch is `settle_ms`, off at 0, since with it the rate adapts once and never again. His whole
//! milliseconds are left out.
//!
//! Expect: it climbs by one a frame to what the computer can do, at real speed, and unevenly where its rate does not divide
//! the display's. With a heavier load it comes down as slowly, by one a frame, and until it has, every step is shorter than
//! its frame: slow motion, and nothing makes up for it. Between two whole rates it hovers: at 45 ms a frame without vsync 22
//! and 23 take turns, 1.7 % slow. With `settle_ms=10` and vsync the sleep that it keeps vanishes in the wait for the display:
//! 60 frames a second of 1/34 s each, 176 % speed.

use super::prelude::*;

const START_FPS: Param = Param::rate("start_fps", 25.0, "The frame rate that it begins with.");
const SETTLE: Param = Param::millis(
    "settle_ms",
    0.0,
    (0.0, 1000.0),
    "Once less than this is left to sleep, it sleeps that long for ever and changes nothing more; 10 in the comment, 0 is never.",
);

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("adaptive-fps"),
    name: Borrowed("Adaptive FPS"),
    group: Group::FixedRate,
    about: Borrowed(
        "One frame a second more while there is time to sleep, one less when it is behind; a step is one frame long.",
    ),
    source: Borrowed("Jawad Amjad, comment on Witters"),
    params: Borrowed(&[START_FPS, SETTLE, SPIN_MS]),
    start: Start::Rust(|host, set| Box::pin(adaptive_fps(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("adaptive_fps.rs")),
    script: Borrowed(include_str!("adaptive_fps.js")),
    ..Strategy::PLAIN
};

async fn adaptive_fps(host: Host, set: Values) {
    let mut fps = set.number(&START_FPS).unwrap_or(1.0);
    let little = set.millis(&SETTLE);
    let mut settled: Option<Span> = None;
    while host.running() {
        let began = host.now();
        let step = Span::from_hz(fps);
        host.watch("frames a second", fps);
        host.update(step).await;
        host.render(None).await;

        let left = settled.unwrap_or_else(|| began + step - host.now());
        host.watch("time left", left);
        host.sleep(left).await;
        if settled.is_some() {
            continue;
        }
        if left > Span::ZERO && left < little {
            settled = Some(left);
        } else if left > Span::ZERO {
            fps += 1.0;
        } else if left < Span::ZERO {
            fps = (fps - 1.0).max(1.0);
        }
    }
}
