//! A rectangle of whole pixels.

use bytemuck::{Pod, Zeroable};

/// A rectangle of whole pixels inside the target.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct PixelRect {
    pub x: u32,
    pub y: u32,
    /// The number of columns, at least 1.
    pub width: u32,
    /// The number of rows, at least 1.
    pub height: u32,
}

impl PixelRect {
    /// Returns the pixels of a rectangle in points, clamped to a target of `size`; `None` if no pixel is left.
    pub fn clamped(min: [f32; 2], max: [f32; 2], pixels_per_point: f32, size: [u32; 2]) -> Option<PixelRect> {
        let edge = |points: f32, limit: u32| (points * pixels_per_point).round().clamp(0.0, limit as f32) as u32;
        let (x, y) = (edge(min[0], size[0]), edge(min[1], size[1]));
        let (right, bottom) = (edge(max[0], size[0]), edge(max[1], size[1]));
        (right > x && bottom > y).then(|| PixelRect { x, y, width: right - x, height: bottom - y })
    }

    /// Returns the rows between two parts of its height, 0 to 1, to the nearest pixel; `None` if no row is left.
    pub fn rows(&self, from: f64, to: f64) -> Option<PixelRect> {
        let edge = |part: f64| (part * f64::from(self.height)).round().clamp(0.0, f64::from(self.height)) as u32;
        let (top, bottom) = (edge(from), edge(to));
        (bottom > top).then(|| PixelRect { y: self.y + top, height: bottom - top, ..*self })
    }

    /// Returns the pixels that are in both; `None` if there are none.
    pub fn within(&self, other: &PixelRect) -> Option<PixelRect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) =
            ((self.x + self.width).min(other.x + other.width), (self.y + self.height).min(other.y + other.height));
        (right > x && bottom > y).then(|| PixelRect { x, y, width: right - x, height: bottom - y })
    }

    pub fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }
}
