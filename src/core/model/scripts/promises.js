"use strict";
// Promises whose callbacks are plain calls: the interpreter counts what they do, and can hold them up in the middle. The engine's own
// jobs go on with async functions alone. `settle`, `runJobs` and `throwRejection` are gone when the script of the user begins.
(() => {
  const runJobs = globalThis.runJobs, throwRejection = globalThis.throwRejection;
  const native = Promise, bindTo = Function.prototype.call.bind(Function.prototype.bind), nativeThen = native.prototype.then;
  let due = [];

  function define(object, functions) {
    for (const name of Object.keys(functions)) {
      Object.defineProperty(object, name, { value: functions[name], writable: true, enumerable: false, configurable: true });
    }
  }

  define(native.prototype, {
    then(onFulfilled, onRejected) {
      const { promise, resolve, reject } = native.withResolvers();
      function call(f, value) {
        let made;
        try { made = f(value); } catch (error) { reject(error); return; }
        resolve(made);
      }
      function later(f, otherwise) {
        return typeof f === "function" ? (value) => { due.push(() => call(f, value)); } : otherwise;
      }
      bindTo(nativeThen, this)(later(onFulfilled, resolve), later(onRejected, reject));
      return promise;
    },
    catch(onRejected) { return this.then(undefined, onRejected); },
    finally(f) {
      if (typeof f !== "function") return this.then();
      return this.then(
        (value) => native.resolve(f()).then(() => value),
        (error) => native.resolve(f()).then(() => { throw error; }),
      );
    },
  });

  globalThis.Promise = function Promise(executor) {
    if (new.target === undefined) throw new TypeError("a promise is made with new");
    if (typeof executor !== "function") throw new TypeError("the executor is not a function");
    const { promise, resolve, reject } = native.withResolvers();
    try { executor(resolve, reject); } catch (error) { reject(error); }
    return promise;
  };
  globalThis.Promise.prototype = native.prototype;
  for (const name of ["all", "allSettled", "any", "race", "reject", "resolve", "withResolvers"]) {
    define(globalThis.Promise, { [name]: bindTo(native[name], native) });
  }

  define(globalThis, {
    queueMicrotask(f) {
      if (typeof f !== "function") throw new TypeError("the callback is not a function");
      due.push(() => f());
    },
    // Calls everything that settled promises have to call, and what follows from that.
    settle() {
      runJobs();
      while (due.length > 0) {
        const calls = due;
        due = [];
        for (let i = 0; i < calls.length; i++) calls[i]();
        runJobs();
      }
      throwRejection();
    },
  });
  delete globalThis.runJobs;
  delete globalThis.throwRejection;
})();
