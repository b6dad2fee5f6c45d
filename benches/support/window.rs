//! A window without a display, to measure what a frame costs.

use std::hint::black_box;
use std::time::{Duration, Instant};
use tickscope::front::compositor::{Compositor, ReadyFrame};
use tickscope::front::render::renderer::Redraw;
use tickscope::front::ui::pass::UiOutput;
use tickscope::studio::session::Session;
use tickscope::studio::view::Theme;

pub struct Window {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    pub compositor: Compositor,
    pub target: wgpu::TextureView,
    size: [u32; 2],
    /// Whether only changes are drawn, as where a processor draws.
    pub draws_changes: bool,
}

impl Window {
    /// Returns a window of `size` pixels, each of them a point.
    pub fn new((device, queue): (wgpu::Device, wgpu::Queue), size: [u32; 2]) -> Window {
        let format = wgpu::TextureFormat::Rgba8Unorm;
        let target = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        let compositor = Compositor::new(egui::Context::default(), &device, format);
        let target = target.create_view(&wgpu::TextureViewDescriptor::default());
        Window { device, queue, compositor, target, size, draws_changes: false }
    }

    /// Measures one frame, `time_s` seconds after the first: the interface, its triangles, the panes' instances, and the
    /// commands for the GPU.
    pub fn frame(&mut self, time_s: f64, show: impl FnMut(&mut egui::Ui) -> UiOutput, session: Option<&Session>) -> Duration {
        let start = Instant::now();
        let ready = self.interface(time_s, show);
        let gpu = (&self.device, &self.queue);
        let redraw = if self.draws_changes { Redraw::Changes } else { Redraw::Whole };
        black_box(self.compositor.draw(gpu, ready, session, &self.target, redraw));
        start.elapsed()
    }

    /// Returns a frame whose interface is ready and whose panes are not drawn yet.
    pub fn interface(&mut self, time_s: f64, show: impl FnMut(&mut egui::Ui) -> UiOutput) -> ReadyFrame {
        let [width, height] = self.size.map(|side| side as f32);
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
        let input = egui::RawInput { screen_rect: Some(screen), time: Some(time_s), ..egui::RawInput::default() };
        let layout = self.compositor.lay_out(Theme::Dark, input, show);
        self.compositor.upload((&self.device, &self.queue), layout, self.size)
    }
}
