// @name  Fixed FPS, relative
// @about Waits out the rest of a frame since the last one; lost time is never made up.
const FPS = host.param("fps", 60, { min: 1, max: 1000, unit: "Hz", about: "The frame rate that is waited for; each frame moves the world by its period." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });

function loop(host) {
  const step = Math.round(second / FPS);
  let last;
  while (host.running()) {
    let now = host.now();
    if (last !== undefined && now - last < step) {
      host.sleep(step - (now - last));
      now = host.now();
    }
    last = now;

    host.update(step);
    host.render();
  }
}
