//! Loops that users write: what their calls do, what is refused and where, and that nobody is harmed.

use crate::tiers::sampled;
use proptest::prelude::{prop, proptest};
use std::cell::RefCell;
use std::rc::Rc;
use tickscope_core::base::params::value::Value;
use tickscope_core::base::params::values::Values;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::run::fold::Fold;
use tickscope_core::lab::run::running::Running;
use tickscope_core::model::config::command::Command;
use tickscope_core::model::config::computer::Computer;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::patch::{Owner, Patch};
use tickscope_core::model::config::settings::{PaneSettings, Presentation, Settings, WorldChoice};
use tickscope_core::model::machine::computer::VirtualComputer;
use tickscope_core::model::machine::event::{Event, Observer, Watched, WatchedName};
use tickscope_core::model::machine::host::{Host, LoopError, LoopFuture, Progress};
use tickscope_core::model::strategies::strategy::Strategy;
use tickscope_core::model::world::body::Body;
use tickscope_core::model::{scripts, strategies, worlds};

/// As the program does: without it nothing limits what loops hold.
pub fn meter_memory() {
    scripts::meter::set_memory_meter(|run| {
        let used = allocation_counter::measure(run);
        scripts::meter::Memory { held: used.bytes_current, allocated: used.bytes_total }
    });
}

fn own(source: &str) -> OwnLoop {
    meter_memory();
    OwnLoop::new("mine", source)
}

pub fn strategy(source: &str) -> Result<Strategy, LoopError> {
    scripts::strategy(&own(source), &[])
}

/// Every event, and every line of the console.
#[derive(Default)]
struct Events(Vec<Event>, Vec<(Time, u32, String)>);

impl Observer for Events {
    fn note(&mut self, event: &Event, _: &[Body]) {
        self.0.push(*event);
    }

    fn log(&mut self, at: Time, line: u32, text: &str) {
        self.1.push((at, line, text.to_owned()));
    }
}

impl Fold for Events {}

/// A loop on a computer, with what it did.
pub struct Bench {
    host: Host,
    events: Rc<RefCell<Events>>,
    running: LoopFuture,
}

impl Bench {
    pub fn new(strategy: &Strategy, computer: &Computer, params: Values, seconds: f64) -> Bench {
        Bench::of(computer, seconds, |host| {
            host.computer_mut().begins_loop(strategy.spin(&params));
            strategy.begin(host, params)
        })
    }

    /// Begins a loop of any kind.
    pub fn of(computer: &Computer, seconds: f64, begin: impl FnOnce(Host) -> LoopFuture) -> Bench {
        let world = worlds::world(&WorldChoice::new("runner"), 0).unwrap();
        let events = Rc::new(RefCell::new(Events::default()));
        let computer = VirtualComputer::new(computer, 7, world).stopping_at(Time::from_secs(seconds));
        let host = Host::new(computer.keeping_frames().observed_by(events.clone()));
        let running = begin(host.clone());
        Bench { host, events, running }
    }

    /// Runs the loop to its end. Returns the fault with which it ends; `None` if it has none.
    pub fn end(&mut self) -> Option<LoopError> {
        assert_eq!(self.host.run_until(&mut self.running, Time::NEVER), Progress::Ended);
        self.host.fault()
    }

    pub fn has_alpha(&self) -> bool {
        self.host.computer().has_alpha()
    }

    /// Returns the watched values at its end.
    pub fn watched(&self) -> Vec<(WatchedName, Watched)> {
        self.host.computer().watched().to_vec()
    }

    pub fn events(&self) -> Vec<Event> {
        self.events.borrow().0.clone()
    }

    /// Returns the lines of the console, with their moments and the lines of the text that wrote them.
    pub fn console(&self) -> Vec<(Time, u32, String)> {
        self.events.borrow().1.clone()
    }

    /// Returns the numbers of updates and of frames.
    pub fn counts(&self) -> (usize, usize) {
        let events = self.events.borrow();
        let count = |is: fn(&Event) -> bool| events.0.iter().filter(|event| is(event)).count();
        (count(|event| matches!(event, Event::Update { .. })), count(|event| matches!(event, Event::Render { .. })))
    }
}

/// Runs a text for some seconds on the usual computer.
pub fn run(source: &str, seconds: f64) -> Bench {
    let strategy = strategy(source).unwrap_or_else(|error| panic!("{error}: {source}"));
    let mut bench = Bench::new(&strategy, &Computer::default(), Values::default(), seconds);
    let fault = bench.end();
    assert_eq!(fault, None, "{source}");
    bench
}

/// Returns the error that a text ends with, when it is read or when it runs.
pub fn fault(source: &str) -> LoopError {
    match strategy(source) {
        Err(error) => error,
        Ok(strategy) => {
            let mut bench = Bench::new(&strategy, &Computer::default(), Values::default(), 0.2);
            bench.end().unwrap_or_else(|| panic!("no fault: {source}"))
        }
    }
}

/// Returns a loop that does this in each of its turns.
pub fn turn(body: &str) -> String {
    format!("function loop(host) {{\nwhile (host.running()) {{\nhost.update(second / 60);\n{body}\nhost.render();\n}}\n}}")
}

