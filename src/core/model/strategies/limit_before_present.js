// @name  Limit before present
// @about The variable step; each drawn frame waits for an even moment before it is presented: even, but older.
const MAX_FPS = host.param("max_fps", 60, { min: 1, max: 1000, unit: "Hz", about: "The highest rate at which frames are handed over." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });

function loop(host) {
  const shortest = Math.round(second / MAX_FPS);
  let last = host.now();
  let handedOver = host.now();
  while (host.running()) {
    const now = host.now();
    const dt = now - last;
    last = now;
    host.watch("elapsed", dt);

    host.update(dt);
    host.draw();

    host.sleep(shortest - (host.now() - handedOver));
    handedOver = host.now();
    host.present();
  }
}
