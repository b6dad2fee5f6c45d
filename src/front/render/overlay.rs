//! egui on top of what is drawn already. Its textures are kept by egui's own renderer; its triangles are drawn here, where
//! large areas of one colour cost little on a software rasteriser, and only what has changed is drawn again.

use super::tiles::{Part, Tiles};
use super::triangles::{TriangleDraw, Triangles};
use bytemuck::{Pod, Zeroable};
use egui::TextureId;
use egui::epaint::Vertex;
use std::collections::HashMap;

/// egui's textures, and what draws its triangles.
pub struct Overlay {
    textures: egui_wgpu::Renderer,
    /// How often each texture has changed.
    versions: HashMap<TextureId, u64>,
    free: Vec<TextureId>,
    pipelines: Pipelines,
    screen: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    triangles: Triangles,
}

/// One for each kind of triangle.
struct Pipelines {
    solid: wgpu::RenderPipeline,
    lettered: wgpu::RenderPipeline,
    pictured: wgpu::RenderPipeline,
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

/// What the shader's `Screen` is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ScreenUniform {
    /// Of the target, in points.
    pub size: [f32; 2],
    /// A uniform is a multiple of 16 bytes long.
    pub padding: [f32; 2],
}

impl Overlay {
    /// For targets of `format`.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Overlay {
        let uniform_size = wgpu::BufferSize::new(size_of::<ScreenUniform>() as u64);
        let screen_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("interface"),
            entries: &[uniform_entry(0, wgpu::ShaderStages::VERTEX, uniform_size)],
        });
        let screen = buffer(device, size_of::<ScreenUniform>(), wgpu::BufferUsages::UNIFORM);
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("interface"),
            layout: &screen_layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: screen.as_entire_binding() }],
        });
        Overlay {
            textures: egui_wgpu::Renderer::new(device, format, egui_wgpu::RendererOptions::default()),
            versions: HashMap::new(),
            free: Vec::new(),
            pipelines: Pipelines::new(device, format, &screen_layout),
            screen,
            bind_group,
            vertices: buffer(device, 1 << 16, wgpu::BufferUsages::VERTEX),
            indices: buffer(device, 1 << 16, wgpu::BufferUsages::INDEX),
            triangles: Triangles::default(),
        }
    }

    /// Takes over new textures. Must happen for every frame of egui, also for one that is not drawn.
    pub fn take_textures(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, textures: &mut egui::TexturesDelta) {
        for (id, deltas) in textures.set.drain() {
            *self.versions.entry(id).or_default() += 1;
            for delta in deltas {
                self.textures.update_texture(device, queue, id, &delta);
            }
        }
        self.free.extend(textures.free.drain());
    }

    /// Takes a frame's triangles. Where only changes are drawn, they are added to `tiles`.
    pub fn place(&mut self, frame: &OverlayFrame, tiles: Option<&mut Tiles>) {
        let version = |id| self.versions.get(&id).copied().unwrap_or_default();
        self.triangles.place(&frame.triangles, &frame.screen, tiles, version);
    }

    /// Sends the triangles that were placed to the GPU, those on `parts` or all; before the render pass.
    pub fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, frame: &OverlayFrame, parts: Option<&[Part]>) {
        self.triangles.list(&frame.triangles, parts);
        let size = frame.screen.size_in_pixels.map(|side| side as f32 / frame.screen.pixels_per_point);
        queue.write_buffer(&self.screen, 0, bytemuck::bytes_of(&ScreenUniform { size, padding: [0.0; 2] }));
        let vertices = bytemuck::cast_slice(&self.triangles.vertices);
        write(device, queue, &mut self.vertices, vertices, wgpu::BufferUsages::VERTEX);
        let indices = bytemuck::cast_slice(&self.triangles.indices);
        write(device, queue, &mut self.indices, indices, wgpu::BufferUsages::INDEX);
    }

    /// Draws the triangles that were uploaded, on a target of `size` pixels.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, size: [u32; 2]) {
        pass.set_viewport(0.0, 0.0, size[0] as f32, size[1] as f32, 0.0, 1.0);
        pass.set_bind_group(0, &self.bind_group, &[]);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        for TriangleDraw { clip, texture, is_solid, indices } in &self.triangles.draws {
            let Some(bind_group) = self.textures.texture(texture).map(|texture| &texture.bind_group) else {
                log::warn!("egui draws with a texture that it has freed: {texture:?}");
                continue;
            };
            pass.set_pipeline(match (is_solid, texture) {
                (true, _) => &self.pipelines.solid,
                (false, TextureId::Managed(0)) => &self.pipelines.lettered,
                (false, _) => &self.pipelines.pictured,
            });
            pass.set_bind_group(1, bind_group, &[]);
            pass.set_scissor_rect(clip.x, clip.y, clip.width, clip.height);
            pass.draw_indexed(indices.clone(), 0, 0..1);
        }
    }

    /// Lets go of textures that the last frame used for the last time; after it was submitted or skipped.
    pub fn release(&mut self) {
        for id in self.free.drain(..) {
            self.textures.free_texture(&id);
        }
    }
}

