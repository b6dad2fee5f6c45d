//! Texts that developers paste and type from memory: right ones run as they would, and wrong ones get the right error.

use super::scripts::{Bench, fault, run, strategy, turn};
use crate::tiers::count_cases;
use tickscope_core::base::params::values::Values;
use tickscope_core::base::time::Time;
use tickscope_core::model::config::computer::{Computer, MissedRefresh, Present};
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::config::settings::Presentation;
use tickscope_core::model::machine::event::Event;
use tickscope_core::model::scripts;

/// Runs a text on a computer with these loads, and returns the numbers of its updates and frames.
fn counts(text: &str, (update_ms, render_ms): (f64, f64), seconds: f64) -> (usize, usize) {
    let computer = Computer { update_ms, render_ms, ..Computer::default() };
    let mut bench = Bench::new(&strategy(text).unwrap(), &computer, Values::default(), seconds);
    assert_eq!(bench.end(), None, "{text}");
    bench.counts()
}

#[test]
fn a_loop_may_poll_the_clock() {
    let poll = "function loop(host) {\n  const step = second / 60; let last = host.now();\n  while (host.running()) {\n\
                const now = host.now();\n    if (now - last >= step) { host.update(now - last); host.render(); last = now; }\n  }\n}";
    let when_stepped = "function loop(host) {\n  const step = second / 60; let acc = 0, last = host.now();\n  while (host.running()) {\n\
                        const now = host.now(); acc += now - last; last = now;\n    let dirty = false;\n\
                        while (acc >= step) { host.update(step); acc -= step; dirty = true; }\n    if (dirty) host.render();\n  }\n}";
    for text in [poll, when_stepped] {
        assert_eq!(counts(text, (0.0, 5.0), 2.0), (119, 119), "{text}");
        // A turn that only polls belongs to the next one, which does something.
        let turns = run(text, 2.0).events().iter().filter(|event| matches!(event, Event::Frame { .. })).count();
        assert!((118..=121).contains(&turns), "{turns}");
    }
    let error = fault("function loop(host) { while (true) host.now(); }");
    assert!(error.text.contains("after the end"), "{error}");
}

#[test]
fn timers_and_frames_do_not_keep_each_other_waiting() {
    let interval =
        "setInterval(() => update(16), 16);\nrequestAnimationFrame(function f() { draw(); requestAnimationFrame(f); });";
    let chain = "function logic() { setTimeout(logic, 16); update(16); }\nlogic();\n\
                 requestAnimationFrame(function f() { draw(); requestAnimationFrame(f); });";
    for text in [interval, chain] {
        for (update_ms, render_ms, least) in
            [(15.0, 2.0, (120, 80)), (16.0, 2.0, (120, 120)), (20.0, 2.0, (100, 100)), (1.0, 70.0, (30, 30))]
        {
            let (updates, frames) = counts(text, (update_ms, render_ms), 3.0);
            assert!(
                updates >= least.0 && frames >= least.1,
                "{updates} updates and {frames} frames at {update_ms} and {render_ms}: {text}"
            );
        }
    }
    let both = "setInterval(draw, 16);\nlet n = 0;\nfunction f() { n++; update(1); requestAnimationFrame(f); }\nrequestAnimationFrame(f);\n\
                requestAnimationFrame(f);";
    // Pictures of 20 ms each 16 ms leave no moment without a timer that is due. A refresh at which the last picture is shown while
    // the next one is drawn calls the page after that one, so at least after every second picture; `next` misses one refresh more.
    let usual = Computer { update_ms: 0.0, render_ms: 20.0, ..Computer::default() };
    for (computer, least) in [
        (usual.clone(), 96),
        (Computer { queue: 2, ..usual.clone() }, 190),
        (Computer { missed_refresh: MissedRefresh::Next, ..usual.clone() }, 56),
        (Computer { present: Present::Mailbox, ..usual.clone() }, 96),
        (Computer { vrr: true, ..usual.clone() }, 96),
        (Computer { vrr: true, missed_refresh: MissedRefresh::Next, ..usual.clone() }, 56),
    ] {
        let mut bench = Bench::new(&strategy(both).unwrap(), &computer, Values::default(), 2.0);
        assert_eq!(bench.end(), None);
        assert!(bench.counts().0 >= least, "{} updates on {computer:?}", bench.counts().0);
    }
    let hundred = "for (let i = 0; i < 100; i++) setInterval(() => update(1), 0);\nsetInterval(draw, 16);";
    assert!(counts(hundred, (0.0, 1.0), 0.2).0 > 4000);
}

