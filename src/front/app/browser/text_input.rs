//! Keys and fingers: which keys belong to the program, and how fingers type.
//!
//! A browser shows its keyboard on the screen only for a text field of the page. An invisible field of the page takes the place
//! of the field that egui draws, and passes on the typed text.

use super::page::{self, Arrival};
use egui::{Event, Key, Modifiers};
use std::cell::Cell;
use wasm_bindgen::JsCast as _;
use web_sys::{CompositionEvent, HtmlElement, HtmlInputElement, InputEvent, KeyboardEvent, PointerEvent, WheelEvent};

const FIELD: &str = "typing";
/// The number of frames after a tap within which a text field must get the focus for the tap to count.
const PATIENCE: u8 = 3;
/// The content of the page's text field. The field is never empty, so that the browser reports deletions.
const FILLED: &str = "-";

/// A finger that moves at least this far, in pixels, drags.
const TAP: i32 = 6;
/// The keys that belong to the program because they would scroll the page, or move the focus to the browser's own controls.
const OURS: [&str; 17] = [
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
    "F9",
    "F11",
];
/// The one key that belongs to an embedded page. The reader needs all others for the text around it.
const OF_A_PART: &str = " ";
/// The keys that the program uses together with Ctrl. Every other letter, digit and sign with Ctrl belongs to the browser.
const WITH_CONTROL: [&str; 6] = ["a", "c", "v", "x", "y", "z"];

thread_local! {
    static BY_FINGER: Cell<bool> = const { Cell::new(false) };
    static DOWN: Cell<[i32; 2]> = const { Cell::new([0; 2]) };
    static ON_TEXT: Cell<bool> = const { Cell::new(false) };
}

#[derive(Default)]
pub struct TextInput {
    typed: Vec<Event>,
    is_typing: bool,
    /// The number of frames in a row in which the page's field had the focus although no text field of the interface was in use;
    /// after [`PATIENCE`] of them the keyboard is hidden.
    waited: u8,
}

impl TextInput {
    pub fn add(&mut self, event: Event) {
        self.typed.push(event);
    }

    /// Adds the typed text to the input of a frame. Gives all fingers the same device, because winit takes the number that a
    /// browser gives each finger for a device.
    pub fn add_to(&mut self, input: &mut egui::RawInput) {
        for event in &mut input.events {
            if let Event::Touch { device_id, .. } = event {
                *device_id = egui::TouchDeviceId(0);
            }
        }
        if self.is_typing {
            // The canvas has given its focus to the field of the page, which does not count as losing it.
            input.events.retain(|event| !matches!(event, Event::WindowFocused(false)));
            input.focused = true;
        }
        input.events.append(&mut self.typed);
    }

    /// Shows the keyboard while a finger uses a text field of the interface. Returns whether the next frame must follow
    /// immediately, because frames are counted until the keyboard is hidden.
    pub fn follow(&mut self, output: &egui::PlatformOutput) -> bool {
        use egui::CursorIcon::{ResizeColumn, ResizeHorizontal, Text};
        // egui shows the same cursor over a number, which is dragged or typed.
        ON_TEXT.set(matches!(output.cursor_icon, Text | ResizeHorizontal | ResizeColumn));
        if !BY_FINGER.get() && !self.is_typing && self.waited == 0 {
            return false;
        }
        let types = output.ime.is_some() && BY_FINGER.get();
        let Some(field) = (if types { field() } else { existing() }) else { return false };
        let shows = page::document().active_element().is_some_and(|element| element.id() == FIELD);
        self.is_typing = types;
        self.waited = if shows && !types { self.waited + 1 } else { 0 };
        if types && !shows {
            field.set_value(FILLED);
            let _ = field.focus();
        } else if self.waited > PATIENCE {
            self.waited = 0;
            let _ = field.blur();
            let _ = page::canvas().map(|canvas| canvas.focus());
        }
        self.waited > 0
    }
}

