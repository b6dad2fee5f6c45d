// @name  My steps
// @about One line: what it does, and what goes wrong.
const STEP_HZ = host.param("step_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "One sentence for the tooltip." });

function loop(host) {
  const step = Math.round(second / STEP_HZ);
  let last = host.now();
  let leftOver = 0;
  while (host.running()) {
    const now = host.now();
    leftOver += now - last;
    last = now;
    while (leftOver >= step) {
      host.watch("left over", leftOver);
      host.update(step);
      leftOver -= step;
    }
    host.render(leftOver / step, step);
  }
}
