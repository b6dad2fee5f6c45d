//! Draws egui's triangles. egui's own renderer holds the textures.
//!
//! The triangles have pipelines of their own, because the only pipeline of egui samples a texture and blends for every pixel. On
//! a software rasteriser that takes five times as long for large areas of one opaque colour, which make up most of a window.

use super::painter::PixelRect;
use super::pipeline::{PipelineSpec, ViewUniform, buffer, uniform, view_layout};
use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex, WHITE_UV};
use egui::{TextureId, TexturesDelta};
use egui_wgpu::ScreenDescriptor;
use std::ops::Range;

/// An area of one opaque colour gets the simpler pipeline if it has at least this many square points. For a smaller area the
/// change of the pipeline costs more than it saves.
const LEAST_AREA: f32 = 1500.0;

pub struct InterfaceFrame {
    pub triangles: Vec<ClippedPrimitive>,
    /// The size of the target in pixels, and pixels per point.
    pub screen: ScreenDescriptor,
}

/// The pipelines and buffers that draw the interface, and its textures.
pub struct Interface {
    textures: egui_wgpu::Renderer,
    unused: Vec<TextureId>,
    solid: wgpu::RenderPipeline,
    textured: wgpu::RenderPipeline,
    screen: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    batches: Vec<Batch>,
}

struct Batch {
    clip: PixelRect,
    texture: TextureId,
    is_solid: bool,
    indices: Range<u32>,
}

impl Interface {
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Interface {
        let layout = view_layout(device, false);
        let screen = buffer(device, "screen", size_of::<ViewUniform>() as u64, wgpu::BufferUsages::UNIFORM);
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("interface"),
            layout: &layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: screen.as_entire_binding() }],
        });
        let [solid, textured] = pipelines(device, format, &layout);
        Interface {
            textures: egui_wgpu::Renderer::new(device, format, egui_wgpu::RendererOptions::default()),
            unused: Vec::new(),
            solid,
            textured,
            screen,
            bind_group,
            vertices: buffer(device, "interface", 1 << 16, wgpu::BufferUsages::VERTEX),
            indices: buffer(device, "interface", 1 << 16, wgpu::BufferUsages::INDEX),
            batches: Vec::new(),
        }
    }

    /// Takes over new textures, and stores which ones to free. It must be called for each frame of egui, even if the frame is not
    /// drawn.
    pub fn update_textures(&mut self, (device, queue): (&wgpu::Device, &wgpu::Queue), mut textures: TexturesDelta) {
        for (id, deltas) in textures.set.drain() {
            for delta in deltas {
                self.textures.update_texture(device, queue, id, &delta);
            }
        }
        self.unused.extend(textures.free.drain());
    }

    /// Frees unused textures, after the frame was submitted or skipped.
    pub fn free_textures(&mut self) {
        for id in self.unused.drain(..) {
            self.textures.free_texture(&id);
        }
    }

    /// Sends the triangles to the GPU, before the render pass.
    pub fn upload(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        triangles: &[ClippedPrimitive],
        screen: &ScreenDescriptor,
    ) {
        let (mut vertices, mut indices) = (Vec::<Vertex>::new(), Vec::<u32>::new());
        self.batches.clear();
        for ClippedPrimitive { clip_rect, primitive } in triangles {
            // No part of this program paints by a callback.
            let Primitive::Mesh(mesh) = primitive else { continue };
            let (min, max) = (clip_rect.min.into(), clip_rect.max.into());
            let Some(clip) = PixelRect::clamped(min, max, screen.pixels_per_point, screen.size_in_pixels) else { continue };
            let first = indices.len() as u32;
            indices.extend(mesh.indices.iter().map(|index| index + vertices.len() as u32));
            vertices.extend_from_slice(&mesh.vertices);
            self.batches.extend(runs(mesh).into_iter().map(|(is_solid, run)| Batch {
                clip,
                texture: mesh.texture_id,
                is_solid,
                indices: first + run.start..first + run.end,
            }));
        }
        let size = screen.size_in_pixels.map(|side| side as f32 / screen.pixels_per_point);
        queue.write_buffer(&self.screen, 0, bytemuck::bytes_of(&ViewUniform { size, padding: [0.0; 2] }));
        let write = |to: &mut wgpu::Buffer, bytes: &[u8], usage| {
            if bytes.len() as u64 > to.size() {
                *to = buffer(device, "interface", bytes.len().next_power_of_two() as u64, usage);
            }
            queue.write_buffer(to, 0, bytes);
        };
        write(&mut self.vertices, bytemuck::cast_slice(&vertices), wgpu::BufferUsages::VERTEX);
        write(&mut self.indices, bytemuck::cast_slice(&indices), wgpu::BufferUsages::INDEX);
    }

    /// Draws the triangles that were uploaded last, on a target of `size` pixels.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, size: [u32; 2]) {
        pass.set_viewport(0.0, 0.0, size[0] as f32, size[1] as f32, 0.0, 1.0);
        pass.set_bind_group(0, &self.bind_group, &[]);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        for Batch { clip, texture, is_solid, indices } in &self.batches {
            let Some(texture) = self.textures.texture(texture) else {
                log::warn!("egui draws with a texture that it has freed: {texture:?}");
                continue;
            };
            pass.set_pipeline(if *is_solid { &self.solid } else { &self.textured });
            pass.set_bind_group(1, &texture.bind_group, &[]);
            pass.set_scissor_rect(clip.x, clip.y, clip.width, clip.height);
            pass.draw_indexed(indices.clone(), 0, 0..1);
        }
    }
}

