//! A rectangle of whole pixels.

/// A rectangle of whole pixels inside the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelRect {
    /// The leftmost column.
    pub x: u32,
    /// The topmost row.
    pub y: u32,
    /// Columns; at least 1.
    pub width: u32,
    /// Rows; at least 1.
    pub height: u32,
}

impl PixelRect {
    /// The pixels of a rectangle in points, clamped to a target of `size`; nothing if none are left.
    pub fn clamped(min: [f32; 2], max: [f32; 2], pixels_per_point: f32, size: [u32; 2]) -> Option<PixelRect> {
        let edge = |points: f32, limit: u32| (points * pixels_per_point).round().clamp(0.0, limit as f32) as u32;
        let (x, y) = (edge(min[0], size[0]), edge(min[1], size[1]));
        let (right, bottom) = (edge(max[0], size[0]), edge(max[1], size[1]));
        (right > x && bottom > y).then(|| PixelRect { x, y, width: right - x, height: bottom - y })
    }

    /// The rows between two parts of its height, to the nearest pixel; nothing if none are left.
    pub fn rows(&self, from: f64, to: f64) -> Option<PixelRect> {
        let edge = |part: f64| (part * f64::from(self.height)).round().clamp(0.0, f64::from(self.height)) as u32;
        let (top, bottom) = (edge(from), edge(to));
        (bottom > top).then(|| PixelRect { y: self.y + top, height: bottom - top, ..*self })
    }

    /// What is in both; nothing if that is no pixel.
    pub fn within(&self, other: &PixelRect) -> Option<PixelRect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) =
            ((self.x + self.width).min(other.x + other.width), (self.y + self.height).min(other.y + other.height));
        (right > x && bottom > y).then(|| PixelRect { x, y, width: right - x, height: bottom - y })
    }

    /// Everything drawn from now on stands where it would stand in here, and is seen in `clip` only.
    pub(super) fn apply_within(&self, clip: &PixelRect, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_viewport(self.x as f32, self.y as f32, self.width as f32, self.height as f32, 0.0, 1.0);
        pass.set_scissor_rect(clip.x, clip.y, clip.width, clip.height);
    }
}
