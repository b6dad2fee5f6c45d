//! Loops that would hang the program or take all memory: each ends in seconds with one line, wherever the text hides its work.

use crate::tiers::{count_cases, sampled};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The kinds of bombs that a guard of the engine ends, which counts instructions and bytes. `N` is a number that differs, and `TAGS`
/// are so many templates. Each stands in a turn of a loop.
const COUNTED: &[&str] = &[
    "let v = ''; for (;;) v += 'N123456789';",
    "let v = ['x']; for (;;) v = [...v, ...v, N];",
    "const v = '9'.repeat(N00); for (;;) { +v; v | 0; v * 1; }",
    "const v = 'x'.repeat(N00); for (;;) { const t = `${v}${v}${v}${v}`; }",
    "const v = 'x'.repeat(N00); for (;;) { const t = v + 'y'; }",
    "const v = 'x'.repeat(N00) + 'a', w = 'x'.repeat(N00) + 'b'; let n = 0; for (;;) { if (v < w) n++; if (v === w) n--; }",
    "const v = 'a,'.repeat(N00); for (;;) v.split(',');",
    "const v = 'a'.repeat(N00), p = 'a'.repeat(N0) + 'b'; for (;;) { v.indexOf(p); v.lastIndexOf(p); v.includes(p); }",
    "const v = 'a'.repeat(N00); for (;;) v.replaceAll('a', 'b');",
    "let v = {}; for (let i = 0; i < N00; i++) { const p = {}; Object.setPrototypeOf(p, v); v = p; } for (;;);",
    "const v = {}; for (let i = 0; i < N; i++) v['k' + i] = i; for (;;) { for (const k in v) break; }",
    "const v = Object(new BigInt64Array(1)[0]).constructor; let x = v(N); for (;;) x = x * x;",
    "while (true) { host.now(); v = N; }",
    "while (true) { host.refreshes(); host.watch('v', N); }",
    "const v = 'x'.repeat(N00); for (;;) [...v];",
    "for (;;) (N / 7).toFixed(100);",
    "for (;;) console.log('v', N);",
    "for (;;) { try { [N].forEach(() => { throw 5; }); } catch (e) { } }",
    "const v = []; for (;;) v.push({ a: [N, N] });",
    "for (;;) setTimeout(() => N, 0);",
    "for (;;) requestAnimationFrame(() => N);",
    "for (;;) queueMicrotask(() => N);",
    "let f = () => f; fTAGS;",
];

/// The kinds of bombs that the watchdog ends, because the engine counts nothing there. The first one takes all memory.
const WATCHED: &[&str] = &[
    "const v = { get x() { let s = 'xN'; for (;;) s += s; } }; v.x;",
    "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } const v = { get x() { return fib(45 + N % 10); } }; v.x;",
    "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); const v = { valueOf() { return f(45 + N % 10); } }; +v;",
    "const v = Array.from({ length: 1000 }, () => ({ toString() { let x = 0; for (let i = 0; i < 1e6; i++) x++; return '' + x; } }));\n\
         v.sort(); // N",
];

/// The same in functions that go on after an `await`, in a page.
const WATCHED_PAGES: &[&str] = &[
    "(async () => { await 0; let s = 'xN'; for (;;) s += s; })();",
    "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n(async () => { await 0; fib(45 + N % 10); })();",
];

/// A page that once took a minute. It may run: nothing about it is wrong.
const MAY_RUN: &str =
    "for (let i = 0; i < N / 10; i++) setInterval(() => 1, 0);\nsetInterval(() => { update(16); draw(); }, 16);\n";

/// Returns a scenario that changes the text of a loop so many times.
pub fn changing_texts(times: u32) -> String {
    let text =
        |n: u32| format!("'''function loop(host) {{ while (host.running()) {{ host.update(ms); host.render(); }} }} // {n}'''");
    let steps = (0..times).map(|n| format!("[[at]]\ns = {}\nloops.a = {}\n", f64::from(n) / 1000.0, text(n)));
    let steps = steps.collect::<Vec<_>>().concat();
    format!("tickscope = 4\n[[loops]]\nname = \"a\"\nsource = {}\n[[panes]]\nstrategy = \"own/a\"\n{steps}", text(0))
}

