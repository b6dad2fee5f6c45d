// @name  My loop
// @about The shortest loop: each step is as long as the last frame took.
function loop(host) {
  let last = host.now();
  while (host.running()) {
    const now = host.now();
    host.update(now - last);
    last = now;
    host.render();
  }
}
