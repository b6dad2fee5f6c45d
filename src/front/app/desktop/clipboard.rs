//! The clipboard, for text.
//!
//! On Wayland egui-winit handles the clipboard, because it has the window's connection to the display. On other systems this file
//! does, because egui-winit would need libraries for image formats, which take half a minute to compile.

use arboard::Error;
use egui::{Event, OutputCommand, PointerButton};
use egui_winit::State;
use winit::raw_window_handle::{HasDisplayHandle, RawDisplayHandle};
use winit::window::Window;

/// The text that egui-winit gets for every paste; the system's text replaces it.
const ANYTHING: &str = "text";

/// Exchanges text with other programs. If the system has no clipboard, text is copied only inside this program.
#[derive(Default)]
pub struct Clipboard {
    /// The clipboard of the system; `None` if egui-winit handles it.
    system: Option<arboard::Clipboard>,
    requested: Option<String>,
}

impl Clipboard {
    pub fn new(window: &Window, egui: &mut State) -> Clipboard {
        let display = window.display_handle().map(|display| display.as_raw());
        if matches!(display, Ok(RawDisplayHandle::Wayland(_))) {
            return Clipboard::default();
        }
        let system = arboard::Clipboard::new().inspect_err(|error| log::warn!("no clipboard: {error}")).ok();
        if system.is_some() {
            egui.set_clipboard_text(ANYTHING.to_owned());
        }
        Clipboard { system, requested: None }
    }

    pub fn copy(&mut self, egui: &mut State, text: String) {
        match &mut self.system {
            Some(system) => log_failure(system.set_text(text)),
            None => egui.set_clipboard_text(text),
        }
    }

    pub fn request(&mut self, egui: &mut State) {
        let text = match &mut self.system {
            Some(system) => readable(system.get_text()),
            None => egui.clipboard_text(),
        };
        self.requested = Some(text.unwrap_or_default());
    }

    pub fn take(&mut self) -> Option<String> {
        self.requested.take()
    }

    /// Puts the text of the system's clipboard into the paste events of a frame, and adds a paste event after each press of the
    /// middle button.
    pub fn paste_into(&mut self, events: &mut Vec<Event>) {
        let Some(system) = &mut self.system else { return };
        *events = std::mem::take(events)
            .into_iter()
            .flat_map(|event| match event {
                Event::Paste(_) => [None, readable(system.get_text()).map(Event::Paste)],
                Event::PointerButton { pos, button: PointerButton::Middle, pressed: true, .. } => {
                    let text = readable(selected_text(system));
                    [Some(event), text.map(|text| Event::MiddleClickPaste { pos, text })]
                }
                other => [Some(other), None],
            })
            .flatten()
            .collect();
    }

    /// Copies the texts that the text fields of a frame copy, and removes these commands from the list.
    pub fn copy_from(&mut self, commands: &mut Vec<OutputCommand>) {
        let Some(system) = &mut self.system else { return };
        commands.retain_mut(|command| {
            match command {
                OutputCommand::CopyText(text) => log_failure(system.set_text(std::mem::take(text))),
                OutputCommand::TextSelectionSettled(text) => log_failure(set_selected_text(system, std::mem::take(text))),
                _ => return true,
            }
            false
        });
    }
}

/// Returns the text to paste; `None` if the clipboard has no text, which is no failure, or can't be read.
fn readable(text: Result<String, Error>) -> Option<String> {
    let text = text.inspect_err(|error| log::debug!("nothing to paste: {error}")).ok()?;
    Some(text.replace("\r\n", "\n")).filter(|text| !text.is_empty())
}

fn log_failure(copied: Result<(), Error>) {
    if let Err(error) = copied {
        log::error!("nothing was copied: {error}");
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn selected_text(system: &mut arboard::Clipboard) -> Result<String, Error> {
    use arboard::{GetExtLinux as _, LinuxClipboardKind};
    system.get().clipboard(LinuxClipboardKind::Primary).text()
}

#[cfg(all(unix, not(target_os = "macos")))]
fn set_selected_text(system: &mut arboard::Clipboard, text: String) -> Result<(), Error> {
    use arboard::{LinuxClipboardKind, SetExtLinux as _};
    system.set().clipboard(LinuxClipboardKind::Primary).text(text)
}

/// Returns an error, because only X11 and Wayland let programs paste the selection of another program.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn selected_text(_: &mut arboard::Clipboard) -> Result<String, Error> {
    Err(Error::ContentNotAvailable)
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn set_selected_text(_: &mut arboard::Clipboard, _: String) -> Result<(), Error> {
    Ok(())
}
