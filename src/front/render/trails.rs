//! Trails: for every pane a ring of dots that stays on the GPU; a frame writes only the new ones.

use super::painter::BLENDED;
use super::pixel_rect::PixelRect;
use super::tiles::{Tiles, mix, mix_bytes, of_rect};
use super::{Camera, Colour};
use crate::base::time::Time;
use crate::lab::history::trail::{CAPACITY, Trail};
use crate::lab::panes::pane_view::PaneView;
use crate::model::config::PaneId;
use bytemuck::{Pod, Zeroable};
use std::ops::Range;

/// What the shader's `View` is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct TrailUniform {
    /// Pixels a world unit.
    pub scale: [f32; 2],
    /// The world's origin in pixels.
    pub origin: [f32; 2],
    /// Of the pane, in pixels.
    pub size: [f32; 2],
    /// Laboratory time, in seconds.
    pub now: f32,
    /// Of a dot, in pixels.
    pub radius: f32,
}

/// One dot as the GPU keeps it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct TrailDot {
    /// In world units.
    pub at: [f32; 2],
    /// When its frame left the display, in seconds of laboratory time.
    pub left: f32,
    /// Of a new dot; it fades from then on.
    pub colour: Colour,
}

impl TrailDot {
    /// The fields as the shader reads them.
    pub const ATTRIBUTES: [wgpu::VertexAttribute; 3] = wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32, 2 => Unorm8x4];
}

/// A dot's radius, in points.
const RADIUS: f32 = 2.0;

struct Ring {
    dots: wgpu::Buffer,
    uniform: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    /// The number of the next dot to write.
    next: usize,
    owner: Option<PaneId>,
    place: Option<(PixelRect, Range<usize>)>,
    /// Where the dots are seen on the target, in pixels, and everything that their looks depend on.
    seen: Vec<([f32; 2], u64)>,
    /// Of a dot, in pixels.
    radius: f32,
    /// The version of this ring: it counts rewrites, each of which uses the colours of its moment.
    written: u64,
}

/// The trails of all panes, kept on the GPU from frame to frame.
pub struct Trails {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    rings: Vec<Ring>,
}

impl Trails {
    /// For targets of `format`.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Trails {
        let shader = device.create_shader_module(wgpu::include_wgsl!("../../../shaders/trails.wgsl"));
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("trail view"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: wgpu::BufferSize::new(size_of::<TrailUniform>() as u64),
                },
                count: None,
            }],
        });
        let stride = size_of::<TrailDot>() as u64;
        let buffers = [Some(wgpu::VertexBufferLayout {
            array_stride: stride,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &TrailDot::ATTRIBUTES,
        })];
        let pipeline =
            crate::front::render::painter::pipeline(device, format, ("trails", "fragment"), BLENDED, &shader, &layout, &buffers);
        Trails { pipeline, layout, rings: Vec::new() }
    }

    /// Forgets where trails are to be drawn, not the trails.
    pub fn clear(&mut self) {
        self.rings.iter_mut().for_each(|ring| ring.place = None);
    }

    /// Forgets the dots too: other panes, or the same ones from the beginning.
    pub fn forget(&mut self) {
        self.rings.clear();
    }

    /// Brings pane `index`'s ring up to date and places it.
    pub fn add(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        index: usize,
        seen: PaneView,
        (rect, camera): (PixelRect, &Camera),
        now: Time,
        colour: impl Fn(usize) -> Colour,
    ) {
        while self.rings.len() <= index {
            let ring = Ring::new(device, &self.layout);
            self.rings.push(ring);
        }
        let ring = &mut self.rings[index];
        // Panes change places: a ring belongs to the pane that wrote it last. A trail of the past is written again each time.
        let owner = (!seen.is_past()).then(|| seen.pane().id());
        if std::mem::replace(&mut ring.owner, owner) != owner || owner.is_none() {
            ring.next = 0;
            ring.written += u64::from(owner.is_some());
        }
        let trail = seen.trail();
        ring.write(queue, &trail, &colour);
        ring.place = Some((rect, trail.range()));
        let (scale, origin) = camera.transform();
        let uniform = TrailUniform {
            scale: scale.to_array(),
            origin: origin.to_array(),
            size: [rect.width as f32, rect.height as f32],
            now: now.as_secs() as f32,
            radius: RADIUS * camera.pixels_per_point(),
        };
        queue.write_buffer(&ring.uniform, 0, bytemuck::bytes_of(&uniform));
        ring.radius = uniform.radius;
        ring.seen.clear();
        let look = mix_bytes(0, bytemuck::bytes_of(&TrailUniform { now: 0.0, ..uniform }));
        for (_, dot) in trail.since(0) {
            let at = camera.pixel(dot.pos).as_vec2() + glam::Vec2::new(rect.x as f32, rect.y as f32);
            // A dot that has faded stays as it is.
            let age = (uniform.now - dot.left.as_secs() as f32).clamp(0.0, 1.0);
            let place = dot.pos.as_vec2();
            let own = [place.x, place.y, age].into_iter().fold(look, |hash, part| mix(hash, u64::from(part.to_bits())));
            ring.seen.push((at.to_array(), mix_bytes(own, &colour(dot.body))));
        }
    }

    /// Adds the dots to the squares that they paint on.
    pub(super) fn add_to(&self, tiles: &mut Tiles) {
        for ring in &self.rings {
            let Some((rect, _)) = &ring.place else { continue };
            let (seed, reach) = (mix(of_rect(*rect), ring.written), ring.radius + 1.0);
            for (at, hash) in &ring.seen {
                let (min, max) = (at.map(|side| side - reach), at.map(|side| side + reach));
                tiles.add(Tiles::squares(min, max, *rect), mix(seed, *hash));
            }
        }
    }

    /// Draws the trails that were added to this frame, where they are on `parts` or everywhere.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>, parts: Option<&[PixelRect]>) {
        pass.set_pipeline(&self.pipeline);
        for ring in &self.rings {
            let Some((rect, numbers)) = &ring.place else { continue };
            pass.set_bind_group(0, &ring.bind_group, &[]);
            pass.set_vertex_buffer(0, ring.dots.slice(..));
            for clip in parts.unwrap_or(std::slice::from_ref(rect)).iter().filter_map(|part| part.within(rect)) {
                rect.apply_within(&clip, pass);
                for part in self::parts(numbers.clone()) {
                    pass.draw(0..4, part.start as u32..part.end as u32);
                }
            }
        }
    }
}

