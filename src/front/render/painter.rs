//! Draws the shapes of all panes with one pipeline: one draw call, viewport and scissor per pane and layer, or per band of a
//! pane whose display tears.

use super::instance::Instance;
use super::pixel_rect::PixelRect;
use super::tiles::{Part, Tiles, mix, mix_bytes, of_rect};
use bytemuck::{Pod, Zeroable};
use glam::Vec2;
use std::ops::Range;

/// What the shader's `View` is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct ViewUniform {
    /// Of the pane, in pixels.
    pub size: [f32; 2],
    /// A uniform is a multiple of 16 bytes long.
    pub padding: [f32; 2],
}

/// The shapes of a frame, by layer and pane.
pub struct Painter {
    pipeline: wgpu::RenderPipeline,
    /// For what has neither edge nor shape: on a software rasteriser a distance function for every pixel is expensive.
    flat: wgpu::RenderPipeline,
    views: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    instances: wgpu::Buffer,
    /// From one pane's uniform to the next one's.
    stride: u64,
    /// The panes that something is drawn in.
    panes: Vec<PixelRect>,
    calls: Vec<DrawCall>,
    upload: Vec<Instance>,
    /// How many frames had too many shapes to look at.
    crowded: u64,
}

/// Shapes of one layer of a pane, or of some of its rows.
struct DrawCall {
    layer: Layer,
    /// The index of the pane.
    pane: usize,
    clip: PixelRect,
    shapes: Range<u32>,
}

/// In which order a pane is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// What everything else is drawn on: its instances cover the whole pane.
    Ground,
    /// Under the trails …
    Below,
    /// … and over them.
    Above,
}

/// Six panes, the parts of a frame that are drawn again, and some to spare.
const MOST_VIEWS: usize = 64;
/// Of more shapes than this in one call none is looked at by itself: they are all drawn again in every frame.
const MANY: usize = 2000;

