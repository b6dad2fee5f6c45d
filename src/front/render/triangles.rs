//! The interface's triangles sorted for drawing: which parts of the target they are on, and which of them are areas of one
//! opaque colour. On a software rasteriser these areas are most of a frame's cost; they need no texture and no blending.

use super::pixel_rect::PixelRect;
use super::tiles::{Part, Squares, Tiles, mix, mix_bytes, of_rect};
use egui::epaint::{Mesh, Primitive, Vertex, WHITE_UV};
use egui::{ClippedPrimitive, TextureId};
use egui_wgpu::ScreenDescriptor;
use std::ops::Range;

/// Smaller areas, in square points, are drawn as the rest is: to change the pipeline is not free either.
const LEAST_AREA: f32 = 1500.0;
/// Triangles that are looked at together, and one by one only where they may be needed.
const GROUP: usize = 32;

/// Triangles that are drawn with one call.
#[derive(Clone, Debug, PartialEq)]
pub struct TriangleDraw {
    /// Nothing is drawn outside.
    pub clip: PixelRect,
    /// What they sample.
    pub texture: TextureId,
    /// Whether they have one opaque colour each, and no texture.
    pub is_solid: bool,
    /// Their corners, in [`Triangles::indices`].
    pub indices: Range<u32>,
}

/// A frame's triangles; buffers are used again from frame to frame.
#[derive(Default)]
pub struct Triangles {
    meshes: Vec<PlacedMesh>,
    /// Of each triangle.
    is_solid: Vec<bool>,
    /// Of each triangle, where only changes are drawn.
    squares: Vec<Squares>,
    /// Of each group of triangles.
    groups: Vec<Squares>,
    /// The corners to be drawn.
    pub vertices: Vec<Vertex>,
    /// Three for each triangle to be drawn.
    pub indices: Vec<u32>,
    /// The triangles to be drawn, in their order.
    pub draws: Vec<TriangleDraw>,
}

/// Where a mesh is in the lists.
struct PlacedMesh {
    primitive: usize,
    clip: PixelRect,
    triangles: Range<usize>,
    groups: Range<usize>,
    /// Where its corners are among those to be drawn, if they are.
    base: Option<u32>,
}

impl Triangles {
    /// Takes the meshes of a frame that are on the target. Where only changes are drawn they are added to `tiles`;
    /// `version` tells how often a texture has changed.
    pub fn place(
        &mut self,
        primitives: &[ClippedPrimitive],
        screen: &ScreenDescriptor,
        mut tiles: Option<&mut Tiles>,
        version: impl Fn(TextureId) -> u64,
    ) {
        self.meshes.clear();
        self.is_solid.clear();
        self.squares.clear();
        self.groups.clear();
        for (primitive, ClippedPrimitive { clip_rect, primitive: drawn }) in primitives.iter().enumerate() {
            // Nothing here paints with a callback.
            let Primitive::Mesh(mesh) = drawn else { continue };
            let (min, max) = (clip_rect.min.into(), clip_rect.max.into());
            let Some(clip) = PixelRect::clamped(min, max, screen.pixels_per_point, screen.size_in_pixels) else { continue };
            let triangles = self.is_solid.len()..self.is_solid.len() + mesh.indices.len() / 3;
            mark_solid(mesh, &mut self.is_solid);
            let groups = self.groups.len();
            if let Some(tiles) = &mut tiles {
                let texture = match mesh.texture_id {
                    TextureId::Managed(id) => mix(1, id),
                    TextureId::User(id) => mix(2, id),
                };
                let seed = mix(mix(of_rect(clip), texture), version(mesh.texture_id));
                self.add_to(tiles, mesh, (clip, screen.pixels_per_point), seed);
                let of_groups = self.squares[triangles.clone()].chunks(GROUP);
                self.groups.extend(of_groups.map(|group| group.iter().fold(Squares::default(), |all, one| all.joined(*one))));
            }
            let groups = groups..self.groups.len();
            self.meshes.push(PlacedMesh { primitive, clip, triangles, groups, base: None });
        }
    }

    fn add_to(&mut self, tiles: &mut Tiles, mesh: &Mesh, (clip, pixels_per_point): (PixelRect, f32), seed: u64) {
        let corners: Vec<u64> = mesh.vertices.iter().map(|vertex| mix_bytes(seed, bytemuck::bytes_of(vertex))).collect();
        for triangle in mesh.indices.as_chunks::<3>().0 {
            let [a, b, c] = triangle.map(|index| mesh.vertices[index as usize].pos.to_vec2() * pixels_per_point);
            let squares = Tiles::squares(a.min(b).min(c).into(), a.max(b).max(c).into(), clip);
            let hash = triangle.iter().fold(seed, |hash, index| mix(hash, corners[*index as usize]));
            tiles.add(squares, hash);
            self.squares.push(squares);
        }
    }

    /// Lists what is to be drawn: what is on `parts`, part by part, or everything.
    pub fn list(&mut self, primitives: &[ClippedPrimitive], parts: Option<&[Part]>) {
        self.vertices.clear();
        self.indices.clear();
        self.draws.clear();
        for number in 0..parts.map_or(1, <[Part]>::len) {
            let part = parts.map(|parts| parts[number]);
            for mesh in 0..self.meshes.len() {
                if let Primitive::Mesh(drawn) = &primitives[self.meshes[mesh].primitive].primitive {
                    self.list_mesh(mesh, drawn, part);
                }
            }
        }
    }

