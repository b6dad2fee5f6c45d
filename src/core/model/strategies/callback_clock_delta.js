// @name  Callback, own clock
// @about Called for each refresh, but measures by the clock: a late call is in its step, though not on the display.

function loop(host) {
  let last = host.now();
  host.nextRefresh();
  while (host.running()) {
    const now = host.now();
    const dt = now - last;
    last = now;

    host.watch("elapsed", dt);
    host.update(dt);
    host.render();
    host.nextRefresh();
  }
}
