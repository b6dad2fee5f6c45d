//! The elastic bands from bodies to their ghosts: thick while short, thin while stretched.

use crate::front::render::camera::{Camera, Colour};
use crate::front::render::instance::{self, Instance};
use crate::front::ui::style::look::Look;
use glam::DVec2;
use tickscope_core::model::world::track::ElasticBand;

/// Half of the width of a slack band, in points.
const SLACK: f64 = 2.0;
/// The least half width of a stretched band, in points.
const TIGHT: f64 = 0.9;
/// A band of this length, in points, is half as wide as a slack one.
const STRETCH: f64 = 200.0;
/// The largest number of knots, one for each whole pass.
const MOST_KNOTS: u64 = 12;
/// The distance between knots, in points.
const APART: f64 = 5.0;
/// Half of the length of a knot, in points.
const KNOT: f64 = 5.0;

pub fn draw(band: &ElasticBand, camera: &Camera, size: DVec2, colour: Colour, to: &mut Vec<Instance>) {
    let point = f64::from(camera.pixels_per_point());
    let (a, b) = (camera.pixel(band.body), camera.pixel(band.exact));
    let half = (SLACK / (1.0 + a.distance(b) / (STRETCH * point))).max(TIGHT) * point;
    let mut line = |a: DVec2, b: DVec2, half: f64| {
        let (a, b) = (a.as_vec2().to_array(), b.as_vec2().to_array());
        to.push(Instance { a, b, radius: half as f32, ..Instance::of_kind(instance::CAPSULE, colour) });
    };
    let Some((a, b)) = clipped(a, b, size) else { return };
    line(a, b, half);
    let knots = band.rounds.unsigned_abs().min(MOST_KNOTS);
    let along = (b - a).try_normalize().unwrap_or(DVec2::X);
    for knot in 0..knots {
        let middle = (a + b) / 2.0 + along * ((knot as f64 - (knots - 1) as f64 / 2.0) * APART * point);
        line(middle - along.perp() * (KNOT * point), middle + along.perp() * (KNOT * point), point);
    }
}

/// Returns the part of a line within a pane of `size` pixels and a little beyond; `None` if no part is.
fn clipped(a: DVec2, b: DVec2, size: DVec2) -> Option<(DVec2, DVec2)> {
    const BESIDE: f64 = 20.0;
    let way = b - a;
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let (low, high) = (-BESIDE - a[axis], size[axis] + BESIDE - a[axis]);
        if way[axis] == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (first, second) = (low / way[axis], high / way[axis]);
        from = from.max(first.min(second));
        to = to.min(first.max(second));
    }
    (from <= to).then(|| (a + way * from, a + way * to))
}

/// Returns the colour of a band: that of an error if `is_error`.
pub fn colour(look: Look, is_error: bool) -> Colour {
    let [red, green, blue, _] = if is_error { look.alarm() } else { look.weak() }.to_array();
    [red, green, blue, if is_error { 235 } else { 190 }]
}

#[cfg(test)]
mod tests {
    use crate::front::compositor::bands::*;

    #[test]
    fn a_line_is_cut_where_it_leaves_the_pane() {
        let size = DVec2::new(100.0, 50.0);
        let cut = |a: (f64, f64), b: (f64, f64)| clipped(DVec2::from(a), DVec2::from(b), size);
        assert_eq!(cut((10.0, 10.0), (60.0, 20.0)), Some((DVec2::new(10.0, 10.0), DVec2::new(60.0, 20.0))));
        assert_eq!(cut((50.0, 25.0), (1e12, 25.0)).map(|(_, b)| b.x.round()), Some(120.0));
        assert_eq!(cut((200.0, 0.0), (300.0, 50.0)), None);
    }
}
