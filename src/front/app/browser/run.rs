//! The window in a page, from its beginning; it ends when the page is left.

use super::storage::{self, Storage};
use super::{address, arrivals, clipboard, files, hands, keyboard, page, programming};
use crate::front::app::application::App;
use crate::front::app::error::NoWindow;
use crate::front::app::first_session::first_session;
use crate::front::app::store::Remembered;
use crate::studio::session::{Host, Session};
use winit::event_loop::EventLoop;
use winit::platform::web::EventLoopExtWebSys as _;

/// Shows the window in the page's canvas. What the address asks for is opened, or else what the last visit left; what can't
/// be opened is told in the window.
///
/// # Errors
/// If the page has no event loop for it.
pub fn run() -> Result<(), NoWindow> {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        page::set_status("error it has ended unexpectedly");
        page::tell(page::Told::Failed, "The program has ended unexpectedly. Reload the page.");
    }));
    let _ = console_log::init_with_level(log::Level::Error);

    let is_part = page::is_embedded();
    let (remembered, host) = if is_part { (Remembered::default(), Host::embed()) } else { (storage::load(), Host::browser()) };
    let (session, by_link, refused) = begin(&remembered, is_part)?;
    let mut session = session.on_host(host).with_link_base(Some(address::of_page()));
    if let Some(why) = refused {
        session.fail(why);
    }
    let before = by_link.then(|| remembered.clone());

    let event_loop = EventLoop::with_user_event().build()?;
    arrivals::connect(event_loop.create_proxy());
    address::listen();
    clipboard::listen();
    files::listen();
    hands::listen();
    keyboard::listen();
    page::listen(&page::document(), "fullscreenchange", |_: web_sys::Event| {
        if page::document().fullscreen_element().is_none() {
            arrivals::push(arrivals::Arrival::LeftFullScreen);
        }
    });
    programming::offer();
    let app = App::new(session, &remembered, event_loop.create_proxy(), Storage::new(before));
    event_loop.spawn_app(app);
    Ok(())
}

/// The session of what the tab showed when it was reloaded, or else of what the address asks for; whether the visit began with
/// a link; and why what was asked for is not shown.
///
/// # Errors
/// If not even what the last visit left can be run.
fn begin(remembered: &Remembered, is_part: bool) -> Result<(Session, bool, Option<String>), NoWindow> {
    let fragment = address::fragment();
    let again = if !is_part && page_is_reloaded() { storage::of_reload(&fragment) } else { None };
    let by_link = again.as_ref().map_or(!fragment.is_empty(), |(_, by_link)| *by_link);
    let asked = again.map_or_else(|| address::read(&fragment), |(scenario, _)| Ok(Some(scenario)));
    let begun = asked.and_then(|asked| first_session(asked, remembered).map_err(|error| format!("Not opened: {error}")));
    match begun {
        Ok(session) => Ok((session, by_link, None)),
        Err(why) => Ok((first_session(None, remembered)?, false, Some(why))),
    }
}

/// Whether the person asked for the same page again, so that it is to be as it was left.
fn page_is_reloaded() -> bool {
    let entries = page::window().performance().map(|performance| performance.get_entries_by_type("navigation"));
    let entry = entries.map(|entries| entries.get(0));
    let kind = entry.and_then(|entry| js_sys::Reflect::get(&entry, &"type".into()).ok()).and_then(|kind| kind.as_string());
    kind.as_deref() == Some("reload")
}
