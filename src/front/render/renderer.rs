//! Draws one frame into any target in one render pass: the shapes of the panes, then the interface.

use super::camera::Colour;
use super::changed_squares::ChangedSquares;
use super::interface::{Interface, InterfaceFrame};
use super::painter::{Painter, Shapes};
use egui::ClippedPrimitive;
use egui_wgpu::ScreenDescriptor;

/// Draws frames for targets of one colour format.
pub struct Renderer {
    painter: Painter,
    interface: Interface,
    changed: ChangedSquares,
}

/// The part of a frame that is drawn: all of it, or only its changes. The resulting pixels are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redraw {
    Whole,
    /// Only the differences from the last frame are drawn. The target must still hold that frame.
    Changes,
}

impl Renderer {
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Renderer {
        let (painter, interface) = (Painter::new(device, format), Interface::new(device, format));
        Renderer { painter, interface, changed: ChangedSquares::default() }
    }

    /// Takes over the changed textures of a frame of egui. It must be called for each frame, even if the frame is not drawn.
    pub fn update_textures(&mut self, gpu: (&wgpu::Device, &wgpu::Queue), textures: egui::TexturesDelta) {
        if !textures.set.is_empty() {
            // With a changed texture the same triangles may have other pixels.
            self.changed.forget();
        }
        self.interface.update_textures(gpu, textures);
    }

    /// Draws `shapes` and then the interface `frame` on `background`; returns the number of pixels that may have changed.
    pub fn draw(
        &mut self,
        gpu: (&wgpu::Device, &wgpu::Queue),
        target: &wgpu::TextureView,
        background: Colour,
        (shapes, frame): (&Shapes, &InterfaceFrame),
        redraw: Redraw,
    ) -> u64 {
        let screen = &frame.screen;
        match redraw {
            Redraw::Whole => {
                self.changed.forget();
                let [red, green, blue, alpha] = background.map(|channel| f64::from(channel) / 255.0);
                let clear = wgpu::LoadOp::Clear(wgpu::Color { r: red, g: green, b: blue, a: alpha });
                self.submit(gpu, (target, clear), shapes, &frame.triangles, screen);
                screen.size_in_pixels.map(u64::from).iter().product()
            }
            Redraw::Changes => {
                let Some(cut) = self.changed.cut(shapes, frame, background) else { return 0 };
                self.submit(gpu, (target, wgpu::LoadOp::Load), &cut.shapes, &cut.triangles, screen);
                cut.pixels
            }
        }
    }

    /// Ends a frame of egui that was drawn or skipped.
    pub fn free_textures(&mut self) {
        self.interface.free_textures();
    }

    fn submit(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        (target, load): (&wgpu::TextureView, wgpu::LoadOp<wgpu::Color>),
        shapes: &Shapes,
        triangles: &[ClippedPrimitive],
        screen: &ScreenDescriptor,
    ) {
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("frame") });
        self.painter.upload(device, queue, shapes);
        self.interface.upload((device, queue), triangles, screen);
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
        self.painter.draw(&mut pass, shapes);
        self.interface.draw(&mut pass, screen.size_in_pixels);
        drop(pass);
        queue.submit([encoder.finish()]);
    }
}
