//! Maps world units to pixels of a pane, and aims the camera of a pane at its world.
//!
//! Sizes are never distorted. Distances are distorted only in worlds with lanes, where distances in y are changed to fill the
//! pane.

use super::instance::{self, Instance};
use crate::studio::view::{CameraView, View};
use glam::{DVec2, Vec2};
use tickscope_core::model::world::appearance::{Appearance, LeastLength};
use tickscope_core::model::world::body::direction;
use tickscope_core::model::world::sketch::{Geometry, Ink, Shape, Thickness, WorldRect};

/// A colour in gamma space, not premultiplied.
pub type Colour = [u8; 4];

const GHOST_OUTLINE: f64 = 1.5;

#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// Pixels per world unit of distance, to the right and up.
    pub scale: DVec2,
    /// Pixels per world unit of size, for radii and for the widths and heights of bodies.
    unit: f64,
    middle: DVec2,
    centre: DVec2,
    pixels_per_point: f64,
}

impl Camera {
    /// Returns a camera that shows all of `frame` in a pane of `size` pixels. To fill the pane, distances in y may be lengthened,
    /// or shortened by at most the factor `squeeze`. If `squeeze` is 1, nothing is distorted.
    pub fn squeezing(frame: WorldRect, squeeze: f64, size: Vec2, pixels_per_point: f32) -> Camera {
        let size = size.as_dvec2().max(DVec2::ONE);
        let fit = size / (frame.max - frame.min);
        let scale = if squeeze < 1.0 { DVec2::new(fit.x.min(fit.y / squeeze), fit.y) } else { DVec2::splat(fit.min_element()) };
        Camera {
            scale,
            unit: scale.x,
            middle: (frame.min + frame.max) / 2.0,
            centre: size / 2.0,
            pixels_per_point: f64::from(pixels_per_point),
        }
    }

    /// Returns the pixel of a point of the world, y down.
    pub fn pixel(&self, world: DVec2) -> DVec2 {
        self.centre + (world - self.middle) * self.scale * DVec2::new(1.0, -1.0)
    }

    pub fn world(&self, pixel: DVec2) -> DVec2 {
        (pixel - self.centre) / self.scale * DVec2::new(1.0, -1.0) + self.middle
    }

    /// Returns an undistorted camera for the shapes of a thing at `place`, because distances within a thing are sizes.
    #[must_use]
    pub fn about(&self, place: DVec2) -> Camera {
        if self.scale.x.to_bits() == self.scale.y.to_bits() {
            return *self;
        }
        Camera { scale: DVec2::splat(self.unit), middle: place, centre: self.pixel(place), ..*self }
    }

    /// Returns the camera for the shapes of a body at `place`, enlarged if the body would be too short to be seen.
    #[must_use]
    pub fn about_body(&self, place: DVec2, least: Option<LeastLength>) -> Camera {
        let near = self.about(place);
        let Some(LeastLength { units, points }) = least else { return near };
        let unit = self.unit.max(points * self.pixels_per_point / units);
        if unit == self.unit {
            near
        } else {
            Camera { scale: DVec2::splat(unit), unit, middle: place, centre: self.pixel(place), ..near }
        }
    }

    /// Returns the part of the world that the pane shows.
    pub fn visible(&self) -> WorldRect {
        let (left_top, right_bottom) = (self.world(DVec2::ZERO), self.world(self.centre * 2.0));
        WorldRect::new(left_top.x, right_bottom.y, right_bottom.x, left_top.y)
    }

    /// Returns the pixels per world unit, with y down, and the pixel of the world's origin.
    pub fn transform(&self) -> (Vec2, Vec2) {
        ((DVec2::new(1.0, -1.0) * self.scale).as_vec2(), self.pixel(DVec2::ZERO).as_vec2())
    }

    pub fn pixels_per_point(&self) -> f32 {
        self.pixels_per_point as f32
    }

    /// Returns the point of the world nearest to `world` that lies at a whole point of the screen.
    pub fn snapped(&self, world: DVec2) -> DVec2 {
        self.world((self.pixel(world) / self.pixels_per_point).round() * self.pixels_per_point)
    }

    fn thickness(&self, thickness: Thickness) -> f64 {
        match thickness {
            Thickness::World(units) => units * self.unit,
            Thickness::Points(points) => points * self.pixels_per_point,
        }
    }

    /// Converts a shape for the GPU. Positions keep their fractions of a pixel.
    pub fn instance(&self, shape: &Shape, colour: Colour) -> Instance {
        let point = |world: DVec2| self.pixel(world).as_vec2().to_array();
        let outline = if matches!(shape.ink, Ink::Ghost(_)) { GHOST_OUTLINE / 2.0 * self.pixels_per_point } else { 0.0 };
        let base = Instance { outline: outline as f32, ..Instance::of_kind(instance::CIRCLE, colour) };
        // In pixels y points down, so angles turn the other way.
        let towards = |angle: f64| direction(-angle).as_vec2();
        match shape.geometry {
            Geometry::Circle { centre, radius } => Instance { a: point(centre), radius: (radius * self.unit) as f32, ..base },
            Geometry::Box { centre, half, angle, corner } => {
                let along = towards(angle);
                Instance {
                    a: point(centre),
                    b: (half * self.scale).as_vec2().to_array(),
                    c: [along.x, along.y, 0.0, 0.0],
                    radius: (corner * self.unit) as f32,
                    kind: instance::BOX,
                    ..base
                }
            }
            Geometry::Capsule { a, b, radius } => {
                Instance { a: point(a), b: point(b), radius: self.thickness(radius) as f32, kind: instance::CAPSULE, ..base }
            }
            Geometry::Arc { centre, radius, middle, aperture, thickness } => {
                let along = towards(middle);
                let (sin, cos) = libm::sincos(aperture);
                Instance {
                    a: point(centre),
                    b: [(radius * self.unit) as f32, 0.0],
                    c: [along.x, along.y, sin as f32, cos as f32],
                    radius: (self.thickness(thickness) / 2.0) as f32,
                    kind: instance::ARC,
                    ..base
                }
            }
            Geometry::Piece { before, a, b, after, thickness } => {
                let [before, first, last, after] = [before, a, b, after].map(|p| self.pixel(p));
                let at_first = joint(before, first, last);
                let at_last = joint(first, last, after);
                Instance {
                    a: point(a),
                    b: point(b),
                    c: [at_first.x, at_first.y, at_last.x, at_last.y],
                    radius: (self.thickness(thickness) / 2.0) as f32,
                    kind: instance::PIECE,
                    ..base
                }
            }
        }
    }
}

