//! **Phaser, smoothed**: called for each refresh; the step is the mean of the last ten differences of its timestamps.
//!
//! Phaser's `TimeStep` with its delta smoothing, as it is on by default from 3.60 to 4.2. (Before 3.60 it read the clock in the
//! callback, as `callback-clock-delta` does.)
//!
//! Expect: on an even display all steps are alike, however late the callback runs. For 120 frames after the start no frame counts for more
//! than 1/60 s: at 30 pictures a second the first four seconds run at half speed. A frame that misses its refresh is spread over ten
//! steps, so motion is wrong for ten frames, and no time is lost; while the frame rate changes for good, the world falls
//! behind or ahead by four frames and a half of the difference. A frame longer than 1/5 s is forgotten: the time of ten frames ago
//! counts in its place, so at 4 pictures a second the game runs at 7 % speed. The mean is cut to whole flicks.

use super::prelude::*;

const TARGET_FPS: Param = Param::rate("target_fps", 60.0, "No frame counts for more than its period in the first 120 frames.");
const MIN_FPS: Param = Param::rate("min_fps", 5.0, "A frame longer than its period is forgotten.");
/// The frames of the mean, and those that are held down at the start.
const FRAMES: usize = 10;
const COOL_DOWN: u32 = 120;

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("phaser-smoothed"),
    name: Borrowed("Phaser, smoothed"),
    group: Group::Callbacks,
    about: Borrowed("Called for each refresh; each step is the mean of the last ten differences of timestamps."),
    source: Borrowed("Phaser 3.60 to 4.2, TimeStep with smoothStep"),
    params: Borrowed(&[TARGET_FPS, MIN_FPS]),
    longest: Some(|set, _| set.period(&MIN_FPS).max(set.period(&TARGET_FPS))),
    start: Start::Rust(|host, set| Box::pin(phaser_smoothed(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("phaser_smoothed.rs")),
    script: Borrowed(include_str!("phaser_smoothed.js")),
    ..Strategy::PLAIN
};

async fn phaser_smoothed(host: Host, set: Values) {
    let (target, longest) = (set.period(&TARGET_FPS), set.period(&MIN_FPS));
    let mut history = [target; FRAMES];
    let (mut oldest, mut cool_down) = (0, COOL_DOWN);
    let mut last = host.now();
    let mut timestamp = host.next_refresh().await;
    while host.running() {
        let mut delta = (timestamp - last).max(Span::ZERO);
        last = timestamp;
        host.watch("elapsed", delta);

        if cool_down > 0 {
            cool_down -= 1;
            delta = delta.min(target);
        }
        if delta > longest {
            delta = history[oldest].min(longest);
        }
        history[oldest] = delta;
        oldest = (oldest + 1) % FRAMES;
        let sum: i64 = history.iter().map(|delta| delta.flicks()).sum();

        host.update(Span::from_flicks(sum / FRAMES as i64)).await;
        host.render(None).await;
        timestamp = host.next_refresh().await;
    }
}
