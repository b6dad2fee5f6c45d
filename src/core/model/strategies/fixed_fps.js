// @name  Fixed FPS
// @about Sleeps until the next moment of an absolute schedule; catches up in fast-forward.
const FPS = host.param("fps", 25, { min: 1, max: 1000, unit: "Hz", about: "How many steps and frames the schedule has in a second." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });
const WHOLE_MS = host.param("whole_ms", "off", { choices: ["off", "on", "as-seconds"], about: "Whether the schedule is cut to whole milliseconds, or takes them for seconds." });

function loop(host) {
  const step = Math.round(second / FPS);
  const skip = schedule();
  let next = host.now();
  while (host.running()) {
    host.update(step);
    host.render();

    next += skip;
    const ahead = next - host.now();
    host.watch("ahead of schedule", ahead);
    if (ahead >= 0) {
      host.sleep(ahead);
    }
  }
}

// The time from one tick of the schedule to the next.
function schedule() {
  const whole = Math.floor(1000 / FPS);
  if (WHOLE_MS === "on") return whole * ms;
  if (WHOLE_MS === "as-seconds") return whole * second;
  return Math.round(second / FPS);
}
