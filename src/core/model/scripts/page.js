"use strict";
// A browser's clocks and callbacks on the virtual computer, for a text that has no function `loop` that takes a host.
(() => {
  const { now, running, sleep, nextRefresh, update, render, sim, flips, answer } = globalThis.host, ms = globalThis.ms, settle = globalThis.settle;
  const { add, first, drop } = globalThis.timers;
  // The clock of a page begins when its text does, and not with the computer's clock.
  const { refuse, missingEvent, askForRefresh, spaceKeys, began } = globalThis, inputEvents = globalThis.inputEvents.split(" ");
  const { max } = Math, { values } = Object;
  for (const name of ["settle", "timers", "missingEvent", "askForRefresh", "spaceKeys", "inputEvents", "began"]) delete globalThis[name];
  // A timer that is set by the fifth timer in a row, each set by the one before, waits this long at least, as in browsers.
  const NESTED = 5, LEAST_MS = 4;
  // A page that makes so many steps in a row below this length, or below this part of the time that has passed, passes seconds to
  // update().
  const TINY_MS = 0.05, TINY_PART = 1 / 500, MOST_TINY = 20;
  // The numbers of timers stand in a heap; a number that is not known any more is that of a timer that was cleared.
  let frames = [], known = Object.create(null), ids = 0, level = 0, tiny = 0, updated = began;
  // If so many callbacks have made no step, or no frame, a function of the page that hides the call is the reason.
  const MOST_HIDDEN = 20;
  let callbacks = 0;

  function noteCallback(visible) {
    if (++callbacks !== MOST_HIDDEN) return;
    const own = visible();
    const refuseHiding = (name, call) => {
      throw new TypeError(`the page's own ${name} hides the call ${call}: leave it out, or rename it and call ${call} in it`);
    };
    if (sim() === 0 && own[0] !== page.update) refuseHiding("update", "update(ms)");
    if (flips() > 0) return;
    if (own[1] !== page.draw) refuseHiding("draw", "draw()");
    if (ownRender === undefined && isPicture(own[2])) throw new TypeError("the page's own render draws nothing: call draw() in it");
  }

  // Whether nothing but a function render of the page can draw, and this function. Each call of it ends with a frame.
  let drawsInRender = false, ownRender;

  function isPicture(f) { return drawsInRender && typeof f === "function" && f !== page.render; }

  function takeRender() {
    if (!isPicture(globalThis.render)) return;
    ownRender = globalThis.render;
    globalThis.render = function render(...args) {
      const returned = ownRender.apply(this, args);
      page.draw();
      return returned;
    };
  }

  // Returns the function that is called for a callback of the page.
  function called(f) { return ownRender !== undefined && f === ownRender ? globalThis.render : f; }

  // Browsers take a delay as a whole number of 32 bits: 1000 / 60 is 16.
  function wait(delay, level) { return max(level >= NESTED ? LEAST_MS : 0, delay | 0); }

  function checkCallback(f, name) {
    if (typeof f === "function") return;
    throw new TypeError(f === undefined ? `${name} needs the function that it calls: ${name}(frame)` : "the callback is not a function");
  }

  function ask(f, delay, repeats, args, name) {
    checkCallback(f, name);
    const timer = { id: ++ids, at: 0, delay: repeats ? max(1, wait(delay, 0)) : delay, repeats, level: level + 1, f, args };
    timer.at = now() + wait(timer.delay, timer.level) * ms;
    known[timer.id] = timer;
    add(timer.at, timer.id);
    return timer.id;
  }

  function forget(id) { delete known[id]; }

  // Returns the timer that is due first.
  function next() {
    for (let id = first(); id !== undefined; id = first()) {
      const timer = known[id];
      if (timer !== undefined) return timer;
      drop();
    }
  }

  function callTimer(timer) {
    const { args } = timer, f = called(timer.f);
    drop();
    level = timer.level;
    if (timer.repeats) {
      timer.level++;
      timer.at += wait(timer.delay, timer.level) * ms;
      add(timer.at, timer.id);
    } else {
      forget(timer.id);
    }
    if (args.length > 0) f(...args); else f();
    settle();
    level = 0;
  }

  function callFrames(timestamp) {
    const due = frames;
    frames = [];
    for (let i = 0; i < due.length; i++) {
      const { f, gone } = due[i];
      if (gone) continue;
      called(f)((timestamp - began) / ms);
      settle();
    }
  }

  // The space bar presses the button of the world. Its events come before the callback that they could have interrupted.
  const hearers = { keydown: [], keyup: [] }, properties = { keydown: null, keyup: null };

  function hearKeys() {
    const { keydown, keyup } = hearers;
    if (keydown.length + keyup.length === 0 && !properties.keydown && !properties.keyup) return;
    for (const key of spaceKeys()) {
      const type = key === "d" ? "keydown" : "keyup";
      const event = { type, code: "Space", key: " ", keyCode: 32, which: 32, repeat: false, preventDefault() {}, stopPropagation() {} };
      for (const f of hearers[type]) f(event);
      if (properties[type]) properties[type](event);
      settle();
    }
  }

  // The events that every page waits for are there as soon as its text has run; no other ever comes.
  function arrive(kind, f) {
    listen(kind);
    if (typeof f === "function" && hearers[kind] !== undefined) hearers[kind].push(f);
    if (kind === "load" || kind === "DOMContentLoaded") ask(f, 0, false, [{ type: kind }], "addEventListener");
  }

  // Refuses a page that waits for a person's keys, mouse or fingers.
  function listen(kind) {
    const why = missingEvent(kind);
    if (why !== undefined) refuse(why);
  }

  // The engine does not know the place of an assignment, so this sentence begins with the name by which the place is found.
  function refuseListener(kind) { refuse(`the page's own on${kind} is never called: ${missingEvent(kind)}`); }

  function listenByProperty(kind, f) {
    if (missingEvent(kind) !== undefined) refuseListener(kind);
    properties[kind] = f;
  }

  for (const kind of inputEvents) {
    Object.defineProperty(globalThis, "on" + kind, {
      get() { return properties[kind] ?? null; },
      set(f) { if (typeof f === "function") listenByProperty(kind, f); },
      enumerable: false, configurable: true,
    });
  }

  // A function that is declared as window.onkeydown replaces the property.
  function checkListeners() {
    for (const kind of inputEvents) {
      const f = globalThis["on" + kind];
      if (typeof f === "function") listenByProperty(kind, f);
    }
  }

  const page = {
    performance: { now: () => (now() - began) / ms, timeOrigin: began / ms, mark() {}, measure() {} },
    requestAnimationFrame(f) {
      checkCallback(f, "requestAnimationFrame");
      askForRefresh();
      frames.push({ id: ++ids, f, gone: false });
      return ids;
    },
    cancelAnimationFrame(id) {
      for (const frame of frames) if (frame.id === id) frame.gone = true;
      frames = frames.filter((frame) => !frame.gone);
    },
    setTimeout(f, delay, ...args) { return ask(f, delay, false, args, "setTimeout"); },
    setInterval(f, delay, ...args) { return ask(f, delay, true, args, "setInterval"); },
    clearTimeout: forget,
    clearInterval: forget,
    setImmediate(f, ...args) { return ask(f, 0, false, args, "setImmediate"); },
    clearImmediate: forget,
    addEventListener: arrive,
    removeEventListener() {},
    update(length) {
      const clock = now();
      if (length !== 0) tiny = length > 0 && (length < TINY_MS || length * ms < (clock - updated) * TINY_PART) ? tiny + 1 : 0;
      updated = clock;
      if (tiny === MOST_TINY) {
        const given = Number(Number(length).toPrecision(4));
        throw new RangeError(`update got ${given}, and a page counts in milliseconds: write ${given} * 1000`);
      }
      update(length === undefined ? undefined : length * ms);
    },
    answer() { answer(); },
    draw(alpha, stepMs) {
      if (alpha === undefined) return render();
      if (stepMs === undefined) {
        throw new TypeError("draw(alpha, stepMs) needs the length of a step as well, as in draw(accumulator / stepMs, stepMs)");
      }
      render(alpha, stepMs * ms);
    },
    // Other programs hand their renderer or their game to render; only a number is an alpha.
    render(alpha, stepMs) { return typeof alpha === "number" ? page.draw(alpha, stepMs) : page.draw(); },
    window: globalThis,
    self: globalThis,
  };
  for (const name of Object.keys(page)) {
    Object.defineProperty(globalThis, name, { value: page[name], writable: true, enumerable: false, configurable: true });
  }

  // Leaves a text that has a function `loop` without the page's function render, which would hide that host.render is meant.
  Object.defineProperty(globalThis, "leavePage", {
    configurable: true,
    value() {
      delete globalThis.leavePage;
      delete globalThis.askedByPage;
      if (globalThis.render === page.render) delete globalThis.render;
    },
  });

  // Returns undefined if the text has asked for no call; the delay of an interval that is all that it has asked for, in ms; and null
  // if it has asked for anything else.
  Object.defineProperty(globalThis, "askedByPage", {
    configurable: true,
    value() {
      const timers = values(known), others = frames.length + Number(typeof globalThis.onload === "function");
      if (timers.length + others === 0) return undefined;
      return others === 0 && timers.length === 1 && timers[0].repeats ? timers[0].delay : null;
    },
  });

  // Runs the page: calls what is due, and waits for what is due next. A frame that is due goes before timers; after it one timer goes
  // before the next frame, so that neither keeps the other waiting for ever.
  Object.defineProperty(globalThis, "runPage", {
    configurable: true,
    value(visible, isDrawnByRender) {
      delete globalThis.runPage;
      drawsInRender = isDrawnByRender;
      takeRender();
      checkListeners();
      delete globalThis.askedByPage;
      if (typeof globalThis.onload === "function") arrive("load", globalThis.onload);
      settle();
      let isTimersTurn = false;
      for (let timer = next(); frames.length > 0 || timer !== undefined; timer = next()) {
        const clock = timer === undefined ? 0 : now(), isDue = timer !== undefined && timer.at <= clock;
        if (frames.length > 0 && !(isDue && isTimersTurn)) {
          const timestamp = timer === undefined ? nextRefresh() : nextRefresh(isDue ? clock + 1 : timer.at);
          if (timestamp !== undefined) {
            isTimersTurn = true;
            if (!running()) return;
            hearKeys();
            callFrames(timestamp);
            noteCallback(visible);
            continue;
          }
        }
        isTimersTurn = false;
        if ((isDue || frames.length === 0) && !running()) return;
        if (!isDue) {
          sleep(timer.at - clock);
          continue;
        }
        hearKeys();
        callTimer(timer);
        noteCallback(visible);
      }
    },
  });
})();
