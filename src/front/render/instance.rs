//! One shape in the GPU's form, and the shader's arithmetic on the CPU, which the tests compare with the GPU's.

use bytemuck::{Pod, Zeroable};
use glam::Vec2;

/// A shape in pixels of its pane, y down. `shapes.wgsl` reads this layout; a test compares the two.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Instance {
    /// The centre, or one end of a capsule or piece.
    pub a: [f32; 2],
    /// Half of the size of a box, the radius of an arc, or the other end of a capsule or piece.
    pub b: [f32; 2],
    /// The direction of a box or of the middle of an arc (cos, sin), and the half angle of an arc (sin, cos); or the normals of
    /// the two joints of a piece.
    pub c: [f32; 4],
    /// The radius of a circle, capsule or dot, the corner of a box, or half of the thickness of an arc or piece.
    pub radius: f32,
    /// Half of the width of the outline; 0 fills the shape.
    pub outline: f32,
    pub kind: u32,
    /// Red, green, blue and alpha, gamma-encoded.
    pub colour: [u8; 4],
    /// A factor of the alpha, 0 to 1, for fading in steps finer than 1/255.
    pub opacity: f32,
}

/// A disc or ring around `a`.
pub const CIRCLE: u32 = 0;
/// A turned rectangle.
pub const BOX: u32 = 1;
/// A line with round ends.
pub const CAPSULE: u32 = 2;
/// A part of a ring.
pub const ARC: u32 = 3;
/// A piece of a bent line, cut at its two joints.
pub const PIECE: u32 = 4;
/// A small circle, measured from its own centre, so that it looks the same wherever it is.
pub const DOT: u32 = 5;

/// The shader's margin around a shape, in pixels.
const MARGIN: f32 = 1.0;

impl Instance {
    /// The vertex shader's locations 0 to 7.
    pub const ATTRIBUTES: [wgpu::VertexAttribute; 8] = wgpu::vertex_attr_array![
        0 => Float32x2, 1 => Float32x2, 2 => Float32x4, 3 => Float32, 4 => Float32, 5 => Uint32, 6 => Unorm8x4, 7 => Float32
    ];

    /// Returns a filled shape of no size at the origin.
    pub fn of_kind(kind: u32, colour: [u8; 4]) -> Instance {
        Instance { a: [0.0; 2], b: [0.0; 2], c: [0.0; 4], radius: 0.0, outline: 0.0, kind, colour, opacity: 1.0 }
    }

    /// Returns a box that covers a pane of `size` pixels.
    pub fn covering(size: Vec2, colour: [u8; 4]) -> Instance {
        let half = (size / 2.0).to_array();
        // One more pixel on each side keeps the antialiasing of the edge outside.
        let (b, c) = (half.map(|h| h + 1.0), [1.0, 0.0, 0.0, 0.0]);
        Instance { a: half, b, c, ..Instance::of_kind(BOX, colour) }
    }

    /// Returns two corners of the rectangle around the quad that the vertex shader makes of this shape.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let (a, b) = (Vec2::from(self.a), Vec2::from(self.b));
        let grow = self.radius + self.outline + MARGIN;
        let (centre, along, half) = match self.kind {
            BOX => (a, Vec2::new(self.c[0], self.c[1]), b + self.outline + MARGIN),
            ARC => {
                let along = Vec2::new(self.c[0], self.c[1]);
                let inner = b.x * self.c[3];
                let across = if self.c[3] > 0.0 { self.c[2] } else { 1.0 };
                (a + along * f32::midpoint(b.x, inner), along, Vec2::new((b.x - inner) / 2.0 + grow, b.x * across + grow))
            }
            CAPSULE | PIECE => ((a + b) / 2.0, (b - a).normalize_or(Vec2::X), Vec2::new((b - a).length() / 2.0 + grow, grow)),
            _ => (a, Vec2::X, Vec2::splat(grow)),
        };
        let along = along.abs();
        let reach = Vec2::new(along.x * half.x + along.y * half.y, along.y * half.x + along.x * half.y);
        (centre - reach, centre + reach)
    }
}
