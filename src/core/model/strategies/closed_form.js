// @name  Closed form
// @about Position from absolute time: never off, but nothing may collide or be steered unforeseen.
const GAME_HZ = host.param("game_hz", Infinity, { min: 1, max: 1000, unit: "Hz", off: true, about: "How often a second the game moves, while frames show the formula's state at their own time; off, it moves before every frame." });

function loop(host) {
  const tick = Math.round(second / GAME_HZ);
  // This is zero unless another loop has run this world before.
  const from = host.sim();
  const start = host.now();
  while (host.running()) {
    const elapsed = host.now() - start;
    host.watch("elapsed", elapsed);
    if (!host.hasClosedForm()) {
      host.render();
    } else if (GAME_HZ < Infinity) {
      const due = from + tick * Math.floor(elapsed / tick);
      if (due > host.sim()) {
        host.jumpTo(due);
      }
      host.renderAt(from + (host.now() - start));
    } else {
      host.jumpTo(from + elapsed);
      host.render();
    }
  }
}