#[test]
fn a_hundred_thousand_exceptions_may_be_caught() {
    let some = turn("for (let i = 0; i < 2000; i++) try { [1].forEach(() => { throw 5; }); } catch { }");
    assert!(run(&some, 0.15).counts().0 >= 9, "{} exceptions", run(&some, 0.15).counts().0 * 2000);
    let frames = count_cases(52);
    let all = turn("for (let i = 0; i < 2000; i++) try { [1].map(() => null.x); } catch { }");
    run(&all, f64::from(frames) / 60.0);
}

#[test]
fn a_frame_with_an_alpha_is_drawn_between_the_last_two_steps() {
    let has_alpha = |text: &str| run(text, 0.2).has_alpha();
    let drawn = |text: &str| strategy(text).unwrap().presentation;
    let with_alpha = turn("host.render(0.5, 16 * ms);");
    assert_eq!((drawn(&with_alpha), has_alpha(&with_alpha)), (Presentation::Interpolate, true));
    assert!(has_alpha("requestAnimationFrame(function f() { draw(0.5, 10); requestAnimationFrame(f); });"));
    let without = turn("host.render(); // not render(alpha, step)");
    assert_eq!((drawn(&without), has_alpha(&without)), (Presentation::Interpolate, false));
    assert_eq!(drawn(&format!("// @draws latest\n{}", turn("host.render(0.5, 16 * ms);"))), Presentation::Latest);
    assert_eq!(drawn(&format!("{}\n// @draws extrapolated", turn("host.render(0.5, 16 * ms);"))), Presentation::Extrapolate);
}

#[test]
fn a_text_that_grows_ends_with_its_reason_and_an_honest_log_does_not() {
    let log = |appends: u32| {
        format!(
            "let s = '';\nfunction frame(t) {{\n  for (let i = 0; i < {appends}; i++) s += '0123456789abcdef';\n  update(16); draw();\n\
                 requestAnimationFrame(frame);\n}}\nrequestAnimationFrame(frame);"
        )
    };
    run(&log(100), 2.0);
    let error = fault(&log(3000));
    assert!(error.text.contains("join") && error.line == 3, "{error}");
    run(&turn("const a = []; for (let i = 0; i < 5000; i++) a.push({ x: i }); a.map((b) => b.x).join(',').split(',');"), 0.05);
    run(&turn("const s = 'word '.repeat(1000); let n = 0; for (let i = 0; i < s.length; i++) n += s.charCodeAt(i);"), 0.05);
}

#[test]
fn the_console_has_its_lines_with_their_moments() {
    let text = "console.log('a', 1, { b: [1, 2] }, null, new Error('no'));\nconsole.table([{ a: 1 }]); console.group('g'); console.warn('in');\n\
                console.groupEnd(); console.count(); console.assert(1 > 2, 'math'); console.time('t');\n\
                setTimeout(() => {\n  console.timeEnd('t'); console.log('x'.repeat(1000)); }, 12.5);\n\
                requestAnimationFrame(function f() { update(1); draw(); requestAnimationFrame(f); });";
    let console = run(text, 0.1).console();
    let lines: Vec<&str> = console.iter().map(|(_, _, text)| text.as_str()).collect();
    let expected =
        ["a 1 {\"b\":[1,2]} null Error: no", "0 {\"a\":1}", "g", "  in", "default: 1", "Assertion failed: math", "t: 12.000 ms"];
    assert_eq!(lines[..7], expected);
    assert_eq!((console[6].0, console[6].1), (Time::from_secs(0.012), 5));
    assert!(lines[7].len() <= 200 && lines.len() == 8, "{lines:?}");
}