/// Returns the events with line 0, because the lines of a script are not those of the native loop.
pub fn without_lines(events: &[Event]) -> Vec<Event> {
    let mut events = events.to_vec();
    for event in &mut events {
        match event {
            Event::Update { line, .. }
            | Event::Thought { line, .. }
            | Event::Sleep { line, .. }
            | Event::Render { line, .. }
            | Event::Present { line, .. } => *line = 0,
            _ => {}
        }
    }
    events
}

const ACCUMULATOR: &str = r#"// @name  Mine
// @about One step after the other.
// @draws interpolated
const STEP_HZ = host.param("step_hz", 60, { min: 1, max: 1000, unit: "Hz", about: "How many steps a second." });
const CLAMP_MS = host.param("clamp_ms", 100, { min: 1, max: 10000, unit: "ms", off: true });
function loop(host) {
  const step = second / STEP_HZ;
  let last = host.now(), accumulator = 0;
  while (host.running()) {
    const now = host.now();
    accumulator += Math.min(now - last, CLAMP_MS * ms);
    last = now;
    while (accumulator >= step) {
      host.watch("accumulator", accumulator);
      host.update(step);
      accumulator -= step;
    }
    host.render(accumulator / step, step);
  }
}
"#;

#[test]
fn a_script_does_what_the_same_loop_does_natively() {
    let native = strategies::find("fixed-interpolated").unwrap();
    let mine = strategy(ACCUMULATOR).unwrap();
    for computer in [
        Computer::default(),
        Computer { update_ms: 3.3, refresh_hz: 59.94, timer_ms: 1.0, start_ms: 3.7, ..Computer::default() },
        Computer { render_ms: 40.0, ..Computer::default() },
    ] {
        for hertz in [25.0, 60.0, 144.0] {
            let mut params = Values::default();
            params.set("step_hz", Value::Number(hertz));
            params.set("clamp_ms", Value::Number(100.0));
            let mut one = Bench::new(&mine, &computer, params.clone(), 3.0);
            let mut other = Bench::new(native, &computer, params, 3.0);
            assert_eq!((one.end(), other.end()), (None, None));
            assert_eq!(without_lines(&one.events()), without_lines(&other.events()), "{hertz}");
        }
    }
}

#[test]
fn a_text_says_what_stands_in_the_list_and_which_parameters_it_has() {
    let mine = strategy(ACCUMULATOR).unwrap();
    assert_eq!((mine.id.as_ref(), mine.name.as_ref(), mine.about.as_ref()), ("own/mine", "Mine", "One step after the other."));
    assert_eq!((mine.presentation, mine.alpha), (Presentation::Interpolate, true));
    let allowed: Vec<_> = mine.params.iter().map(|param| (param.name.to_string(), param.allowed())).collect();
    let words = |(name, allowed): (&str, &str)| (name.to_owned(), allowed.to_owned());
    assert_eq!(allowed, [("step_hz", "1 to 1000 Hz"), ("clamp_ms", "1 to 10000 ms, or off")].map(words));
}

#[test]
fn parameters_are_numbers_infinity_or_words() {
    let text = "const a = host.param('a', 5, { max: 9, off: true }), w = host.param('w', 'two', { choices: ['one', 'two'] });\n\
                function loop(host) { while (host.running()) { host.watch('a', a === Infinity ? 1 : 2, 'count');\n\
                host.watch('w', w === 'one' ? 1 : 2, 'count'); host.update(ms); host.render(); } }";
    let mine = strategy(text).unwrap();
    let mut set = Values::default();
    let seen = |set: &Values| {
        mine.check(set).unwrap();
        let mut bench = Bench::new(&mine, &Computer::default(), set.clone(), 0.1);
        assert_eq!(bench.end(), None);
        format!("{:?}", bench.host.computer().watched())
    };
    assert!(seen(&set).contains("Count(2)") && !seen(&set).contains("Count(1)"));
    set.set("a", Value::off());
    set.set("w", Value::Word("one".to_owned()));
    assert!(seen(&set).contains("Count(1)") && !seen(&set).contains("Count(2)"));
    set.set("w", Value::Word("three".to_owned()));
    assert!(mine.check(&set).is_err());
}

#[test]
fn a_script_is_the_same_however_time_is_cut() {
    let mine = strategy(ACCUMULATOR).unwrap();
    let mut whole = Bench::new(&mine, &Computer::default(), Values::default(), 1.0);
    whole.end();
    let mut cut = Bench::new(&mine, &Computer::default(), Values::default(), 1.0);
    let (mut horizon, mut computed) = (Time::ZERO, 0);
    loop {
        cut.host.set_budget(50);
        match cut.host.run_until(&mut cut.running, horizon) {
            Progress::Reached => horizon += Span::from_millis(2.7),
            Progress::Computing => computed += 1,
            Progress::Ended => break,
        }
    }
    assert!(computed > 10, "a budget is used up before a turn is over: {computed}");
    assert_eq!(cut.events(), whole.events());
}

