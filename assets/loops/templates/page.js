// @name  My browser game
// @about A page without a function loop: requestAnimationFrame calls it, as a browser does.
let last = performance.now();

function frame(timestamp) {
  update(timestamp - last);
  last = timestamp;
  draw();
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
