//! One shape as the GPU gets it.

use bytemuck::{Pod, Zeroable};

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
}
