// @name  Capped at the mean
// @about Frame skip, predicted, no frame faster than the mean of the last seconds: a slow spell is kept for good.
// @draws extrapolated
const TICKS_PER_S = host.param("ticks_per_s", 25, { min: 1, max: 1000, unit: "Hz", about: "How many ticks a second the world makes." });
const MAX_FRAMESKIP = host.param("max_frameskip", 5, { min: 1, max: 1000, whole: true, off: true, about: "The most ticks between two frames; off is no limit." });
const WINDOW_S = host.param("window_s", 10, { min: 0.1, max: 60, unit: "s", about: "Over how long the mean is taken; before that has passed nothing is held back." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });
const WHOLE_MS = host.param("whole_ms", "off", { choices: ["off", "on", "as-seconds"], about: "Whether the schedule is cut to whole milliseconds, or takes them for seconds." });
const COMPARE = host.param("compare", "ticks", { choices: ["ticks", "difference", "any-difference", "signed"], about: "What is compared when a tick may be due." });

function loop(host) {
  const step = Math.round(second / TICKS_PER_S);
  const skip = schedule();
  const window = Math.round(WINDOW_S * second);
  const frames = [];
  let hasPassed = false;
  let next = host.now();
  while (host.running()) {
    const began = host.now();
    frames.push(began);
    while (began - frames[0] > window) {
      frames.shift();
      hasPassed = true;
    }
    let loops = 0;
    while (isDue(host.now(), next) && loops < MAX_FRAMESKIP) {
      host.watch("debt", host.now() - next);
      host.update(step);
      next += skip;
      loops++;
    }
    host.watch("updates", loops, "count");
    const interpolation = (host.now() + skip - next) / skip;
    host.render(interpolation, step);

    const intervals = frames.length - 1;
    if (hasPassed && intervals > 0) {
      const mean = Math.round((began - frames[0]) / intervals);
      host.watch("mean frame", mean);
      host.sleep(mean - (host.now() - began));
    }
  }
}

// The time from one tick of the schedule to the next.
function schedule() {
  const whole = Math.floor(1000 / TICKS_PER_S);
  if (WHOLE_MS === "on") return whole * ms;
  if (WHOLE_MS === "as-seconds") return whole * second;
  return Math.round(second / TICKS_PER_S);
}

// Whether the tick of the moment `next` is due: by the counter's readings, which start over after 32 bits of milliseconds.
function isDue(now, next) {
  if (COMPARE === "ticks") return host.counter(now) > host.counter(next);
  const passed = (millis(now) - millis(next)) >>> 0;
  if (COMPARE === "signed") return (passed | 0) > 0;
  return passed > (COMPARE === "difference" ? Math.floor(1000 / TICKS_PER_S) : 0);
}
function millis(moment) {
  return Math.floor(host.counter(moment) / ms) >>> 0;
}
