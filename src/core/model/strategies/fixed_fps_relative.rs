//! **Fixed FPS, relative**: waits until a frame's time has passed since the last frame, then steps by that time.
//!
//! Published as timer type 1 (BeautifulTimer).
//!
//! Expect: a frame that took too long is never made up for, so a slow computer gives slow motion but no fast-forward.
//! Time that a coarse sleep oversleeps is lost as well.

use super::prelude::*;

const FPS: Param = Param::rate("fps", 60.0, "The frame rate that is waited for; each frame moves the world by its period.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("fixed-fps-relative"),
    name: Borrowed("Fixed FPS, relative"),
    group: Group::FixedRate,
    about: Borrowed("Waits out the rest of a frame since the last one; lost time is never made up."),
    source: Borrowed("BeautifulTimer, type 1"),
    params: Borrowed(&[FPS, SPIN_MS]),
    start: Start::Rust(|host, set| Box::pin(fixed_fps_relative(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("fixed_fps_relative.rs")),
    script: Borrowed(include_str!("fixed_fps_relative.js")),
    ..Strategy::PLAIN
};

async fn fixed_fps_relative(host: Host, set: Values) {
    let step = set.period(&FPS);
    let mut last: Option<Time> = None;
    while host.running() {
        let mut now = host.now();
        if let Some(last) = last
            && now - last < step
        {
            host.sleep(step - (now - last)).await;
            now = host.now();
        }
        last = Some(now);

        host.update(step).await;
        host.render(None).await;
    }
}
