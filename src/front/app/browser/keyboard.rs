//! Which keys and wheels are the program's, and which stay the browser's.

use super::page;
use web_sys::{HtmlElement, KeyboardEvent, WheelEvent};

/// The keys that would move the page, or leave it for the browser's own controls.
const OURS: [&str; 18] = [
    " ",
    "/",
    "Tab",
    "Backspace",
    "Enter",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "F1",
    "F2",
    "F3",
    "F9",
    "F11",
];
/// The one that a part of another page has; with the others its reader goes on in the text.
const OF_A_PART: &str = " ";
/// What the program does while Ctrl is held; every other letter, digit and sign with Ctrl is the browser's.
const WITH_CONTROL: [&str; 6] = ["a", "c", "v", "x", "y", "z"];

/// From now on the browser and the program each get their own keys.
pub fn listen() {
    let is_part = page::is_embedded();
    page::listen(&page::window(), "keydown", move |event: KeyboardEvent| {
        let key = event.key();
        let is_ours = if is_part { key == OF_A_PART } else { OURS.contains(&key.as_str()) };
        if is_the_browsers(&event) {
            // So that what the browser does with it is all that happens.
            event.stop_propagation();
        } else if is_ours && !is_typed_elsewhere(&event) {
            event.prevent_default();
        }
    });
}

fn is_the_browsers(event: &KeyboardEvent) -> bool {
    let key = event.key();
    let is_sign = key.chars().count() == 1;
    let turns_pages = matches!(key.as_str(), "Tab" | "PageUp" | "PageDown") || (key.starts_with('F') && !is_sign);
    if event.alt_key() {
        return is_sign || turns_pages || key.starts_with("Arrow") || key == "Home";
    }
    let ours = WITH_CONTROL.contains(&key.to_lowercase().as_str());
    // On a Mac, Cmd with an arrow goes back and forward. The modifiers themselves go to both.
    let leaves = event.meta_key() && !is_sign && key != "Meta" && key != "Shift";
    leaves || ((event.ctrl_key() || event.meta_key()) && (turns_pages || (is_sign && !ours)))
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