impl Painter {
    /// For targets of `format`.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Painter {
        let shader = device.create_shader_module(wgpu::include_wgsl!("../../../shaders/shapes.wgsl"));
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("pane view"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: true,
                    min_binding_size: wgpu::BufferSize::new(size_of::<ViewUniform>() as u64),
                },
                count: None,
            }],
        });
        let buffers = [Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<Instance>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &Instance::ATTRIBUTES,
        })];
        let flat = pipeline(device, format, ("ground", "flat"), None, &shader, &layout, &buffers);
        let pipeline = pipeline(device, format, ("shapes", "fragment"), BLENDED, &shader, &layout, &buffers);
        let stride = u64::from(device.limits().min_uniform_buffer_offset_alignment).max(size_of::<ViewUniform>() as u64);
        let views = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pane views"),
            size: stride * MOST_VIEWS as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
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
        Painter {
            pipeline,
            flat,
            views,
            bind_group,
            instances,
            stride,
            panes: Vec::new(),
            calls: Vec::new(),
            upload: Vec::new(),
            crowded: 0,
        }
    }

    /// Forgets the last frame.
    pub fn clear(&mut self) {
        self.panes.clear();
        self.calls.clear();
        self.upload.clear();
    }

    /// Adds shapes of a pane, in the order in which they are painted.
    pub fn add(&mut self, layer: Layer, rect: PixelRect, shapes: impl IntoIterator<Item = Instance>) {
        self.add_rows(layer, rect, rect, shapes);
    }

    /// Adds shapes of which only what is in `clip`, a part of the pane, is painted.
    pub fn add_rows(&mut self, layer: Layer, rect: PixelRect, clip: PixelRect, shapes: impl IntoIterator<Item = Instance>) {
        let pane = self.panes.iter().rposition(|pane| *pane == rect).unwrap_or_else(|| {
            self.panes.push(rect);
            self.panes.len() - 1
        });
        if pane >= MOST_VIEWS {
            return;
        }
        let from = self.upload.len() as u32;
        self.upload.extend(shapes);
        self.calls.push(DrawCall { layer, pane, clip, shapes: from..self.upload.len() as u32 });
    }

    /// Adds everything added here to the squares that it paints on.
    pub(super) fn add_to(&mut self, tiles: &mut Tiles) {
        for DrawCall { layer, pane, clip, shapes } in &self.calls {
            let rect = self.panes[*pane];
            let seed = mix(mix(of_rect(rect), of_rect(*clip)), *layer as u64);
            if shapes.len() > MANY {
                self.crowded += 1;
                let (min, max) = ([0.0; 2], [f32::INFINITY; 2]);
                tiles.add(Tiles::squares(min, max, *clip), mix(seed, self.crowded));
                continue;
            }
            for shape in &self.upload[shapes.start as usize..shapes.end as usize] {
                let (min, max) = on_target(shape, rect);
                tiles.add(Tiles::squares(min.into(), max.into(), *clip), mix_bytes(seed, bytemuck::bytes_of(shape)));
            }
        }
    }

    /// Leaves of what was added what is on some parts of the target, each on a ground of `background`.
    pub(super) fn cut_to(&mut self, parts: &[Part], background: [u8; 4]) {
        let calls = std::mem::take(&mut self.calls);
        for Part { pixels, .. } in parts {
            let size = Vec2::new(pixels.width as f32, pixels.height as f32);
            self.add(Layer::Ground, *pixels, [Instance::covering(size, background)]);
            for DrawCall { layer, pane, clip, shapes } in &calls {
                let Some(clip) = clip.within(pixels) else { continue };
                let shapes = if shapes.len() > MANY { shapes.clone() } else { self.copy_shapes_in(clip, *pane, shapes.clone()) };
                if !shapes.is_empty() {
                    self.calls.push(DrawCall { layer: *layer, pane: *pane, clip, shapes });
                }
            }
        }
    }

    /// Adds those shapes once more that may paint in `clip`.
    fn copy_shapes_in(&mut self, clip: PixelRect, pane: usize, shapes: Range<u32>) -> Range<u32> {
        let from = self.upload.len() as u32;
        let (left, top) = (clip.x as f32, clip.y as f32);
        let (right, bottom) = (left + clip.width as f32, top + clip.height as f32);
        for index in shapes {
            let shape = self.upload[index as usize];
            let (min, max) = on_target(&shape, self.panes[pane]);
            if max.x > left && min.x < right && max.y > top && min.y < bottom {
                self.upload.push(shape);
            }
        }
        from..self.upload.len() as u32
    }

    /// Sends everything added to the GPU; before the render pass begins.
    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) {
        let bytes: &[u8] = bytemuck::cast_slice(&self.upload);
        if bytes.len() as u64 > self.instances.size() {
            self.instances = instance_buffer(device, self.upload.len().next_power_of_two());
        }
        queue.write_buffer(&self.instances, 0, bytes);
        for (index, rect) in self.panes.iter().take(MOST_VIEWS).enumerate() {
            let view = ViewUniform { size: [rect.width as f32, rect.height as f32], padding: [0.0; 2] };
            queue.write_buffer(&self.views, index as u64 * self.stride, bytemuck::bytes_of(&view));
        }
    }

    /// Draws the shapes of one layer.
    pub fn draw(&self, layer: Layer, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(if layer == Layer::Ground { &self.flat } else { &self.pipeline });
        pass.set_vertex_buffer(0, self.instances.slice(..));
        for DrawCall { pane, clip, shapes, .. } in self.calls.iter().filter(|call| call.layer == layer) {
            pass.set_bind_group(0, &self.bind_group, &[(*pane as u64 * self.stride) as u32]);
            self.panes[*pane].apply_within(clip, pass);
            pass.draw(0..4, shapes.clone());
        }
    }
}

/// The corners of what a shape of a pane may paint on, in pixels of the target.
fn on_target(shape: &Instance, pane: PixelRect) -> (Vec2, Vec2) {
    let origin = Vec2::new(pane.x as f32, pane.y as f32);
    let (min, max) = shape.bounds();
    (min + origin, max + origin)
}

/// The blending of shapes, which are antialiased.
pub(super) const BLENDED: Option<wgpu::BlendState> = Some(wgpu::BlendState::ALPHA_BLENDING);

/// A pipeline that draws instanced quads onto a target.
pub(super) fn pipeline(
    device: &wgpu::Device,
    format: wgpu::TextureFormat,
    (label, fragment): (&str, &str),
    blend: Option<wgpu::BlendState>,
    shader: &wgpu::ShaderModule,
    layout: &wgpu::BindGroupLayout,
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
) -> wgpu::RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(label),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some("vertex"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers,
        },
        primitive: wgpu::PrimitiveState { topology: wgpu::PrimitiveTopology::TriangleStrip, ..Default::default() },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(fragment),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState { format, blend, write_mask: wgpu::ColorWrites::ALL })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn instance_buffer(device: &wgpu::Device, count: usize) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("shapes"),
        size: (count * size_of::<Instance>()) as u64,
        usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}
