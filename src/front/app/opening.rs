//! The window while its GPU is being found, which a browser takes some frames for.

use super::error::NoWindow;
use super::open_window::OpenWindow;
use super::platform::pending::Pending;
use super::platform::startup::{self, Proxy};
use super::store::WindowGeometry;
use crate::front::compositor::Compositor;
use crate::front::render::context::{Gpu, GpuError, WindowSurface};
use std::sync::Arc;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

/// A window on its way.
pub(super) struct Opening {
    window: Arc<Window>,
    egui: egui_winit::State,
    gpu: Pending<Result<(WindowSurface, Gpu), GpuError>>,
}

impl Opening {
    /// Makes a window as large as `geometry` says, where windows have a size of their own, and begins to look for a GPU.
    ///
    /// # Errors
    /// If the display gives no window.
    pub fn begin(
        event_loop: &ActiveEventLoop,
        ctx: &egui::Context,
        proxy: &Proxy,
        geometry: WindowGeometry,
    ) -> Result<Opening, NoWindow> {
        let window = Arc::new(event_loop.create_window(startup::attributes(geometry))?);
        let scale = Some(window.scale_factor() as f32);
        let mut egui = egui_winit::State::new(ctx.clone(), egui::ViewportId::ROOT, &window, scale, window.theme(), None);
        startup::serve_screen_reader(&mut egui, event_loop, &window, proxy);
        let instance = startup::instance(event_loop);
        let shown_on = window.clone();
        let gpu = Pending::new(async move { WindowSurface::new(instance.await, shown_on).await }, proxy);
        Ok(Opening { window, egui, gpu })
    }

    /// Whether the search has ended.
    pub fn has_ended(&self) -> bool {
        self.gpu.is_there()
    }

    /// The window, after the search has ended; nothing before.
    ///
    /// # Errors
    /// If there is no GPU for it.
    pub fn end(self, ctx: &egui::Context) -> Result<Option<OpenWindow>, NoWindow> {
        let Opening { window, mut egui, gpu } = self;
        let Some(found) = gpu.take() else { return Ok(None) };
        let (mut surface, gpu) = found?;
        let size = window.inner_size();
        surface.resize(&gpu.device, size.width, size.height);
        egui.set_max_texture_side(gpu.device.limits().max_texture_dimension_2d as usize);
        let compositor = Compositor::new(ctx.clone(), &gpu.device, surface.format());
        window.set_visible(true);
        window.request_redraw();
        Ok(Some(OpenWindow::new(window, (surface, gpu), compositor, egui)))
    }
}
