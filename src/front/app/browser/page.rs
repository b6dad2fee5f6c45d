//! The page around the canvas: its elements, its events, and what it is told.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Document, Event, EventTarget, HtmlCanvasElement, HtmlElement, Window};

/// The id of the canvas.
const CANVAS: &str = "tickscope";

/// What the page around the canvas shows something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A first frame has been shown.
    Ready,
    /// The program can't go on; the text says what to do.
    Failed,
    /// The GPU is gone, and is being looked for again.
    Lost,
    /// It is there again.
    Back,
}

/// The browser's window.
///
/// # Panics
/// Outside of a page; the program is not made for workers.
pub fn window() -> Window {
    web_sys::window().expect("the program runs in a page")
}

/// The page.
pub fn document() -> Document {
    window().document().expect("the program runs in a page")
}

/// What the address says behind the question mark under this name; the empty text where only the name stands there.
pub fn query(name: &str) -> Option<String> {
    let search = window().location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search).ok()?.get(name)
}

thread_local! {
    /// It is asked in every frame, and never changes.
    static IS_EMBEDDED: bool = query("embed").is_some();
}

/// Whether the page is part of another.
pub fn is_embedded() -> bool {
    IS_EMBEDDED.with(|is| *is)
}

/// A canvas on which nothing has been drawn yet: that of the page, or another one in its place, because what is lost with a
/// canvas is lost for good.
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

/// The canvas that is shown.
pub fn canvas() -> Option<HtmlElement> {
    document().get_element_by_id(CANVAS)?.dyn_into().ok()
}

/// Calls `then` at each event of this kind, as long as the page is open.
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

/// Calls `then` once after this many milliseconds.
pub fn after(milliseconds: i32, then: impl FnOnce() + 'static) {
    let closure = Closure::once_into_js(then);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(closure.unchecked_ref(), milliseconds);
}

/// Tells the page around the canvas.
pub fn tell(told: Told, text: &str) {
    let kind = match told {
        Told::Ready => "ready",
        Told::Failed => "failed",
        Told::Lost => "lost",
        Told::Back => "back",
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

/// Writes how the program does into the page, for programs that watch it.
pub fn set_status(status: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-status", status);
    }
}
