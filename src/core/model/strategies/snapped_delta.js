// @name  Snapped delta
// @about The variable step, snapped to 1 to 8 refreshes within 0.2 ms, and the mean of four frames.
const MOST_REFRESHES = 8;
const NEAR = Math.round(0.2 * ms);

function loop(host) {
  const history = Array(4).fill(host.refreshInterval());
  let residue = 0;
  let last = host.now();
  while (host.running()) {
    const now = host.now();
    const elapsed = now - last;
    last = now;

    history.shift();
    history.push(snapped(elapsed, host.refreshInterval()));
    const sum = history[0] + history[1] + history[2] + history[3];
    residue += sum % 4;
    const mean = Math.floor(sum / 4) + Math.floor(residue / 4);
    residue %= 4;
    host.watch("elapsed", elapsed);
    host.watch("snapped", history[3]);
    host.update(mean);
    host.render();
  }
}

// The nearest multiple of `refresh` if `elapsed` is near one; one refresh after a stall.
function snapped(elapsed, refresh) {
  if (elapsed > refresh * MOST_REFRESHES) {
    return refresh;
  }
  for (let count = 1; count <= MOST_REFRESHES; count++) {
    const multiple = refresh * count;
    if (elapsed - NEAR < multiple && multiple < elapsed + NEAR) return multiple;
  }
  return Math.max(elapsed, 0);
}
