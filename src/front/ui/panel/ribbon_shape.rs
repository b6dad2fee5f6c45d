//! The forms of a ribbon, one for each behaviour of a loop, so that they differ without colours.

use egui::Rect;
use tickscope_core::lab::symptoms::kind::Kind;

/// Paints the form of a kind of finding: a low line if all is right, a comb if pictures come unevenly, a tube if bodies tunnel, a
/// solid block if the speed is wrong, teeth if the loop spirals. The higher `severity` is, from 0 to 1, the higher the form in
/// `area`. Repeated forms begin at `origin`. `fill` is called with each block and its strength.
pub fn paint(kind: Kind, severity: f64, (area, origin): (Rect, f32), fill: &mut dyn FnMut(Rect, f32)) {
    let (left, right, bottom) = (area.left(), area.right(), area.bottom());
    let full = area.height();
    let height = full * (0.5 + 0.5 * severity as f32);
    let mut block = |from: f32, to: f32, (low, high): (f32, f32), strength: f32| {
        let (from, to) = (from.max(left), to.min(right));
        if to > from {
            fill(Rect::from_x_y_ranges(from..=to, bottom - high..=bottom - low), strength);
        }
    };
    let mut comb = |pitch: f32, teeth: &[(f32, f32, f32)]| {
        let mut number = ((left - origin) / pitch).floor().max(0.0);
        while origin + number * pitch < right {
            for (from, to, high) in teeth {
                block(origin + number * pitch + from, origin + number * pitch + to, (0.0, *high), 1.0);
            }
            number += 1.0;
        }
    };
    match kind {
        Kind::Right => block(left, right, (0.0, 2.0), 1.0),
        Kind::Settling | Kind::Paused => comb(8.0, &[(0.0, 4.0, 2.0)]),
        Kind::Judder => comb(4.0, &[(0.0, 2.0, height)]),
        Kind::Camera => comb(5.0, &[(0.0, 2.5, height), (2.5, 5.0, height * 0.5)]),
        Kind::PressesLost => comb(16.0, &[(0.0, 2.0, full), (5.0, 7.0, full * 0.3), (10.0, 12.0, full * 0.3)]),
        Kind::PressesDoubled => comb(16.0, &[(0.0, 2.0, full), (3.0, 5.0, full), (10.0, 12.0, full * 0.3)]),
        Kind::Hitch => comb(9.0, &[(0.0, 2.0, height), (2.0, 9.0, 1.0)]),
        Kind::Uneven => comb(10.0, &[(0.0, 2.0, height), (4.0, 8.0, height)]),
        Kind::NeverDraws | Kind::Refused => comb(12.0, &[(0.0, 2.0, full)]),
        Kind::Repeats => comb(14.0, &[(0.0, 2.0, height), (4.0, 6.0, full * 0.25), (8.0, 10.0, full * 0.25)]),
        Kind::HalfRate => comb(12.0, &[(0.0, 6.0, full * 0.4)]),
        Kind::LimitMissed => comb(12.0, &[(0.0, 9.0, full * 0.4)]),
        Kind::Queued => comb(4.0, &[(0.0, 3.0, full * 0.25)]),
        Kind::LowFrameRate => comb(8.0, &[(0.0, 4.0, height), (4.0, 8.0, 1.0)]),
        Kind::Exploded | Kind::Alarm => comb(6.0, &[(0.0, 1.5, full), (3.0, 4.5, full * 0.5)]),
        Kind::AnotherHeight => comb(14.0, &[(0.0, 2.0, full * 0.3), (2.0, 4.0, full * 0.6), (4.0, 6.0, full * 0.3)]),
        Kind::OffPath => comb(6.0, &[(0.0, 1.5, height), (1.5, 6.0, 1.0)]),
        Kind::Tunnelling => {
            block(left, right, (0.0, 1.0), 1.0);
            block(left, right, (1.0, height - 1.0), 0.35);
            block(left, right, (height - 1.0, height), 1.0);
        }
        Kind::SlowMotion => block(left, right, (0.0, height), 1.0),
        Kind::FastMotion => comb(3.0, &[(0.0, 1.5, height), (1.5, 3.0, height * 0.5)]),
        Kind::Late => block(left, right, (0.0, full * 0.4), 1.0),
        Kind::Ahead | Kind::Behind => block(left, right, (0.0, full * 0.4), 0.6),
        Kind::Tearing => comb(2.0, &[(0.0, 1.0, full * 0.4)]),
        Kind::NotResponding | Kind::Frozen | Kind::Stall => comb(7.0, &[(0.0, 6.0, full)]),
        Kind::Spiral => {
            comb(6.0, &[(0.0, 1.5, full * 0.4), (1.5, 3.0, full * 0.7), (3.0, 6.0, full)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::panel::ribbon_shape::*;

    /// Returns how much of each pixel of a form is filled. A pixel is half a point wide.
    fn raster(kind: Kind) -> Vec<u8> {
        let area = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(72.0, 7.0));
        let mut filled = vec![0_u8; 144 * 14];
        paint(kind, 1.0, (area, 0.0), &mut |block, strength| {
            for (place, pixel) in filled.iter_mut().enumerate() {
                let at = egui::pos2((place % 144) as f32 / 2.0 + 0.25, (place / 144) as f32 / 2.0 + 0.25);
                if block.contains(at) {
                    *pixel = (strength * 255.0) as u8;
                }
            }
        });
        filled
    }

    #[test]
    fn kinds_with_other_words_have_other_forms() {
        for (a, b) in Kind::all().flat_map(|a| Kind::all().map(move |b| (a, b))) {
            let differing = raster(a).iter().zip(raster(b)).filter(|(a, b)| **a != *b).count();
            if a.row().short == b.row().short {
                assert_eq!(differing, 0, "{a:?} and {b:?} share an entry of the key");
            } else {
                assert!(differing > 144 * 14 / 20, "{a:?} looks like {b:?}: {differing}");
            }
        }
    }
}
