//! The large areas of the interface that have one colour: drawn without egui's texture, dithering and blending.
//!
//! On a software rasteriser these are most of a frame's cost. What is left goes to egui's own renderer; the order in which
//! things are painted stays, because the flat areas come back to it as paint callbacks between its meshes.

use bytemuck::{Pod, Zeroable};
use egui::epaint::{Mesh, Primitive, Vertex, WHITE_UV};
use egui::{ClippedPrimitive, PaintCallbackInfo, Pos2, Rect};
use egui_wgpu::{Callback, CallbackResources, CallbackTrait, ScreenDescriptor};
use std::ops::Range;

/// Smaller areas, in square points, stay with egui: to change the pipeline is not free either.
const LEAST_AREA: f32 = 1500.0;

/// What the shader's `Screen` is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ScreenUniform {
    /// Of the target, in points.
    pub size: [f32; 2],
    /// A uniform is a multiple of 16 bytes long.
    pub padding: [f32; 2],
}

/// A corner of a flat triangle, as the shader reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct FlatVertex {
    /// In points.
    at: [f32; 2],
    colour: [u8; 4],
}

/// Draws flat triangles.
pub struct Flats {
    pipeline: wgpu::RenderPipeline,
    uniform: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    buffer: wgpu::Buffer,
    /// The frame's triangles.
    vertices: Vec<FlatVertex>,
}

impl Flats {
    /// For targets of `format`.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Flats {
        let shader = device.create_shader_module(wgpu::include_wgsl!("../../../shaders/flats.wgsl"));
        let size = size_of::<ScreenUniform>() as u64;
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("flats"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: wgpu::BufferSize::new(size),
                },
                count: None,
            }],
        });
        let uniform = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("flats"),
            size,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("flats"),
            layout: &layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
        });
        let buffers = [Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<FlatVertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &wgpu::vertex_attr_array![0 => Float32x2, 1 => Unorm8x4],
        })];
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("flats"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("flats"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &shader,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &buffers,
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shader,
                entry_point: Some("fragment"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        Flats { pipeline, uniform, bind_group, buffer: vertex_buffer(device, 1024), vertices: Vec::new() }
    }

    /// Takes the large flat areas out of `primitives`, and puts what draws them where they were.
    pub fn take_from(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        primitives: Vec<ClippedPrimitive>,
        screen: &ScreenDescriptor,
    ) -> Vec<ClippedPrimitive> {
        self.vertices.clear();
        let size = screen.size_in_pixels.map(|side| side as f32 / screen.pixels_per_point);
        let mut parts = Vec::with_capacity(primitives.len() * 2);
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            match primitive {
                Primitive::Mesh(mesh) => {
                    for run in runs(&mesh) {
                        let part =
                            if run.is_flat { Part::Flat(self.add(&mesh, run.indices)) } else { Part::Egui(run.mesh(&mesh)) };
                        parts.push((clip_rect, part));
                    }
                }
                callback @ Primitive::Callback(_) => parts.push((clip_rect, Part::Other(callback))),
            }
        }
        let bytes: &[u8] = bytemuck::cast_slice(&self.vertices);
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = vertex_buffer(device, self.vertices.len().next_power_of_two());
        }
        queue.write_buffer(&self.buffer, 0, bytes);
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&ScreenUniform { size, padding: [0.0; 2] }));
        let whole = Rect::from_min_size(Pos2::ZERO, size.into());
        let primitive = |part| match part {
            Part::Egui(mesh) => Primitive::Mesh(mesh),
            Part::Other(callback) => callback,
            Part::Flat(vertices) => Primitive::Callback(Callback::new_paint_callback(whole, self.run(vertices))),
        };
        parts.into_iter().map(|(clip_rect, part)| ClippedPrimitive { clip_rect, primitive: primitive(part) }).collect()
    }

    /// Adds triangles of a mesh, and says which vertices they are here.
    fn add(&mut self, mesh: &Mesh, indices: Range<usize>) -> Range<u32> {
        let from = self.vertices.len() as u32;
        self.vertices.extend(mesh.indices[indices].iter().map(|index| {
            let vertex = &mesh.vertices[*index as usize];
            FlatVertex { at: vertex.pos.into(), colour: vertex.color.to_array() }
        }));
        from..self.vertices.len() as u32
    }

    fn run(&self, vertices: Range<u32>) -> FlatRun {
        let (pipeline, bind_group, buffer) = (self.pipeline.clone(), self.bind_group.clone(), self.buffer.clone());
        FlatRun { pipeline, bind_group, buffer, vertices }
    }
}

