// @name  Variable delta
// @about Each step is as long as the last frame took: right speed, steps of any length.

function loop(host) {
  let last = host.now();
  while (host.running()) {
    const now = host.now();
    const dt = now - last;
    last = now;

    host.watch("elapsed", dt);
    host.update(dt);
    host.render();
  }
}
