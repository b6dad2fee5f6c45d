//! Fingers type on a keyboard on the screen, which a browser shows only for a text field of the page. An empty one stands in
//! for the field that egui paints; what is typed there is handed on.

use super::arrivals::{self, Arrival};
use super::page;
use egui::{Event, Key, Modifiers};
use std::cell::Cell;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlInputElement, InputEvent, KeyboardEvent, PointerEvent};

/// The id of the text field.
const FIELD: &str = "typing";
/// It always holds something, so that the browser reports what is taken away.
const FILLED: &str = "-";

thread_local! {
    /// Whether the last pointer that came down was a finger.
    static BY_FINGER: Cell<bool> = const { Cell::new(false) };
}

/// Passes on what is typed on the screen.
pub struct Hands {
    typed: Vec<Event>,
    is_typing: bool,
}

impl Hands {
    /// Nothing is typed yet.
    pub fn new() -> Hands {
        Hands { typed: Vec::new(), is_typing: false }
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
        let types = output.ime.is_some() && BY_FINGER.get();
        if std::mem::replace(&mut self.is_typing, types) == types {
            return;
        }
        let Some(field) = field() else { return };
        field.set_value(FILLED);
        if types {
            let _ = field.focus();
        } else {
            let _ = field.blur();
            let _ = page::canvas().map(|canvas| canvas.focus());
        }
    }
}

/// The field; it is made when it is needed first.
fn field() -> Option<HtmlInputElement> {
    let document = page::document();
    if let Some(field) = document.get_element_by_id(FIELD) {
        return field.dyn_into().ok();
    }
    let field: HtmlInputElement = document.create_element("input").ok()?.unchecked_into();
    field.set_id(FIELD);
    for (name, value) in [("autocomplete", "off"), ("autocapitalize", "off"), ("spellcheck", "false"), ("aria-hidden", "true")] {
        field.set_attribute(name, value).ok()?;
    }
    document.body()?.append_child(&field).ok()?;
    let typed = field.clone();
    page::listen(&field, "input", move |event: InputEvent| {
        if event.is_composing() {
            return;
        }
        typed.set_value(FILLED);
        if event.input_type().starts_with("delete") {
            key(Key::Backspace);
        } else if let Some(text) = event.data() {
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

/// From now on it is known what the last pointer was.
pub fn listen() {
    page::listen(&page::window(), "pointerdown", |event: PointerEvent| BY_FINGER.set(event.pointer_type() == "touch"));
}
