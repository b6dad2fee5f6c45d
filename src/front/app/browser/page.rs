//! The page around the canvas: its elements, the data that it hands to the window, and the announcements to it.

use std::cell::RefCell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Document, Event, EventTarget, HtmlCanvasElement, HtmlElement, Window};
use winit::event_loop::EventLoopProxy;

const CANVAS: &str = "tickscope";

#[derive(Clone, Copy, Debug)]
pub struct Wake;

/// Something that the browser hands over between two frames.
#[derive(Debug)]
pub enum Arrival {
    ContextLost,
    /// The name of a chosen or dropped file, and its text or the reason why it has none.
    File(String, Result<String, String>),
    Address(String),
    Pasted(String),
    /// The text on the clipboard, or the reason why the page can't read it.
    Clipboard(Result<String, String>),
    Typed(egui::Event),
    LeftFullScreen,
    /// The reason why something was not possible.
    Refused(String),
}

thread_local! {
    static ARRIVED: RefCell<Vec<Arrival>> = const { RefCell::new(Vec::new()) };
    static PROXY: RefCell<Option<EventLoopProxy<Wake>>> = const { RefCell::new(None) };
    /// Whether the page is a part of another page. It is stored because every frame reads it, and it never changes.
    static IS_EMBEDDED: bool = query("embed").is_some();
}

/// Lets the page wake the window through `proxy` from now on.
pub fn connect(proxy: EventLoopProxy<Wake>) {
    PROXY.set(Some(proxy));
}

pub fn hand_over(arrival: Arrival) {
    ARRIVED.with_borrow_mut(|arrived| arrived.push(arrival));
    wake();
}

pub fn wake() {
    PROXY.with_borrow(|proxy| proxy.as_ref().map(|proxy| proxy.send_event(Wake)));
}

/// Returns everything that has arrived since the last call, in order.
pub fn take_arrivals() -> Vec<Arrival> {
    ARRIVED.take()
}

/// A change that the page around the canvas shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announcement {
    Ready,
    Failed,
    /// The GPU is gone, and the page searches for one.
    Lost,
    Back,
    /// The page continues with the whole build. Its text says whether it first rehearses loops of one's own.
    Whole,
}

pub fn window() -> Window {
    web_sys::window().expect("the program runs in a page")
}

pub fn document() -> Document {
    window().document().expect("the program runs in a page")
}

pub fn query(name: &str) -> Option<String> {
    let search = window().location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search).ok()?.get(name)
}

pub fn is_embedded() -> bool {
    IS_EMBEDDED.with(|is| *is)
}

/// Returns an unused canvas: the first time that of the page, later a new one that replaces it, because a canvas never gets back
/// a GPU that it has lost.
pub fn fresh_canvas() -> HtmlCanvasElement {
    let document = document();
    let found = document.get_element_by_id(CANVAS).and_then(|element| element.dyn_into::<HtmlCanvasElement>().ok());
    let fresh = || {
        let canvas = document.create_element("canvas").expect("a page makes elements");
        canvas.set_id(CANVAS);
        canvas.unchecked_into::<HtmlCanvasElement>()
    };
    let canvas = match found {
        Some(canvas) if canvas.dataset().get("used").is_none() => canvas,
        Some(used) => {
            let canvas = used.clone_node().map_or_else(|_| fresh(), wasm_bindgen::JsCast::unchecked_into);
            let _ = used.replace_with_with_node_1(&canvas);
            canvas
        }
        None => {
            let canvas = fresh();
            let _ = document.body().map(|body| body.append_child(&canvas));
            canvas
        }
    };
    let _ = canvas.dataset().set("used", "");
    canvas
}

pub fn canvas() -> Option<HtmlElement> {
    document().get_element_by_id(CANVAS)?.dyn_into().ok()
}

/// Calls `then` for each event of this kind while the page is open.
pub fn listen<E: wasm_bindgen::JsCast>(target: &EventTarget, kind: &str, mut then: impl FnMut(E) + 'static) {
    let closure = Closure::<dyn FnMut(Event)>::new(move |event: Event| then(event.unchecked_into()));
    let options = web_sys::AddEventListenerOptions::new();
    options.set_capture(true);
    options.set_passive(false);
    let listened =
        target.add_event_listener_with_callback_and_add_event_listener_options(kind, closure.as_ref().unchecked_ref(), &options);
    if let Err(error) = listened {
        log::error!("{kind}: {error:?}");
    }
    // The page lives as long as the program.
    closure.forget();
}

pub fn after(milliseconds: i32, then: impl FnOnce() + 'static) {
    let closure = Closure::once_into_js(then);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(closure.unchecked_ref(), milliseconds);
}

pub fn announce(announcement: Announcement, text: &str) {
    let kind = match announcement {
        Announcement::Ready => "ready",
        Announcement::Failed => "failed",
        Announcement::Lost => "lost",
        Announcement::Back => "back",
        Announcement::Whole => "whole",
    };
    let detail = js_sys::Object::new();
    for (name, value) in [("kind", kind), ("text", text)] {
        let _ = js_sys::Reflect::set(&detail, &JsValue::from_str(name), &JsValue::from_str(value));
    }
    let init = CustomEventInit::new();
    init.set_detail(&detail);
    if let Ok(event) = CustomEvent::new_with_event_init_dict("tickscope", &init) {
        let _ = document().dispatch_event(&event);
    }
}

/// Writes the status of the program into the page, for programs that observe it.
pub fn set_status(status: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-status", status);
    }
}