#[test]
fn operations_are_reported_with_the_lines_of_the_script() {
    let text = "function step() {\n  host.update(ms);\n}\nfunction loop(host) {\n  while (host.running()) {\n    [1].forEach(step);\n\
                \n    host.sleep(ms);\n    host.render();\n  }\n}";
    let bench = run(text, 0.01);
    let lines: Vec<u32> = bench.events().iter().filter_map(Event::line).take(3).collect();
    assert_eq!(lines, [2, 8, 9]);
}

#[test]
fn a_callback_of_a_built_in_function_waits_like_everything_else() {
    let plain = run(&turn("for (const part of [0.25, 0.5]) host.updatePart(ms, part); host.sleep(ms)"), 0.3);
    for body in [
        "[0.25, 0.5].forEach((part) => host.updatePart(ms, part)); host.sleep(ms)",
        "[0.25, 0.5].map(function (part) { this.updatePart(ms, part); }, host); host.sleep.call(host, ms)",
        "new Set([0.25, 0.5]).forEach((part) => host.updatePart.apply(host, [ms, part])); Reflect.apply(host.sleep, host, [ms])",
        "[0.5, 0.25].sort((a, b) => a - b).reduce((_, part) => host.updatePart(ms, part), 0); host.sleep.bind(host, ms)()",
    ] {
        assert_eq!(without_lines(&run(&turn(body), 0.3).events()), without_lines(&plain.events()), "{body}");
    }
}

#[test]
fn a_limiter_that_does_nothing_but_read_the_clock_ends() {
    for reading in ["host.now() / ms", "performance.now()", "Date.now()"] {
        let text = turn(&format!("const next = {reading} + 5; while ({reading} < next);"));
        let bench = run(&text, 0.2);
        let turns = bench.events().iter().filter(|event| matches!(event, Event::Frame { .. })).count();
        assert!((5..40).contains(&turns), "{reading}: {turns}");
    }
}

#[test]
fn every_refusal_is_a_sentence_with_its_line() {
    for (text, line, word) in [
        (turn("host.update(NaN)"), 4, "finite"),
        (turn("host.update('1')"), 4, "text"),
        (turn("host.update()"), 4, "host.update needs the length of the step: host.update(second / 60)"),
        (turn("host.updatePart(ms)"), 4, "host.updatePart needs the part of the cost of an update as well"),
        (turn("host.think()"), 4, "host.think needs the part"),
        (turn("host.sleep()"), 4, "host.sleep needs the length of the sleep: host.sleep(5 * ms)"),
        (turn("host.jumpTo()"), 4, "host.jumpTo needs the moment"),
        (turn("host.renderAt()"), 4, "host.renderAt needs the moment"),
        (turn("host.counter()"), 4, "host.counter needs a moment"),
        (turn("host.watch('a')"), 4, "host.watch needs a name and a value"),
        (turn("host.param('a')"), 4, "host.param needs a name and a default"),
        (turn("let dt;\nhost.update(dt)"), 5, "host.update needs the length"),
        (turn("host.update(-1)"), 4, "negative"),
        (turn("host.update(1e18)"), 4, "too long"),
        (turn("host.sleep(Infinity)"), 4, "finite"),
        (turn("for (let i = 0; i < 20; i++) host.update(0.016)"), 4, "0.016 * second"),
        (turn("for (let i = 0; i < 20; i++) host.update(16)"), 4, "16 * ms"),
        (turn("for (let i = 0; i < 20; i++) host.update(1 / 60)"), 4, "write 0.01667 * second"),
        (turn("host.render(0.5)"), 4, "length of a step"),
        (turn("host.render(5 * ms, 16 * ms)"), 4, "accumulator / step"),
        (turn("host.render(1700, 16 * ms)"), 4, "accumulator / step"),
        (turn("host.render(host.now() / ms, 16 * ms)"), 4, "accumulator / step"),
        (turn("host.update(later); let later = ms"), 4, "before the line of its let"),
        (turn("host.rendr()"), 4, "host.rendr is not a function"),
        (turn("host.updatePart(ms, 2)"), 4, "0 to 1"),
        (turn("try { host.update(NaN) } catch {}"), 4, "finite"),
        (turn("throw new Error('I give up')"), 4, "I give up"),
        (turn("nothing.here()"), 4, "nothing is not defined"),
        (turn("null.x"), 4, "have no properties"),
        (turn("host.render();\nconst [a] = 5"), 4, "at or after this line: TypeError"),
        (turn("const none = null;\nnone.x()"), 0, "at or after this line: TypeError"),
        ("let a;\nlet b = missing;\nfunction loop() {}".to_owned(), 2, "missing is not defined"),
        ("let a;\na = 'b;\nfunction loop() {}".to_owned(), 2, "unterminated"),
        ("async function loop(host) {\n  while (host.running()) await host.update(ms);\n}".to_owned(), 0, "without async"),
        (turn("x ** 2"), 4, "Math.pow"),
        (turn("if (true) return;"), 0, "before"),
        ("function loop(host) {\n  let a = ;\n}".to_owned(), 2, ";"),
        ("function loop(host) {".to_owned(), 1, "never closed"),
        ("host.param('a', 1);\nhost.param('b', NaN);\nfunction loop() {}".to_owned(), 2, "param"),
        ("let a = 1;".to_owned(), 0, "write function loop(host)"),
        ("requestAnimationFrame(() => draw());".to_owned(), 0, "nothing more to call"),
        ("requestAnimationFrame(() => {\n  for (let i = 0; i < 20; i++) update(1 / 60);\n});".to_owned(), 2, "* 1000"),
        ("requestAnimationFrame(() => {\n  draw(0.5);\n});".to_owned(), 2, "draw(alpha, stepMs)"),
        (turn("eval('1')"), 0, "eval"),
        (turn("new Function('return 1')()"), 4, "code"),
        (turn("/x/.test('x')"), 4, "regular"),
        (turn("'x'.replace(/x/, 'y')"), 4, "regular"),
        (turn("new RegExp('x')"), 4, "regular"),
    ] {
        let error = fault(&text);
        assert!(error.text.contains(word), "{error}: {text}");
        assert!(line == 0 || error.line == line, "{error}: {text}");
        assert!(!error.text.contains('\n') && error.text.len() < 320, "{error}");
    }
}

