"use strict";
// A browser's clocks and callbacks on the virtual computer, for a text that has no function `loop`.
(() => {
  const host = globalThis.host, ms = globalThis.ms, settle = globalThis.settle;
  delete globalThis.settle;
  // A timer that is set by the fifth timer in a row, each set by the one before, waits this long at least, as in browsers.
  const NESTED = 5, LEAST_MS = 4;
  // A page that makes so many steps in a row below this length passes seconds to update().
  const TINY_MS = 0.05, MOST_TINY = 20;
  let frames = [], timers = [], ids = 0, level = 0, tiny = 0;

  function wait(delay, level) { return Math.max(level >= NESTED ? LEAST_MS : 0, Number(delay) || 0); }

  function ask(f, delay, repeats, args) {
    if (typeof f !== "function") throw new TypeError("the callback is not a function");
    const timer = { id: ++ids, at: 0, delay: repeats ? Math.max(1, wait(delay, 0)) : delay, repeats, level: level + 1, f, args };
    timer.at = host.now() + wait(timer.delay, timer.level) * ms;
    timers.push(timer);
    return timer.id;
  }

  function forget(id) { timers = timers.filter((timer) => timer.id !== id); }

  function next() {
    let first;
    for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer;
    return first;
  }

  function callTimer(timer) {
    level = timer.level;
    if (timer.repeats) {
      timer.level++;
      timer.at += wait(timer.delay, timer.level) * ms;
    } else {
      forget(timer.id);
    }
    timer.f(...timer.args);
    settle();
    level = 0;
  }

  function callFrames(timestamp) {
    const due = frames;
    frames = [];
    for (const frame of due) {
      if (frame.gone) continue;
      frame.f(timestamp / ms);
      settle();
    }
  }

  const page = {
    performance: { now: () => host.now() / ms, timeOrigin: 0, mark() {}, measure() {} },
    requestAnimationFrame(f) {
      if (typeof f !== "function") throw new TypeError("the callback is not a function");
      frames.push({ id: ++ids, f, gone: false });
      return ids;
    },
    cancelAnimationFrame(id) {
      for (const frame of frames) if (frame.id === id) frame.gone = true;
      frames = frames.filter((frame) => !frame.gone);
    },
    setTimeout(f, delay, ...args) { return ask(f, delay, false, args); },
    setInterval(f, delay, ...args) { return ask(f, delay, true, args); },
    clearTimeout: forget,
    clearInterval: forget,
    console: { log() {}, info() {}, debug() {}, warn() {}, error() {} },
    update(length) {
      if (length !== 0) tiny = length > 0 && length < TINY_MS ? tiny + 1 : 0;
      if (tiny === MOST_TINY) {
        const given = Number(Number(length).toPrecision(4));
        throw new RangeError(`update got ${given}, and a page counts in milliseconds: write ${given} * 1000`);
      }
      host.update(length * ms);
    },
    draw(alpha, stepMs) {
      if (alpha === undefined) return host.render();
      if (stepMs === undefined) {
        throw new TypeError("draw(alpha, stepMs) needs the length of a step as well, as in draw(accumulator / stepMs, stepMs)");
      }
      host.render(alpha, stepMs * ms);
    },
    window: globalThis,
    self: globalThis,
  };
  for (const name of Object.keys(page)) {
    Object.defineProperty(globalThis, name, { value: page[name], writable: true, enumerable: false, configurable: true });
  }

  // Runs the page: calls what is due, and waits for what is due next.
  Object.defineProperty(globalThis, "runPage", {
    configurable: true,
    value() {
      delete globalThis.runPage;
      settle();
      while (frames.length > 0 || timers.length > 0) {
        const timer = next();
        if (timer !== undefined && timer.at <= host.now()) {
          if (!host.running()) return;
          callTimer(timer);
        } else if (frames.length > 0) {
          const timestamp = timer === undefined ? host.nextRefresh() : host.nextRefresh(timer.at);
          if (timestamp === undefined) {
            host.sleep(timer.at - host.now());
          } else {
            if (!host.running()) return;
            callFrames(timestamp);
          }
        } else {
          if (!host.running()) return;
          host.sleep(timer.at - host.now());
        }
      }
    },
  });
})();