/// Returns the normal of the joint of two pieces at `at`; zero at an end.
fn joint(from: DVec2, at: DVec2, to: DVec2) -> Vec2 {
    if from == at || at == to {
        return Vec2::ZERO;
    }
    ((at - from).normalize_or_zero() + (to - at).normalize_or_zero()).as_vec2()
}

/// Returns the part of `frame` that `shot` shows.
pub fn framed(frame: WorldRect, shot: CameraView) -> WorldRect {
    let (middle, size) = ((frame.min + frame.max) / 2.0, frame.max - frame.min);
    let (middle, half) = (middle + size * DVec2::new(shot.x, shot.y), size / (2.0 * shot.zoom));
    WorldRect { min: middle - half, max: middle + half }
}

/// Returns the camera of a pane of `size` pixels that shows the world with the camera settings of `view`.
pub fn on_the_world(appearance: &dyn Appearance, view: &View, size: Vec2, pixels_per_point: f32) -> Camera {
    Camera::squeezing(framed(appearance.extent(), view.camera), appearance.squeeze(), size, pixels_per_point)
}

#[cfg(test)]
mod tests {
    use crate::front::render::camera::*;

    #[test]
    fn any_pane_shows_the_whole_frame_undistorted() {
        let frame = WorldRect::new(-10.0, -5.0, 30.0, 15.0);
        for (width, height) in [(1600.0, 900.0), (300.0, 900.0), (1.0, 1.0), (200.0, 20.0)] {
            let camera = Camera::squeezing(frame, 1.0, Vec2::new(width, height), 1.0);
            let (low, high) = (camera.pixel(frame.min), camera.pixel(frame.max));
            assert!(low.x >= -1e-9 && high.x <= f64::from(width) + 1e-9, "{width}×{height}");
            assert!(high.y >= -1e-9 && low.y <= f64::from(height) + 1e-9, "{width}×{height}");
            assert!(((high.x - low.x) / (low.y - high.y) - 2.0).abs() < 1e-9);
        }
    }

    #[test]
    fn lanes_fill_a_pane_and_bodies_keep_their_shape() {
        let frame = WorldRect::new(0.0, 0.0, 100.0, 200.0);
        let width = |camera: &Camera, size: DVec2| (camera.pixel(size) - camera.pixel(DVec2::ZERO)).abs();
        for (width_of_pane, height) in [(400.0, 200.0), (100.0, 900.0)] {
            let camera = Camera::squeezing(frame, 0.25, Vec2::new(width_of_pane, height), 1.0);
            assert!((width(&camera, frame.max) - DVec2::new(f64::from(width_of_pane), f64::from(height))).length() < 1e-9);
            let place = DVec2::new(30.0, 50.0);
            let near = camera.about(place);
            assert!((near.pixel(place) - camera.pixel(place)).length() < 1e-9);
            let size = width(&near, DVec2::splat(7.0));
            assert!((size - DVec2::splat(7.0 * camera.scale.x)).length() < 1e-9, "as wide as in the world, and as high");
        }
        // Lanes are not drawn closer together than that; the pane shows more at its sides.
        let flat = Camera::squeezing(frame, 0.25, Vec2::new(4000.0, 100.0), 1.0);
        assert!((flat.scale.x - 2.0).abs() < 1e-9 && (flat.scale.y - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_body_that_would_be_too_short_is_drawn_larger_in_its_place() {
        let camera = Camera::squeezing(WorldRect::new(-100.0, -100.0, 100.0, 100.0), 1.0, Vec2::splat(200.0), 1.0);
        let place = DVec2::new(30.0, 50.0);
        let length = |units: f64, points: f64| {
            let near = camera.about_body(place, Some(LeastLength { units, points }));
            assert!((near.pixel(place) - camera.pixel(place)).length() < 1e-9);
            (near.pixel(place + DVec2::new(units, 0.0)) - near.pixel(place)).length()
        };
        assert!((length(8.0, 24.0) - 24.0).abs() < 1e-9);
        assert!((length(40.0, 24.0) - 40.0).abs() < 1e-9, "as large as it is");
    }

    #[test]
    fn up_in_the_world_is_up_on_the_screen() {
        let camera = Camera::squeezing(WorldRect::new(0.0, 0.0, 1.0, 1.0), 1.0, Vec2::splat(100.0), 1.0);
        assert!(camera.pixel(DVec2::new(0.0, 1.0)).y < camera.pixel(DVec2::ZERO).y);
    }
}
