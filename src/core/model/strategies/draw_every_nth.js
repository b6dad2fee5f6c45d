// @name  Draw every nth turn
// @about The variable step every turn, a picture only every nth: more game than graphics.
const DRAW_EVERY = host.param("draw_every", 2, { min: 1, max: 60, whole: true, about: "The loop draws a frame in every n-th turn." });
const MAX_FPS = host.param("max_fps", 60, { min: 1, max: 1000, unit: "Hz", about: "A turn waits until at least one period of this rate has passed." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });

function loop(host) {
  const shortest = Math.round(second / MAX_FPS);
  let last;
  let turn = 0;
  while (host.running()) {
    let now = host.now();
    if (last !== undefined && now - last < shortest) {
      host.sleep(shortest - (now - last));
      now = host.now();
    }
    const dt = now - (last ?? now);
    last = now;

    host.watch("elapsed", dt);
    host.update(dt);
    if (turn % DRAW_EVERY === 0) {
      host.render();
    }
    turn++;
  }
}
