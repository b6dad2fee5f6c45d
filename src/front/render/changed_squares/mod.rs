//! Finds the squares of a frame that differ from the last frame, and cuts the frame down to them.
//!
//! Without a GPU a processor draws, and each pixel is expensive. [`ChangedSquares::cut`] is the only entry: it turns a whole
//! frame into a smaller one, which the renderer draws over the last frame. The result has the same pixels as the whole frame.
//!
//! The target is divided into squares. Each shape and each triangle adds its hash, in drawing order, to every square that it may
//! touch. A square with the same hash as in the last frame shows the same pixels.

mod squares;

use super::camera::Colour;
use super::instance::Instance;
use super::interface::InterfaceFrame;
use super::painter::PixelRect;
use super::painter::{DrawCall, Layer, Shapes};
use egui::epaint::{ClippedPrimitive, Mesh, Primitive};
use egui::{Rect, TextureId};
use glam::Vec2;
use squares::{Part, SquareHashes, Squares, mix};

/// The hashes of the last frame. Its buffers are reused from frame to frame.
#[derive(Default)]
pub struct ChangedSquares {
    hashes: SquareHashes,
    of_shapes: Vec<Squares>,
    of_triangles: Vec<Squares>,
}

/// A frame without everything that lies outside the changed squares.
pub struct CutFrame {
    /// The shapes of the panes, on a ground of the background colour.
    pub shapes: Shapes,
    pub triangles: Vec<ClippedPrimitive>,
    /// The number of pixels that may change.
    pub pixels: u64,
}

impl ChangedSquares {
    pub fn forget(&mut self) {
        self.hashes.forget();
    }

    /// Returns the frame to draw over the last one; `None` if nothing has changed.
    pub fn cut(&mut self, shapes: &Shapes, interface: &InterfaceFrame, background: Colour) -> Option<CutFrame> {
        let screen = &interface.screen;
        self.hashes.begin(screen.size_in_pixels, mix(u64::from(screen.pixels_per_point.to_bits()), &background));
        self.add_shapes(shapes);
        let clips = self.add_triangles(interface);
        let parts = self.hashes.end();
        if parts.is_empty() {
            return None;
        }
        let mut cut = CutFrame { shapes: Shapes::default(), triangles: Vec::new(), pixels: 0 };
        let [width, height] = screen.size_in_pixels;
        let target = PixelRect { x: 0, y: 0, width, height };
        let ground = Instance::covering(Vec2::new(width as f32, height as f32), background);
        for part in &parts {
            cut.pixels += u64::from(part.pixels.width) * u64::from(part.pixels.height);
            cut.shapes.add_rows(Layer::Ground, target, part.pixels, [ground]);
            self.cut_shapes(shapes, part, &mut cut.shapes);
            self.cut_triangles(interface, &clips, part, &mut cut.triangles);
        }
        Some(cut)
    }

    fn add_shapes(&mut self, shapes: &Shapes) {
        self.of_shapes.clear();
        for DrawCall { layer, pane, clip, range } in &shapes.calls {
            let seed = mix(mix(*layer as u64, bytemuck::bytes_of(pane)), bytemuck::bytes_of(clip));
            let origin = Vec2::new(pane.x as f32, pane.y as f32);
            for shape in &shapes.instances[range.clone()] {
                let (min, max) = shape.bounds();
                let squares = Squares::touched(min + origin, max + origin, *clip);
                self.hashes.add(squares, mix(seed, bytemuck::bytes_of(shape)));
                self.of_shapes.push(squares);
            }
        }
    }

    /// Returns the clip rectangle of each mesh in pixels; `None` for a mesh without pixels.
    fn add_triangles(&mut self, interface: &InterfaceFrame) -> Vec<Option<PixelRect>> {
        let screen = &interface.screen;
        self.of_triangles.clear();
        let clips = interface.triangles.iter().map(|ClippedPrimitive { clip_rect, primitive }| {
            let mesh = mesh(primitive)?;
            let (min, max) = (clip_rect.min.into(), clip_rect.max.into());
            let clip = PixelRect::clamped(min, max, screen.pixels_per_point, screen.size_in_pixels);
            // Every texture here is managed by egui.
            let (TextureId::Managed(texture) | TextureId::User(texture)) = mesh.texture_id;
            let seed = clip.map_or(0, |clip| mix(texture, bytemuck::bytes_of(&clip)));
            let corners: Vec<u64> = mesh.vertices.iter().map(|vertex| mix(seed, bytemuck::bytes_of(vertex))).collect();
            for triangle in mesh.indices.as_chunks::<3>().0 {
                let [a, b, c] = triangle.map(|index| {
                    let at = mesh.vertices[index as usize].pos;
                    Vec2::new(at.x, at.y) * screen.pixels_per_point
                });
                let squares = clip.map(|clip| Squares::touched(a.min(b).min(c), a.max(b).max(c), clip)).unwrap_or_default();
                let hash = mix(seed, bytemuck::bytes_of(&triangle.map(|index| corners[index as usize])));
                self.hashes.add(squares, hash);
                self.of_triangles.push(squares);
            }
            clip
        });
        clips.collect()
    }

    fn cut_shapes(&self, shapes: &Shapes, part: &Part, to: &mut Shapes) {
        for DrawCall { layer, pane, clip, range } in &shapes.calls {
            let Some(clip) = clip.within(&part.pixels) else { continue };
            let touching = range.clone().filter(|shape| self.of_shapes[*shape].meet(part.squares));
            to.add_rows(*layer, *pane, clip, touching.map(|shape| shapes.instances[shape]));
        }
    }

    fn cut_triangles(&self, frame: &InterfaceFrame, clips: &[Option<PixelRect>], part: &Part, to: &mut Vec<ClippedPrimitive>) {
        let mut first = 0;
        for (ClippedPrimitive { primitive, .. }, clip) in frame.triangles.iter().zip(clips) {
            let Some(mesh) = mesh(primitive) else { continue };
            let touched = &self.of_triangles[first..first + mesh.indices.len() / 3];
            first += touched.len();
            let Some(clip) = clip.and_then(|clip| clip.within(&part.pixels)) else { continue };
            let mut cut = Mesh::with_texture(mesh.texture_id);
            let triangles = mesh.indices.as_chunks::<3>().0.iter().zip(touched);
            for (triangle, _) in triangles.filter(|(_, squares)| squares.meet(part.squares)) {
                cut.vertices.extend(triangle.map(|index| mesh.vertices[index as usize]));
            }
            if cut.vertices.is_empty() {
                continue;
            }
            cut.indices.extend(0..cut.vertices.len() as u32);
            let point = |x: u32, y: u32| egui::Pos2::new(x as f32, y as f32) / frame.screen.pixels_per_point;
            let clip_rect = Rect::from_min_max(point(clip.x, clip.y), point(clip.x + clip.width, clip.y + clip.height));
            to.push(ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(cut) });
        }
    }
}

/// Returns the triangles of a primitive; `None` for a callback, which this program never uses.
fn mesh(primitive: &Primitive) -> Option<&Mesh> {
    match primitive {
        Primitive::Mesh(mesh) => Some(mesh),
        Primitive::Callback(_) => None,
    }
}
