//! One shape as the GPU gets it.

use bytemuck::{Pod, Zeroable};
use glam::Vec2;

/// `shapes.wgsl` reads this; a test holds the two together. Pixels of the pane, y down.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Instance {
    /// The centre; of capsules and pieces one end.
    pub a: [f32; 2],
    /// A box's half size, an arc's radius, the other end.
    pub b: [f32; 2],
    /// The direction of a box or of an arc's middle (cos, sin), and an arc's half angle (sin, cos); a piece's two joints.
    pub c: [f32; 4],
    /// A circle's or capsule's radius, a box's corner, half the thickness of an arc or piece.
    pub radius: f32,
    /// Half the outline's width; 0 fills the shape.
    pub outline: f32,
    /// One of the kinds below.
    pub kind: u32,
    /// Red, green, blue and coverage, gamma-encoded.
    pub colour: [u8; 4],
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

impl Instance {
    /// What the vertex shader's locations 0 to 6 are.
    pub const ATTRIBUTES: [wgpu::VertexAttribute; 7] = wgpu::vertex_attr_array![
        0 => Float32x2, 1 => Float32x2, 2 => Float32x4, 3 => Float32, 4 => Float32, 5 => Uint32, 6 => Unorm8x4
    ];

    /// What covers a pane of `size` pixels.
    pub fn covering(size: Vec2, colour: [u8; 4]) -> Instance {
        let half = (size / 2.0).to_array();
        // One pixel more on each side, so that the edge's antialiasing stays outside.
        let (b, c) = (half.map(|h| h + 1.0), [1.0, 0.0, 0.0, 0.0]);
        Instance { a: half, b, c, radius: 0.0, outline: 0.0, kind: BOX, colour }
    }

    /// Two corners of a rectangle beyond which it paints nothing: that of the quad which the vertex shader makes of it.
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

/// The shader's margin around a shape, in pixels.
const MARGIN: f32 = 1.0;
