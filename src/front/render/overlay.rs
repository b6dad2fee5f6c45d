//! egui on top of what is drawn already.

use super::flats::Flats;

/// egui's renderer, and one frame's triangles.
pub struct Overlay {
    renderer: egui_wgpu::Renderer,
    flats: Flats,
    free: Vec<egui::TextureId>,
}

/// One frame of egui, ready to be drawn.
pub struct OverlayFrame {
    /// What is drawn, with its clip rectangles.
    pub triangles: Vec<egui::ClippedPrimitive>,
    /// Textures that are new or no longer needed; empty once they were taken over.
    pub textures: egui::TexturesDelta,
    /// The target's size in pixels, and pixels a point.
    pub screen: egui_wgpu::ScreenDescriptor,
}

impl Overlay {
    /// For targets of `format`.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Overlay {
        let renderer = egui_wgpu::Renderer::new(device, format, egui_wgpu::RendererOptions::default());
        Overlay { renderer, flats: Flats::new(device, format), free: Vec::new() }
    }

    /// Takes over new textures. Must happen for every frame of egui, also for one that is not drawn.
    pub fn take_textures(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, textures: &mut egui::TexturesDelta) {
        for (id, deltas) in textures.set.drain() {
            for delta in deltas {
                self.renderer.update_texture(device, queue, id, &delta);
            }
        }
        self.free.extend(textures.free.drain());
    }

    /// Sends the triangles to the GPU; before the render pass. What it answers is submitted before the frame's commands.
    #[must_use]
    pub fn upload(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        frame: &mut OverlayFrame,
    ) -> Vec<wgpu::CommandBuffer> {
        frame.triangles = self.flats.take_from((device, queue), std::mem::take(&mut frame.triangles), &frame.screen);
        self.renderer.update_buffers(device, queue, encoder, &frame.triangles, &frame.screen)
    }

    /// Draws the triangles that were uploaded.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'static>, frame: &OverlayFrame) {
        self.renderer.render(pass, &frame.triangles, &frame.screen);
    }

    /// Lets go of textures that the last frame used for the last time; after it was submitted or skipped.
    pub fn release(&mut self) {
        for id in self.free.drain(..) {
            self.renderer.free_texture(&id);
        }
    }
}
