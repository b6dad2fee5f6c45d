//! What the window in a page begins with: the canvas, and WebGPU or WebGL2.

pub use super::arrivals::{Proxy, UserEvent};
use super::page::{self, Told};
use super::{arrivals, keyboard};
use crate::front::app::error::NoWindow;
use crate::front::app::store::WindowGeometry;
use crate::front::render::context::Gpu;
use std::cell::{Cell, RefCell};
use std::future::Future;
use winit::event_loop::ActiveEventLoop;
use winit::platform::web::WindowAttributesExtWebSys as _;
use winit::window::{Window, WindowAttributes};

/// A GPU that is gone is looked for this often, once a second.
const MOST_TRIES: u32 = 10;

thread_local! {
    /// How many frames have been shown.
    static FRAMES: Cell<u64> = const { Cell::new(0) };
    /// Whether the GPU has gone since the last frame.
    static LOST: Cell<bool> = const { Cell::new(false) };
    /// How often a GPU was looked for since then, and not found.
    static TRIES: Cell<u32> = const { Cell::new(0) };
    /// By which interface the browser offers it.
    static BACKEND: Cell<&str> = const { Cell::new("") };
    /// The GPU that draws.
    static GPU: RefCell<Option<Gpu>> = const { RefCell::new(None) };
}

/// What the window is made of: the page's canvas, which is as large as the page lets it be.
pub fn attributes(_: WindowGeometry) -> WindowAttributes {
    let canvas = page::fresh_canvas();
    page::listen(&canvas, "webglcontextlost", |event: web_sys::Event| {
        event.prevent_default();
        lose();
    });
    keyboard::keep_from_scrolling(&canvas);
    if !page::is_embedded() {
        let _ = canvas.focus();
    }
    Window::default_attributes().with_canvas(Some(canvas)).with_prevent_default(false).with_focusable(true)
}

/// The canvas has lost what it draws with.
fn lose() {
    if !LOST.get() {
        gpu_comes_back();
        arrivals::push(arrivals::Arrival::ContextLost);
    }
}

/// A browser takes the GPU away when its driver resets or others need it, and gives it back. The page is told.
pub fn gpu_comes_back() -> bool {
    if !LOST.replace(true) {
        page::tell(Told::Lost, "The browser took the graphics away; the picture comes back.");
    }
    true
}

/// WebGPU where the browser has it, and `?backend=webgl` does not forbid it; else WebGL2.
pub fn instance(_: &ActiveEventLoop) -> impl Future<Output = wgpu::Instance> + use<> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = match page::query("backend").as_deref() {
        Some("webgl") => wgpu::Backends::GL,
        Some("webgpu") => wgpu::Backends::BROWSER_WEBGPU,
        _ => wgpu::Backends::BROWSER_WEBGPU | wgpu::Backends::GL,
    };
    wgpu::util::new_instance_with_webgpu_detection(descriptor)
}

/// egui tells a browser's screen reader nothing.
pub fn serve_screen_reader(_: &mut egui_winit::State, _: &ActiveEventLoop, _: &Window, _: &Proxy) {}

/// Writes what is shown into the title of the page, which its tab and the history show.
pub fn name(_: &Window, title: &str) {
    page::document().set_title(title);
}

/// After each frame that was shown: the page learns of the first one, and of the first one with another GPU.
pub fn shown(gpu: &Gpu) {
    let frames = FRAMES.get() + 1;
    FRAMES.set(frames);
    let is_new = GPU.with_borrow(|known| known.as_ref().is_none_or(|known| known.device != gpu.device));
    if is_new {
        GPU.set(Some(gpu.clone()));
        BACKEND.set(match gpu.adapter.get_info().backend {
            wgpu::Backend::BrowserWebGpu => "webgpu",
            _ => "webgl",
        });
    }
    page::set_status(&format!("ok frames={frames} backend={}", BACKEND.get()));
    TRIES.set(0);
    if LOST.replace(false) {
        page::tell(Told::Back, "");
    }
    if frames == 1 {
        page::tell(Told::Ready, "");
    }
}

/// The GPU that draws, if there has been a frame.
pub fn gpu() -> Option<Gpu> {
    GPU.with_borrow(Clone::clone)
}

/// There is no GPU: whether one that was there before may come back, so that it is worth looking again.
pub fn may_come_back() -> bool {
    TRIES.set(TRIES.get() + 1);
    FRAMES.get() > 0 && TRIES.get() < MOST_TRIES
}

/// Tells the page why the program can't go on.
pub fn failed(failure: &NoWindow) {
    let advice = match failure {
        NoWindow::Gpu(_) if FRAMES.get() > 0 => {
            "The browser has taken the graphics away and does not give them back. Close other tabs that draw much, and reload the page."
        }
        NoWindow::Gpu(_) => {
            "This browser draws with neither WebGPU nor WebGL2. Turn hardware acceleration on in its settings, update it, or open \
             the page in a current Chrome, Edge, Firefox or Safari."
        }
        _ => "Reload the page.",
    };
    page::set_status(&format!("error {failure}"));
    page::tell(Told::Failed, &format!("{advice} ({failure})"));
}
