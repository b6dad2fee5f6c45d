//! One whole frame: the panes, then egui on top, in one render pass into any target.

use super::camera::Colour;
use super::overlay::{Overlay, OverlayFrame};
use super::painter::{Layer, Painter};
use super::trails::Trails;

/// Everything that draws, for one colour format.
pub struct Renderer {
    /// The shapes of the panes.
    pub painter: Painter,
    /// The trails of the panes.
    pub trails: Trails,
    /// The interface.
    pub overlay: Overlay,
}

impl Renderer {
    /// For targets of `format`.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Renderer {
        Renderer {
            painter: Painter::new(device, format),
            trails: Trails::new(device, format),
            overlay: Overlay::new(device, format),
        }
    }

    /// Draws what was added to the painter, and egui's frame if there is one, on `background`.
    pub fn draw(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        target: &wgpu::TextureView,
        background: Colour,
        mut overlay: Option<&mut OverlayFrame>,
    ) {
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("frame") });
        self.painter.upload(device, queue);
        let mut commands = match &mut overlay {
            Some(frame) => self.overlay.upload(device, queue, &mut encoder, frame),
            None => Vec::new(),
        };
        {
            let [red, green, blue, alpha] = background.map(|channel| f64::from(channel) / 255.0);
            let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("frame"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: target,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color { r: red, g: green, b: blue, a: alpha }),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                depth_stencil_attachment: None,
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            let mut pass = pass.forget_lifetime();
            self.painter.draw(Layer::Ground, &mut pass);
            self.painter.draw(Layer::Below, &mut pass);
            self.trails.draw(&mut pass);
            self.painter.draw(Layer::Above, &mut pass);
            if let Some(frame) = overlay {
                self.overlay.draw(&mut pass, frame);
            }
        }
        commands.push(encoder.finish());
        queue.submit(commands);
    }
}