    fn list_mesh(&mut self, number: usize, mesh: &Mesh, part: Option<Part>) {
        let placed = &mut self.meshes[number];
        let Some(clip) = part.map_or(Some(placed.clip), |part| placed.clip.within(&part.pixels)) else { return };
        let first = placed.triangles.start;
        let from_draw = self.draws.len();
        for group in 0..placed.triangles.len().div_ceil(GROUP) {
            if part.is_some_and(|part| !self.groups[placed.groups.start + group].meet(part.squares)) {
                continue;
            }
            for triangle in group * GROUP..placed.triangles.len().min((group + 1) * GROUP) {
                if part.is_some_and(|part| !self.squares[first + triangle].meet(part.squares)) {
                    continue;
                }
                let base = *placed.base.get_or_insert_with(|| {
                    let base = self.vertices.len() as u32;
                    self.vertices.extend_from_slice(&mesh.vertices);
                    base
                });
                let is_solid = self.is_solid[first + triangle];
                let here = self.indices.len() as u32;
                self.indices.extend(mesh.indices[triangle * 3..triangle * 3 + 3].iter().map(|index| index + base));
                match self.draws[from_draw..].last_mut() {
                    Some(draw) if draw.is_solid == is_solid => draw.indices.end = here + 3,
                    _ => self.draws.push(TriangleDraw { clip, texture: mesh.texture_id, is_solid, indices: here..here + 3 }),
                }
            }
        }
    }
}

/// Tells of each triangle of a mesh whether it belongs to a large area of one opaque colour.
fn mark_solid(mesh: &Mesh, is_solid: &mut Vec<bool>) {
    let mut area = 0.0;
    let mut from = is_solid.len();
    for triangle in mesh.indices.as_chunks::<3>().0 {
        let corners = triangle.map(|index| &mesh.vertices[index as usize]);
        let hides = mesh.texture_id == TextureId::default() && hides_what_is_under(corners);
        if hides {
            area += area_of(corners);
        } else {
            is_solid[from..].fill(area >= LEAST_AREA);
            (from, area) = (is_solid.len() + 1, 0.0);
        }
        is_solid.push(false);
    }
    is_solid[from..].fill(area >= LEAST_AREA);
}

/// Whether a triangle is all of one opaque colour.
fn hides_what_is_under([a, b, c]: [&Vertex; 3]) -> bool {
    let white = |vertex: &Vertex| vertex.uv == WHITE_UV;
    a.color.is_opaque() && a.color == b.color && a.color == c.color && white(a) && white(b) && white(c)
}

/// Of a triangle, in square points.
fn area_of([a, b, c]: [&Vertex; 3]) -> f32 {
    let (along, across) = (b.pos - a.pos, c.pos - a.pos);
    (along.x * across.y - along.y * across.x).abs() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Color32, Rect, pos2, vec2};

    const SCREEN: ScreenDescriptor = ScreenDescriptor { size_in_pixels: [400, 300], pixels_per_point: 1.0 };

    fn mesh(rects: &[(Rect, Color32)]) -> ClippedPrimitive {
        let mut mesh = Mesh::default();
        for (rect, colour) in rects {
            mesh.add_colored_rect(*rect, *colour);
        }
        ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) }
    }

    fn rect(x: f32, y: f32, side: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(side, side))
    }

    fn drawn(triangles: &Triangles) -> Vec<(bool, usize)> {
        triangles.draws.iter().map(|draw| (draw.is_solid, draw.indices.len() / 3)).collect()
    }

    #[test]
    fn large_areas_of_one_opaque_colour_are_drawn_apart_and_in_their_place() {
        let veil = Color32::from_black_alpha(100);
        let (large, small) = (rect(0.0, 0.0, 100.0), rect(10.0, 10.0, 10.0));
        let frame = [mesh(&[(large, Color32::RED), (small, Color32::BLUE), (large, veil), (small, Color32::RED), (large, veil)])];
        let mut triangles = Triangles::default();
        triangles.place(&frame, &SCREEN, None, |_| 0);
        triangles.list(&frame, None);
        assert_eq!(drawn(&triangles), [(true, 4), (false, 6)], "the small one after a large one goes with it");
        assert_eq!(triangles.vertices.len(), 20);
        assert!(triangles.draws.iter().all(|draw| draw.clip == PixelRect { x: 0, y: 0, width: 400, height: 300 }));
    }

    #[test]
    fn of_a_frame_that_changes_somewhere_only_the_triangles_there_are_drawn() {
        let mut tiles = Tiles::default();
        let mut triangles = Triangles::default();
        let mut frame = |x: f32, version: u64| {
            let frame = [mesh(&[(rect(0.0, 0.0, 10.0), Color32::RED), (rect(x, 200.0, 10.0), Color32::RED)])];
            tiles.begin(SCREEN.size_in_pixels, 0);
            triangles.place(&frame, &SCREEN, Some(&mut tiles), |_| version);
            let parts = tiles.changed();
            triangles.list(&frame, Some(&parts));
            drawn(&triangles).iter().map(|(_, count)| count).sum::<usize>()
        };
        assert_eq!(frame(300.0, 0), 4);
        assert_eq!(frame(300.0, 0), 0);
        assert_eq!(frame(301.0, 0), 2);
        assert_eq!(frame(301.0, 1), 4, "the texture has changed");
    }
}