#[test]
fn a_text_is_split_as_the_language_says() {
    run(
        "const same = (a, b) => { if (JSON.stringify(a) !== b) throw new Error(JSON.stringify(a) + ' is not ' + b); };\n\
         same('a,b,,c'.split(','), '[\"a\",\"b\",\"\",\"c\"]'); same(''.split(','), '[\"\"]'); same(''.split(''), '[]');\n\
         same('abc'.split(''), '[\"a\",\"b\",\"c\"]'); same('abc'.split('', 2), '[\"a\",\"b\"]'); same('a,b'.split(), '[\"a,b\"]');\n\
         same('aXXbXXc'.split('XX'), '[\"a\",\"b\",\"c\"]'); same(',a,'.split(','), '[\"\",\"a\",\"\"]'); same('aaa'.split('aa'), '[\"\",\"a\"]');\n\
         same('abc'.split('abcd'), '[\"abc\"]'); same('a1b'.split(1), '[\"a\",\"b\"]'); same('a,b,c'.split(',', 0), '[]');\n\
         same([...'aé😀'], '[\"a\",\"é\",\"😀\"]'); same('é,😀'.split(','), '[\"é\",\"😀\"]');\n\
         function loop(host) { while (host.running()) { host.update(ms); host.render(); } }",
        0.01,
    );
}

/// docs/own-loops.md says that `length = 0` does not, in this engine.
#[test]
fn a_list_is_emptied_by_splice() {
    run(
        "for (const list of [[1, 2], ['a', 'b'], [{}, {}], [0.5, 1.5], new Array(3).fill(7)]) {\n\
         list.splice(0); if (list.length !== 0 || 1 in list || list[1] !== undefined) throw new Error('left: ' + list[1]);\n\
         list.push(9); if (JSON.stringify(list) !== '[9]') throw new Error(JSON.stringify(list)); }\n\
         function loop(host) { while (host.running()) { host.update(ms); host.render(); } }",
        0.01,
    );
}

#[test]
fn timers_that_wait_are_bounded() {
    let error = fault(&turn("for (;;) setTimeout(() => 1, 1e6);"));
    assert!(error.text.contains("20000 timers"), "{error}");
}

