//! Which keys and wheels are the program's, and which stay the browser's.

use super::page;
use web_sys::{HtmlElement, KeyboardEvent, WheelEvent};

/// The keys that would move the page, or leave it for the browser's own controls.
const OURS: [&str; 20] = [
    " ", "Tab", "Backspace", "Enter", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "F1",
    "F2", "F3", "F4", "F8", "F9", "F10", "F11",
];
/// What the program does with these letters while Ctrl is held; all others are the browser's.
const WITH_CONTROL: &str = "acvxyz";

/// From now on the browser and the program each get their own keys.
pub fn listen() {
    page::listen(&page::window(), "keydown", |event: KeyboardEvent| {
        let key = event.key();
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            let is_letter = key.chars().count() == 1 && WITH_CONTROL.contains(&key.to_lowercase());
            if event.alt_key() || !is_letter {
                // So that what the browser does with it is all that happens.
                event.stop_propagation();
            }
        } else if OURS.contains(&key.as_str()) && !is_typed_elsewhere(&event) {
            event.prevent_default();
        }
    });
}

/// Whether a key goes to a text field of the page, not to the canvas.
fn is_typed_elsewhere(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok());
    target.is_some_and(|element| element.tag_name() == "INPUT" && event.key() != "Tab")
}

/// Over the canvas the wheel is the program's. In a part of another page it scrolls that page.
pub fn keep_from_scrolling(canvas: &HtmlElement) {
    if !page::is_embedded() {
        page::listen(canvas, "wheel", |event: WheelEvent| event.prevent_default());
        page::listen(canvas, "contextmenu", |event: web_sys::Event| event.prevent_default());
    }
}
