//! The clipboard, for text: the browser hands over what is pasted, and asks before a page may read by itself.

use super::arrivals::{self, Arrival};
use super::page;
use egui::{Event, OutputCommand};
use egui_winit::State;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use winit::window::Window;

/// Text to and from other programs.
pub struct Clipboard {
    pasted: Vec<String>,
    answer: Option<String>,
}

impl Clipboard {
    /// The browser's.
    pub fn new(_: &Window, _: &mut State) -> Clipboard {
        Clipboard { pasted: Vec::new(), answer: None }
    }

    /// Puts a text on the clipboard.
    #[expect(clippy::unused_self, reason = "a desktop's has a connection")]
    pub fn copy(&mut self, _: &mut State, text: String) {
        copy(text);
    }

    /// Asks for the text on the clipboard. The browser may ask the person.
    #[expect(clippy::unused_self, reason = "a desktop's has a connection")]
    pub fn ask(&mut self, _: &mut State) {
        spawn_local(async {
            let text = match clipboard() {
                Some(clipboard) => JsFuture::from(clipboard.read_text()).await.ok().and_then(|text| text.as_string()),
                None => None,
            };
            let why = || "The browser lets no page read the clipboard by itself: press Ctrl V.".to_owned();
            arrivals::push(Arrival::Clipboard(text.ok_or_else(why)));
        });
    }

    /// The text that was asked for, once.
    pub fn answer(&mut self) -> Option<String> {
        self.answer.take()
    }

    /// The browser's answer.
    pub fn answered(&mut self, text: String) {
        self.answer = Some(text);
    }

    /// What the person pasted.
    pub fn paste(&mut self, text: String) {
        self.pasted.push(text);
    }

    /// Adds what was pasted to the frame's events.
    pub fn paste_into(&mut self, events: &mut Vec<Event>) {
        // What egui-winit pastes is only what was copied inside of this page.
        events.retain(|event| !matches!(event, Event::Paste(_)));
        events.extend(self.pasted.drain(..).map(Event::Paste));
    }

    /// Copies the text that the frame's text fields request, and removes the request from the list.
    #[expect(clippy::unused_self, reason = "a desktop's has a connection")]
    pub fn copy_from(&mut self, commands: &mut Vec<OutputCommand>) {
        commands.retain_mut(|command| match command {
            OutputCommand::CopyText(text) => {
                copy(std::mem::take(text));
                false
            }
            OutputCommand::OpenUrl(open) => {
                let _ = page::window().open_with_url_and_target_and_features(&open.url, "_blank", "noopener");
                false
            }
            _ => true,
        });
    }
}

/// Only a page that came safely, or from this computer, has one.
fn clipboard() -> Option<web_sys::Clipboard> {
    let navigator = page::window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    clipboard.dyn_into().ok()
}

fn copy(text: String) {
    spawn_local(async move {
        let copied = match clipboard() {
            Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
            None => false,
        };
        if !copied {
            arrivals::push(Arrival::Refused("The browser lets this page copy nothing.".to_owned()));
        }
    });
}

/// From now on the window learns what is pasted.
pub fn listen() {
    page::listen(&page::document(), "paste", |event: web_sys::ClipboardEvent| {
        if let Some(text) = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()) {
            event.prevent_default();
            arrivals::push(Arrival::Pasted(text.replace("\r\n", "\n")));
        }
    });
}
