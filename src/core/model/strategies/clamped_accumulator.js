// @name  Clamped accumulator
// @about Whole steps out of an accumulator; what a frame is longer than its limit is forgotten.
// @draws latest
const STEP_HZ = host.param("step_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "How many steps a second." });
const CLAMP_MS = host.param("clamp_ms", 100, { min: 1, max: 10000, unit: "ms", off: true, about: "No frame counts for more than this; off lets every frame count in full." });
const SUMS = host.param("sums", "exact", { choices: ["exact", "f64"], about: "How time is added up: exactly, in flicks, or in seconds as doubles." });
const PAUSE = host.param("pause", "by-0", { choices: ["by-0", "no-update"], about: "What a pause does: updates by 0 s, or no update at all." });

function loop(host) {
  const unit = SUMS === "f64" ? second : 1;
  const step = Math.round(second / STEP_HZ);
  const timestep = SUMS === "f64" ? 1 / STEP_HZ : step;
  const clamp = SUMS === "f64" ? CLAMP_MS / 1000 : Math.round(CLAMP_MS * ms);
  let time = host.now() / unit;
  let accumulator = 0;
  while (host.running()) {
    const elapsed = host.now() / unit - time;
    time += elapsed;

    accumulator += Math.min(elapsed, clamp);
    while (accumulator >= timestep) {
      host.watch("accumulator", accumulator * unit);
      if (!host.paused()) {
        host.update(step);
      } else if (PAUSE === "by-0") {
        host.update(0);
      }
      accumulator -= timestep;
    }
    host.watch("accumulator", accumulator * unit);
    host.render(accumulator / timestep, step);
  }
}
