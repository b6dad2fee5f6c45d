//! The last guard against users' loops: a thread that ends the program if a loop computes for seconds while no virtual time
//! passes, or takes too much memory, where the engine cannot be interrupted. Results never depend on it.

use crate::studio::arguments::files::LoopFile;
use std::collections::HashMap;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};
use tickscope_core::base::params::invalid::Invalid;
use tickscope_core::model::config::own_loop::OwnLoop;
use tickscope_core::model::scripts::progress::{Computing, computing};

/// The longest real time for which a loop may compute while no virtual time passes.
const LONGEST: Duration = Duration::from_secs(5);
/// The largest memory of the program while a loop computes, in bytes.
const MOST_BYTES: u64 = 1_000_000_000;
/// The time from one check to the next.
const LOOK: Duration = Duration::from_millis(50);
/// The time from one check to the next if half of the memory is taken. A text that keeps doubling takes the other half in 100 ms.
const CLOSE_LOOK: Duration = Duration::from_millis(5);

/// Starts the thread, which calls `end` with a loop that cannot be stopped and the reason why it must be.
pub fn start(end: impl Fn(&Computing, &str) + Send + 'static) {
    let watch = move || {
        let mut since: HashMap<(usize, u64, i64), Instant> = HashMap::new();
        let mut look = LOOK;
        loop {
            thread::sleep(look);
            let (now, all, bytes) = (Instant::now(), computing(), resident_bytes().unwrap_or(0));
            look = if bytes > MOST_BYTES / 2 { CLOSE_LOOK } else { LOOK };
            let key = |script: &Computing| (script.thread, script.stay.0, script.stay.1);
            since.retain(|known, _| all.iter().any(|script| key(script) == *known));
            for script in &all {
                let began = *since.entry(key(script)).or_insert(now);
                if now - began >= LONGEST {
                    end(script, "at or after this line the loop computes without end, where nothing can stop it");
                } else if bytes > MOST_BYTES {
                    end(script, "at or after this line the loop takes more than 1 GB of memory");
                }
            }
        }
    };
    // If no thread can be started, the program runs without the watchdog.
    let _ = thread::Builder::new().name("watchdog".to_owned()).spawn(watch);
}

/// Returns the sentence that says `why` a script was stopped. The script's loop comes from one of the files `loops`, or from a
/// scenario.
pub fn sentence(loops: &[PathBuf], script: &Computing, why: &str) -> String {
    let id = format!("{}{}", OwnLoop::PREFIX, script.name);
    LoopFile::name_path(loops, Invalid::in_text(id, (script.line, 0), why)).to_string()
}

/// Returns a function that prints why a script was stopped and exits the command with code 2.
pub fn end_command(loops: Vec<PathBuf>) -> impl Fn(&Computing, &str) + Send {
    move |script, why| {
        eprintln!("tickscope: {}", sentence(&loops, script, why));
        std::process::exit(2);
    }
}

/// Returns the memory of the program, in bytes; `None` if the system does not report it.
fn resident_bytes() -> Option<u64> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
