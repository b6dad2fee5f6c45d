//! The clipboard, for text.
//!
//! On Wayland it is egui-winit's, which has the window's connection to the display. Elsewhere it is this file's: egui-winit's
//! own way there brings libraries for image formats, which take half a minute to compile.

use egui::{Event, OutputCommand, PointerButton};
use egui_winit::State;
use winit::raw_window_handle::{HasDisplayHandle, RawDisplayHandle};
use winit::window::Window;

/// What egui-winit believes to be on the clipboard, so that it reports every paste; the system's text takes its place.
const ANYTHING: &str = "text";

/// Which of the texts of X11: what was copied, or what is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Copied,
    Selected,
}

/// Text to and from other programs. Where the system gives no clipboard, text is copied inside this program only.
pub struct Clipboard {
    /// Nothing where egui-winit does it all.
    system: Option<arboard::Clipboard>,
    /// The text that was asked for.
    answer: Option<String>,
}

impl Clipboard {
    /// The clipboard of the window's display; `egui` is the window's.
    pub fn new(window: &Window, egui: &mut State) -> Clipboard {
        let display = window.display_handle().map(|display| display.as_raw());
        if matches!(display, Ok(RawDisplayHandle::Wayland(_))) {
            return Clipboard { system: None, answer: None };
        }
        let system = arboard::Clipboard::new().inspect_err(|error| log::warn!("no clipboard: {error}")).ok();
        if system.is_some() {
            egui.set_clipboard_text(ANYTHING.to_owned());
        }
        Clipboard { system, answer: None }
    }

    /// Puts a text on the clipboard.
    pub fn copy(&mut self, egui: &mut State, text: String) {
        match &mut self.system {
            Some(system) => write(system, Source::Copied, text),
            None => egui.set_clipboard_text(text),
        }
    }

    /// Asks for the text on the clipboard.
    pub fn ask(&mut self, egui: &mut State) {
        let text = match &mut self.system {
            Some(system) => read(system, Source::Copied),
            None => egui.clipboard_text(),
        };
        self.answer = Some(text.unwrap_or_default());
    }

    /// The text that was asked for, once; empty where there is none.
    pub fn answer(&mut self) -> Option<String> {
        self.answer.take()
    }

    /// Gives the frame's paste events their text.
    pub fn paste_into(&mut self, events: &mut Vec<Event>) {
        if let Some(system) = &mut self.system {
            *events = pasted(std::mem::take(events), |source| read(system, source));
        }
    }

    /// Copies the text that the frame's text fields request, and removes the request from the list.
    pub fn copy_from(&mut self, commands: &mut Vec<OutputCommand>) {
        let Some(system) = &mut self.system else { return };
        commands.retain_mut(|command| {
            let (source, text) = match command {
                OutputCommand::CopyText(text) => (Source::Copied, text),
                OutputCommand::TextSelectionSettled(text) => (Source::Selected, text),
                _ => return true,
            };
            write(system, source, std::mem::take(text));
            false
        });
    }
}

/// The events with the system's text in each paste, and with a paste after each press of the middle button.
fn pasted(events: Vec<Event>, mut read: impl FnMut(Source) -> Option<String>) -> Vec<Event> {
    let mut filled = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Paste(_) => filled.extend(read(Source::Copied).map(Event::Paste)),
            Event::PointerButton { pos, button: PointerButton::Middle, pressed: true, .. } => {
                filled.push(event);
                filled.extend(read(Source::Selected).map(|text| Event::MiddleClickPaste { pos, text }));
            }
            other => filled.push(other),
        }
    }
    filled
}

fn read(system: &mut arboard::Clipboard, source: Source) -> Option<String> {
    let text = match source {
        Source::Copied => system.get_text(),
        Source::Selected => selected(system),
    };
    // The clipboard often holds no text, which is no error.
    let text = text.inspect_err(|error| log::debug!("nothing to paste: {error}")).ok()?;
    Some(text.replace("\r\n", "\n")).filter(|text| !text.is_empty())
}

fn write(system: &mut arboard::Clipboard, source: Source, text: String) {
    let written = match source {
        Source::Copied => system.set_text(text),
        Source::Selected => select(system, text),
    };
    if let Err(error) = written {
        log::error!("nothing was copied: {error}");
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn selected(system: &mut arboard::Clipboard) -> Result<String, arboard::Error> {
    use arboard::{GetExtLinux as _, LinuxClipboardKind};
    system.get().clipboard(LinuxClipboardKind::Primary).text()
}

#[cfg(all(unix, not(target_os = "macos")))]
fn select(system: &mut arboard::Clipboard, text: String) -> Result<(), arboard::Error> {
    use arboard::{LinuxClipboardKind, SetExtLinux as _};
    system.set().clipboard(LinuxClipboardKind::Primary).text(text)
}

/// Only X11 and Wayland have a text that is on hand because it is selected.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn selected(_: &mut arboard::Clipboard) -> Result<String, arboard::Error> {
    Err(arboard::Error::ContentNotAvailable)
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn select(_: &mut arboard::Clipboard, _: String) -> Result<(), arboard::Error> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, pos2};

    fn middle(pressed: bool) -> Event {
        Event::PointerButton { pos: pos2(3.0, 4.0), button: PointerButton::Middle, pressed, modifiers: Modifiers::NONE }
    }

    #[test]
    fn a_paste_gets_the_copied_text_and_the_middle_button_the_selected_one() {
        let events = vec![Event::Copy, Event::Paste(ANYTHING.to_owned()), middle(true), middle(false)];
        let filled = pasted(events, |source| Some(format!("{source:?}")));
        let selected = Event::MiddleClickPaste { pos: pos2(3.0, 4.0), text: "Selected".to_owned() };
        assert_eq!(filled, [Event::Copy, Event::Paste("Copied".to_owned()), middle(true), selected, middle(false)]);
    }

    #[test]
    fn nothing_is_pasted_where_there_is_no_text() {
        let events = vec![Event::Paste(ANYTHING.to_owned()), middle(true), Event::Copy];
        assert_eq!(pasted(events, |_| None), [middle(true), Event::Copy]);
    }
}