/// Mistakes of beginners: the text, the line of its error (0 if any will do), and words of the sentence.
const MISTAKES: &[(&str, u32, &[&str])] = &[
    (
        "const wait = ms => new Promise(r => setTimeout(r, ms));\nasync function main() {\n  while (true) {\n    update(16);\n    draw();\n    \
         await wait(16);\n  }\n}\nmain();",
        5,
        &["await", "requestAnimationFrame"],
    ),
    ("import { Ticker } from 'pixi.js';\nconst t = new Ticker();", 1, &["no modules", "@include"]),
    ("let a = 1;\nexport default function loop(host) {}", 2, &["no modules", "export"]),
    ("let last: number = 0;\nfunction loop(host) {}", 1, &["TypeScript"]),
    ("function loop(host: Host): void {}", 1, &["TypeScript"]),
    ("interface A { b: number }\nfunction loop(host) {}", 1, &["TypeScript"]),
    ("class A { private x = 1; }\nfunction loop(host) {}", 1, &["TypeScript"]),
    ("const x = y as number;\nfunction loop(host) {}", 1, &["TypeScript"]),
    (
        "function loop(host) {\n  while (host.running()) {\n    if (host.now() > 5) {\n      host.update(second / 60);\n    host.render();\n  }\n}",
        3,
        &["{", "never closed"],
    ),
    ("let a = 1;\nfor (;;) { continue outer; }", 2, &["no label outer"]),
    ("let a = 1;\nlet b;\nlet a = 2;\nfunction loop(host) {}", 3, &["a is declared twice"]),
    ("function loop(host) {\n  await host.update(ms); }", 2, &["async"]),
    (
        "class G {\n  constructor() { this.last = 0; }\n  frame(t) { update(t - this.last); draw(); }\n  start() { requestAnimationFrame(this.frame); }\n}\n\
         new G().start();",
        3,
        &["this", "bind"],
    ),
    (
        "let last = performance.now();\nfunction frame(now) {\n  const dt = (now - last) / 1000;\n  last = now;\n  update(dt);\n  draw();\n\
         requestAnimationFrame(frame);\n}\nrequestAnimationFrame(frame);",
        5,
        &["milliseconds", "* 1000"],
    ),
    (
        "function loop(host) {\n  while (host.running()) {\n    host.update(second / 60);\n    host.render();\n    host.sleep(16);\n  }\n}",
        5,
        &["16 * ms"],
    ),
    ("requestAnimationFrame(() => {\n  update(NaN); });", 2, &["update needs a finite number"]),
    ("requestAnimationFrame(() => {\n  draw(NaN, 1); });", 2, &["draw needs a finite number"]),
    (
        "requestAnimationFrame(function frame() {\n  update();\n  render();\n  requestAnimationFrame(frame);\n});",
        2,
        &["update needs the time of the step in milliseconds: update(timestamp - last)"],
    ),
    ("let a;\nrequestAnimationFrame();", 2, &["requestAnimationFrame needs the function"]),
    ("let a;\nsetTimeout();", 2, &["setTimeout needs the function that it calls"]),
    ("let a;\nsetInterval();", 2, &["setInterval needs the function that it calls"]),
    (
        "let x = 0, last = 0;\nfunction update(dt) { x += dt; }\nfunction frame(t) { update(t - last); last = t; draw(); \
         requestAnimationFrame(frame); }\nrequestAnimationFrame(frame);",
        2,
        &["own update hides", "update(ms)"],
    ),
    ("let last = 0;\nconst draw = () => 1;\nsetInterval(() => { update(16); draw(); }, 16);", 2, &["own draw hides", "draw()"]),
    ("let a;\nconst c = document.getElementById('game');", 2, &["document", "no document, picture"]),
    ("const ctx = canvas.getContext('2d');", 1, &["canvas is not defined"]),
    ("fetch('level.json');", 1, &["network"]),
    ("const raf = require('raf');", 1, &["no modules", "@include"]),
    (
        "const render = () => 1;\nfunction frame() { update(16); render(); requestAnimationFrame(frame); }\nrequestAnimationFrame(frame);",
        1,
        &["own render draws nothing", "draw()"],
    ),
    ("function loop(host) {\n  while (host.running()) {\n    host.update(ms);\n    render(); } }", 4, &["host.render("]),
    ("addEventListener('keydown', () => 1);", 1, &["keydown never comes"]),
    ("let a;\nwindow.addEventListener(\"pointermove\", (e) => e.x);", 2, &["pointermove never comes"]),
    ("let a;\ndocument.addEventListener('keyup', () => 1, false);", 2, &["keyup never comes", "leave it out"]),
    ("let a;\ndocument.body.onmousedown = () => 1;", 2, &["mousedown never comes"]),
    ("const c = 1;\ncanvas.addEventListener( `touchstart`, () => 1);", 2, &["touchstart never comes"]),
    ("let a;\nwindow.onkeydown = (e) => { a = e.key; };", 2, &["keydown never comes"]),
    ("let a;\nonclick = function () { a = 1; };", 2, &["click never comes"]),
    (
        "let a; // onkeyup = a\nfunction listen() {\n  if (window.onkeyup == a)\n    window.onkeyup = (e) => { a = e.key; };\n}\nlisten();",
        4,
        &["keyup never"],
    ),
    ("function loop(t) {\n  update(16); }\nloop();", 2, &["returns before", "host.running()"]),
    ("var a;\nvar onwheel = () => 1;", 2, &["wheel never comes"]),
    (
        "let a;\nfunction onkeypress(e) { a = e; }\nsetInterval(() => update(16), 16);",
        2,
        &["own onkeypress", "keypress never comes"],
    ),
    ("setTimeout(() => {\n  self.addEventListener('gamepadconnected', () => 1);\n}, 10);", 2, &["gamepadconnected never comes"]),
    ("try {\n  addEventListener('mousemove', () => 1);\n} catch {}\nsetInterval(() => update(16), 16);", 2, &["mousemove"]),
    (
        "let x = 0;\nfunction setup() { createCanvas(400, 400); }\nfunction draw() { background(220); circle(x++, 200, 20); }",
        3,
        &["p5.js is not here", "requestAnimationFrame", "update(1000 / 60)"],
    ),
    (
        "let place;\nfunction setup() {}\nfunction draw() {}\nplace = createVector(1, 2);",
        4,
        &["createVector", "p5.js is not here"],
    ),
    ("const sketch = (p) => { p.setup = () => 1; };\nnew p5(sketch);", 2, &["p5.js is not here"]),
    ("import p5 from 'p5';\nnew p5(() => 1);", 1, &["no modules", "p5.js is not here"]),
    ("class Play extends Phaser.Scene { update(time, delta) {} }", 1, &["Phaser and its document", "Phaser, smoothed"]),
    ("import Phaser from \"https://esm.sh/phaser@3.80\";", 1, &["no modules", "Phaser and its document"]),
    ("const a = 1;\nconst scene = new THREE.Scene();", 2, &["three.js and its WebGL", "draw() for renderer.render"]),
    ("import * as THREE from './build/three.module.js';", 1, &["no modules", "three.js and its WebGL"]),
    ("const THREE = require('three');", 1, &["three.js and its WebGL"]),
    ("const engine = new BABYLON.Engine(1);", 1, &["Babylon.js and its WebGL"]),
    ("const app = new PIXI.Application();", 1, &["PixiJS and its WebGL", "@include"]),
    ("<!DOCTYPE html>\n<script>let a;</script>", 1, &["HTML", "<script>"]),
    ("const a: Array<number> = [];\nfunction loop(host) {}", 1, &["TypeScript"]),
    ("let a = null;\nconst b = a!.c;", 2, &["TypeScript"]),
    ("let type = 1;\nif (type = 2 { }", 2, &["SyntaxError"]),
    ("const last = 0;\nrequestAnimationFrame((t) => {\n  last = t; });", 3, &["last is a const"]),
    ("let a = 1;\nreturn a;", 2, &["outside of a function"]),
    ("new WeakRef({});", 1, &["WeakRef is not defined"]),
    ("new FinalizationRegistry(() => 1);", 1, &["FinalizationRegistry is not defined"]),
    ("new SharedArrayBuffer(8);", 1, &["SharedArrayBuffer is not defined"]),
    ("Atomics.wait(1, 2);", 1, &["Atomics is not defined"]),
    ("const App = () => <div>Hello</div>;", 1, &["SyntaxError"]),
    ("\u{feff}let a;\r\nhots.update(1);\r\n", 2, &["hots is not defined"]),
];