/// Returns the runs of indices that are drawn together, each with whether it is a large area of one opaque colour.
fn runs(mesh: &Mesh) -> Vec<(bool, Range<u32>)> {
    let mut runs: Vec<(bool, Range<u32>, f32)> = Vec::new();
    for (number, triangle) in mesh.indices.as_chunks::<3>().0.iter().enumerate() {
        let corners = triangle.map(|index| &mesh.vertices[index as usize]);
        let is_solid = mesh.texture_id == TextureId::default() && has_one_opaque_colour(corners);
        let here = number as u32 * 3;
        match runs.last_mut() {
            Some((solid, run, total)) if *solid == is_solid => (run.end, *total) = (here + 3, *total + area(corners)),
            _ => runs.push((is_solid, here..here + 3, area(corners))),
        }
    }
    let mut joined: Vec<(bool, Range<u32>)> = Vec::new();
    for (is_solid, run, total) in runs {
        let is_solid = is_solid && total >= LEAST_AREA;
        match joined.last_mut() {
            Some((solid, before)) if *solid == is_solid => before.end = run.end,
            _ => joined.push((is_solid, run)),
        }
    }
    joined
}

fn has_one_opaque_colour([a, b, c]: [&Vertex; 3]) -> bool {
    let is_plain = |vertex: &Vertex| vertex.uv == WHITE_UV && vertex.color == a.color;
    a.color.is_opaque() && is_plain(a) && is_plain(b) && is_plain(c)
}

fn area([a, b, c]: [&Vertex; 3]) -> f32 {
    let (along, across) = (b.pos - a.pos, c.pos - a.pos);
    (along.x * across.y - along.y * across.x).abs() / 2.0
}

fn pipelines(device: &wgpu::Device, format: wgpu::TextureFormat, screen: &wgpu::BindGroupLayout) -> [wgpu::RenderPipeline; 2] {
    // egui's renderer gives its textures this layout; the shader does not use the last entry.
    let fragment = wgpu::ShaderStages::FRAGMENT;
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry { binding, visibility: fragment, ty, count: None };
    let image = wgpu::BindingType::Texture {
        multisampled: false,
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
    };
    let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    let texture = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("interface texture"),
        entries: &[entry(0, image), entry(1, sampler), uniform(2, fragment, false)],
    });
    let add = |src_factor, dst_factor| wgpu::BlendComponent { src_factor, dst_factor, operation: wgpu::BlendOperation::Add };
    let blended = wgpu::BlendState {
        color: add(wgpu::BlendFactor::One, wgpu::BlendFactor::OneMinusSrcAlpha),
        alpha: add(wgpu::BlendFactor::OneMinusDstAlpha, wgpu::BlendFactor::One),
    };
    let spec = PipelineSpec {
        shader: &device.create_shader_module(wgpu::include_wgsl!("../../../shaders/interface.wgsl")),
        layouts: &[Some(screen), Some(&texture)],
        vertices: wgpu::VertexBufferLayout {
            array_stride: size_of::<Vertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32x2, 2 => Unorm8x4],
        },
        topology: wgpu::PrimitiveTopology::TriangleList,
    };
    [("solid", None), ("textured", Some(blended))].map(|(fragment, blend)| spec.make(device, format, fragment, blend))
}

#[cfg(test)]
mod tests {
    use crate::front::render::interface::*;
    use egui::{Color32, Rect, pos2, vec2};

    #[test]
    fn large_areas_of_one_opaque_colour_are_drawn_apart_in_their_order() {
        let rect = |side: f32| Rect::from_min_size(pos2(0.0, 0.0), vec2(side, side));
        let veil = Color32::from_black_alpha(100);
        let mut mesh = Mesh::default();
        for (side, colour) in [(100.0, Color32::RED), (10.0, Color32::BLUE), (100.0, veil), (10.0, Color32::RED), (100.0, veil)] {
            mesh.add_colored_rect(rect(side), colour);
        }
        assert_eq!(runs(&mesh), [(true, 0..12), (false, 12..30)], "a small area goes with its neighbours");
    }
}
