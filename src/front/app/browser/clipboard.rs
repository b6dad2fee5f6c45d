//! The clipboard, for text: the browser hands over pasted text, and asks the person before a page may read by itself.

use super::page::{self, Arrival};
use crate::front::ui::shortcuts::{PASTE, Shortcuts};
use egui::{Event, OutputCommand};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[derive(Default)]
pub struct Clipboard {
    pasted: Vec<String>,
    requested: Option<String>,
}

impl Clipboard {
    pub fn paste(&mut self, text: String) {
        self.pasted.push(text);
    }

    pub fn answer(&mut self, text: String) {
        self.requested = Some(text);
    }

    pub fn take(&mut self) -> Option<String> {
        self.requested.take()
    }

    pub fn paste_into(&mut self, events: &mut Vec<Event>) {
        // egui-winit's own clipboard has only text that was copied inside this page.
        events.retain(|event| !matches!(event, Event::Paste(_)));
        events.extend(self.pasted.drain(..).map(Event::Paste));
    }
}

/// Requests the text on the clipboard. The browser may ask the person.
pub fn request() {
    spawn_local(async {
        let text = match clipboard() {
            Some(clipboard) => JsFuture::from(clipboard.read_text()).await.ok().and_then(|text| text.as_string()),
            None => None,
        };
        let keys = Shortcuts::One(PASTE);
        let why = || format!("The browser lets no page read the clipboard by itself: press {keys}.");
        page::hand_over(Arrival::Clipboard(text.ok_or_else(why)));
    });
}

/// Copies the texts that the text fields of a frame copy, opens the links of the frame, and removes both kinds of commands from
/// the list.
pub fn copy_from(commands: &mut Vec<OutputCommand>) {
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

/// Returns the clipboard; `None` unless the page came over HTTPS or from this computer.
fn clipboard() -> Option<web_sys::Clipboard> {
    let navigator = page::window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    clipboard.dyn_into().ok()
}

pub fn copy(text: String) {
    spawn_local(async move {
        let copied = match clipboard() {
            Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
            None => false,
        };
        if !copied {
            page::hand_over(Arrival::Refused("The browser lets this page copy nothing.".to_owned()));
        }
    });
}

pub fn listen() {
    page::listen(&page::document(), "paste", |event: web_sys::ClipboardEvent| {
        if let Some(text) = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()) {
            event.prevent_default();
            page::hand_over(Arrival::Pasted(text.replace("\r\n", "\n")));
        }
    });
}
