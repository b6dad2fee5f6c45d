//! What a desktop's window begins with: its attributes, the GPU's drivers, the screen reader.

use super::icon::icon;
use crate::front::app::error::NoWindow;
use crate::front::app::open_window::title;
use crate::front::app::store::WindowGeometry;
use crate::front::render::context::Gpu;
use std::future::{Future, ready};
use winit::dpi::LogicalSize;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::{Window, WindowAttributes};

/// What sends events to the window from outside.
pub type Proxy = EventLoopProxy<UserEvent>;

/// A GPU that is lost ends the program: its driver has reset.
pub fn gpu_comes_back() -> bool {
    false
}

/// A request of the screen reader, which comes from outside the window.
#[derive(Debug)]
pub struct UserEvent(pub egui_winit::accesskit_winit::Event);

impl From<egui_winit::accesskit_winit::Event> for UserEvent {
    fn from(event: egui_winit::accesskit_winit::Event) -> UserEvent {
        UserEvent(event)
    }
}

/// What the window is made of.
pub fn attributes(geometry: WindowGeometry) -> WindowAttributes {
    Window::default_attributes()
        .with_title(title(""))
        .with_window_icon(icon())
        .with_inner_size(LogicalSize::new(geometry.width, geometry.height))
        .with_maximized(geometry.maximised)
        .with_min_inner_size(LogicalSize::new(360.0, 480.0))
        // AccessKit must be set up before the window is seen.
        .with_visible(false)
}

/// The GPU's drivers.
pub fn instance(event_loop: &ActiveEventLoop) -> impl Future<Output = wgpu::Instance> + use<> {
    let display = Box::new(event_loop.owned_display_handle());
    ready(wgpu::Instance::new(wgpu::InstanceDescriptor::new_with_display_handle_from_env(display)))
}

/// Lets a screen reader ask what is in the window.
pub fn serve_screen_reader(egui: &mut egui_winit::State, event_loop: &ActiveEventLoop, window: &Window, proxy: &Proxy) {
    egui.init_accesskit(event_loop, window, proxy.clone());
}

/// Writes what is shown into the window's title.
pub fn name(window: &Window, title: &str) {
    window.set_title(title);
}

/// Nothing, after each frame that was shown.
pub fn shown(_: &Gpu) {}

/// Nothing, when the program ends with an error: it is told when the window is closed.
pub fn failed(_: &NoWindow) {}
