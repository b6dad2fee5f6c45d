//! Starts the window in a page. The window ends when the person leaves the page.

use super::storage::{self, Storage};
use super::{Browser, address, clipboard, files, page, programming, text_input};
use crate::front::app::application::App;
use crate::front::app::error::NoWindow;
use crate::front::app::store::Remembered;
use crate::studio::lesson;
use crate::studio::scenario::definition::Scenario;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, LessonAction, LoopsAction, RunAction};
use crate::studio::session::host::Host;
use tickscope_core::model::config::settings::Settings;
use tickscope_core::model::whole_build;
use winit::event_loop::EventLoop;
use winit::platform::web::EventLoopExtWebSys as _;

/// Shows the window in the canvas of the page. It opens the scenario of the address, or else the state of the last visit, and
/// reports a scenario that can't be opened.
pub fn run() -> Result<(), NoWindow> {
    if web_sys::window().is_none() {
        programming::offer_rehearsal();
        return Ok(());
    }
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        page::set_status("error it has ended unexpectedly");
        page::announce(page::Announcement::Failed, "The program has ended unexpectedly. Reload the page.");
    }));
    let _ = console_log::init_with_level(log::Level::Error);

    let is_part = page::is_embedded();
    let ((remembered, lost), host) =
        if is_part { (Default::default(), Host::embed()) } else { (storage::load(), Host::browser()) };
    let (session, by_link, refused) = begin(&remembered)?;
    let mut session = session.on_host(host).with_link_base(Some(address::of_page()));
    for why in lost.into_iter().chain(refused) {
        session.window.fail(why);
    }
    let before = by_link.then(|| remembered.clone());

    let event_loop = EventLoop::with_user_event().build()?;
    page::connect(event_loop.create_proxy());
    address::listen();
    clipboard::listen();
    files::listen();
    text_input::listen();
    page::listen(&page::document(), "fullscreenchange", |_: web_sys::Event| {
        if page::document().fullscreen_element().is_none() {
            page::hand_over(page::Arrival::LeftFullScreen);
        }
    });
    programming::offer();
    let browser = Browser::new(&session, Storage::new(before));
    let app = App::new(session, &remembered, browser);
    event_loop.spawn_app(app);
    Ok(())
}

/// Returns three things: the session that the tab had before a reload, or else that of the address; whether the visit began with
/// a link; and the reason why the scenario of the address is not shown, `None` if it is shown.
fn begin(remembered: &Remembered) -> Result<(Session, bool, Option<String>), NoWindow> {
    let fragment = address::fragment();
    let again = if page_is_reloaded() { storage::of_reload(&fragment) } else { None };
    let lesson = lesson::link::read_link(&format!("#{fragment}"));
    if let (None, Some(found)) = (&again, lesson) {
        let (lesson, step) = match found {
            Ok(found) => found,
            Err(invalid) => return Ok((session(remembered, None)?, false, Some(invalid.to_string()))),
        };
        let mut session = session(remembered, None)?;
        session.act(Action::Lesson(LessonAction::Open(lesson, step)));
        return Ok((session, true, None));
    }
    let by_link = again.as_ref().map_or(!fragment.is_empty(), |(_, by_link)| *by_link);
    let not_opened = |error: NoWindow| format!("Not opened: {error}");
    let begun = match again {
        Some((scenario, _)) => session(remembered, Some(scenario)).map_err(not_opened),
        None => address::read(&fragment).and_then(|asked| match asked {
            Some(unopened) if unopened.loops().is_empty() => {
                let scenario = unopened.open().map_err(|unreadable| unreadable.to_string())?;
                session(remembered, Some(scenario)).map_err(not_opened)
            }
            // The loops of the scenario wait for a click, over the session of the last visit.
            Some(unopened) => session(remembered, None).map_err(not_opened).map(|mut session| {
                session.act(Action::Loops(LoopsAction::HoldBack(Box::new(unopened))));
                session
            }),
            None => session(remembered, None).map_err(not_opened),
        }),
    };
    match begun {
        Ok(session) => Ok((session, by_link, None)),
        Err(why) => Ok((session(remembered, None)?, false, Some(why))),
    }
}

/// Returns the session of the scenario `asked`, or else of the last visit. If only the whole build can run it, returns a session
/// that requests that build.
fn session(remembered: &Remembered, asked: Option<Scenario>) -> Result<Session, NoWindow> {
    let settings = asked.as_ref().map_or(&remembered.settings, |scenario| scenario.script.settings());
    if !whole_build::is_needed_for(settings) {
        return remembered.session(asked);
    }
    let before = || Scenario { view: remembered.view, ..Scenario::from(remembered.settings.clone()) };
    let scenario = asked.unwrap_or_else(before);
    let mut session = Session::new(Settings::of_window())?.with_theme(remembered.theme);
    session.act(Action::Run(RunAction::Open(Box::new(scenario))));
    Ok(session)
}

fn page_is_reloaded() -> bool {
    let entries = page::window().performance().map(|performance| performance.get_entries_by_type("navigation"));
    let entry = entries.map(|entries| entries.get(0));
    let kind = entry.and_then(|entry| js_sys::Reflect::get(&entry, &"type".into()).ok()).and_then(|kind| kind.as_string());
    kind.as_deref() == Some("reload")
}
