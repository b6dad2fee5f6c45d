// @name  Callback, accumulator
// @about Called for each refresh; whole steps out of an accumulator of timestamps, drawn between the last two.
// @draws interpolated
const STEP_HZ = host.param("step_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "How many steps a second." });
const CLAMP_MS = host.param("clamp_ms", 250, { min: 1, max: 10000, unit: "ms", off: true, about: "No frame counts for more than this; off lets every frame count in full." });
const SUMS = host.param("sums", "exact", { choices: ["exact", "f64"], about: "How time is added up: exactly, in flicks, or in seconds as doubles." });

function loop(host) {
  const unit = SUMS === "f64" ? second : 1;
  const step = Math.round(second / STEP_HZ);
  const timestep = SUMS === "f64" ? 1 / STEP_HZ : step;
  const clamp = SUMS === "f64" ? CLAMP_MS / 1000 : Math.round(CLAMP_MS * ms);
  let last = host.now() / unit;
  let accumulator = 0;
  let timestamp = host.nextRefresh() / unit;
  while (host.running()) {
    accumulator += Math.min(timestamp - last, clamp);
    last = timestamp;

    while (accumulator >= timestep) {
      host.watch("accumulator", accumulator * unit);
      host.update(step);
      accumulator -= timestep;
    }
    host.watch("accumulator", accumulator * unit);
    host.render(accumulator / timestep, step);
    timestamp = host.nextRefresh() / unit;
  }
}
