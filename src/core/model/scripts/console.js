"use strict";
// The console of a script: `note` shows a line beside the code and in traces; it is gone when the script of the user begins.
(() => {
  const note = globalThis.note, { now } = globalThis.host, ms = globalThis.ms, { stringify } = JSON;
  delete globalThis.note;
  const LONGEST = 200;
  let indent = "", counts = Object.create(null), began = Object.create(null);

  function shown(value) {
    if (typeof value === "string") return value.slice(0, LONGEST);
    if (typeof value === "function") return `function ${value.name}`;
    if (typeof value === "symbol") return "a symbol";
    if (typeof value !== "object" || value === null) return `${value}`;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    const text = stringify(value);
    return text === undefined ? "an object" : text.slice(0, LONGEST);
  }

  function log(...values) {
    let line = indent;
    for (let i = 0; i < values.length && line.length < LONGEST; i++) line += (i > 0 ? " " : "") + shown(values[i]);
    note(line.slice(0, LONGEST));
  }

  function group(...values) {
    if (values.length > 0) log(...values);
    if (indent.length < 40) indent += "  ";
  }

  function passed(label, values) {
    if (began[label] === undefined) log(`${label}: no console.time`);
    else log(`${label}: ${((now() - began[label]) / ms).toFixed(3)} ms`, ...values);
  }

  const console = {
    log, info: log, debug: log, warn: log, error: log, dir: log, trace: log, group, groupCollapsed: group,
    groupEnd() { indent = indent.slice(2); },
    table(rows) {
      if (typeof rows !== "object" || rows === null) return log(rows);
      for (const name of Object.keys(rows)) log(name, rows[name]);
    },
    assert(holds, ...values) { if (!holds) log("Assertion failed:", ...values); },
    count(label = "default") { log(`${label}: ${counts[label] = (counts[label] || 0) + 1}`); },
    countReset(label = "default") { delete counts[label]; },
    time(label = "default") { began[label] = now(); },
    timeLog(label = "default", ...values) { passed(label, values); },
    timeEnd(label = "default") { passed(label, []); delete began[label]; },
    clear() {},
  };
  Object.defineProperty(globalThis, "console", { value: console, writable: true, enumerable: false, configurable: true });
})();
