// @name  Spread updates
// @about Ticks, each in parts that are made as they fall due, between the frames.
// @draws latest
const TICKS_PER_S = host.param("ticks_per_s", 25, { min: 1, max: 1000, unit: "Hz", about: "How many whole ticks a second the world makes." });
const ITERATIONS = host.param("iterations", 20, { min: 1, max: 100, whole: true, about: "In how many parts each tick is made." });
const MAX_FRAMESKIP = host.param("max_frameskip", 5, { min: 1, max: 1000, whole: true, off: true, about: "The most parts that are made between two frames, in ticks' worth; off is no limit." });
const COMPARE = host.param("compare", "ticks", { choices: ["ticks", "difference", "any-difference", "signed"], about: "What is compared when a tick may be due." });

function loop(host) {
  const step = Math.round(second / TICKS_PER_S);
  const most = MAX_FRAMESKIP * ITERATIONS;
  const part = 1 / ITERATIONS;
  // How far into its tick an iteration begins; the last ends where the next tick begins.
  const begins = iteration => Math.round((step * iteration) / ITERATIONS);
  let tick = host.now();
  let iteration = 0;
  while (host.running()) {
    let made = 0;
    while (isDue(host.now(), tick + begins(iteration)) && made < most) {
      const inner = begins(iteration + 1) - begins(iteration);
      host.watch("iteration", iteration, "count");
      host.updatePart(inner, part);
      made++;
      iteration++;
      if (iteration === ITERATIONS) {
        tick += step;
        iteration = 0;
      }
    }
    host.watch("made", made, "count");
    const next = tick + begins(iteration), inner = begins(iteration + 1) - begins(iteration);
    host.render((host.now() + inner - next) / inner, inner);
  }
}

// Whether the tick of the moment `next` is due: by the counter's readings, which start over after 32 bits of milliseconds.
function isDue(now, next) {
  if (COMPARE === "ticks") return host.counter(now) > host.counter(next);
  const passed = (millis(now) - millis(next)) >>> 0;
  if (COMPARE === "signed") return (passed | 0) > 0;
  return passed > (COMPARE === "difference" ? Math.floor(1000 / (TICKS_PER_S * ITERATIONS)) : 0);
}
function millis(moment) {
  return Math.floor(host.counter(moment) / ms) >>> 0;
}
