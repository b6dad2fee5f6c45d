//! One whole frame: the panes, then egui on top, in one render pass into any target.

use super::camera::Colour;
use super::overlay::{Overlay, OverlayFrame};
use super::painter::{Layer, Painter};
use super::pixel_rect::PixelRect;
use super::tiles::{Part, Tiles, mix, mix_bytes};
use super::trails::Trails;

/// Everything that draws, for one colour format.
pub struct Renderer {
    /// The shapes of the panes.
    pub painter: Painter,
    /// The trails of the panes.
    pub trails: Trails,
    /// The interface.
    pub overlay: Overlay,
    /// What the last frame was, where only changes are drawn.
    tiles: Tiles,
}

impl Renderer {
    /// For targets of `format`.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Renderer {
        Renderer {
            painter: Painter::new(device, format),
            trails: Trails::new(device, format),
            overlay: Overlay::new(device, format),
            tiles: Tiles::default(),
        }
    }

    /// Draws what was added to the painter, and egui's frame if there is one, on `background`.
    pub fn draw(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        target: &wgpu::TextureView,
        background: Colour,
        overlay: Option<&OverlayFrame>,
    ) {
        self.tiles.forget();
        if let Some(frame) = overlay {
            self.overlay.place(frame, None);
        }
        self.submit((device, queue), target, background, overlay, None);
    }

    /// Draws what differs from the last frame, where `target` still holds that one; the first time everything. The pixels are
    /// the same as of the whole frame. Returns how many were drawn.
    pub fn draw_changes(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        target: &wgpu::TextureView,
        background: Colour,
        overlay: &OverlayFrame,
    ) -> u64 {
        let all = mix_bytes(mix(0, u64::from(overlay.screen.pixels_per_point.to_bits())), &background);
        self.tiles.begin(overlay.screen.size_in_pixels, all);
        self.painter.add_to(&mut self.tiles);
        self.trails.add_to(&mut self.tiles);
        self.overlay.place(overlay, Some(&mut self.tiles));
        let parts = self.tiles.changed();
        if !parts.is_empty() {
            self.painter.cut_to(&parts, background);
            self.submit((device, queue), target, background, Some(overlay), Some(&parts));
        }
        parts.iter().map(|part| u64::from(part.pixels.width) * u64::from(part.pixels.height)).sum()
    }

    /// Forgets the last frame: the next one is drawn as a whole.
    pub fn forget_last(&mut self) {
        self.tiles.forget();
    }

    fn submit(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        target: &wgpu::TextureView,
        background: Colour,
        overlay: Option<&OverlayFrame>,
        parts: Option<&[Part]>,
    ) {
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("frame") });
        self.painter.upload(device, queue);
        if let Some(frame) = overlay {
            self.overlay.upload(device, queue, frame, parts);
        }
        {
            let [red, green, blue, alpha] = background.map(|channel| f64::from(channel) / 255.0);
            let clear = wgpu::LoadOp::Clear(wgpu::Color { r: red, g: green, b: blue, a: alpha });
            let load = if parts.is_some() { wgpu::LoadOp::Load } else { clear };
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("frame"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: target,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
                })],
                depth_stencil_attachment: None,
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            let only: Option<Vec<PixelRect>> = parts.map(|parts| parts.iter().map(|part| part.pixels).collect());
            self.painter.draw(Layer::Ground, &mut pass);
            self.painter.draw(Layer::Below, &mut pass);
            self.trails.draw(&mut pass, only.as_deref());
            self.painter.draw(Layer::Above, &mut pass);
            if let Some(frame) = overlay {
                self.overlay.draw(&mut pass, frame.screen.size_in_pixels);
            }
        }
        queue.submit([encoder.finish()]);
    }
}