fn existing() -> Option<HtmlInputElement> {
    page::document().get_element_by_id(FIELD)?.dyn_into().ok()
}

fn field() -> Option<HtmlInputElement> {
    let document = page::document();
    if let Some(field) = existing() {
        return Some(field);
    }
    let field: HtmlInputElement = document.create_element("input").ok()?.unchecked_into();
    field.set_id(FIELD);
    for (name, value) in [("autocomplete", "off"), ("autocapitalize", "off"), ("spellcheck", "false"), ("aria-hidden", "true")] {
        field.set_attribute(name, value).ok()?;
    }
    document.body()?.append_child(&field).ok()?;
    let typed = field.clone();
    page::listen(&field, "input", move |event: InputEvent| {
        // A word that is being composed is passed on when it is finished.
        if event.is_composing() || event.input_type() == "insertCompositionText" {
            return;
        }
        typed.set_value(FILLED);
        if event.input_type().starts_with("delete") {
            key(Key::Backspace);
        } else if let Some(text) = event.data() {
            page::hand_over(Arrival::Typed(Event::Text(text)));
        }
    });
    let composed = field.clone();
    page::listen(&field, "compositionend", move |event: CompositionEvent| {
        composed.set_value(FILLED);
        if let Some(text) = event.data().filter(|text| !text.is_empty()) {
            page::hand_over(Arrival::Typed(Event::Text(text)));
        }
    });
    page::listen(&field, "keydown", |event: KeyboardEvent| {
        if let "Enter" | "Escape" | "Tab" = event.key().as_str() {
            event.prevent_default();
            Key::from_name(&event.key()).into_iter().for_each(key);
        }
    });
    Some(field)
}

fn key(key: Key) {
    for pressed in [true, false] {
        let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        page::hand_over(Arrival::Typed(event));
    }
}

/// Gives the browser and the program each their own keys from now on, and follows the fingers.
pub fn listen() {
    let is_part = page::is_embedded();
    page::listen(&page::window(), "keydown", move |event: KeyboardEvent| {
        let key = event.key();
        let is_ours = if is_part { key == OF_A_PART } else { OURS.contains(&key.as_str()) };
        if is_the_browsers(&event) {
            // Only the browser handles this key.
            event.stop_propagation();
        } else if is_ours && !is_typed_elsewhere(&event) {
            event.prevent_default();
        }
    });
    page::listen(&page::window(), "pointerdown", |event: PointerEvent| {
        BY_FINGER.set(event.pointer_type() == "touch");
        DOWN.set([event.client_x(), event.client_y()]);
    });
    // Some browsers show their keyboard only in direct response to the finger. So the field gets the focus as soon as a finger is
    // lifted from something to type into, before a frame knows whether the field is used.
    page::listen(&page::window(), "pointerup", |event: PointerEvent| {
        let [x, y] = DOWN.get();
        let is_tap = (event.client_x() - x).abs().max((event.client_y() - y).abs()) <= TAP;
        if BY_FINGER.get()
            && is_tap
            && ON_TEXT.get()
            && let Some(field) = field()
        {
            field.set_value(FILLED);
            let _ = field.focus();
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
    // On a Mac, Cmd with an arrow moves back and forward in the browser. The modifier keys themselves go to browser and program.
    let leaves = event.meta_key() && !is_sign && key != "Meta" && key != "Shift";
    leaves || ((event.ctrl_key() || event.meta_key()) && (turns_pages || (is_sign && !ours)))
}

fn is_typed_elsewhere(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok());
    target.is_some_and(|element| element.tag_name() == "INPUT" && event.key() != "Tab")
}

/// Keeps the wheel over the canvas from scrolling the page. In a part of another page the wheel scrolls that page.
pub fn keep_from_scrolling(canvas: &HtmlElement) {
    if !page::is_embedded() {
        page::listen(canvas, "wheel", |event: WheelEvent| event.prevent_default());
        page::listen(canvas, "contextmenu", |event: web_sys::Event| event.prevent_default());
    }
}
