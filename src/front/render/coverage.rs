//! The shader's arithmetic on the CPU, to compare with: how much of a pixel a shape covers.

use super::instance::{ARC, BOX, CAPSULE, Instance, PIECE};
use glam::Vec2;

/// The part of the pixel around `at` that is covered, 0 to 1.
pub fn coverage(shape: &Instance, at: Vec2) -> f32 {
    let (a, b) = (Vec2::from(shape.a), Vec2::from(shape.b));
    let (first, second) = (Vec2::new(shape.c[0], shape.c[1]), Vec2::new(shape.c[2], shape.c[3]));
    if shape.kind == PIECE && ((at - a).dot(first) < 0.0 || (second != Vec2::ZERO && (at - b).dot(second) >= 0.0)) {
        return 0.0;
    }
    let turned = Vec2::new((at - a).dot(first), (at - a).dot(first.perp()));
    let mut distance = match shape.kind {
        BOX => box_distance(turned, b, shape.radius),
        CAPSULE | PIECE => segment_distance(at, a, b) - shape.radius,
        ARC => arc_distance(turned, b.x, second) - shape.radius,
        _ => (at - a).length() - shape.radius,
    };
    if shape.outline > 0.0 {
        distance = distance.abs() - shape.outline;
    }
    (0.5 - distance).clamp(0.0, 1.0)
}

fn segment_distance(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = b - a;
    let share = ((p - a).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
    (p - a - along * share).length()
}

fn box_distance(p: Vec2, half: Vec2, corner: f32) -> f32 {
    let outside = p.abs() - half + Vec2::splat(corner);
    outside.max(Vec2::ZERO).length() + outside.max_element().min(0.0) - corner
}

/// `aperture` is (sin, cos) of half the arc's angle; the arc is symmetric about the x axis.
fn arc_distance(p: Vec2, radius: f32, aperture: Vec2) -> f32 {
    let q = Vec2::new(p.x, p.y.abs());
    if q.y * aperture.y > q.x * aperture.x {
        return (q - Vec2::new(aperture.y, aperture.x) * radius).length();
    }
    (q.length() - radius).abs()
}
