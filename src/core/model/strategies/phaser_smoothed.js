// @name  Phaser, smoothed
// @about Called for each refresh; each step is the mean of the last ten differences of timestamps.
const TARGET_FPS = host.param("target_fps", 60, { min: 1, max: 1000, unit: "Hz", about: "No frame counts for more than its period in the first 120 frames." });
const MIN_FPS = host.param("min_fps", 5, { min: 1, max: 1000, unit: "Hz", about: "A frame longer than its period is forgotten." });
const FRAMES = 10;
const COOL_DOWN = 120;

function loop(host) {
  const target = Math.round(second / TARGET_FPS);
  const longest = Math.round(second / MIN_FPS);
  const history = Array(FRAMES).fill(target);
  let oldest = 0;
  let coolDown = COOL_DOWN;
  let last = host.now();
  let timestamp = host.nextRefresh();
  while (host.running()) {
    let delta = Math.max(timestamp - last, 0);
    last = timestamp;
    host.watch("elapsed", delta);

    if (coolDown > 0) {
      coolDown -= 1;
      delta = Math.min(delta, target);
    }
    if (delta > longest) {
      delta = Math.min(history[oldest], longest);
    }
    history[oldest] = delta;
    oldest = (oldest + 1) % FRAMES;
    let sum = 0;
    for (const one of history) sum += one;

    host.update(Math.floor(sum / FRAMES));
    host.render();
    timestamp = host.nextRefresh();
  }
}