/// Unusual texts that are right: each makes a step and a frame at each refresh.
const RIGHT: &[&str] = &[
    "function loop(host) { with (Math) { while (host.running()) { host.update(floor(second / 60)); host.render(); } } }",
    "const g = { get dt() { return second / 60; } };\nfunction loop(host) { while (host.running()) { host.update(g.dt); host.render(); } }",
    "function loop(host) { outer: while (host.running()) { for (;;) { host.update(ms); host.render(); continue outer; } } }",
    "const loop = (host) => { while (host.running()) { host.update(ms); host.render(); } };",
    "window.loop = function (host) { while (host.running()) { host.update(16.667 * ms); host.render(); } };",
    "const o = null;\nfunction loop(host) { while (host.running()) { host.update(o?.dt ?? ms); host?.render?.(); } }",
    "class G { #dt = ms; step(h) { h.update(this.#dt); } }\n\
     function loop(host) { const g = new G(); while (host.running()) { g.step(host); host.render(); } }",
    "\u{feff}function loop(host) {\r\n  while (host.running()) {\r\n    host.update(ms);\r\n    host.render();\r\n  }\r\n}\r\n",
    "function loop(host) { while (host.running()) { host.update((1 + Math.random()) * ms); host.render(); } }",
    "let last = Date.now();\nfunction f() { update(Date.now() - last); last = Date.now(); draw(); requestAnimationFrame(f); }\n\
     requestAnimationFrame(f);",
    "addEventListener('load', () => requestAnimationFrame(f));\nfunction f() { update(16); draw(); requestAnimationFrame(f); }",
    "window.onload = function () { requestAnimationFrame(f); };\nfunction f() { update(16); draw(); requestAnimationFrame(f); }",
    "function loop() { update(16); draw(); requestAnimationFrame(loop); }\nloop();",
    "const loop = (t) => { requestAnimationFrame(loop); update(16); draw(); };\nrequestAnimationFrame(loop);",
    "function loop() { update(16); draw(); requestAnimationFrame(loop); }\nwindow.onload = loop;",
    "function loop(t) { update(16); draw(); }\nfunction f(t) { loop(t); requestAnimationFrame(f); }\naddEventListener('load', f);",
    "function update(dt) { host.update(dt * ms); }\nrequestAnimationFrame(function f() { update(16); draw(); requestAnimationFrame(f); });",
    "const step = update; update = function (dt) { step(dt); };\n\
     requestAnimationFrame(function f() { update(16); draw(); requestAnimationFrame(f); });",
];

