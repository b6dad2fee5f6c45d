//! Where a pane's camera looks, when it moves with nothing.

use super::camera::Camera;
use crate::model::config::view::CameraView;
use crate::model::world::{Appearance, WorldRect};
use glam::{DVec2, Vec2};

/// The part of `frame` that the camera shows.
pub fn framed(frame: WorldRect, shot: CameraView) -> WorldRect {
    let (middle, size) = ((frame.min + frame.max) / 2.0, frame.max - frame.min);
    let (middle, half) = (middle + size * DVec2::new(shot.x, shot.y), size / (2.0 * shot.zoom));
    WorldRect { min: middle - half, max: middle + half }
}

/// The camera of a pane of `size` pixels on the world as a whole.
pub fn on_the_world(appearance: &dyn Appearance, shot: CameraView, size: Vec2, pixels_per_point: f32) -> Camera {
    Camera::squeezing(framed(appearance.extent(), shot), appearance.squeeze(), size, pixels_per_point)
}
