//! Fingers type on a keyboard on the screen, which a browser shows only for a text field of the page. An empty one stands in
//! for the field that egui paints; what is typed there is handed on.

use super::arrivals::{self, Arrival};
use super::page;
use egui::{Event, Key, Modifiers};
use std::cell::Cell;
use wasm_bindgen::JsCast as _;
use web_sys::{CompositionEvent, HtmlInputElement, InputEvent, KeyboardEvent, PointerEvent};

/// The id of the text field.
const FIELD: &str = "typing";
/// After this number of frames without a text field in use, a tap has begun none.
const PATIENCE: u8 = 3;
/// It always holds something, so that the browser reports what is taken away.
const FILLED: &str = "-";

/// A finger that moves further than this, in pixels, drags.
const TAP: i32 = 6;

thread_local! {
    /// Whether the last pointer that came down was a finger.
    static BY_FINGER: Cell<bool> = const { Cell::new(false) };
    /// Where it came down.
    static DOWN: Cell<[i32; 2]> = const { Cell::new([0; 2]) };
    /// Whether it is on something that text can be typed into.
    static ON_TEXT: Cell<bool> = const { Cell::new(false) };
}

/// Passes on what is typed on the screen.
pub struct Hands {
    typed: Vec<Event>,
    is_typing: bool,
    /// The number of frames that have passed since a tap without a text field in use.
    waited: u8,
}

impl Hands {
    /// Nothing is typed yet.
    pub fn new() -> Hands {
        Hands { typed: Vec::new(), is_typing: false, waited: 0 }
    }

    /// Something was typed.
    pub fn typed(&mut self, event: Event) {
        self.typed.push(event);
    }

    /// Adds what was typed to the frame's input, and makes all fingers those of one screen: a browser gives each a number of
    /// its own, by which winit takes them for different devices.
    pub fn add_to(&mut self, input: &mut egui::RawInput) {
        for event in &mut input.events {
            if let Event::Touch { device_id, .. } = event {
                *device_id = egui::TouchDeviceId(0);
            }
        }
        if self.is_typing {
            // The canvas has given its focus to the field that stands in for it.
            input.events.retain(|event| !matches!(event, Event::WindowFocused(false)));
            input.focused = true;
        }
        input.events.append(&mut self.typed);
    }

    /// Shows the keyboard while a text field of the interface is in use by a finger.
    pub fn follow(&mut self, output: &egui::PlatformOutput) {
        use egui::CursorIcon::{ResizeColumn, ResizeHorizontal, Text};
        // A number is dragged along, or typed.
        ON_TEXT.set(matches!(output.cursor_icon, Text | ResizeHorizontal | ResizeColumn));
        if !BY_FINGER.get() && !self.is_typing && self.waited == 0 {
            return;
        }
        let types = output.ime.is_some() && BY_FINGER.get();
        let Some(field) = (if types { field() } else { existing() }) else { return };
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
    }
}

/// The field, if there is one yet.
fn existing() -> Option<HtmlInputElement> {
    page::document().get_element_by_id(FIELD)?.dyn_into().ok()
}

/// The field; it is made when it is needed first.
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
        // A word that is being composed is handed on when it is whole.
        if event.is_composing() || event.input_type() == "insertCompositionText" {
            return;
        }
        typed.set_value(FILLED);
        if event.input_type().starts_with("delete") {
            key(Key::Backspace);
        } else if let Some(text) = event.data() {
            arrivals::push(Arrival::Typed(Event::Text(text)));
        }
    });
    let composed = field.clone();
    page::listen(&field, "compositionend", move |event: CompositionEvent| {
        composed.set_value(FILLED);
        if let Some(text) = event.data().filter(|text| !text.is_empty()) {
            arrivals::push(Arrival::Typed(Event::Text(text)));
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
        arrivals::push(Arrival::Typed(event));
    }
}

/// From now on it is known what the last pointer was. Some browsers show their keyboard only in answer to the finger itself:
/// where it leaves something to type into, the field is ready before a frame knows whether it is used.
pub fn listen() {
    page::listen(&page::window(), "pointerdown", |event: PointerEvent| {
        BY_FINGER.set(event.pointer_type() == "touch");
        DOWN.set([event.client_x(), event.client_y()]);
    });
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
