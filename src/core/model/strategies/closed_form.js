// @name  Closed form
// @about Position from absolute time: never off, but nothing may collide or be steered unforeseen.

function loop(host) {
  // This is zero unless another loop has run this world before.
  const from = host.sim();
  const start = host.now();
  while (host.running()) {
    const elapsed = host.now() - start;
    host.watch("elapsed", elapsed);
    if (host.hasClosedForm()) {
      host.jumpTo(from + elapsed);
    }
    host.render();
  }
}
