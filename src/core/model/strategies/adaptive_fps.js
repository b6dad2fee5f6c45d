// @name  Adaptive FPS
// @about One frame a second more while there is time to sleep, one less when it is behind; a step is one frame long.
const START_FPS = host.param("start_fps", 25, { min: 1, max: 1000, unit: "Hz", about: "The frame rate that it begins with." });
const SETTLE_MS = host.param("settle_ms", 0, { min: 0, max: 1000, unit: "ms", about: "Once less than this is left to sleep, it sleeps that long for ever; 0 is never." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });

function loop(host) {
  let fps = START_FPS;
  const little = Math.round(SETTLE_MS * ms);
  let settled;
  while (host.running()) {
    const began = host.now();
    const step = Math.round(second / fps);
    host.watch("frames a second", fps, "ratio");
    host.update(step);
    host.render();

    const left = settled ?? began + step - host.now();
    host.watch("time left", left);
    host.sleep(left);
    if (settled !== undefined) {
      continue;
    }
    if (left > 0 && left < little) {
      settled = left;
    } else if (left > 0) {
      fps++;
    } else if (left < 0) {
      fps = Math.max(fps - 1, 1);
    }
  }
}
