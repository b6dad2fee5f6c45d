//! The GPU of a page, by WebGPU or WebGL2. The browser may take it away and give it back, which is announced to the page.

use super::page::{self, Announcement, Arrival};
use crate::front::app::error::NoWindow;
use crate::front::render::context::Gpu;
use std::cell::{Cell, RefCell};

const MOST_TRIES: u32 = 10;
/// The time between two searches, in milliseconds.
const INTERVAL: i32 = 1000;

thread_local! {
    static FRAMES: Cell<u64> = const { Cell::new(0) };
    static LOST: Cell<bool> = const { Cell::new(false) };
    static TRIES: Cell<u32> = const { Cell::new(0) };
    static BACKEND: Cell<&str> = const { Cell::new("") };
    static GPU: RefCell<Option<Gpu>> = const { RefCell::new(None) };
}

/// Opens WebGPU if the browser has it, unless the address has `?backend=webgl`; else WebGL2.
pub async fn instance() -> wgpu::Instance {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = match page::query("backend").as_deref() {
        Some("webgl") => wgpu::Backends::GL,
        Some("webgpu") => wgpu::Backends::BROWSER_WEBGPU,
        _ => wgpu::Backends::BROWSER_WEBGPU | wgpu::Backends::GL,
    };
    wgpu::util::new_instance_with_webgpu_detection(descriptor).await
}

pub fn watch(canvas: &web_sys::HtmlCanvasElement) {
    page::listen(canvas, "webglcontextlost", |event: web_sys::Event| {
        event.prevent_default();
        if !LOST.get() {
            lose();
            page::hand_over(Arrival::ContextLost);
        }
    });
}

pub fn lose() {
    if !LOST.replace(true) {
        page::announce(Announcement::Lost, "The browser took the graphics away; the picture comes back.");
    }
}

/// Searches for a GPU again soon, unless there was none before or too many searches have failed. Returns whether it does.
pub fn retry() -> bool {
    TRIES.set(TRIES.get() + 1);
    let retries = FRAMES.get() > 0 && TRIES.get() < MOST_TRIES;
    if retries {
        page::after(INTERVAL, || page::hand_over(Arrival::ContextLost));
    }
    retries
}

/// Announces the first frame to the page, and the first frame with another GPU.
pub fn on_shown(gpu: &Gpu) {
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
        page::announce(Announcement::Back, "");
    }
    if frames == 1 {
        page::announce(Announcement::Ready, "");
    }
}

pub fn current() -> Option<Gpu> {
    GPU.with_borrow(Clone::clone)
}

pub fn fail(failure: &NoWindow) {
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
    page::announce(Announcement::Failed, &format!("{advice} ({failure})"));
}
