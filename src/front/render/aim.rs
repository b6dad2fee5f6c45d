//! Aims the camera of a pane at its world.

use super::camera::Camera;
use crate::model::config::view::{CameraView, View};
use crate::model::world::{Appearance, WorldRect};
use glam::{DVec2, Vec2};

/// Returns the part of a world that is shown unless the camera is moved. Beside squeezed lanes it leaves room for the steps before
/// and behind a wall.
pub fn extent(appearance: &dyn Appearance, view: &View) -> WorldRect {
    let WorldRect { min, max } = appearance.extent();
    let aside = if view.phases && appearance.squeeze() < 1.0 { max.x - min.x } else { 0.0 };
    WorldRect::new(min.x - aside, min.y, max.x + aside, max.y)
}

/// Returns the part of `frame` that `shot` shows.
pub fn framed(frame: WorldRect, shot: CameraView) -> WorldRect {
    let (middle, size) = ((frame.min + frame.max) / 2.0, frame.max - frame.min);
    let (middle, half) = (middle + size * DVec2::new(shot.x, shot.y), size / (2.0 * shot.zoom));
    WorldRect { min: middle - half, max: middle + half }
}

/// Returns the camera of a pane of `size` pixels that shows the whole world as `view` says.
pub fn on_the_world(appearance: &dyn Appearance, view: &View, size: Vec2, pixels_per_point: f32) -> Camera {
    Camera::squeezing(framed(extent(appearance, view), view.camera), appearance.squeeze(), size, pixels_per_point)
}