/// Loops that compute without end, each with the line of the loop that is to blame.
const ENDLESS: &[(&str, u32)] = &[
    ("host.update(ms);\nwhile (true) {\n}", 5),
    ("let x = 0;\nhost.update(ms);\nfor (;;)\n  x++;", 6),
    ("let x = 0;\ndo {\n  x += 1;\n} while (x > 0);", 5),
    ("let x = 1;\nwhile (x > 0) {\n  for (let i = 0; i < 10; i++) {\n    x += i;\n  }\n}", 5),
    ("let x = 1;\nfor (let i = 0; i < 10; i++) {\n  while (x > 0) {\n    x++;\n  }\n}", 6),
    ("for (const a of [1, 2]) {\n  for (let i = 0; i < 10; i--) {\n    Math.sin(a);\n  }\n}", 5),
    (
        "const help = (x) => {\n  for (let i = 0; i < 9; i++) x += i;\n  return x;\n};\nlet x = 0;\nwhile (true) {\n  x = help(x);\n}",
        9,
    ),
    ("// while (true)\nconst s = 'for (;;)';\nlet x = [1];\nwhile (x.length > 0) {\n  x.includes(1);\n}", 7),
    ("let rest = 5 * ms;\nwhile (rest > 0) {\n  host.update(ms);\n}", 5),
    ("[1].forEach(() => {\n  while (true);\n});", 5),
    ("const a = { get b() {\n  for (;;) {\n  }\n} };\na.b;", 5),
];

#[test]
fn an_endless_loop_is_reported_at_its_own_line() {
    for (body, line) in ENDLESS {
        let error = fault(&turn(body));
        assert_eq!(error.line, *line, "{error}: {body}");
    }
    let recursion = fault("function f(n) {\n  return f(n + 1);\n}\nfunction loop(host) {\n  f(0);\n}");
    assert_eq!(recursion.line, 2, "{recursion}");
    let page = fault(
        "requestAnimationFrame(frame);\nfunction frame(t) {\n  let a = t;\n  while (a >= 0) {\n    a += 1;\n  }\n  draw();\n}",
    );
    assert_eq!(page.line, 4, "{page}");
}

