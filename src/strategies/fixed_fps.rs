//! **Fixed FPS**: one step and one picture at every moment of an absolute schedule.
//!
//! Published as "FPS dependent on constant game speed" (Koen Witters, deWiTTERS Game Loop).
//!
//! Expect: steady while the computer keeps up; 25 pictures a second on a 60 Hz display stay 2 or 3 refreshes each. When
//! the loop is behind, the schedule is not moved: after a slow spell it runs without sleeping, in fast-forward, until
//! it has caught up.

use super::prelude::*;

const FPS: Param = Param::rate("fps", 25.0, "How many steps and pictures the schedule has in a second.");

pub const STRATEGY: Strategy = Strategy {
    id: "fixed-fps",
    name: "Fixed FPS",
    group: Group::FixedRate,
    about: "Sleeps until the next moment of an absolute schedule; catches up in fast-forward.",
    source: "Witters, FPS dependent on constant game speed",
    params: &[FPS],
    start: |host, set| Box::pin(fixed_fps(host, set)),
    ..Strategy::of(file!(), include_str!("fixed_fps.rs"))
};

async fn fixed_fps(host: Host, set: Values) {
    let step = set.period(&FPS);
    let mut next = host.now();
    while host.running() {
        host.update(step).await;
        host.render(None).await;

        next += step;
        let ahead = next - host.now();
        host.watch("ahead of schedule", ahead);
        if ahead >= Span::ZERO {
            host.sleep(ahead).await;
        }
    }
}
