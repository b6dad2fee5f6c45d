//! The scripts that compute now, on every thread. A watchdog reads them and ends a script that no limit can stop: the engine does
//! not count the instructions of getters and of code after an `await`, and cannot be interrupted there.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A script that computes on some thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computing {
    /// The name of the loop, and its text.
    pub name: String,
    pub text: Arc<str>,
    /// The line of the script's last call of the host.
    pub line: u32,
    /// How often the thread has entered the interpreter, and the virtual time in flicks at which the script computes now. Neither
    /// changes while the script computes and no virtual time passes.
    pub stay: (u64, i64),
    pub thread: usize,
}

/// The name and the text of a loop.
pub(super) type NamedText = (Arc<str>, Arc<str>);

/// The state of a thread's script.
#[derive(Default)]
pub(super) struct ScriptProgress {
    script: Mutex<Option<NamedText>>,
    computes: AtomicBool,
    stays: AtomicU64,
    pub time: AtomicI64,
    pub line: AtomicU32,
}

static ALL: Mutex<Vec<Weak<ScriptProgress>>> = Mutex::new(Vec::new());

thread_local! {
    static MINE: OnceCell<Arc<ScriptProgress>> = const { OnceCell::new() };
}

impl ScriptProgress {
    pub fn mine() -> Arc<ScriptProgress> {
        MINE.with(|mine| {
            mine.get_or_init(|| {
                let mine = Arc::default();
                lock(&ALL).push(Arc::downgrade(&mine));
                mine
            })
            .clone()
        })
    }

    /// Marks this script as computing while `run` runs.
    pub fn during<T>(&self, script: &NamedText, run: impl FnOnce() -> T) -> T {
        *lock(&self.script) = Some(script.clone());
        self.stays.fetch_add(1, Ordering::Relaxed);
        let computed = self.computes.swap(true, Ordering::Relaxed);
        let done = run();
        self.computes.store(computed, Ordering::Relaxed);
        done
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the scripts that compute now.
pub fn computing() -> Vec<Computing> {
    let mut all = lock(&ALL);
    all.retain(|progress| progress.strong_count() > 0);
    let now = |(thread, progress): (usize, Arc<ScriptProgress>)| {
        let stay = (progress.stays.load(Ordering::Relaxed), progress.time.load(Ordering::Relaxed));
        let computes = progress.computes.load(Ordering::Relaxed);
        let line = progress.line.load(Ordering::Relaxed);
        let (name, text) = lock(&progress.script).clone()?;
        computes.then(|| Computing { name: name.to_string(), text, line, stay, thread })
    };
    all.iter().filter_map(Weak::upgrade).enumerate().filter_map(now).collect()
}
