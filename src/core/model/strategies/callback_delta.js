// @name  Callback, timestamps
// @about Called for each refresh; each step is the difference of two timestamps: smooth, even if called late.

function loop(host) {
  let last = host.now();
  let timestamp = host.nextRefresh();
  while (host.running()) {
    const dt = timestamp - last;
    last = timestamp;

    host.watch("elapsed", dt);
    host.update(dt);
    host.render();
    timestamp = host.nextRefresh();
  }
}
