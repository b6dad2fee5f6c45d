// @name  Refresh multiples, passthrough
// @about Whole refresh intervals; beyond a threshold all of them in one long step.
const REFRESH_HZ = host.param("refresh_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "The display's rate as the loop assumes it, whatever the display does." });
const MIN_FPS = host.param("min_fps", REFRESH_HZ / 4, { min: 0.25, max: 1000, unit: "Hz", about: "A step is at most as many intervals as fit into a frame of this rate, at least one." });
const THRESHOLD_MS = host.param("threshold_ms", 6000 / REFRESH_HZ, { min: 1, max: 200000, unit: "ms", about: "More gathered time than this is treated specially; six intervals unless set." });
const SUMS = host.param("sums", "exact", { choices: ["exact", "f64"], about: "How time is added up: exactly, in flicks, or in seconds as doubles." });

const unit = SUMS === "f64" ? second : 1;
const interval = SUMS === "f64" ? 1 / REFRESH_HZ : Math.round(second / REFRESH_HZ);
const longest = SUMS === "f64" ? 1 / MIN_FPS : interval * Math.max(1, Math.floor(REFRESH_HZ / MIN_FPS));
const isUsual = THRESHOLD_MS === 6000 / REFRESH_HZ;
const threshold = SUMS === "f64" ? (isUsual ? 6 / REFRESH_HZ : THRESHOLD_MS / 1000) : (isUsual ? 6 * interval : Math.round(THRESHOLD_MS * ms));

function loop(host) {
  last = host.now();
  while (host.running()) {
    let due = takeIntervals();
    if (due > threshold) {
      host.update(due * unit);
    } else {
      while (due >= longest) {
        host.update(longest * unit);
        due -= longest;
      }
      if (due > 0) host.update(due * unit);
    }
    host.render();
  }
}

// What is due in this turn: whole intervals out of the time that was gathered.
let last, gathered = 0;
function takeIntervals() {
  const now = host.now();
  gathered += (now - last) / unit;
  last = now;

  let due = 0;
  while (gathered >= interval) {
    gathered -= interval;
    due += interval;
  }
  host.watch("buffer", gathered * unit);
  host.watch("time this update", due * unit);
  return due;
}
