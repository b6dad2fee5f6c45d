"use strict";
// Built-in functions that call back, written in JavaScript: the interpreter counts what their callbacks do, and can hold them up in
// the middle. `refuse` ends the script with an error; it is gone when the script of the user begins.
(() => {
  const refuse = globalThis.refuse;
  const LONGEST = 1 << 20;
  const bindTo = Function.prototype.call.bind(Function.prototype.bind);
  const iterator = Symbol.iterator;
  const native = { parse: JSON.parse, stringify: JSON.stringify, isArray: Array.isArray };

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

  // Lists of numbers sort by value, and make lists of their own kind.
  const byValue = (a, b) => a < b ? -1 : a > b ? 1 : Number(a !== a) - Number(b !== b);
  const numbers = Object.getPrototypeOf(Int8Array.prototype), { slice } = numbers;
  const { forEach, some, every, find: findOne, findIndex, findLast, findLastIndex, reduce, reduceRight } = lists;
  define(numbers, {
    forEach, some, every, find: findOne, findIndex, findLast, findLastIndex, reduce, reduceRight,
    map(f, self) {
      const call = called(f, self), made = bindTo(slice, this)();
      for (let i = 0, n = length(this); i < n; i++) made[i] = call(this[i], i, this);
      return made;
    },
    filter(f, self) { return new this.constructor(bindTo(lists.filter, this)(f, self)); },
    sort(compare = byValue) { return bindTo(lists.sort, this)(compare); },
    toSorted(compare = byValue) { return bindTo(lists.sort, bindTo(slice, this)())(compare); },
  });

  // A text is replaced by what a function returns.
  const { indexOf, replace, replaceAll } = String.prototype;
  function replaced(text, what, f, all) {
    text = String(text);
    what = String(what);
    const find = bindTo(indexOf, text);
    let made = "", from = 0;
    for (let at = find(what); at >= 0;) {
      made += text.slice(from, at) + String(f(what, at, text));
      from = at + what.length;
      if (!all) break;
      at = what !== "" ? find(what, from) : at < text.length ? at + 1 : -1;
    }
    return made + text.slice(from);
  }
  const isCalled = (what, by) => typeof by === "function" && !(what instanceof RegExp);
  define(String.prototype, {
    replace(what, by) { return isCalled(what, by) ? replaced(this, what, by, false) : bindTo(replace, this)(what, by); },
    replaceAll(what, by) { return isCalled(what, by) ? replaced(this, what, by, true) : bindTo(replaceAll, this)(what, by); },
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
    parse(text, reviver) {
      const made = native.parse(text);
      if (typeof reviver !== "function") return made;
      function revived(holder, key) {
        const value = holder[key];
        for (const name of typeof value === "object" && value !== null ? Object.keys(value) : []) {
          const changed = revived(value, name);
          if (changed === undefined) delete value[name]; else value[name] = changed;
        }
        return bindTo(reviver, holder)(key, value);
      }
      return revived({ "": made }, "");
    },
    stringify(given, replacer, space) {
      let parts = 0;
      const isPlain = (value) => typeof value !== "object" || value === null;
      const isBoxed = (value) => value instanceof Number || value instanceof String || value instanceof Boolean;
      function copied(holder, key, depth) {
        if (++parts > 100000 || depth > 50) refuse("JSON.stringify got too much");
        let value = holder[key];
        if (!isPlain(value) && typeof value.toJSON === "function") value = value.toJSON(key);
        if (typeof replacer === "function") value = bindTo(replacer, holder)(key, value);
        if (typeof value === "function") return undefined;
        if (isPlain(value) || isBoxed(value)) return value;
        const copy = native.isArray(value) ? [] : {};
        if (native.isArray(value)) copy.length = length(value);
        for (const name of Object.keys(value)) copy[name] = copied(value, name, depth + 1);
        return copy;
      }
      const made = copied({ "": given }, "", 0);
      return native.stringify(made, typeof replacer === "function" ? undefined : replacer, space);
    },
  });
})();
