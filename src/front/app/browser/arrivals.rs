//! What the browser hands over between two frames, kept until the window takes it.

use std::cell::RefCell;
use winit::event_loop::EventLoopProxy;

/// What wakes the window from outside.
pub type Proxy = EventLoopProxy<UserEvent>;

/// Something has arrived from outside.
#[derive(Clone, Copy, Debug)]
pub struct UserEvent;

/// One thing that has arrived.
#[derive(Debug)]
pub enum Arrival {
    /// The canvas has lost what it draws with.
    ContextLost,
    /// A file was chosen or dropped: its name, and its text or why there is none.
    File(String, Result<String, String>),
    /// Another share code stands in the address; empty where none does.
    Address(String),
    /// A text was pasted.
    Pasted(String),
    /// The text on the clipboard, which was asked for, or why there is none.
    Clipboard(Result<String, String>),
    /// Something was typed on the keyboard of the screen.
    Typed(egui::Event),
    /// The person has left the full screen.
    LeftFullScreen,
    /// Something was not possible.
    Refused(String),
}

thread_local! {
    static ARRIVED: RefCell<Vec<Arrival>> = const { RefCell::new(Vec::new()) };
    static PROXY: RefCell<Option<Proxy>> = const { RefCell::new(None) };
}

/// From now on the window is woken through `proxy`.
pub fn connect(proxy: Proxy) {
    PROXY.set(Some(proxy));
}

/// Hands something over, and wakes the window.
pub fn push(arrival: Arrival) {
    ARRIVED.with_borrow_mut(|arrived| arrived.push(arrival));
    wake();
}

/// Lets the window look at what has happened.
pub fn wake() {
    PROXY.with_borrow(|proxy| proxy.as_ref().map(|proxy| proxy.send_event(UserEvent)));
}

/// Everything that has arrived, in order.
pub fn take() -> Vec<Arrival> {
    ARRIVED.take()
}
