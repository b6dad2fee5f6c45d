//! Loops that would hang the program or take all memory: each ends in seconds with one line, wherever the text hides its work.

use crate::tiers::{count_cases, sampled};
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The kinds of bombs, with `N` for a number that differs. Each stands in a turn of a loop. The last ones are ended by the watchdog, and
/// the others by a guard of the engine, which counts its instructions.
const BOMBS: &[&str] = &[
    "let v = ''; for (;;) v += 'N123456789';",
    "let v = ['x']; for (;;) v = [...v, ...v, N];",
    "const v = '9'.repeat(N00); for (;;) { +v; v | 0; v * 1; }",
    "const v = 'x'.repeat(N00); for (;;) { const t = `${v}${v}${v}${v}`; }",
    "const v = 'a,'.repeat(N00); for (;;) v.split(',');",
    "const v = 'a'.repeat(N00), p = 'a'.repeat(N0) + 'b'; for (;;) { v.indexOf(p); v.lastIndexOf(p); v.includes(p); }",
    "const v = 'a'.repeat(N00); for (;;) v.replaceAll('a', 'b');",
    "let v = {}; for (let i = 0; i < N00; i++) { const p = {}; Object.setPrototypeOf(p, v); v = p; } for (;;);",
    "const v = {}; for (let i = 0; i < N; i++) v['k' + i] = i; for (;;) { for (const k in v) break; }",
    "const v = Object(new BigInt64Array(1)[0]).constructor; let x = v(N); for (;;) x = x * x;",
    "while (true) { host.now(); v = N; }",
    "while (true) { host.refreshes(); host.watch('v', N); }",
    "const v = 'x'.repeat(N00); for (;;) [...v];",
    "for (;;) console.log('v', N);",
    "for (;;) { try { [N].forEach(() => { throw 5; }); } catch (e) { } }",
    "const v = []; for (;;) v.push({ a: [N, N] });",
    "for (;;) setTimeout(() => N, 0);",
    "const v = { get x() { let s = 'xN'; for (;;) s += s; } }; v.x;",
    "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } const v = { get x() { return fib(45 + N % 10); } }; v.x;",
    "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); const v = { valueOf() { return f(45 + N % 10); } }; +v;",
    "const v = Array.from({ length: 1000 }, () => ({ toString() { let x = 0; for (let i = 0; i < 1e6; i++) x++; return '' + x; } }));\n\
         v.sort(); // N",
];

/// Returns the highest number of bytes that a process has held; `None` where the system does not say.
fn peak(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// Runs a bomb, and checks how it ends.
fn explode(name: &str, text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("{name}.js"));
    fs::write(&path, text).unwrap();
    let began = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_tickscope"));
    program.args(["trace", "--seconds", "0.1", "--loop"]).arg(&path).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let mut most = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        most = most.max(peak(child.id()).unwrap_or(0));
        assert!(began.elapsed() < Duration::from_mins(1), "it does not end: {text}");
        std::thread::sleep(Duration::from_millis(10));
    };
    let said = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    println!("{:6.2} s {:6} MB  {}", began.elapsed().as_secs_f64(), most >> 20, said.trim());
    assert_eq!(status.code(), Some(2), "{said}: {text}");
    assert!(said.contains(&format!("{name}.js")) && said.trim().lines().count() == 1, "{said}: {text}");
    // The watchdog looks at the memory from time to time: on a busy machine a text doubles once more before it is seen.
    assert!(most < 2_000_000_000, "{most} bytes: {text}");
}

#[test]
fn every_bomb_ends_with_one_line_that_names_its_file() {
    let count = count_cases(1);
    for (row, bomb) in sampled(BOMBS.iter().enumerate()) {
        for number in 0..count {
            let size = 1000 + 7919 * (number + 1) * (row as u32 + 1) % 9000;
            let bomb = bomb.replace('N', &size.to_string());
            explode(&format!("bomb-{row}-{number}"), &in_a_turn(&bomb));
        }
    }
}

fn in_a_turn(bomb: &str) -> String {
    format!(
        "function loop(host) {{\n  while (host.running()) {{\n    host.update(second / 60);\n    {bomb}\n    host.render();\n  }}\n}}\n"
    )
}
