// @name  Semi-fixed
// @about The frame's time in steps of the longest length and a remainder; spirals when updates cost too much.
const MAX_STEP_HZ = host.param("max_step_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "No step is longer than one period of this rate." });
const SUMS = host.param("sums", "exact", { choices: ["exact", "f64"], about: "How time is added up: exactly, in flicks, or in seconds as doubles." });

function loop(host) {
  const unit = SUMS === "f64" ? second : 1;
  const step = Math.round(second / MAX_STEP_HZ);
  const longest = SUMS === "f64" ? 1 / MAX_STEP_HZ : step;
  let last = host.now() / unit;
  while (host.running()) {
    const now = host.now() / unit;
    let remaining = now - last;
    last = now;

    while (remaining > 0) {
      const dt = Math.min(remaining, longest);
      host.watch("remaining", remaining * unit);
      host.update(dt === longest ? step : dt * unit);
      remaining -= dt;
    }
    host.render();
  }
}
