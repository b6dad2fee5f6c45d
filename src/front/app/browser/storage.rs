//! What is remembered between visits, in the browser's storage for this site.

use super::page;
use crate::front::app::store::Remembered;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use web_time::{Duration, Instant};

/// The name under which it is kept.
const NAME: &str = "tickscope";
/// It is written this often at most, and when the page is left.
const INTERVAL: Duration = Duration::from_secs(2);

/// What is kept: the state, and the share code that the page was opened with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The share code in the address; empty where there was none.
    pub code: String,
    /// What was set and shown.
    pub remembered: Remembered,
}

thread_local! {
    static LATEST: RefCell<Option<Remembered>> = const { RefCell::new(None) };
}

/// Keeps what is set, for the next visit.
pub struct Storage {
    written: Instant,
}

impl Storage {
    /// Begins to keep it. A part of another page keeps nothing: it is what its author made it.
    pub fn new() -> Storage {
        if !page::is_embedded() {
            page::listen(&page::window(), "pagehide", |_: web_sys::Event| write());
            page::listen(&page::document(), "visibilitychange", |_: web_sys::Event| write());
        }
        Storage { written: Instant::now() }
    }

    /// After each frame.
    pub fn follow(&mut self, remembered: impl FnOnce() -> Remembered) {
        if page::is_embedded() {
            return;
        }
        LATEST.set(Some(remembered()));
        if self.written.elapsed() > INTERVAL {
            self.written = Instant::now();
            write();
        }
    }
}

fn storage() -> Option<web_sys::Storage> {
    page::window().local_storage().ok()?
}

/// A browser that keeps nothing is no error: the next visit begins like the first.
fn write() {
    let Some(remembered) = LATEST.with_borrow(Clone::clone) else { return };
    let kept = Kept { code: super::address::fragment(), remembered };
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(&kept)) {
        let _ = storage.set_item(NAME, &text);
    }
}

/// What the last visit left; nothing where it left nothing that can be read.
pub fn load() -> Option<Kept> {
    let text = storage()?.get_item(NAME).ok()??;
    let read = || -> Result<Kept, String> {
        let mut value: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let remembered = Remembered::read(&value["remembered"].take().to_string())?;
        Ok(Kept { code: value["code"].as_str().unwrap_or_default().to_owned(), remembered })
    };
    read().inspect_err(|why| log::warn!("what was remembered can't be used: {why}")).ok()
}
