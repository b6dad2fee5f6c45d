//! **Closed form**: no steps at all; every turn jumps to the exact state of the world at that time.
//!
//! Proposed in a comment on the deWiTTERS Game Loop (`AlbeyAmakiir`, 2011): movements are stored as paths in time, and the
//! clock alone says where everything is, whatever happened before.
//!
//! Expect: no drift, no tunnelling, no effect of the frame rate; a stall is a gap in the frames and no more than that.
//! It needs a formula. Its author says that it does not work in a game with collisions at all; here it has the
//! collisions whose moment is known beforehand (a bullet and a wall that stands still), because they are part of the
//! formula. Steering, unforeseen collisions and a physics engine have no formula: in such a world (`drive`, `stack`,
//! `chaos`, `per-tick`) this loop is refused, and if it is set all the same, the world stands still.
//!
//! With `game_hz` the game moves at a rate of its own, and the renderer asks the same formula for the moment of each frame. So a reader
//! (Paril, 2010) wants the last loop's prediction: one predictor for game and renderer, with random values drawn ahead of time.

use super::prelude::*;

const GAME_HZ: Param = Param::rate(
    "game_hz",
    f64::INFINITY,
    "How often a second the game moves, while frames show the formula's state at their own time; off, it moves before every frame.",
)
.or_off();

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("closed-form"),
    name: Borrowed("Closed form"),
    group: Group::NoSteps,
    about: Borrowed("Position from absolute time: never off, but nothing may collide or be steered unforeseen."),
    source: Borrowed("AlbeyAmakiir, comment on Witters"),
    params: Borrowed(&[GAME_HZ]),
    needs_closed_form: true,
    start: Start::Rust(|host, set| Box::pin(closed_form(host, set))),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("closed_form.rs")),
    script: Borrowed(include_str!("closed_form.js")),
    ..Strategy::PLAIN
};

async fn closed_form(host: Host, set: Values) {
    let tick = set.number(&GAME_HZ).map(Span::from_hz);
    // This is zero unless another loop has run this world before.
    let from = host.sim();
    let start = host.now();
    while host.running() {
        let elapsed = host.now() - start;
        host.watch("elapsed", elapsed);
        if !host.has_closed_form() {
            host.render(None).await;
        } else if let Some(tick) = tick {
            let due = from + tick * elapsed.whole(tick);
            if due > host.sim() {
                host.jump_to(due).await;
            }
            host.render_at(from + (host.now() - start)).await;
        } else {
            host.jump_to(from + elapsed).await;
            host.render(None).await;
        }
    }
}
