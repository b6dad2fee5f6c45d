// @name  Godot, jitter fix
// @about Frame times smoothed to whole refreshes; as many steps a frame as before while the clock allows it.
// @draws latest
const STEP_HZ = host.param("step_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "How many physics steps a second." });
const MAX_STEPS = host.param("max_steps", 8, { min: 1, max: 1000, whole: true, off: true, about: "The most steps in a frame; the others are dropped." });
const JITTER_FIX = host.param("jitter_fix", 0.5, { min: 0, max: 2, about: "The part of a step by which game time may leave the clock, to keep steps regular." });
const SMOOTHING = host.param("smoothing", "on", { choices: ["on", "off"], about: "Whether frame times are made whole refreshes while frames come near the display's rate, as the engine does with vsync." });

// The steps that the last 1 to 12 frames made in all, and the least that is typical of so many.
const made = Array.from({ length: 12 }, (_, frame) => frame);
const typical = made.slice();

// The display's rate in hertz, as far as it is known, and the readings below it by more than one, by one, equal, above by one and by more.
const display = { hz: 0, isKnown: false, isFinal: false, frames: 0, sum: 0, hits: [0, 0, 0, 0, 0] };

function loop(host) {
  const step = Math.round(second / STEP_HZ);
  const slack = Math.round(step * JITTER_FIX);
  const smoother = { isOff: false, frames: 0, measured: 0, leftOver: 0 };
  let accumulator = 0;
  let owed = 0;
  let last = host.now();
  while (host.running()) {
    const now = host.now();
    const elapsed = now - last;
    last = now;
    const delta = SMOOTHING === "on" ? smooth(smoother, elapsed) : elapsed;

    const frame = delta + owed;
    accumulator += frame;
    let steps = countSteps(accumulator, step, slack);
    accumulator -= step * steps;

    // The game's time follows the steps, as far as clock and accumulator allow it.
    const taken = frame - accumulator;
    let game = frame;
    const mean = meanSteps();
    if (mean) game = held(game, Math.round(step * mean[0]), Math.round(step * mean[1]));
    game = held(game, frame - slack, frame + slack);
    game = held(game, taken, taken + step);
    game = Math.max(game, Math.trunc(delta / 8), 706);
    owed = frame - game;
    accumulator = game - taken;
    if (accumulator > step) {
      const more = Math.floor(accumulator / step);
      steps += more;
      accumulator -= step * more;
    }
    host.watch("owed", owed);
    host.watch("accumulator", accumulator);

    for (let count = 0; count < Math.min(steps, MAX_STEPS); count++) {
      host.update(step);
    }
    host.render(accumulator / step, step);
  }
}

function held(span, least, most) {
  return span < least ? least : Math.min(span, most);
}

function smooth(smoother, elapsed) {
  if (elapsed > second) return elapsed;
  smoother.measured += elapsed;
  smoother.frames += 1;
  if (smoother.frames === 64) {
    if (display.isKnown && smoother.measured > 0) {
      const ratio = (Math.round(second / display.hz) * 64) / smoother.measured;
      smoother.isOff = ratio <= 0.95 || ratio >= 1.05;
    }
    smoother.frames = smoother.measured = 0;
  }
  if (smoother.isOff || elapsed < ms) return elapsed;
  read(elapsed);
  if (!display.isKnown) return elapsed;
  const refresh = Math.round(second / display.hz);
  smoother.leftOver += elapsed;
  const refreshes = refresh * Math.max(Math.floor(smoother.leftOver / refresh), 1);
  smoother.leftOver -= refreshes;
  return refreshes;
}

// Adds a frame to the estimate of the display's rate; a reading is the mean of 60, and it is used once three readings agree.
function read(elapsed) {
  if (display.isFinal) return;
  display.sum += elapsed;
  display.frames += 1;
  if (display.frames < 60) return;
  const reading = Math.round((second * 60) / display.sum);
  display.frames = display.sum = 0;
  if (display.hz === 0) {
    if (reading < 50) return;
    display.hz = reading;
  }
  const offBy = reading - display.hz;
  const kind = held(offBy, -2, 2) + 2;
  display.hits[kind] += 1;
  const hits = display.hits[kind], equal = display.hits[2];
  let change = 0;
  if (offBy === 0) {
    display.isFinal = display.isKnown && equal === 20;
    display.isKnown ||= equal > 2;
  } else if (offBy > 0) {
    if (hits > equal && hits > 1) change = Math.max(Math.trunc(offBy / 2), 1);
  } else if (offBy === -1) {
    if (hits > equal && hits > 2) change = -1;
  } else if (Math.trunc(hits / 8) > equal && hits > 2 && !(display.isKnown && equal > 10)) {
    change = -1;
  }
  if (change !== 0) {
    display.hz += change;
    display.isKnown = false;
    display.hits = [0, 0, 0, 0, 0];
  }
}

function countSteps(accumulator, step, slack) {
  let least = typical[0], most = typical[0] + 1;
  let breaks = false;
  for (let frame = 1; frame < 12 && !breaks; frame++) {
    const left = typical[frame] - made[frame - 1];
    breaks = left > most || left + 1 < least;
    if (!breaks) {
      least = Math.max(least, left);
      most = Math.min(most, left + 1);
    }
  }
  let steps = Math.floor(accumulator / step);
  if (steps < least) {
    const possible = Math.floor((accumulator + slack) / step);
    breaks ||= possible < least;
    steps = Math.min(possible, least);
  } else if (steps > most) {
    const possible = Math.floor((accumulator - slack) / step);
    breaks ||= possible > most;
    steps = Math.max(possible, most);
  }
  steps = Math.max(steps, 0);
  for (let frame = 11; frame > 0; frame--) made[frame] = made[frame - 1] + steps;
  made[0] = steps;
  if (breaks) {
    for (let frame = 0; frame < 12; frame++) {
      typical[frame] = Math.min(Math.max(typical[frame], made[frame] - 1), made[frame]);
    }
  }
  return steps;
}

// The least and the greatest mean of steps a frame that the habit allows, if it is four frames old.
function meanSteps() {
  let least = typical[0], most = typical[0] + 1;
  for (let frame = 1; frame < 12; frame++) {
    const low = typical[frame] / (frame + 1), high = (typical[frame] + 1) / (frame + 1);
    if (low > most) return frame > 3 ? [least, most] : undefined;
    least = Math.max(least, low);
    if (high < least) return frame > 3 ? [least, most] : undefined;
    most = Math.min(most, high);
  }
  return [least, most];
}
