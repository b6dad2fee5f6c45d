//! winit's event loop.

use crate::front::app::error::NoWindow;
use winit::event_loop::EventLoop;

/// winit's event loop. Where a library of the display is missing winit panics; that is an error like any other here.
///
/// # Errors
/// If there is no display, or a library for it is missing.
pub fn event_loop<T: 'static>() -> Result<EventLoop<T>, NoWindow> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let built = std::panic::catch_unwind(|| EventLoop::<T>::with_user_event().build());
    std::panic::set_hook(hook);
    match built {
        Ok(event_loop) => Ok(event_loop?),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(NoWindow::Library(text.unwrap_or("unknown").trim_end_matches('.').to_owned()))
        }
    }
}
