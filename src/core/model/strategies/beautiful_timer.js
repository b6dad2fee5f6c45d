// @name  BeautifulTimer
// @about The frame's time in equal parts, none longer and no more of them than it allows: slow motion beyond.
const MAX_FPS = host.param("max_fps", 60, { min: 1, max: 1000, unit: "Hz", about: "A turn waits until at least one period of this rate has passed." });
const MAX_STEP_MS = host.param("max_step_ms", 100, { min: 1, max: 10000, unit: "ms", about: "No step is longer; a longer frame is cut into several." });
const MAX_CYCLES = host.param("max_cycles", 5, { min: 1, max: 1000, whole: true, off: true, about: "The most steps a frame; what is left is dropped. Off drops nothing." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });
const SUMS = host.param("sums", "exact", { choices: ["exact", "f64"], about: "How time is added up: exactly, in flicks, or in seconds as doubles." });

function loop(host) {
  const unit = SUMS === "f64" ? second : 1;
  const shortest = SUMS === "f64" ? 1 / MAX_FPS : Math.round(second / MAX_FPS);
  const maxStep = SUMS === "f64" ? MAX_STEP_MS / 1000 : Math.round(MAX_STEP_MS * ms);
  let last = host.now() / unit;
  while (host.running()) {
    let now = host.now() / unit;
    if (now - last < shortest) {
      host.sleep((shortest - (now - last)) * unit);
      now = host.now() / unit;
    }
    const elapsed = now - last;
    last = now;

    const cycles = 1 + Math.floor(elapsed / maxStep);
    const step = Math.round((elapsed / cycles) * unit);
    host.watch("elapsed", elapsed * unit);
    host.watch("cycles", cycles, "count");
    for (let cycle = 0; cycle < Math.min(cycles, MAX_CYCLES); cycle++) {
      host.update(step);
    }
    host.render();
  }
}
