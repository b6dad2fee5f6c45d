// @name  Frame-based
// @about One step a frame, no clock: the speed follows the frame rate.
const NOMINAL_HZ = host.param("nominal_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "The frame rate that the author had: each frame moves the world by its period." });

function loop(host) {
  const step = Math.round(second / NOMINAL_HZ);
  while (host.running()) {
    host.update(step);
    host.render();
  }
}
