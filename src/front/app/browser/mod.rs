//! The platform of a page: a canvas, an address, downloads, fingers, and a GPU that may go and come back.

mod address;
mod clipboard;
pub mod files;
mod gpu;
mod page;
mod programming;
pub mod run;
mod storage;
mod text_input;

use super::error::NoWindow;
use super::platform::Platform;
use super::requests;
use super::store::{Remembered, WindowGeometry};
use crate::front::render::context::Gpu;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, WindowAction};
use address::Address;
use clipboard::Clipboard;
use egui::{Context, PlatformOutput, RawInput};
use egui_winit::State;
use page::Arrival;
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use storage::Storage;
use text_input::TextInput;
use web_time::Instant;
use winit::event_loop::ActiveEventLoop;
use winit::platform::web::WindowAttributesExtWebSys as _;
use winit::window::{Window, WindowAttributes};

thread_local! {
    static CONTROLS: RefCell<String> = const { RefCell::new(String::new()) };
}

pub struct Browser {
    address: Address,
    clipboard: Clipboard,
    input: TextInput,
    storage: Storage,
    wants_controls: bool,
}

impl Browser {
    /// Describes the page of a session at its beginning. If the address has `?controls`, the canvas's controls are listed.
    pub fn new(session: &Session, storage: Storage) -> Browser {
        Browser {
            address: Address::of(session),
            clipboard: Clipboard::default(),
            input: TextInput::default(),
            storage,
            wants_controls: page::query("controls").is_some(),
        }
    }
}

impl Platform for Browser {
    type Event = page::Wake;

    fn window_attributes(&mut self, _: WindowGeometry) -> WindowAttributes {
        let canvas = page::fresh_canvas();
        gpu::watch(&canvas);
        text_input::keep_from_scrolling(&canvas);
        if !page::is_embedded() {
            let _ = canvas.focus();
        }
        Window::default_attributes().with_canvas(Some(canvas)).with_prevent_default(false).with_focusable(true)
    }

    fn gpu_instance(&self, _: &ActiveEventLoop) -> Pin<Box<dyn Future<Output = wgpu::Instance>>> {
        Box::pin(gpu::instance())
    }

    fn start(&self, work: impl Future<Output = ()> + 'static) {
        wasm_bindgen_futures::spawn_local(async {
            work.await;
            page::wake();
        });
    }

    /// Does nothing, because egui has no connection to a browser's screen reader.
    fn connect(&mut self, _: &mut State, _: &ActiveEventLoop, _: &Window) {}

    fn set_title(&self, _: &Window, title: &str) {
        page::document().set_title(title);
    }

    /// Returns the present moment, because the browser itself calls when its display has room for a frame.
    fn next_frame(&mut self, _: f64, _: Instant, _: f64) -> Instant {
        Instant::now()
    }

    fn add_input(&mut self, input: &mut RawInput) {
        self.clipboard.paste_into(&mut input.events);
        self.input.add_to(input);
    }

    fn take_output(&mut self, output: &mut PlatformOutput) -> bool {
        clipboard::copy_from(&mut output.commands);
        self.input.follow(output)
    }

    fn wants_controls(&self) -> bool {
        self.wants_controls
    }

    fn publish_controls(&mut self, lines: String) {
        CONTROLS.set(lines);
    }

    fn copy(&mut self, _: &mut State, text: String) {
        clipboard::copy(text);
    }

    fn request_clipboard(&mut self, _: &mut State) {
        clipboard::request();
    }

    fn take_clipboard(&mut self) -> Option<String> {
        self.clipboard.take()
    }

    fn on_shown(&mut self, gpu: &Gpu) {
        gpu::on_shown(gpu);
    }

    fn follow(&mut self, session: &Session, acted: bool, remembered: impl FnOnce() -> Remembered) {
        self.address.follow(session);
        self.storage.follow(session, acted, remembered);
    }

    fn open_whole_page(&mut self, session: &mut Session) {
        address::open_whole(session);
    }

    fn fetch_whole_build(&mut self, session: &mut Session, text: &str) {
        self.storage.leave_for(text);
        let is_strangers = session.window.held_back.is_some();
        page::announce(page::Announcement::Whole, if is_strangers { "rehearse" } else { "" });
    }

    /// Announces that the GPU is gone, and returns `true`: a browser takes the GPU away when its driver resets or other programs
    /// need it, and gives it back.
    fn regains_lost_gpu(&mut self) -> bool {
        gpu::lose();
        true
    }

    fn retries_gpu(&mut self) -> bool {
        gpu::retry()
    }

    fn fail(&mut self, failure: &NoWindow) {
        gpu::fail(failure);
    }

    fn on_event(&mut self, _: page::Wake, session: &mut Session, _: Option<&mut State>, _: &Context) -> bool {
        let mut reopens = false;
        for arrival in page::take_arrivals() {
            match arrival {
                Arrival::ContextLost => reopens = true,
                Arrival::File(name, Ok(text)) => requests::open_text(session, None, (&name, text)),
                Arrival::File(_, Err(why)) | Arrival::Clipboard(Err(why)) | Arrival::Refused(why) => {
                    session.window.fail(why);
                }
                Arrival::Address(fragment) => self.address.open(session, &fragment),
                Arrival::LeftFullScreen => session.act(Action::Window(WindowAction::Present(false))),
                Arrival::Pasted(text) => self.clipboard.paste(text),
                Arrival::Clipboard(Ok(text)) => self.clipboard.answer(text),
                Arrival::Typed(event) => self.input.add(event),
            }
        }
        reopens
    }
}
