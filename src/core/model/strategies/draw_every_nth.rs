//! **Draw every nth turn**: the game every turn, the picture every second or third.
//!
//! Described in a comment on the deWiTTERS Game Loop (Geri, 2010), as the reverse of its last loop: game logic in every
//! frame, by the time that the frame took, and some parts of the graphics in every second or third frame only.
//!
//! There all turns draw something, and so take a frame's time. Here a picture is drawn as a whole or not at all. A turn
//! without one would cost its update alone, so every turn waits as in timer type 2, until 1/`max_fps` has passed since the
//! last one's reading; that wait is our reading of the comment, and with it no turn but the first takes no time.
//!
//! Expect: 60 updates and 30 frames a second. A slow picture is drawn half as often, and the game is stepped more
//! often than it is seen: at 25 ms a frame, on 60 Hz with vsync, 40 updates and 20 frames, where the plain variable step makes 30 of both. But
//! its longest step is no shorter, since the turn after a picture still has the picture's whole time to make up for.

use super::prelude::*;

const DRAW_EVERY: Param = Param::count("draw_every", 2.0, (1.0, 60.0), "The loop draws a frame in every n-th turn.");
const MAX_FPS: Param = Param::rate("max_fps", 60.0, "A turn waits until at least one period of this rate has passed.");

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("draw-every-nth"),
    name: Borrowed("Draw every nth turn"),
    group: Group::VariableStep,
    about: Borrowed("The variable step every turn, a picture only every nth: more game than graphics."),
    source: Borrowed("Geri, comment on Witters"),
    params: Borrowed(&[DRAW_EVERY, MAX_FPS, SPIN_MS]),
    start: Start::Rust(|host, set| Box::pin(draw_every_nth(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("draw_every_nth.rs")),
    script: Borrowed(include_str!("draw_every_nth.js")),
    ..Strategy::PLAIN
};

async fn draw_every_nth(host: Host, set: Values) {
    let draw_every = set.count(&DRAW_EVERY);
    let shortest = set.period(&MAX_FPS);
    let mut last: Option<Time> = None;
    let mut turn = 0;
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
        if turn % draw_every == 0 {
            host.render(None).await;
        }
        turn += 1;
    }
}