impl Pipelines {
    fn new(device: &wgpu::Device, format: wgpu::TextureFormat, screen: &wgpu::BindGroupLayout) -> Pipelines {
        let shader = device.create_shader_module(wgpu::include_wgsl!("../../../shaders/interface.wgsl"));
        // The layout that egui's renderer gives its textures; its last entry is for a way of filtering that isn't used here.
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry { binding, visibility: fragment, ty, count: None };
        let image = wgpu::BindingType::Texture {
            multisampled: false,
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
        };
        let texture = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("interface texture"),
            entries: &[
                entry(0, image),
                entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
                uniform_entry(2, fragment, wgpu::BufferSize::new(16)),
            ],
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("interface"),
            bind_group_layouts: &[Some(screen), Some(&texture)],
            immediate_size: 0,
        });
        let add = |src_factor, dst_factor| wgpu::BlendComponent { src_factor, dst_factor, operation: wgpu::BlendOperation::Add };
        let blended = wgpu::BlendState {
            color: add(wgpu::BlendFactor::One, wgpu::BlendFactor::OneMinusSrcAlpha),
            alpha: add(wgpu::BlendFactor::OneMinusDstAlpha, wgpu::BlendFactor::One),
        };
        let pipeline = |entry: &'static str, blend| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(entry),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &shader,
                    entry_point: Some("vertex"),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    buffers: &[Some(wgpu::VertexBufferLayout {
                        array_stride: size_of::<Vertex>() as u64,
                        step_mode: wgpu::VertexStepMode::Vertex,
                        attributes: &wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32x2, 2 => Unorm8x4],
                    })],
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: None,
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &shader,
                    entry_point: Some(entry),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    targets: &[Some(wgpu::ColorTargetState { format, blend, write_mask: wgpu::ColorWrites::ALL })],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        Pipelines {
            solid: pipeline("solid", None),
            lettered: pipeline("lettered", Some(blended)),
            pictured: pipeline("pictured", Some(blended)),
        }
    }
}

fn uniform_entry(binding: u32, visibility: wgpu::ShaderStages, size: Option<wgpu::BufferSize>) -> wgpu::BindGroupLayoutEntry {
    let ty =
        wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: size };
    wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None }
}

fn buffer(device: &wgpu::Device, size: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("interface"),
        size: size as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// Writes to a buffer, which is made again where it is too small.
fn write(device: &wgpu::Device, queue: &wgpu::Queue, to: &mut wgpu::Buffer, bytes: &[u8], usage: wgpu::BufferUsages) {
    if bytes.len() as u64 > to.size() {
        *to = buffer(device, bytes.len().next_power_of_two(), usage);
    }
    queue.write_buffer(to, 0, bytes);
}