/// Pages that draw by a function `render`: each makes a step and a frame at each refresh.
const RENDERS: &[&str] = &[
    "requestAnimationFrame(function f() { update(16); render(); requestAnimationFrame(f); });",
    "let acc = 0;\nfunction f() { update(16); render(0.5, 16); requestAnimationFrame(f); }\nrequestAnimationFrame(f);",
    "let frames = 0;\nfunction render() { frames++; }\n\
     function f() { update(16); render(); requestAnimationFrame(f); }\nrequestAnimationFrame(f);",
    "requestAnimationFrame(render);\nfunction render(t) { update(16); requestAnimationFrame(render); }",
    "window.render = () => 1;\nfunction f() { update(16); window.render(); requestAnimationFrame(f); }\nrequestAnimationFrame(f);",
    "function render() { draw(); }\nfunction f() { update(16); render(); requestAnimationFrame(f); }\nrequestAnimationFrame(f);",
    "function render(t) { update(16); draw(); requestAnimationFrame(render); }\nrequestAnimationFrame(render);",
    "function render() { host.render(); }\nfunction f() { update(16); render(); requestAnimationFrame(f); }\nrequestAnimationFrame(f);",
];

#[test]
fn a_function_render_is_the_drawing_of_a_page() {
    for text in RENDERS {
        let (updates, frames) = counts(text, (0.0, 5.0), 1.0);
        assert!(updates == frames && (58..=61).contains(&frames), "{updates} updates and {frames} frames: {text}");
    }
    // A page that draws by itself draws no more than it says.
    let limited = "let last = 0;\nfunction render(t) {\n  requestAnimationFrame(render);\n  if (t - last < 33) return;\n  last = t;\n  \
                   update(33);\n  draw();\n}\nrequestAnimationFrame(render);";
    let (updates, frames) = counts(limited, (0.0, 5.0), 1.0);
    assert!(updates == frames && (28..=31).contains(&frames), "{updates} updates and {frames} frames");
}

/// Pages as browsers run them: an interval of `ms` and its step, and the number of its calls in three seconds.
#[test]
fn an_interval_keeps_its_rate_however_long_the_display_takes() {
    for (every_ms, calls) in [(5, 599..=600), (10, 299..=300), (16, 187..=188), (40, 74..=75)] {
        let text = format!("setInterval(() => {{ update(1000 / 60); draw(); }}, {every_ms});");
        for refresh_hz in [30.0, 60.0, 144.0] {
            let computer = Computer { update_ms: 0.5, render_ms: 3.0, refresh_hz, ..Computer::default() };
            let mut bench = Bench::new(&strategy(&text).unwrap(), &computer, Values::default(), 3.0);
            assert_eq!(bench.end(), None);
            let (updates, frames) = bench.counts();
            assert!(updates == frames && calls.contains(&updates), "{updates} and {frames} in 3 s: {text} at {refresh_hz} Hz");
            let pictures = bench.events().iter().filter(|event| matches!(event, Event::Display { .. })).count() as f64;
            let most = (3000.0 / f64::from(every_ms)).min(3.0 * refresh_hz);
            assert!((most - 2.0..=most + 1.0).contains(&pictures), "{pictures} pictures in 3 s: {text} at {refresh_hz} Hz");
        }
    }
}

#[test]
fn a_delay_is_cut_to_a_whole_number_of_milliseconds_as_in_browsers() {
    for (delay, whole_ms) in [("1000 / 60", 16), ("33.99", 33), ("'20'", 20), ("4294967296 + 10", 10), ("-5", 4)] {
        let text = format!("setInterval(() => {{ update(1000 / 60); draw(); }}, {delay});");
        let (updates, _) = counts(&text, (0.0, 1.0), 4.0);
        assert!(updates.abs_diff(4000 / whole_ms) <= 2, "{updates} calls in 4 s: {text}");
    }
}

