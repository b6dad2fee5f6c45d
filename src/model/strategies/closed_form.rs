//! **Closed form**: no steps at all; every turn puts the world where it is at that time.
//!
//! Proposed in a comment on the deWiTTERS Game Loop (`AlbeyAmakiir`, 2011): movements are stored as paths in time, and the
//! clock alone says where everything is, whatever was before.
//!
//! Expect: no drift, no tunnelling, nothing that depends on the frame rate; a stall is a gap in the frames and nothing
//! else. It can do only what has a formula: nothing that collides with something unforeseen, nothing that is steered,
//! nothing that remembers. Every world here has its exact motion to offer, which is what the ghosts show.

use super::prelude::*;

pub const STRATEGY: Strategy = Strategy {
    id: Borrowed("closed-form"),
    name: Borrowed("Closed form"),
    group: Group::NoSteps,
    about: Borrowed("Position from absolute time: never off, but nothing may collide or be steered unforeseen."),
    source: Borrowed("AlbeyAmakiir, comment on Witters"),
    start: |host, set| Box::pin(closed_form(host, set)),
    file: Borrowed(file!()),
    code: Borrowed(include_str!("closed_form.rs")),
    ..Strategy::PLAIN
};

async fn closed_form(host: Host, _: Values) {
    // Zero, unless another loop has run this world before.
    let from = host.sim();
    let start = host.now();
    while host.running() {
        let elapsed = host.now() - start;
        host.watch("elapsed", elapsed);
        host.place(from + elapsed).await;
        host.render(None).await;
    }
}