/// Scripts that would hang the program, use all of its memory or overflow its stack.
const BOMBS: &[&str] = &[
    "while (true);",
    "for (;;) { try { throw 1 } catch {} }",
    "while (true) host.update(0);",
    "let s = ''; for (;;) s += '0123456789abcdef';",
    "const s = 'x'.repeat(900000); for (;;) { const t = `${s}${s}${s}${s}`; }",
    "const o = {}; for (let i = 0; i < 20000; i++) o['k' + i] = i; for (;;) { for (const k in o) break; }",
    "const a = '9'.repeat(100000); for (;;) { +a; a | 0; }",
    "const s = 'a'.repeat(400000), p = 'a'.repeat(200000) + 'b'; s.indexOf(p); s.lastIndexOf(p); s.includes(p);",
    "const s = 'a,'.repeat(80000); for (;;) s.split(',');",
    "const s = 'x'.repeat(900000); for (;;) [...s];",
    "let o = {}; for (let i = 0; i < 200000; i++) { const p = {}; Object.setPrototypeOf(p, o); o = p; }",
    "let o = {}; for (let i = 0; i < 200000; i++) o = Object.create(o);",
    "const B = Object(new BigInt64Array(1)[0]).constructor; let x = B(3); for (;;) x = x * x;",
    "for (;;) console.log('x');",
    "while (true) host.watch('a', 1);",
    "while (true) host.sleep(0);",
    "(function f() { f(); })();",
    "(function f() { [1].forEach(f); })();",
    "(function f() { f.call(); })();",
    "const a = { get b() { return this.b; } }; a.b;",
    "const a = { get b() { while (true); } }; a.b;",
    "const a = { toString() { for (;;); } }; a + '';",
    "let s = 'x'; while (true) s += s;",
    "let s = 'x'.repeat(1073741824);",
    "'x'.padStart(1e9); 'x'.padEnd(1e9);",
    "'x'.repeat(1e6).replaceAll('x', 'x'.repeat(1e6));",
    "'x'.repeat(1e6).split('').join('x'.repeat(1e6));",
    "Array(4e9).fill(0);",
    "Array(4294967295).join('x');",
    "Array(4294967295).indexOf(1);",
    "[...Array(4294967295)];",
    "const a = []; a.length = 4294967295; a.forEach(() => 1); a.sort();",
    "const a = []; a[4294967290] = 1; a.reverse();",
    "Array.from({ length: 1e15 });",
    "Array.prototype.fill.call({ length: 9e15 }, 0);",
    "Array.prototype.indexOf.call({ get length() { return 9e15; } }, 0);",
    "const a = []; while (true) a.push(a.slice());",
    "const a = []; while (true) a.push({ b: [1, 2, 3] });",
    "const a = []; while (true) a.push(new Float64Array(100000));",
    "let a = [1]; while (true) a = a.concat(a);",
    "let a = [1]; while (true) a = [...a, ...a];",
    "let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; String(a);",
    "let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; JSON.stringify(a);",
    "let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; a.flat(Infinity);",
    "let o = {}; for (let i = 0; ; i++) o['k' + i] = i;",
    "const m = new Map(); for (let i = 0; ; i++) m.set(i, i);",
    "new ArrayBuffer(1e12);",
    "new Float64Array(1e9);",
    "/(x+x+)+y/.exec('x'.repeat(100));",
    "new Proxy({}, {});",
    "new BigInt64Array(1); BigInt(2);",
    "function* g() { while (true) yield 1; } [...g()];",
    "[...{ [Symbol.iterator]: () => ({ next: () => ({ value: 0, done: false }) }) }];",
    "Object.getPrototypeOf([].values()).next = () => ({ value: 0, done: false }); [...[1]]; null.x;",
    "const big = 'x'.repeat(1e6); while (true) big.indexOf('y');",
    "const big = Array.from({ length: 1e5 }); while (true) big.includes(1);",
    "Math.max(...Array.from({ length: 1e6 }));",
    "while (true) setTimeout(() => 1, 0);",
    "while (true) requestAnimationFrame(() => 1);",
    "new Promise(() => { while (true); });",
    "class A { static { while (true); } }",
    "label: while (true) { continue label; }",
    "do {} while (1);",
    "for (const k in { a: 1 }) for (;;);",
    "switch (1) { default: while (1); }",
    "let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; throw a;",
    "let a = []; for (let i = 0; i < 100000; i++) a = [a]; throw a;",
    "new Float64Array(9).sort(() => { while (true); });",
    "new Float64Array(9).map(() => { let s = 'x'; while (true) s += s; });",
    "'x'.replace('x', () => { let s = 'x'; while (true) s += s; });",
    "JSON.stringify({ toJSON() { let s = 'x'; while (true) s += s; } });",
    "JSON.parse('[1]', () => { let s = 'x'; while (true) s += s; });",
    "new Promise(() => { let s = 'x'; while (true) s += s; });",
    "Object.defineProperty(RegExp.prototype, 'exec', { value: 0 }); /(x+x+)+y/.test('x'.repeat(100));",
];

#[test]
fn a_bomb_ends_in_an_error() {
    let mut ended = Vec::new();
    for bomb in sampled(BOMBS) {
        let began = std::time::Instant::now();
        let text = turn(bomb);
        let error = strategy(&text)
            .err()
            .or_else(|| Bench::new(&strategy(&text).ok()?, &Computer::default(), Values::default(), 0.1).end());
        println!("{:7.1} ms  {error:?}  <- {bomb}", began.elapsed().as_secs_f64() * 1000.0);
        if error.is_none_or(|error| error.text.contains("tickscope")) {
            ended.push(bomb);
        }
    }
    assert!(ended.is_empty(), "{ended:#?}");
}

#[test]
fn a_text_made_of_anything_is_refused_or_runs() {
    for piece in [
        "!", "a=>", "-", "typeof ", "a?b:", "1+", "a,", "if(1)", "for(;;)", "a:", "`${", "((", "[[", "{", "x=", "new ", "await ",
        "/*",
    ] {
        for count in [10, 1000, 60_000 / piece.len()] {
            let _ = strategy(&piece.repeat(count));
        }
    }
}

#[test]
fn a_turn_that_goes_on_after_the_end_is_an_error() {
    let error = fault("function loop(host) { host.running(); for (;;) { host.update(second / 60); host.render(); } }");
    assert!(error.text.contains("after the end"), "{error}");
}

