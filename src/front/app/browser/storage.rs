//! Stores the state of the window between visits in the browser's storage for this site, and the scenario of this tab in the
//! tab's storage, where it survives a reload.

use super::{address, page};
use crate::front::app::store::Remembered;
use crate::studio::scenario::code;
use crate::studio::scenario::definition::Scenario;
use crate::studio::session::Session;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use web_time::{Duration, Instant};

const NAME: &str = "tickscope";
const NAME_OF_PART: &str = "tickscope-part";
/// The shortest interval between two writes; leaving the page always writes.
const INTERVAL: Duration = Duration::from_secs(2);

#[derive(Debug, Serialize, Deserialize)]
struct Tab {
    fragment: String,
    code: String,
    by_link: bool,
}

struct Kept {
    remembered: Remembered,
    /// The scenario that the tab shows; `None` during the demonstration, and while the scenario of the address waits for a click.
    scenario: Option<Scenario>,
    by_link: bool,
}

thread_local! {
    static LATEST: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The stored state in the browser, which is written at intervals.
pub struct Storage {
    written: Instant,
    /// The state of the last visit if this visit began with a link, because the settings of a link hold for one visit; else
    /// `None`.
    before: Option<Remembered>,
    has_left: bool,
}

impl Storage {
    /// Begins to store the state. `before` is the state of the last visit if this visit began with a link, else `None`. A part of
    /// another page stores nothing, because its author chose its state.
    pub fn new(before: Option<Remembered>) -> Storage {
        if !page::is_embedded() {
            page::listen(&page::window(), "pagehide", |_: web_sys::Event| write());
            page::listen(&page::document(), "visibilitychange", |_: web_sys::Event| write());
        }
        Storage { written: Instant::now(), before, has_left: false }
    }

    /// Stores the state after a frame: immediately if the person has `acted` in the frame, otherwise at intervals.
    pub fn follow(&mut self, session: &Session, acted: bool, now: impl FnOnce() -> Remembered) {
        let is_time = self.written.elapsed() > INTERVAL;
        if page::is_embedded() || self.has_left || !(acted || is_time) {
            return;
        }
        let remembered = match &self.before {
            Some(before) => now().with_the_run_of(before),
            None => now(),
        };
        // While the scenario of the address waits for a click it is not stored, so that a reload asks again.
        let is_what_was_asked = !session.demonstrates() && session.window.held_back.is_none();
        let scenario = is_what_was_asked.then(|| session.run.scenario());
        LATEST.set(Some(Kept { remembered, scenario, by_link: self.before.is_some() }));
        if is_time {
            self.written = Instant::now();
            write();
        }
    }

    /// Stores the scenario of this text for the program that continues in this tab, and nothing else from now on.
    pub fn leave_for(&mut self, text: &str) {
        self.has_left = true;
        write();
        LATEST.set(None);
        put_tab(code::pack(text), self.before.is_some());
    }
}

fn put_tab(code: String, by_link: bool) {
    let tab = Tab { fragment: address::fragment(), code, by_link };
    if let (Some(storage), Ok(text)) = (of_tab(), serde_json::to_string(&tab)) {
        let _ = storage.set_item(name_in_tab(), &text);
    }
}

/// Returns the key of a tab's state. A part of another page has a key of its own.
fn name_in_tab() -> &'static str {
    if page::is_embedded() { NAME_OF_PART } else { NAME }
}

/// Writes the state. If the browser refuses, the next visit begins like the first.
fn write() {
    LATEST.with_borrow(|latest| {
        let Some(Kept { remembered, scenario, by_link }) = latest else { return };
        if let (Some(storage), Ok(text)) = (of_site(), serde_json::to_string(remembered)) {
            let _ = storage.set_item(NAME, &text);
        }
        put_tab(scenario.as_ref().map(code::write).unwrap_or_default(), *by_link);
    });
}

fn of_site() -> Option<web_sys::Storage> {
    page::window().local_storage().ok()?
}

fn of_tab() -> Option<web_sys::Storage> {
    page::window().session_storage().ok()?
}

/// Reads the state of the last visit. If it can't be read, returns a new state and a sentence that says so, otherwise `None` in
/// place of the sentence.
pub fn load() -> (Remembered, Option<String>) {
    let text = of_site().and_then(|storage| storage.get_item(NAME).ok()?);
    text.map(|text| Remembered::read(&text)).unwrap_or_default()
}

/// Returns the scenario that this tab showed before it was reloaded, and whether the visit began with a link; `None` if the tab
/// had another address.
pub fn of_reload(fragment: &str) -> Option<(Scenario, bool)> {
    let tab: Tab = serde_json::from_str(&of_tab()?.get_item(name_in_tab()).ok()??).ok()?;
    let scenario = (tab.fragment == fragment).then(|| code::read(&tab.code).ok())??;
    Some((scenario, tab.by_link))
}
