//! What is kept between visits, in the browser's storages for this site: the state of the last time, as a desktop's file has
//! it, for every visit; and what this tab shows, for when it is reloaded.

use super::{address, page};
use crate::front::app::store::Remembered;
use crate::studio::scenario::{Scenario, code};
use crate::studio::session::Session;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use web_time::{Duration, Instant};

/// The name under which both are kept.
const NAME: &str = "tickscope";
/// They are written this often at most, and when the page is left.
const INTERVAL: Duration = Duration::from_secs(2);

/// What a tab shows.
#[derive(Debug, Serialize, Deserialize)]
struct Tab {
    /// The fragment of its address.
    fragment: String,
    /// The share code of what is set.
    code: String,
    /// Whether the visit began with a link.
    by_link: bool,
}

/// What is to be kept.
struct Kept {
    remembered: Remembered,
    /// What the tab shows; nothing during the demonstration.
    scenario: Option<Scenario>,
    by_link: bool,
}

thread_local! {
    static LATEST: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// Keeps what is set.
pub struct Storage {
    written: Instant,
    /// The state of the visit before, where a link was followed: what it sets is for this time only.
    before: Option<Remembered>,
}

impl Storage {
    /// Begins to keep it; `before` is what the next visit finds again, where a link was followed. A part of another page keeps
    /// nothing: it is what its author made it.
    pub fn new(before: Option<Remembered>) -> Storage {
        if !page::is_embedded() {
            page::listen(&page::window(), "pagehide", |_: web_sys::Event| write());
            page::listen(&page::document(), "visibilitychange", |_: web_sys::Event| write());
        }
        Storage { written: Instant::now(), before }
    }

    /// After each frame; `acted` if something was changed in it.
    pub fn follow(&mut self, acted: bool, session: &Session, now: impl FnOnce() -> Remembered) {
        let is_time = self.written.elapsed() > INTERVAL;
        if page::is_embedded() || !(acted || is_time) {
            return;
        }
        let remembered = match &self.before {
            Some(before) => now().with_the_run_of(before),
            None => now(),
        };
        let scenario = (!session.is_demonstrating()).then(|| session.scenario());
        LATEST.set(Some(Kept { remembered, scenario, by_link: self.before.is_some() }));
        if is_time {
            self.written = Instant::now();
            write();
        }
    }
}

/// A browser that keeps nothing is no error: the next visit begins like the first.
fn write() {
    LATEST.with_borrow(|latest| {
        let Some(Kept { remembered, scenario, by_link }) = latest else { return };
        let put = |storage: Option<web_sys::Storage>, text: Result<String, serde_json::Error>| {
            if let (Some(storage), Ok(text)) = (storage, text) {
                let _ = storage.set_item(NAME, &text);
            }
        };
        put(of_site(), serde_json::to_string(remembered));
        let code = scenario.as_ref().map(code::write).unwrap_or_default();
        put(of_tab(), serde_json::to_string(&Tab { fragment: address::fragment(), code, by_link: *by_link }));
    });
}

fn of_site() -> Option<web_sys::Storage> {
    page::window().local_storage().ok()?
}

fn of_tab() -> Option<web_sys::Storage> {
    page::window().session_storage().ok()?
}

/// What the last visit left; the defaults where it left nothing that can be read.
pub fn load() -> Remembered {
    let Some(text) = of_site().and_then(|storage| storage.get_item(NAME).ok()?) else { return Remembered::default() };
    Remembered::read(&text).unwrap_or_default()
}

/// What this tab showed before it was reloaded, if it had the same address and can show it again; and whether the visit began
/// with a link.
pub fn of_reload(fragment: &str) -> Option<(Scenario, bool)> {
    let tab: Tab = serde_json::from_str(&of_tab()?.get_item(NAME).ok()??).ok()?;
    let scenario = (tab.fragment == fragment).then(|| code::read(&tab.code).ok())??;
    Some((scenario, tab.by_link))
}
