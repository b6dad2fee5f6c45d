//! The page's address: its fragment is the share code of what is opened, and back and forward open what was opened before.

use super::arrivals::{self, Arrival};
use super::page;
use crate::model::config::script::Script;
use crate::studio::scenario::{Scenario, code};
use crate::studio::session::{Action, Session};
use wasm_bindgen::JsValue;

/// A longer code is in no address: some browsers and most mail programs cut it off.
const LONGEST: usize = 8000;

/// What the address says.
pub struct Address {
    /// What is opened, and its title.
    script: Script,
    title: String,
    /// What was there when no code was.
    first: Scenario,
}

impl Address {
    /// That of a session as it begins.
    pub fn of(session: &Session) -> Address {
        Address { script: session.lab().script().clone(), title: session.title().0.to_owned(), first: session.scenario() }
    }

    /// After each frame: what was opened since then gets an entry in the browser's history.
    pub fn follow(&mut self, session: &Session) {
        if page::is_embedded() || !self.notice(session) {
            return;
        }
        let written = if self.title.is_empty() { String::new() } else { code::write(&session.scenario()) };
        let shown = if written.len() > LONGEST { String::new() } else { written };
        if shown == fragment() {
            return;
        }
        let location = page::window().location();
        let [path, search] = [location.pathname(), location.search()].map(Result::unwrap_or_default);
        let hash = if shown.is_empty() { String::new() } else { format!("#{shown}") };
        let Ok(history) = page::window().history() else { return };
        if let Err(error) = history.push_state_with_url(&JsValue::NULL, "", Some(&format!("{path}{search}{hash}"))) {
            log::warn!("the address stays: {error:?}");
        }
    }

    /// Whether something else is opened than the last time.
    fn notice(&mut self, session: &Session) -> bool {
        let (title, script) = (session.title().0, session.lab().script());
        if self.title == title && self.script == *script {
            return false;
        }
        (self.title, self.script) = (title.to_owned(), script.clone());
        true
    }
}

/// What the address says behind the `#`.
pub fn fragment() -> String {
    let hash = page::window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// The scenario of a fragment; nothing where it is empty.
///
/// # Errors
/// If it is no code, a damaged one or one of a newer version, in one line.
pub fn read(fragment: &str) -> Result<Option<Scenario>, String> {
    if fragment.is_empty() {
        return Ok(None);
    }
    code::read(fragment).map(Some).map_err(|unreadable| unreadable.to_string())
}

/// Opens what the address says now, after the person went back or forward, or changed it.
pub fn open(session: &mut Session, address: &mut Address, fragment: &str) {
    match read(fragment) {
        Ok(Some(scenario)) => session.act(Action::Open(Box::new(scenario))),
        Ok(None) => session.act(Action::Open(Box::new(address.first.clone()))),
        Err(why) => session.fail(why),
    }
    // The address is as it should be already.
    address.notice(session);
}

/// From now on the window learns of another address.
pub fn listen() {
    page::listen(&page::window(), "popstate", |_: web_sys::Event| arrivals::push(Arrival::Address(fragment())));
}