/// Returns every bomb of these kinds: a name and the text of a file.
fn bombs((counted, watched): (u32, u32)) -> Vec<(String, String)> {
    let page = |text: &str| {
        format!("{text}\nrequestAnimationFrame(function g() {{ update(16); draw(); requestAnimationFrame(g); }});\n")
    };
    let kinds = COUNTED.iter().map(|text| (counted, in_a_turn(text)));
    let kinds = kinds.chain(WATCHED.iter().map(|text| (watched, in_a_turn(text))));
    let kinds = kinds.chain(WATCHED_PAGES.iter().map(|text| (watched, page(text)))).chain([(watched, MAY_RUN.to_owned())]);
    let of_kind = |(kind, (count, text)): (usize, (u32, String))| {
        (0..count).map(move |number| {
            let size = 1000 + 7919 * (number + 1) * (kind as u32 + 1) % 9000;
            let text = text.replace('N', &size.to_string()).replace("TAGS", &"``".repeat(size as usize));
            (format!("bomb-{kind}-{number}.js"), text)
        })
    };
    let scenarios = (0..watched).map(|number| (format!("bomb-{number}.toml"), changing_texts(1000 + 100 * number)));
    kinds.enumerate().flat_map(of_kind).chain(scenarios).collect()
}

fn in_a_turn(bomb: &str) -> String {
    format!(
        "function loop(host) {{\n  while (host.running()) {{\n    host.update(second / 60);\n    {bomb}\n    host.render();\n  }}\n}}\n"
    )
}

/// The end of a program: its exit code, what it wrote to standard error, how long it took, and the bytes that it held at most.
pub struct Ended {
    pub code: Option<i32>,
    pub said: String,
    pub seconds: f64,
    pub most: u64,
}

impl Ended {
    /// Runs `seconds` of the loop or the scenario in this file.
    pub fn of(path: &Path, seconds: &str) -> Ended {
        let option = if path.extension().is_some_and(|extension| extension == "toml") { "--scenario" } else { "--loop" };
        let began = Instant::now();
        let mut program = Command::new(env!("CARGO_BIN_EXE_tickscope"));
        program.args(["trace", "--seconds", seconds, option]).arg(path).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = program.spawn().unwrap();
        let mut most = 0;
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            most = most.max(peak(child.id()).unwrap_or(0));
            assert!(began.elapsed() < Duration::from_mins(1), "{} does not end", path.display());
            std::thread::sleep(Duration::from_millis(10));
        };
        let said = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        Ended { code: status.code(), said, seconds: began.elapsed().as_secs_f64(), most }
    }
}

/// Returns the highest number of bytes that a process has held; `None` where the system does not say.
fn peak(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// Runs a text, which ends with one line that names its file.
fn explode(name: &str, text: &str) -> Ended {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let ended = Ended::of(&path, "0.1");
    let Ended { code, said, seconds, most } = &ended;
    println!("{seconds:6.2} s {:6} MB  {}", most >> 20, said.trim());
    if text.contains("setInterval") && *code == Some(0) {
        return ended;
    }
    assert_eq!(*code, Some(2), "{said}: {text}");
    assert!(said.contains(name) && said.trim().lines().count() == 1, "{said}: {text}");
    ended
}

#[test]
fn every_bomb_ends_with_one_line_that_names_its_file() {
    let count = count_cases(1);
    for (name, text) in sampled(bombs((count, count))) {
        let ended = explode(&name, &text);
        // The watchdog looks at the memory from time to time: on a busy machine a text doubles once more before it is seen.
        assert!(ended.most < 2_000_000_000, "{} bytes: {text}", ended.most);
    }
}

/// Run by hand, on a machine that does nothing else; it takes half an hour.
#[test]
#[ignore = "it takes half an hour, and measures times"]
fn two_thousand_bombs_end_within_six_seconds_and_1_1_gb() {
    let bombs = Mutex::new(bombs((81, 50)).into_iter());
    let count = bombs.lock().unwrap().len();
    assert!(count >= 2000, "{count}");
    let over = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some((name, text)) = bombs.lock().unwrap().next() else { break };
                    let Ended { seconds, most, .. } = explode(&name, &text);
                    if seconds > 6.0 || most > 1_100_000_000 {
                        over.lock().unwrap().push(format!("{name}: {seconds:.2} s, {} MB", most >> 20));
                    }
                }
            });
        }
    });
    let over = over.into_inner().unwrap();
    assert!(over.is_empty(), "{} of {count} are over: {over:#?}", over.len());
}
