// @name  My fixed steps
// @about Whole steps out of an accumulator, drawn between the last two.
// @draws interpolated
const STEP_HZ = host.param("step_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "How many steps a second." });

function loop(host) {
  const step = Math.round(second / STEP_HZ);
  let last = host.now(), accumulator = 0;
  while (host.running()) {
    const now = host.now();
    accumulator += Math.min(now - last, 250 * ms);
    last = now;
    while (accumulator >= step) {
      host.watch("accumulator", accumulator);
      host.update(step);
      accumulator -= step;
    }
    host.render(accumulator / step, step);
  }
}
