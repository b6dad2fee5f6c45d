//! What reaches the window from outside: what the browser hands over.

use super::arrivals::{self, Arrival};
use super::startup::{self, UserEvent};
use super::{address, page};
use crate::front::app::application::App;
use crate::front::app::error::NoWindow;
use crate::front::app::requests;
use crate::studio::session::Action;
use winit::event_loop::ActiveEventLoop;

/// How long to wait until a GPU that is gone is looked for again, in milliseconds.
const LOOK_AGAIN: i32 = 1000;

/// Serves everything that has arrived.
pub fn serve(app: &mut App, event_loop: &ActiveEventLoop, _: UserEvent) {
    match app.opened() {
        Err(NoWindow::Gpu(_)) if startup::may_come_back() => page::after(LOOK_AGAIN, || arrivals::push(Arrival::ContextLost)),
        Err(failure) => return app.fail(event_loop, failure),
        Ok(()) => {}
    }
    for arrival in arrivals::take() {
        match arrival {
            Arrival::ContextLost => {
                if let Err(failure) = app.open(event_loop) {
                    return app.fail(event_loop, failure);
                }
            }
            Arrival::File(name, Ok(text)) => requests::open_text(&mut app.session, &name, &text),
            Arrival::File(_, Err(why)) | Arrival::Clipboard(Err(why)) | Arrival::Refused(why) => app.session.fail(why),
            Arrival::Address(fragment) => address::open(&mut app.session, &mut app.address, &fragment),
            Arrival::LeftFullScreen => app.session.act(Action::Present(false)),
            Arrival::Pasted(text) => app.open.iter_mut().for_each(|open| open.clipboard.paste(text.clone())),
            Arrival::Clipboard(Ok(text)) => app.open.iter_mut().for_each(|open| open.clipboard.answered(text.clone())),
            Arrival::Typed(event) => app.open.iter_mut().for_each(|open| open.hands.typed(event.clone())),
        }
    }
    if let Some(open) = &app.open {
        open.window.request_redraw();
    }
}
