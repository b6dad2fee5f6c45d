// @name  Frame skip, predicted
// @about Ticks on an absolute schedule, drawn a whole tick ahead of the clock by prediction.
// @draws extrapolated
const TICKS_PER_S = host.param("ticks_per_s", 25, { min: 1, max: 1000, unit: "Hz", about: "How many ticks a second the world makes." });
const MAX_FRAMESKIP = host.param("max_frameskip", 5, { min: 1, max: 1000, whole: true, off: true, about: "The most ticks between two frames; off is no limit." });
const MAX_FPS = host.param("max_fps", Infinity, { min: 1, max: 1000, unit: "Hz", off: true, about: "A turn that took less than one period of this rate sleeps for the rest; off, as published, it never sleeps." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });
const WHOLE_MS = host.param("whole_ms", "off", { choices: ["off", "on", "as-seconds"], about: "Whether the schedule is cut to whole milliseconds, or takes them for seconds." });
const COMPARE = host.param("compare", "ticks", { choices: ["ticks", "difference", "any-difference", "signed"], about: "What is compared when a tick may be due." });

function loop(host) {
  const step = Math.round(second / TICKS_PER_S);
  const skip = schedule();
  let next = host.now();
  while (host.running()) {
    const began = host.now();
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

    if (MAX_FPS < Infinity) {
      host.sleep(Math.round(second / MAX_FPS) - (host.now() - began));
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