#[test]
fn a_timer_that_sets_itself_again_comes_after_its_delay_and_its_work() {
    for (delay_ms, update_ms, render_ms) in [(17, 0.0, 1.0), (17, 3.0, 5.0), (10, 0.0, 30.0), (33, 2.0, 8.0)] {
        let text =
            format!("function again() {{ update(17); draw(); setTimeout(again, {delay_ms}); }}\nsetTimeout(again, {delay_ms});");
        let (_, frames) = counts(&text, (update_ms, render_ms), 4.0);
        let expected = 4000.0 / (f64::from(delay_ms) + update_ms + render_ms);
        assert!((frames as f64 - expected).abs() < 2.0, "{frames} frames, and {expected} expected: {text}");
    }
}

#[test]
fn what_is_right_runs() {
    for text in RIGHT {
        let (updates, frames) = counts(text, (0.0, 5.0), 1.0);
        assert!(updates == frames && (58..=61).contains(&frames), "{updates} updates and {frames} frames: {text}");
    }
}

#[test]
fn a_mistake_is_said_rightly_and_with_its_line() {
    for (text, line, words) in MISTAKES {
        for render_ms in [5.0, 70.0] {
            let error = match strategy(text) {
                Err(error) => error,
                Ok(strategy) => {
                    let computer = Computer { render_ms, ..Computer::default() };
                    let mut bench = Bench::new(&strategy, &computer, Values::default(), 3.0);
                    bench.end().unwrap_or_else(|| panic!("no fault: {text}"))
                }
            };
            assert!(words.iter().all(|word| error.text.contains(word)), "{error}: {text}");
            assert!(!error.text.contains("host.update") || text.contains("host.update"), "{error}");
            assert!(*line == 0 || error.line == *line, "{error}: {text}");
        }
    }
}

#[test]
fn an_error_names_the_file_of_its_line() {
    let module = OwnLoop::new("module.js", "let a;\nimport { nothing } from './nowhere.mjs';");
    let thrower = OwnLoop::new("thrower", "function f() {\n  throw new Error('x');\n}");
    let caller = OwnLoop::new("caller", "// @include thrower\nfunction loop(host) { f(); }");
    let includes = OwnLoop::new("page", "// @include module.js\nupdate(1)");
    let all = [module, thrower, caller, includes];
    let error = scripts::strategy(&all[3], &all).err().unwrap();
    assert_eq!((error.file.as_deref(), error.line), (Some("module.js"), 2), "{error}");
    let mut bench = Bench::new(&scripts::strategy(&all[2], &all).unwrap(), &Computer::default(), Values::default(), 0.1);
    let error = bench.end().unwrap();
    assert_eq!((error.file.as_deref(), error.line), (Some("thrower"), 2), "{error}");
    assert_eq!(error.to_string(), "thrower, line 2, column 9: Error: x");
}

#[test]
fn operators_are_bounded_by_depth() {
    let methods: Vec<String> = (0..200).map(|i| format!("  m{i}: function (a, b) {{ return a + b * {i}; }},\n")).collect();
    let methods = methods.concat();
    let minified: Vec<String> = (0..200).map(|i| format!("function f{i}(a,b){{return a?b:a+b*{i}}}if(f0)f{i}(1,2);")).collect();
    let minified = minified.concat();
    let conditions = "if (a) { a = 1; } else { a = 2; }\n".repeat(200);
    for text in [format!("const game = {{\n{methods}}};"), minified, format!("let a;\n{conditions}")] {
        run(&format!("{text}\n{}", turn("")), 0.02);
    }
    for deep in [
        "f`` ".to_owned() + &"``".repeat(1000),
        "a[".to_owned() + &"a,".repeat(1000) + "a]",
        "f(`${".to_owned() + &"a,".repeat(1000) + "a}`)",
    ] {
        let error = fault(&format!("let a, f = () => f;\n{deep};\n{}", turn("")));
        assert!(error.text.contains("within each other"), "{error}");
    }
}