/// What becomes of a run of triangles.
enum Part {
    Egui(Mesh),
    Other(Primitive),
    Flat(Range<u32>),
}

/// Flat triangles that are painted one after another.
struct FlatRun {
    pipeline: wgpu::RenderPipeline,
    bind_group: wgpu::BindGroup,
    buffer: wgpu::Buffer,
    vertices: Range<u32>,
}

impl CallbackTrait for FlatRun {
    fn paint(&self, info: PaintCallbackInfo, pass: &mut wgpu::RenderPass<'static>, _: &CallbackResources) {
        let [width, height] = info.screen_size_px.map(|side| side as f32);
        pass.set_viewport(0.0, 0.0, width, height, 0.0, 1.0);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bind_group, &[]);
        pass.set_vertex_buffer(0, self.buffer.slice(..));
        pass.draw(self.vertices.clone(), 0..1);
    }
}

/// Triangles of a mesh that are painted one after another, by their indices.
#[derive(Clone, Debug, PartialEq)]
struct TriangleRun {
    indices: Range<usize>,
    is_flat: bool,
}

impl TriangleRun {
    /// The triangles as a mesh of their own.
    fn mesh(&self, whole: &Mesh) -> Mesh {
        let indices = &whole.indices[self.indices.clone()];
        let (Some(first), Some(last)) = (indices.iter().min(), indices.iter().max()) else { return Mesh::default() };
        Mesh {
            indices: indices.iter().map(|index| index - first).collect(),
            vertices: whole.vertices[*first as usize..=*last as usize].to_vec(),
            texture_id: whole.texture_id,
        }
    }
}

/// The triangles of a mesh in their order: large areas of one opaque colour, and all others.
fn runs(mesh: &Mesh) -> Vec<TriangleRun> {
    let mut runs: Vec<TriangleRun> = Vec::new();
    let mut add = |run: TriangleRun| match runs.last_mut() {
        Some(last) if last.is_flat == run.is_flat => last.indices.end = run.indices.end,
        _ => runs.push(run),
    };
    let (mut from, mut area) = (0, 0.0);
    for (number, corners) in mesh.indices.chunks_exact(3).enumerate() {
        let here = number * 3;
        let corners = [corners[0], corners[1], corners[2]].map(|index| &mesh.vertices[index as usize]);
        if is_flat(corners) {
            area += area_of(corners);
        } else {
            if here > from {
                add(TriangleRun { indices: from..here, is_flat: area >= LEAST_AREA });
            }
            add(TriangleRun { indices: here..here + 3, is_flat: false });
            (from, area) = (here + 3, 0.0);
        }
    }
    if mesh.indices.len() > from {
        add(TriangleRun { indices: from..mesh.indices.len(), is_flat: area >= LEAST_AREA });
    }
    runs
}

/// Whether a triangle has one colour, which hides what is under it.
fn is_flat([a, b, c]: [&Vertex; 3]) -> bool {
    let white = |vertex: &Vertex| vertex.uv == WHITE_UV;
    a.color.is_opaque() && a.color == b.color && a.color == c.color && white(a) && white(b) && white(c)
}

/// Of a triangle, in square points.
fn area_of([a, b, c]: [&Vertex; 3]) -> f32 {
    let (along, across) = (b.pos - a.pos, c.pos - a.pos);
    (along.x * across.y - along.y * across.x).abs() / 2.0
}

fn vertex_buffer(device: &wgpu::Device, count: usize) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("flats"),
        size: (count * size_of::<FlatVertex>()) as u64,
        usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}
