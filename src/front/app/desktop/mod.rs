//! A desktop: files, the system's clipboard and dialogs, an exact clock, and a screen reader.

mod clipboard;
pub mod doctor;
pub mod files;
mod icon;
mod metronome;
pub mod run;
pub mod storage;

use super::platform::Platform;
use super::store::{Remembered, WindowGeometry};
use super::window::title;
use crate::studio::session::Session;
use clipboard::Clipboard;
use egui::{Context, PlatformOutput, RawInput};
use egui_winit::State;
use egui_winit::accesskit_winit::WindowEvent::{AccessibilityDeactivated, ActionRequested, InitialTreeRequested};
use metronome::Metronome;
use std::future::{Future, ready};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use web_time::{Duration, Instant};
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window, WindowAttributes};

/// A request of the screen reader, which comes from outside of the window.
#[derive(Debug)]
pub struct ScreenReaderEvent(egui_winit::accesskit_winit::Event);

impl From<egui_winit::accesskit_winit::Event> for ScreenReaderEvent {
    fn from(event: egui_winit::accesskit_winit::Event) -> ScreenReaderEvent {
        ScreenReaderEvent(event)
    }
}

pub struct Desktop {
    proxy: EventLoopProxy<ScreenReaderEvent>,
    clipboard: Clipboard,
    pace: Metronome,
    controls: Option<ControlFile>,
    /// The newest state of a window with own loops, from which the program starts again if a loop cannot be stopped.
    newest: Arc<Mutex<Option<Remembered>>>,
}

/// A file with the list of the window's controls, for tests that drive the real window.
struct ControlFile {
    path: PathBuf,
    written: String,
}

impl Desktop {
    /// Describes a desktop; events from outside come through `proxy`. If the environment variable `TICKSCOPE_CONTROLS` names a
    /// file, the window's controls are listed there.
    pub fn new(proxy: EventLoopProxy<ScreenReaderEvent>) -> Desktop {
        let path = std::env::var_os("TICKSCOPE_CONTROLS").map(PathBuf::from);
        let controls = path.map(|path| ControlFile { path, written: String::new() });
        Desktop { proxy, clipboard: Clipboard::default(), pace: Metronome::default(), controls, newest: Arc::default() }
    }

    /// Returns the newest state of the window, which changes with it.
    pub fn newest(&self) -> Arc<Mutex<Option<Remembered>>> {
        self.newest.clone()
    }
}

/// Makes a window that is larger than its monitor as large as that, so that its lower edge can be reached.
fn fit_the_monitor(window: &Window) {
    let Some(room) = window.current_monitor().map(|monitor| monitor.size()) else { return };
    let size = window.inner_size();
    if (size.width > room.width || size.height > room.height) && room.width > 0 && room.height > 0 {
        let fitting = winit::dpi::PhysicalSize::new(size.width.min(room.width), size.height.min(room.height));
        let _ = window.request_inner_size(fitting);
    }
}

impl Platform for Desktop {
    type Event = ScreenReaderEvent;

    fn window_attributes(&mut self, geometry: WindowGeometry) -> WindowAttributes {
        Window::default_attributes()
            .with_title(title(""))
            .with_window_icon(icon::icon())
            .with_inner_size(LogicalSize::new(geometry.width, geometry.height))
            .with_maximized(geometry.maximised)
            .with_min_inner_size(LogicalSize::new(360.0, 480.0))
            // AccessKit must be set up before the window is visible.
            .with_visible(false)
    }

    fn gpu_instance(&self, event_loop: &ActiveEventLoop) -> Pin<Box<dyn Future<Output = wgpu::Instance>>> {
        let display = Box::new(event_loop.owned_display_handle());
        Box::pin(ready(wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display))))
    }

    fn start(&self, work: impl Future<Output = ()> + 'static) {
        pollster::block_on(work);
    }

    fn connect(&mut self, egui: &mut State, event_loop: &ActiveEventLoop, window: &Window) {
        egui.init_accesskit(event_loop, window, self.proxy.clone());
        fit_the_monitor(window);
        self.clipboard = Clipboard::new(window, egui);
    }

    fn set_title(&self, window: &Window, title: &str) {
        window.set_title(title);
    }

    fn next_frame(&mut self, began: f64, start: Instant, period: f64) -> Instant {
        start + Duration::from_secs_f64(self.pace.next(began, period))
    }

    fn pause(&mut self) {
        self.pace.forget();
    }

    fn add_input(&mut self, input: &mut RawInput) {
        self.clipboard.paste_into(&mut input.events);
    }

    fn take_output(&mut self, output: &mut PlatformOutput) -> bool {
        self.clipboard.copy_from(&mut output.commands);
        false
    }

    fn wants_controls(&self) -> bool {
        self.controls.is_some()
    }

    fn follow(&mut self, session: &Session, _: bool, remembered: impl FnOnce() -> Remembered) {
        if cfg!(feature = "own-loops")
            && !session.lab().settings().loops.is_empty()
            && let Ok(mut newest) = self.newest.lock()
        {
            *newest = Some(remembered());
        }
    }

    fn publish_controls(&mut self, lines: String) {
        let Some(file) = self.controls.as_mut().filter(|file| file.written != lines) else { return };
        match std::fs::write(&file.path, &lines) {
            Ok(()) => file.written = lines,
            Err(error) => log::warn!("{}: {error}", file.path.display()),
        }
    }

    fn copy(&mut self, egui: &mut State, text: String) {
        self.clipboard.copy(egui, text);
    }

    fn request_clipboard(&mut self, egui: &mut State) {
        self.clipboard.request(egui);
    }

    fn take_clipboard(&mut self) -> Option<String> {
        self.clipboard.take()
    }

    fn on_event(
        &mut self,
        ScreenReaderEvent(event): ScreenReaderEvent,
        _: &mut Session,
        egui: Option<&mut State>,
        ctx: &Context,
    ) -> bool {
        let Some(egui) = egui else { return false };
        match event.window_event {
            InitialTreeRequested => ctx.enable_accesskit(),
            ActionRequested(request) => egui.on_accesskit_action_request(request),
            AccessibilityDeactivated => ctx.disable_accesskit(),
        }
        false
    }
}
