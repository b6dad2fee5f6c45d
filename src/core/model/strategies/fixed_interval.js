// @name  Fixed interval
// @about Whole steps, as many a frame as its lowest frame rate needs: never a long step, slow motion beyond.
// @draws latest
const MAX_FPS = host.param("max_fps", 120, { min: 1, max: 1000, unit: "Hz", about: "How many steps a second: the update rate." });
const MIN_FPS = host.param("min_fps", 15, { min: 1, max: 1000, unit: "Hz", off: true, about: "Below this frame rate time is dropped; off never drops any." });
const SUMS = host.param("sums", "exact", { choices: ["exact", "f64"], about: "How time is added up: exactly, in flicks, or in seconds as doubles." });
const FIRST_READING = host.param("first_reading", "off", { choices: ["off", "on"], about: "Takes a reading for the last time before the first frame; off begins with 0." });

function loop(host) {
  const unit = SUMS === "f64" ? second : 1;
  const step = Math.round(second / MAX_FPS);
  const interval = SUMS === "f64" ? 1 / MAX_FPS : step;
  const most = MIN_FPS === Infinity ? Infinity : interval * Math.floor(MAX_FPS / MIN_FPS);
  let last = host.now() / unit;
  if (FIRST_READING === "on") last = host.now() / unit;
  let leftOver = 0;
  while (host.running()) {
    const now = host.now() / unit;
    let lag = Math.min(now - last + leftOver, most);
    while (lag > interval) {
      lag -= interval;
      host.watch("lag", lag * unit);
      host.update(step);
    }
    leftOver = lag;
    last = now;

    host.watch("left over", leftOver * unit);
    host.render(leftOver / interval, step);
  }
}
