// @name  Rates of their own
// @about Physics steps, thoughts and frames, each at a rate of their own and on their own schedule.
// @draws latest
const PHYSICS_HZ = host.param("physics_hz", 100, { min: 1, max: 1000, unit: "Hz", about: "How many steps a second the world makes." });
const AI_HZ = host.param("ai_hz", 10, { min: 1, max: 1000, unit: "Hz", about: "How often a second the world thinks." });
const MAX_FPS = host.param("max_fps", 60, { min: 1, max: 1000, unit: "Hz", about: "A turn waits until at least one period of this rate has passed." });
const AI_SHARE = host.param("ai_share", 0.5, { min: 0, max: 1, about: "The part of the update load that is thinking; the rest is physics." });
const INPUT_HZ = host.param("input_hz", Infinity, { min: 1, max: 1000, unit: "Hz", off: true, about: "How often a second inputs are read, at most once a frame; off, every step and thought reads them." });
const CAP = host.param("cap", "off", { choices: ["off", "display"], about: "Whether physics may run more often than frames." });
const CLAMP_MS = host.param("clamp_ms", 100, { min: 1, max: 10000, unit: "ms", off: true, about: "No frame counts for more than this; off lets every frame count in full." });
host.param("spin_ms", 0, { min: 0, max: 100, unit: "ms", about: "The last part of each wait, in which the loop is busy instead of asleep." });
const SUMS = host.param("sums", "exact", { choices: ["exact", "f64"], about: "How time is added up: exactly, in flicks, or in seconds as doubles." });

function loop(host) {
  const unit = SUMS === "f64" ? second : 1;
  const period = rate => (SUMS === "f64" ? 1 / rate : Math.round(second / rate));
  const timestep = period(PHYSICS_HZ), thought = period(AI_HZ), shortest = period(MAX_FPS), reading = period(INPUT_HZ);
  const clamp = SUMS === "f64" ? CLAMP_MS / 1000 : Math.round(CLAMP_MS * ms);
  let last;
  let physics = 0, ai = thought, input = reading;
  let step = Math.round(second / PHYSICS_HZ), length = timestep;
  while (host.running()) {
    let now = host.now() / unit;
    if (last !== undefined && now - last < shortest) {
      host.sleep((shortest - (now - last)) * unit);
      now = host.now() / unit;
    }
    const elapsed = Math.min(now - (last ?? now), clamp);
    last = now;

    if (INPUT_HZ < Infinity) {
      input += elapsed;
      while (input >= reading) {
        input -= reading;
        host.readInputs();
      }
    }
    ai += elapsed;
    while (ai >= thought) {
      ai -= thought;
      host.watch("thinking", ai * unit);
      host.think(AI_SHARE);
    }
    physics += elapsed;
    while (physics >= timestep) {
      host.watch("accumulator", physics * unit);
      if (CAP === "display") {
        length = physics;
        step = physics * unit;
      }
      host.updatePart(step, 1 - AI_SHARE);
      physics -= length;
    }
    host.watch("thinking", ai * unit);
    host.watch("accumulator", physics * unit);
    host.render(physics / length, step);
  }
}