#[test]
fn numbers_dates_and_chance_are_the_same_everywhere() {
    let text = turn(
        "const x = Math.sin(0.5) + Math.exp(1.5) + Math.pow(1.1, 1.7) + Math.atan2(1, 3) + Math.random();\n\
         host.watch('x', x, 'ratio'); host.watch('date', Date.now() + new Date(2000, 0, 1).getTimezoneOffset(), 'count');",
    );
    let bench = run(&text, 0.05);
    let watched = format!("{:?}", bench.host.computer().watched());
    assert_eq!(watched, format!("{:?}", run(&text, 0.05).host.computer().watched()));
    let expected = |random: f64| libm::sin(0.5) + libm::exp(1.5) + libm::pow(1.1, 1.7) + libm::atan2(1.0, 3.0) + random;
    let least = format!("{:?}", bench.host.computer().watched()[0].1);
    let seen: f64 = least.trim_start_matches("Ratio(").trim_end_matches(')').parse().unwrap();
    assert!((expected(0.0)..expected(1.0)).contains(&seen), "{seen}");
    let other = OwnLoop::new("other", &text);
    let mut other = Bench::new(&scripts::strategy(&other, &[]).unwrap(), &Computer::default(), Values::default(), 0.05);
    assert_eq!(other.end(), None);
    assert_ne!(watched, format!("{:?}", other.host.computer().watched()), "chance follows from the name");
}

#[test]
fn a_page_is_called_at_each_refresh_as_the_native_loop_is() {
    let text = "let last = performance.now();\nfunction frame(t) {\n  update(t - last);\n  last = t;\n  draw();\n\
                  requestAnimationFrame(frame);\n}\nrequestAnimationFrame(frame);";
    let native = strategies::find("callback-delta").unwrap();
    for computer in [Computer::default(), Computer { refresh_hz: 50.0, render_ms: 30.0, ..Computer::default() }] {
        let mut page = Bench::new(&strategy(text).unwrap(), &computer, Values::default(), 2.0);
        let mut other = Bench::new(native, &computer, Values::default(), 2.0);
        assert_eq!((page.end(), other.end()), (None, None));
        assert_eq!(without_lines(&page.events()), without_lines(&other.events()));
        assert_eq!(page.events().iter().filter_map(Event::line).take(2).collect::<Vec<_>>(), [3, 5]);
    }
}

#[test]
fn timers_of_a_page_are_called_when_they_are_due() {
    let text = "const at = [];\nlet id = setInterval(() => { at.push(performance.now()); if (at.length === 3) clearInterval(id); }, 10);\n\
                setTimeout((a) => { update(a); draw(); }, 25, 5);\nsetTimeout(() => { if (at.length !== 3) throw at.length; }, 45);\n\
                const never = setTimeout(() => { throw 1; }, 5); clearTimeout(never);\n\
                const gone = requestAnimationFrame(() => { throw 2; }); cancelAnimationFrame(gone);\n\
                requestAnimationFrame(function again() { requestAnimationFrame(again); });";
    let bench = run(text, 0.1);
    let update =
        bench.events().into_iter().find_map(|event| if let Event::Update { at, dt, .. } = event { Some((at, dt)) } else { None });
    assert_eq!(update, Some((Time::from_secs(0.025), Span::from_millis(5.0))));
}

#[test]
fn a_timer_that_timers_set_one_after_the_other_waits_four_milliseconds_from_the_fifth_on() {
    let text = "const at = [];\nfunction again() { at.push(performance.now()); if (at.length < 8) setTimeout(again, 0); else check(); }\n\
                setTimeout(again, 0);\nfunction check() {\nif (at.join() !== '0,0,0,0,4,8,12,16') throw new Error(at.join());\n\
                const began = performance.now();\nlet id = setInterval(() => { if (performance.now() - began < 24) return;\n\
                clearInterval(id); update(5); draw(); }, 2); }\n\
                requestAnimationFrame(function forever() { requestAnimationFrame(forever); });";
    let at =
        |event: &Event| if let Event::Update { at, .. } = event { Some((*at - Time::ZERO).as_secs() * 1000.0) } else { None };
    // The interval is set by the eighth timer in a row, so it waits 4 ms each time.
    assert_eq!(run(text, 0.1).events().iter().find_map(at), Some(16.0 + 24.0));
}

#[test]
fn promises_are_settled_after_the_callback_and_before_time_moves_on() {
    let order = |script: &str, expected: &str| {
        let text = format!(
            "const order = [];\nconst note = (word) => order.push(word + performance.now());\n{script}\n\
             setTimeout(() => {{ if (order.join(' ') !== '{expected}') throw new Error(order.join(' ')); update(1); draw(); }}, 30);\n\
             requestAnimationFrame(function forever() {{ requestAnimationFrame(forever); }});"
        );
        let updates = run(&text, 0.1).events().iter().filter(|event| matches!(event, Event::Update { .. })).count();
        assert_eq!(updates, 1, "{script}");
    };
    order("Promise.resolve(1).then(() => note('b')); note('a');", "a0 b0");
    order("setTimeout(() => { queueMicrotask(() => note('b')); note('a'); }, 5); setTimeout(() => note('c'), 5);", "a5 b5 c5");
    order("new Promise((done) => setTimeout(done, 7, 'x')).then((word) => note(word)).finally(() => note('y'));", "x7 y7");
    order(
        "Promise.reject(new Error('e')).then(() => note('no')).catch((e) => { note(e.message); return 'f'; }).then(note);",
        "e0 f0",
    );
    order(
        "const after = (ms) => new Promise((done) => setTimeout(done, ms)); Promise.all([after(2), after(9)]).then(() => note('a'));",
        "a9",
    );
    order(
        "const after = (ms) => new Promise((done) => setTimeout(done, ms)); Promise.race([after(2), after(9)]).then(() => note('a'));",
        "a2",
    );
    let waits = "async function main() { note('a'); await new Promise((done) => setTimeout(done, 3)); note('c');\n\
                 try { await Promise.reject(new Error('d')); } catch (e) { note(e.message); } return 'e'; } main().then(note); note('b');";
    order(waits, "a0 b0 c3 d3 e3");
}

