// @name  Variable delta, clamped
// @about The variable step, cut at a longest one: a stall is forgotten, longer frames are slow motion.
const CLAMP_MS = host.param("clamp_ms", 100, { min: 1, max: 10000, unit: "ms", off: true, about: "No step is longer than this; off is the plain variable step." });

function loop(host) {
  const clamp = Math.round(CLAMP_MS * ms);
  let last = host.now();
  while (host.running()) {
    const now = host.now();
    const elapsed = now - last;
    last = now;

    host.watch("elapsed", elapsed);
    host.update(Math.min(elapsed, clamp));
    host.render();
  }
}