impl Ring {
    fn new(device: &wgpu::Device, layout: &wgpu::BindGroupLayout) -> Ring {
        let buffer = |label, size: usize, usage| {
            let usage = usage | wgpu::BufferUsages::COPY_DST;
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size as u64,
                usage,
                mapped_at_creation: false,
            })
        };
        let dots = buffer("trail", CAPACITY * size_of::<TrailDot>(), wgpu::BufferUsages::VERTEX);
        let uniform = buffer("trail view", size_of::<TrailUniform>(), wgpu::BufferUsages::UNIFORM);
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("trail view"),
            layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
        });
        Ring { dots, uniform, bind_group, next: 0, owner: None, place: None, seen: Vec::new(), radius: 0.0, written: 0 }
    }

    /// Writes the dots that are not there yet, at most two runs of them.
    fn write(&mut self, queue: &wgpu::Queue, trail: &Trail, colour: impl Fn(usize) -> Colour) {
        let new: Vec<TrailDot> = trail
            .since(self.next)
            .map(|(_, dot)| TrailDot {
                at: dot.pos.as_vec2().to_array(),
                left: dot.left.as_secs() as f32,
                colour: colour(dot.body),
            })
            .collect();
        let numbers = trail.range().end - new.len()..trail.range().end;
        let mut from = 0;
        for part in parts(numbers) {
            let offset = (part.start * size_of::<TrailDot>()) as u64;
            queue.write_buffer(&self.dots, offset, bytemuck::cast_slice(&new[from..from + part.len()]));
            from += part.len();
        }
        self.next = trail.range().end;
    }
}

/// Where dots of these numbers lie in the ring: one run, or two where it wraps.
fn parts(numbers: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let (start, count) = (numbers.start % CAPACITY, numbers.len());
    let first = start..(start + count).min(CAPACITY);
    let second = 0..count - first.len();
    [first, second].into_iter().filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_is_written_and_drawn_in_one_run_or_two() {
        let all = |numbers| parts(numbers).collect::<Vec<_>>();
        assert_eq!(all(0..0), []);
        assert_eq!(all(5..9), vec![5..9]);
        assert_eq!(all(CAPACITY + 5..CAPACITY + 9), vec![5..9]);
        assert_eq!(all(CAPACITY - 2..CAPACITY + 3), [CAPACITY - 2..CAPACITY, 0..3]);
        assert_eq!(all(3..3 + CAPACITY), [3..CAPACITY, 0..3]);
    }
}
