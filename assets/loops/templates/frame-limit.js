// @name  My limited frames
// @about One step of one length for each frame, and a wait for a schedule of frames.
const FPS = host.param("fps", 60, { min: 1, max: 1000, unit: "Hz", about: "How many frames a second." });

function loop(host) {
  const frame = Math.round(second / FPS);
  let next = host.now() + frame;
  while (host.running()) {
    host.update(frame);
    host.render();
    host.watch("time left", next - host.now());
    host.sleep(Math.max(0, next - host.now()));
    next += frame;
  }
}
