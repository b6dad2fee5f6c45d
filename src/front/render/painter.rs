//! Draws the shapes of all panes with one pipeline: one draw call, viewport and scissor per pane and layer, or per band of rows
//! of a pane whose display tears.

use super::instance::Instance;
use super::pipeline::{PipelineSpec, ViewUniform, buffer, view_layout};
use bytemuck::{Pod, Zeroable};
use std::ops::Range;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct PixelRect {
    pub x: u32,
    pub y: u32,
    /// At least 1.
    pub width: u32,
    /// At least 1.
    pub height: u32,
}

impl PixelRect {
    /// Returns the pixels of a rectangle in points, clamped to a target of `size`; `None` if no pixel is left.
    pub fn clamped(min: [f32; 2], max: [f32; 2], pixels_per_point: f32, size: [u32; 2]) -> Option<PixelRect> {
        let edge = |points: f32, limit: u32| (points * pixels_per_point).round().clamp(0.0, limit as f32) as u32;
        let (x, y) = (edge(min[0], size[0]), edge(min[1], size[1]));
        let (right, bottom) = (edge(max[0], size[0]), edge(max[1], size[1]));
        (right > x && bottom > y).then(|| PixelRect { x, y, width: right - x, height: bottom - y })
    }

    /// Returns the rows between two shares of the height, 0 to 1, to the nearest pixel; `None` if no row is left.
    pub fn rows(&self, from: f64, to: f64) -> Option<PixelRect> {
        let edge = |part: f64| (part * f64::from(self.height)).round().clamp(0.0, f64::from(self.height)) as u32;
        let (top, bottom) = (edge(from), edge(to));
        (bottom > top).then(|| PixelRect { y: self.y + top, height: bottom - top, ..*self })
    }

    /// Returns the pixels that are in both; `None` if there are none.
    pub fn within(&self, other: &PixelRect) -> Option<PixelRect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) =
            ((self.x + self.width).min(other.x + other.width), (self.y + self.height).min(other.y + other.height));
        (right > x && bottom > y).then(|| PixelRect { x, y, width: right - x, height: bottom - y })
    }

    pub fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }
}

/// The layers, in the order in which the shapes of all panes are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The ground. Its instances cover the whole pane.
    Ground,
    Below,
    Trails,
    Above,
}

const LAYERS: [Layer; 4] = [Layer::Ground, Layer::Below, Layer::Trails, Layer::Above];

/// The shapes of a frame, in the order in which they are drawn within each layer.
#[derive(Default)]
pub struct Shapes {
    pub(super) calls: Vec<DrawCall>,
    pub(super) instances: Vec<Instance>,
}

pub(super) struct DrawCall {
    pub layer: Layer,
    /// The pane in whose pixels the shapes are measured.
    pub pane: PixelRect,
    pub clip: PixelRect,
    /// The indices of the call's instances. Each call begins where the one before ends.
    pub range: Range<usize>,
}

impl Shapes {
    /// Removes all shapes and keeps the buffers.
    pub fn clear(&mut self) {
        self.calls.clear();
        self.instances.clear();
    }

    pub fn add(&mut self, layer: Layer, pane: PixelRect, shapes: impl IntoIterator<Item = Instance>) {
        self.add_rows(layer, pane, pane, shapes);
    }

    /// Adds shapes of a pane that are drawn only in `clip`.
    pub fn add_rows(&mut self, layer: Layer, pane: PixelRect, clip: PixelRect, shapes: impl IntoIterator<Item = Instance>) {
        let from = self.instances.len();
        self.instances.extend(shapes);
        if self.instances.len() > from {
            self.calls.push(DrawCall { layer, pane, clip, range: from..self.instances.len() });
        }
    }
}

pub struct Painter {
    pipeline: wgpu::RenderPipeline,
    /// Draws the ground without antialiasing, for which a software rasteriser would compute a distance at each pixel.
    flat: wgpu::RenderPipeline,
    views: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    instances: wgpu::Buffer,
    /// The bytes from one view to the next in the buffer.
    stride: u64,
    sizes: Vec<[u32; 2]>,
}

/// The largest number of panes of different sizes in one frame: six, the whole target, and some to spare.
const MOST_VIEWS: usize = 64;

impl Painter {
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Painter {
        let layout = view_layout(device, true);
        let spec = PipelineSpec {
            shader: &device.create_shader_module(wgpu::include_wgsl!("../../../shaders/shapes.wgsl")),
            layouts: &[Some(&layout)],
            vertices: wgpu::VertexBufferLayout {
                array_stride: size_of::<Instance>() as u64,
                step_mode: wgpu::VertexStepMode::Instance,
                attributes: &Instance::ATTRIBUTES,
            },
            topology: wgpu::PrimitiveTopology::TriangleStrip,
        };
        let flat = spec.make(device, format, "flat", None);
        let pipeline = spec.make(device, format, "fragment", Some(wgpu::BlendState::ALPHA_BLENDING));
        let stride = u64::from(device.limits().min_uniform_buffer_offset_alignment).max(size_of::<ViewUniform>() as u64);
        let views = buffer(device, "pane views", stride * MOST_VIEWS as u64, wgpu::BufferUsages::UNIFORM);
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("pane view"),
            layout: &layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &views,
                    offset: 0,
                    size: wgpu::BufferSize::new(size_of::<ViewUniform>() as u64),
                }),
            }],
        });
        let instances = instance_buffer(device, 4096);
        Painter { pipeline, flat, views, bind_group, instances, stride, sizes: Vec::new() }
    }

    /// Sends the shapes to the GPU, before the render pass.
    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, shapes: &Shapes) {
        let bytes: &[u8] = bytemuck::cast_slice(&shapes.instances);
        if bytes.len() as u64 > self.instances.size() {
            self.instances = instance_buffer(device, shapes.instances.len().next_power_of_two());
        }
        queue.write_buffer(&self.instances, 0, bytes);
        self.sizes.clear();
        for size in shapes.calls.iter().map(|call| call.pane.size()) {
            if self.sizes.len() < MOST_VIEWS && !self.sizes.contains(&size) {
                let view = ViewUniform { size: size.map(|side| side as f32), padding: [0.0; 2] };
                queue.write_buffer(&self.views, self.sizes.len() as u64 * self.stride, bytemuck::bytes_of(&view));
                self.sizes.push(size);
            }
        }
    }

    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, shapes: &Shapes) {
        pass.set_vertex_buffer(0, self.instances.slice(..));
        for layer in LAYERS {
            pass.set_pipeline(if layer == Layer::Ground { &self.flat } else { &self.pipeline });
            for DrawCall { pane, clip, range, .. } in shapes.calls.iter().filter(|call| call.layer == layer) {
                let Some(view) = self.sizes.iter().position(|size| *size == pane.size()) else { continue };
                pass.set_bind_group(0, &self.bind_group, &[(view as u64 * self.stride) as u32]);
                pass.set_viewport(pane.x as f32, pane.y as f32, pane.width as f32, pane.height as f32, 0.0, 1.0);
                pass.set_scissor_rect(clip.x, clip.y, clip.width, clip.height);
                pass.draw(0..4, range.start as u32..range.end as u32);
            }
        }
    }
}

fn instance_buffer(device: &wgpu::Device, count: usize) -> wgpu::Buffer {
    buffer(device, "shapes", (count * size_of::<Instance>()) as u64, wgpu::BufferUsages::VERTEX)
}
