//! The page's address: its fragment is the share code of what is opened, and back and forward open what was opened before.

use super::arrivals::{self, Arrival};
use super::page;
use crate::model::config::script::Script;
use crate::studio::scenario::{Scenario, code, link};
use crate::studio::session::{Action, Session};
use wasm_bindgen::JsValue;

/// What the address says.
pub struct Address {
    /// What is run, and whether it was opened as a scenario.
    script: Script,
    is_opened: bool,
    /// What was there when no code was.
    first: Scenario,
}

impl Address {
    /// That of a session as it begins.
    pub fn of(session: &Session) -> Address {
        Address { script: session.lab().script().clone(), is_opened: session.has_scenario(), first: session.scenario() }
    }

    /// After each frame: what was opened since then gets an entry in the browser's history.
    pub fn follow(&mut self, session: &Session) {
        if page::is_embedded() || !self.notice(session) {
            return;
        }
        let code = if self.is_opened { code::write(&session.scenario()) } else { String::new() };
        if code == fragment() {
            return;
        }
        let here = format!("{}{}", of_page(), page::window().location().search().unwrap_or_default());
        // A code that is too long, and a set-up that is no scenario, leave the address without a fragment.
        let link = link::write(Some(&here), &code).ok().filter(|_| !code.is_empty()).unwrap_or(here);
        let Ok(history) = page::window().recording() else { return };
        // A browser that refuses, as after very many in a short time, leaves the address as it is.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&link));
    }

    /// Whether something else is opened than the last time.
    fn notice(&mut self, session: &Session) -> bool {
        let (is_opened, script) = (session.has_scenario(), session.lab().script());
        if self.is_opened == is_opened && self.script == *script {
            return false;
        }
        (self.is_opened, self.script) = (is_opened, script.clone());
        true
    }
}

/// The address of the page, without what it was asked for.
pub fn of_page() -> String {
    let location = page::window().location();
    let [origin, path] = [location.origin(), location.pathname()].map(Result::unwrap_or_default);
    format!("{origin}{path}")
}

/// Opens the whole page beside the one of which this is a part, with what is set here.
pub fn open_whole(session: &mut Session) {
    let code = code::write(&session.scenario());
    let link = link::write(Some(&of_page()), &code).unwrap_or_else(|_| of_page());
    if let Ok(None) | Err(_) = page::window().open_with_url_and_target(&link, "_blank") {
        session.fail("The browser keeps this part of a page from opening another one.".to_owned());
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
    link::read(&format!("#{fragment}")).map(Some).map_err(|unreadable| unreadable.to_string())
}

/// Opens what the address says now, after the person went back or forward, or changed it.
pub fn open(session: &mut Session, address: &mut Address, fragment: &str) {
    match read(fragment) {
        Ok(scenario) => {
            // What was said of another address is over.
            session.act(Action::Notify(None));
            session.act(Action::Open(Box::new(scenario.unwrap_or_else(|| address.first.clone()))));
        }
        Err(why) => session.fail(why),
    }
    // The address is as it should be already.
    address.notice(session);
}

/// From now on the window learns of another address.
pub fn listen() {
    page::listen(&page::window(), "popstate", |_: web_sys::Event| arrivals::push(Arrival::Address(fragment())));
}
