//! The address of the page. Its fragment is the share code of the open scenario, and the back and forward buttons of the browser
//! open the scenarios before and after it.

use super::page::{self, Arrival};
use crate::studio::lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::scenario::unopened::UnopenedScenario;
use crate::studio::scenario::{code, link};
use crate::studio::session::Session;
use crate::studio::session::action::{Action, LessonAction, RunAction, WindowAction};
use crate::studio::session::attendance::Attendance;
use tickscope_core::model::config::script::Script;
use wasm_bindgen::JsValue;

/// The state of the window for which the page's address was last set.
pub struct Address {
    script: Script,
    is_opened: bool,
    /// The step of the open lesson; `None` without one.
    step: Option<usize>,
    /// The scenario of an address without a code; `None` for the demonstration.
    first: Option<Scenario>,
}

impl Address {
    pub fn of(session: &Session) -> Address {
        Address {
            script: session.run.lab.script().clone(),
            is_opened: is_opened(session),
            step: attended(session).map(|lesson| lesson.step),
            first: (!session.demonstrates()).then(|| session.run.scenario()),
        }
    }

    /// Adds an entry to the browser's history if something has been opened since the last frame.
    pub fn follow(&mut self, session: &Session) {
        if page::is_embedded() || !self.notice(session) {
            return;
        }
        if let Some(step) = link_to_step(session, None) {
            return push(&step);
        }
        let code = if self.is_opened { code::write(&session.run.scenario()) } else { String::new() };
        if code == fragment() {
            return;
        }
        let here = format!("{}{}", of_page(), page::window().location().search().unwrap_or_default());
        // The address has no fragment if the code is too long, or if the settings are no scenario.
        let link = link::write(Some(&here), &code).ok().filter(|_| !code.is_empty()).unwrap_or(here);
        push(&link);
    }

    /// Opens the scenario of `fragment`, after the person went back or forward, or changed the address.
    pub fn open(&mut self, session: &mut Session, fragment: &str) {
        if let Some(found) = lesson::link::read_link(&format!("#{fragment}")) {
            match found {
                Ok((lesson, step)) => session.act(Action::Lesson(LessonAction::Open(lesson, step))),
                Err(invalid) => session.window.fail(invalid.to_string()),
            }
            self.notice(session);
            return;
        }
        let action = read(fragment).and_then(|unopened| match unopened {
            Some(unopened) => session.opening_of(unopened).map_err(|unreadable| unreadable.to_string()),
            None => Ok(self
                .first
                .clone()
                .map_or(Action::Run(RunAction::Demonstrate), |first| Action::Run(RunAction::Open(Box::new(first))))),
        });
        match action {
            Ok(action) => {
                // A notice about the last address is no longer valid.
                session.act(Action::Window(WindowAction::Notify(None)));
                session.act(action);
            }
            Err(why) => session.window.fail(why),
        }
        // The browser has set the address already.
        self.notice(session);
    }

    fn notice(&mut self, session: &Session) -> bool {
        let (is_opened, script) = (is_opened(session), session.run.lab.script());
        let step = attended(session).map(|lesson| lesson.step);
        let is_same_step = std::mem::replace(&mut self.step, step) == step;
        if is_same_step && self.is_opened == is_opened && self.script == *script {
            return false;
        }
        (self.is_opened, self.script) = (is_opened, script.clone());
        true
    }
}

fn is_opened(session: &Session) -> bool {
    session.run.opened.is_there && !session.demonstrates()
}

/// Returns the open lesson; `None` for the demonstration, which has no address.
fn attended(session: &Session) -> Option<&Attendance> {
    session.lesson().filter(|_| !session.demonstrates())
}

fn link_to_step(session: &Session, base: Option<&str>) -> Option<String> {
    let attended = attended(session).filter(|attended| lesson::builtin::find(&attended.lesson.id).is_ok())?;
    Some(lesson::link::link(base.unwrap_or_default(), &attended.lesson.id, attended.step))
}

fn push(link: &str) {
    let Ok(history) = page::window().history() else { return };
    // A browser refuses an entry after very many changes in a short time.
    let _ = history.push_state_with_url(&JsValue::NULL, "", Some(link));
}

pub fn of_page() -> String {
    let location = page::window().location();
    let [origin, path] = [location.origin(), location.pathname()].map(Result::unwrap_or_default);
    format!("{origin}{path}")
}

/// Opens the whole page, with the settings of this part of another page.
pub fn open_whole(session: &mut Session) {
    let to_scenario = || link::write(Some(&of_page()), &code::write(&session.run.scenario())).unwrap_or_else(|_| of_page());
    let link = link_to_step(session, Some(&of_page())).unwrap_or_else(to_scenario);
    if let Ok(None) | Err(_) = page::window().open_with_url_and_target(&link, "_blank") {
        session.window.fail("The browser keeps this part of a page from opening another one.".to_owned());
    }
}

pub fn fragment() -> String {
    let hash = page::window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// Reads the scenario of a fragment; returns `None` for an empty one.
pub fn read(fragment: &str) -> Result<Option<UnopenedScenario>, String> {
    if fragment.is_empty() {
        return Ok(None);
    }
    UnopenedScenario::of_link(&format!("#{fragment}")).map(Some).map_err(|unreadable| unreadable.to_string())
}

pub fn listen() {
    page::listen(&page::window(), "popstate", |_: web_sys::Event| page::hand_over(Arrival::Address(fragment())));
}
