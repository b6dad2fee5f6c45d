// @name  Refresh multiples
// @about Steps are whole refresh intervals, as many at once as its lowest frame rate needs.
const REFRESH_HZ = host.param("refresh_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "The display's rate as the loop assumes it, whatever the display does." });
const MIN_FPS = host.param("min_fps", REFRESH_HZ / 4, { min: 0.25, max: 1000, unit: "Hz", about: "A step is at most as many intervals as fit into a frame of this rate, at least one." });
const SUMS = host.param("sums", "exact", { choices: ["exact", "f64"], about: "How time is added up: exactly, in flicks, or in seconds as doubles." });

const unit = SUMS === "f64" ? second : 1;
const interval = SUMS === "f64" ? 1 / REFRESH_HZ : Math.round(second / REFRESH_HZ);
const longest = SUMS === "f64" ? 1 / MIN_FPS : interval * Math.max(1, Math.floor(REFRESH_HZ / MIN_FPS));

function loop(host) {
  last = host.now();
  while (host.running()) {
    let due = takeIntervals();
    while (due >= longest) {
      host.update(longest * unit);
      due -= longest;
    }
    if (due > 0) host.update(due * unit);
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
