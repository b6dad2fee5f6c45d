"use strict";
// Built-in functions that call back, written in JavaScript: the interpreter counts what their callbacks do, and can hold them up in
// the middle. `refuse` ends the script with an error; it is gone when the script of the user begins.
(() => {
  const refuse = globalThis.refuse;
  const LONGEST = 1 << 20;
  const bindTo = Function.prototype.call.bind(Function.prototype.bind);
  const iterator = Symbol.iterator;
  const native = { stringify: JSON.stringify, isArray: Array.isArray };

  function define(object, functions) {
    for (const name of Object.getOwnPropertyNames(functions)) {
      Object.defineProperty(object, name, { value: functions[name], writable: true, enumerable: false, configurable: true });
    }
  }

  // A bound function is called without a detour, so that it can be held up.
  define(Function.prototype, {
    call(self, ...args) { return bindTo(this, self)(...args); },
    apply(self, args) { return args == null ? bindTo(this, self)() : bindTo(this, self)(...listed(args)); },
  });
  define(Reflect, { apply(f, self, args) { return bindTo(f, self)(...listed(args)); } });

  function length(list) {
    const n = list.length;
    if (n > LONGEST) refuse("this reads more than a million elements");
    return n > 0 ? Math.trunc(n) : 0;
  }

  function listed(args) {
    if (native.isArray(args)) return args;
    const list = [];
    for (let i = 0, n = length(args); i < n; i++) list[i] = args[i];
    return list;
  }

  function called(f, self) {
    if (typeof f !== "function") throw new TypeError("the callback is not a function");
    return self === undefined ? f : bindTo(f, self);
  }

  const inOrder = (a, b) => { const x = String(a), y = String(b); return x < y ? -1 : x > y ? 1 : 0; };

  // Sorts by merging, which keeps the order of equals.
  function sorted(list, compare) {
    if (compare !== undefined && typeof compare !== "function") throw new TypeError("the comparison is not a function");
    const before = compare === undefined ? inOrder : compare;
    let from = [], to = [], holes = 0;
    for (let i = 0, n = length(list); i < n; i++) {
      if (list[i] === undefined) holes++; else from[from.length] = list[i];
    }
    const n = from.length;
    for (let width = 1; width < n; width *= 2) {
      to = [];
      for (let start = 0; start < n; start += 2 * width) {
        const middle = Math.min(start + width, n), end = Math.min(start + 2 * width, n);
        let a = start, b = middle;
        while (a < middle || b < end) {
          if (b >= end || a < middle && !(before(from[a], from[b]) > 0)) to[to.length] = from[a++]; else to[to.length] = from[b++];
        }
      }
      from = to;
    }
    for (let i = 0; i < holes; i++) from[from.length] = undefined;
    return from;
  }

  function flattened(list, depth, into) {
    for (let i = 0, n = length(list); i < n; i++) {
      if (!(i in list)) continue;
      if (depth > 0 && native.isArray(list[i])) flattened(list[i], depth - 1, into);
      else if (into.length < LONGEST) into[into.length] = list[i];
      else refuse("this makes more than a million elements");
    }
    return into;
  }

  function find(list, f, self, step, found) {
    const call = called(f, self), n = length(list);
    for (let i = step > 0 ? 0 : n - 1; i >= 0 && i < n; i += step) {
      const value = list[i];
      if (call(value, i, list)) return found(value, i);
    }
    return found(undefined, -1);
  }

  function fold(list, f, args, step) {
    const call = called(f), n = length(list);
    let i = step > 0 ? 0 : n - 1, sum = args[0];
    if (args.length === 0) {
      while (i >= 0 && i < n && !(i in list)) i += step;
      if (i < 0 || i >= n) throw new TypeError("an empty list has no first value to begin with");
      sum = list[i];
      i += step;
    }
    for (; i >= 0 && i < n; i += step) if (i in list) sum = call(sum, list[i], i, list);
    return sum;
  }

  const value = (found) => found, place = (found, i) => i;
  const lists = {
    forEach(f, self) { const call = called(f, self); for (let i = 0, n = length(this); i < n; i++) if (i in this) call(this[i], i, this); },
    map(f, self) {
      const call = called(f, self), made = [];
      for (let i = 0, n = length(this); i < n; i++) if (i in this) made[i] = call(this[i], i, this);
      made.length = length(this);
      return made;
    },
    filter(f, self) {
      const call = called(f, self), kept = [];
      for (let i = 0, n = length(this); i < n; i++) {
        if (!(i in this)) continue;
        const value = this[i];
        if (call(value, i, this)) kept[kept.length] = value;
      }
      return kept;
    },
    some(f, self) { const call = called(f, self); for (let i = 0, n = length(this); i < n; i++) if (i in this && call(this[i], i, this)) return true; return false; },
    every(f, self) { const call = called(f, self); for (let i = 0, n = length(this); i < n; i++) if (i in this && !call(this[i], i, this)) return false; return true; },
    find(f, self) { return find(this, f, self, 1, value); },
    findIndex(f, self) { return find(this, f, self, 1, place); },
    findLast(f, self) { return find(this, f, self, -1, value); },
    findLastIndex(f, self) { return find(this, f, self, -1, place); },
    reduce(f, ...first) { return fold(this, f, first, 1); },
    reduceRight(f, ...first) { return fold(this, f, first, -1); },
    flat(depth = 1) { return flattened(this, depth, []); },
    flatMap(f, self) { return flattened(bindTo(lists.map, this)(f, self), 1, []); },
    sort(compare) {
      const list = sorted(this, compare);
      for (let i = 0; i < list.length; i++) this[i] = list[i];
      return this;
    },
    toSorted(compare) { return sorted(this, compare); },
    toString() { return this.join(); },
    toLocaleString() { return this.join(); },
  };
  define(Array.prototype, lists);
  define(Array, {
    from(items, f, self) {
      const call = f === undefined ? (value) => value : called(f, self), made = [];
      if (items[iterator] != null) {
        for (const value of items) made[made.length] = call(value, made.length);
      } else {
        for (let i = 0, n = length(items); i < n; i++) made[i] = call(items[i], i);
      }
      return made;
    },
  });
  const each = { forEach(f, self) { const call = called(f, self); for (const [key, value] of this.entries()) call(value, key, this); } };
  define(Map.prototype, each);
  define(Set.prototype, each);

  // Lists of arguments and elements are read at once, so nobody may give them an end that never comes: only the iterators of the
  // language exist.
  const kinds = [[Array, []], [String, ""], [Map, new Map()], [Set, new Set()]];
  for (const [kind, list] of kinds) {
    Object.freeze(Object.getPrototypeOf(list[iterator]()));
    Object.defineProperty(kind.prototype, iterator, { writable: false, configurable: false });
  }
  Object.freeze(Object.getPrototypeOf(Object.getPrototypeOf([][iterator]())));
  const symbol = Symbol;
  globalThis.Symbol = function Symbol(about) { return symbol(about); };
  define(globalThis.Symbol, {
    for: symbol.for, keyFor: symbol.keyFor, hasInstance: symbol.hasInstance, toPrimitive: symbol.toPrimitive,
    toStringTag: symbol.toStringTag,
  });
  globalThis.Symbol.prototype = symbol.prototype;
  define(symbol.prototype, { constructor: globalThis.Symbol });
  delete Object.getOwnPropertySymbols;
  delete Object.getOwnPropertyDescriptors;
  define(Reflect, { ownKeys(object) { return Object.getOwnPropertyNames(object); } });

  // What is written out in full must not be too much: a list may stand in a list many times.
  define(JSON, {
    stringify(given, replacer, space) {
      let parts = 0;
      const count = (value, depth) => {
        if (++parts > 100000 || depth > 50) refuse("JSON.stringify got too much");
        if (typeof value === "object" && value !== null) for (const key of Object.keys(value)) count(value[key], depth + 1);
      };
      count(given, 0);
      return native.stringify(given, replacer, space);
    },
  });
})();