#[test]
fn a_promised_call_steps_and_draws_as_any_callback_does() {
    let text = "let last = performance.now();\nfunction frame(t) {\n  update(t - last);\n  last = t;\n  draw();\n  next();\n}\n\
                function next() { new Promise(requestAnimationFrame).then(frame); }\nnext();";
    let mut page = Bench::new(&strategy(text).unwrap(), &Computer::default(), Values::default(), 2.0);
    let native = strategies::find("callback-delta").unwrap();
    let mut other = Bench::new(native, &Computer::default(), Values::default(), 2.0);
    assert_eq!((page.end(), other.end()), (None, None));
    assert_eq!(without_lines(&page.events()), without_lines(&other.events()));
    assert_eq!(page.events().iter().filter_map(Event::line).take(2).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn an_error_that_no_promise_hands_on_ends_the_page_with_its_line() {
    let forever = "requestAnimationFrame(function forever() { requestAnimationFrame(forever); });\n";
    for (script, line, word) in [
        ("Promise.resolve().then(() => {\nthrow new Error('lost'); });", 3, "lost"),
        ("Promise.reject(new Error('lost'));", 2, "lost"),
        ("async function main() {\nawait 1;\nthrow new Error('lost'); }\nmain();", 4, "lost"),
        ("(async () => { for (;;) await 1; })();", 0, "without end"),
        ("function again() { Promise.resolve().then(again); } again();", 0, "without end"),
        ("async function main() {\nawait 1;\nupdate(16);\ndraw(); }\nmain();", 5, "busy"),
    ] {
        let error = fault(&format!("{forever}{script}"));
        assert!(error.text.contains(word), "{error}: {script}");
        assert!(line == 0 || error.line == line, "{error}: {script}");
    }
}

#[test]
fn built_in_functions_that_call_back_are_those_of_the_language() {
    let text = turn(
        "const same = (a, b) => { if (String(a) !== b) throw new Error(String(a) + ' is not ' + b); };\n\
         same('a-b-a'.replace('a', (found, at) => found + at), 'a0-b-a');\n\
         same('a-b-a'.replaceAll('a', (found, at, all) => at + all.length), '5-b-9');\n\
         same('ab'.replaceAll('', () => '.'), '.a.b.'); same('ab'.replace('x', () => '.'), 'ab'); same('ab'.replace('a', '$&$&'), 'aab');\n\
         const list = new Float64Array([3, NaN, -1, 2]);\n\
         same(list.map((x) => x * 2), '6,NaN,-2,4'); same(list.filter((x) => x > 0).constructor.name, 'Float64Array');\n\
         same(list.toSorted(), '-1,2,3,NaN'); same(list.toSorted((a, b) => b - a).length, '4'); same(list.sort(), '-1,2,3,NaN');\n\
         same(list.reduce((a, b) => a + (b > 0 ? b : 0), 0), '5'); same(list.findIndex((x) => x === 3), '2');\n\
         same(JSON.stringify({ a: [1, { b: new Date(0) }], c: undefined, d() {} }, (k, v) => v === 1 ? 2 : v),\n\
         '{\"a\":[2,{\"b\":\"1970-01-01T00:00:00.000Z\"}]}');\n\
         same(JSON.stringify([undefined, 'x', null, { toJSON: (key) => key }]), '[null,\"x\",null,\"3\"]');\n\
         same(JSON.parse('{\"a\":[1,2],\"b\":3}', (k, v) => v === 3 ? undefined : typeof v === 'number' ? v + 1 : v).a, '2,3');",
    );
    run(&text, 0.02);
}

#[test]
fn a_text_includes_another_by_its_name() {
    let helper = OwnLoop::new("helper", "function step() {\n host.update(ms);\n}");
    let mine = own("// @include helper\nfunction loop(host) { while (host.running()) { step(); host.render(); } }");
    let both = [mine.clone(), helper];
    let mut bench = Bench::new(&scripts::strategy(&mine, &both).unwrap(), &Computer::default(), Values::default(), 0.1);
    assert_eq!(bench.end(), None);
    assert!(scripts::strategy(&mine, &[]).is_err());
}

#[test]
fn time_waits_for_all_panes_while_one_computes_and_a_fault_stops_one_alone() {
    use crate::common;
    let slow = turn("for (let i = 0; i < 20000; i++);");
    let wrong = turn("if (host.now() > 50 * ms) host.update(NaN);");
    let settings = Settings {
        loops: vec![OwnLoop::new("slow", &slow), OwnLoop::new("wrong", &wrong)],
        panes: ["own/slow", "own/wrong", "variable-delta"].map(PaneSettings::new).to_vec(),
        ..Settings::default()
    };
    let begin = || Running::start(&settings, |_: &_| Ok(common::Events::default())).unwrap();
    let events = |run: &Running<common::Events>, index: usize| run.panes()[index].fold().0.clone();
    let (mut whole, mut cut) = (begin(), begin());
    whole.advance_to(Time::from_secs(0.2));
    let mut waits = 0;
    while cut.now() < whole.now() || cut.is_computing() {
        let before = cut.now();
        let moment = (before + Span::from_millis(16.0)).min(whole.now());
        cut.advance_within(moment, 10_000);
        waits += usize::from(cut.now() == before);
    }
    assert!(waits > 5, "{waits}");
    for index in 0..3 {
        assert_eq!(events(&cut, index), events(&whole, index), "{index}");
    }
    let faults: Vec<_> = whole.panes().iter().map(|pane| pane.fault().map(|fault| fault.line)).collect();
    assert_eq!(faults, [None, Some(4), None]);
    let stood = events(&whole, 1).len();
    whole.advance_to(Time::from_secs(0.3));
    assert_eq!(events(&whole, 1).len(), stood, "it stands");
    whole.command(Command::Set(Patch::one(Owner::Loops.path("wrong"), turn("")))).unwrap();
    whole.advance_to(Time::from_secs(0.4));
    assert_eq!(whole.panes()[1].fault(), None);
    let again = &events(&whole, 1)[stood..];
    assert!(again.len() > 5 && again.iter().all(|event| event.at() >= Time::from_secs(0.2)), "it goes on where the others are");
}

/// An exchanged page begins as one that is loaded: its clock is at 0, and the computer's goes on.
#[test]
fn the_clock_of_an_exchanged_page_begins_at_zero() {
    let page = "let last = 0, count = 0;\nconsole.log('begins', performance.now() < 1, host.now() / second > 1.9);\n\
                requestAnimationFrame(function frame(t) {\n  if (count++ === 0) console.log('first', t >= 0 && t < 40, performance.now() - t < 40);\n  \
                update(t - last);\n  last = t;\n  draw();\n  requestAnimationFrame(frame);\n});";
    let settings = Settings {
        loops: vec![OwnLoop::new("page", page)],
        panes: vec![PaneSettings::new("variable-delta")],
        ..Settings::default()
    };
    let mut run = Running::start(&settings, |_: &_| Ok(Events::default())).unwrap();
    run.advance_to(Time::from_secs(2.0));
    let letter = run.panes()[0].letter();
    run.command(Command::Set(Patch::one(Owner::Pane(letter).path("strategy"), "own/page"))).unwrap();
    run.advance_to(Time::from_secs(3.0));
    assert_eq!(run.panes()[0].fault(), None);
    let fold = run.panes()[0].fold();
    let Events(events, console) = &*fold;
    let lines: Vec<&str> = console.iter().map(|(.., text)| text.as_str()).collect();
    assert_eq!(lines, ["begins true true", "first true true"]);
    let since = events.iter().filter(|event| event.at() >= Time::from_secs(2.0));
    let steps: Vec<Span> =
        since.filter_map(|event| if let Event::Update { dt, .. } = event { Some(*dt) } else { None }).collect();
    assert!(steps.len() > 50 && steps[1..].iter().all(|dt| *dt < Span::from_millis(40.0)), "no step is as long as the run");
}

proptest! {
    #![proptest_config(crate::common::cases(12))]

    #[test]
    fn anything_put_together_ends(pieces in prop::collection::vec(prop::sample::select(PIECES), 1..8)) {
        let body = pieces.concat();
        if let Ok(strategy) = strategy(&turn(&format!("let a = [1], s = 'x', o = {{ a, s }};\n{body}"))) {
            Bench::new(&strategy, &Computer::default(), Values::default(), 0.05).end();
        }
    }
}

/// Statements that are harmless, each by itself.
const PIECES: &[&str] = &[
    "while (s.length < 1e9) s += s;",
    "for (let i = 0; i < 1e9; i++) a.push(s);",
    "a = a.concat(a, a);",
    "a.length *= 1000;",
    "a.forEach((x) => a.push(x));",
    "o = { get a() { return a.map(() => o.s); }, get s() { return this.a + s; } };",
    "s = s.repeat(1000);",
    "s = s.replaceAll('x', s);",
    "s = a.join(s);",
    "a = [...a, ...a, o.a, o.s];",
    "a.sort((x, y) => o.a < o.s);",
    "JSON.stringify([a, s, o]);",
    "a = Array.from({ length: 1e5 }, () => a);",
    "a = a.flat(9);",
    "o.toString = () => s + o; s = String(o);",
    "host.update(ms);",
];
