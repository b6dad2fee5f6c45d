//! The parts that all plots share: their room, and the panes' letters at the right ends of their lines. Letters never cover each
//! other. A letter whose line has left the plot is followed by the line's value.

use crate::front::ui::style::icons;
use crate::front::ui::style::look::{Look, UiLook};
use crate::studio::session::Session;
use egui::{Align2, FontId, Painter, Rect, Shape, Stroke, pos2, vec2};
use egui_plot::Plot;
use tickscope_core::base::numbers::axis;

pub const AXIS: f32 = 40.0;

pub fn still(plot: Plot<'_>, look: Look, rect: Rect) -> Plot<'_> {
    plot.height(rect.height())
        .width(rect.width())
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .grid_color(look.weak().gamma_multiply(0.35))
}

const APART: f32 = 16.0;
const RADIUS: f32 = 7.5;
pub const LETTER: f32 = 24.0;
pub const VALUE: f32 = 46.0;

/// Returns positions as near as possible to the `wanted` positions, which ascend. The returned positions are at least `apart`
/// from each other, less if there is too little room, and between `top` and `bottom`.
fn spread(wanted: &[f32], (top, bottom): (f32, f32), apart: f32) -> Vec<f32> {
    let between = wanted.len().saturating_sub(1).max(1) as f32;
    let apart = apart.min((bottom - top).max(0.0) / between);
    let mut places: Vec<f32> = Vec::with_capacity(wanted.len());
    for (number, y) in wanted.iter().enumerate() {
        let above = number.checked_sub(1).map_or(top, |before| places[before] + apart);
        places.push(y.max(above));
    }
    let mut lowest = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(lowest);
        lowest = *place - apart;
    }
    places
}

/// Draws the letters of lines to the right of `x`. Each of `ends` has a pane, the height of its line's end in points, and its
/// value.
pub fn letters(painter: &Painter, session: &Session, mut ends: Vec<(usize, f32, f64)>, frame: Rect, x: f32) {
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let top = frame.top() + RADIUS + 1.0;
    let bottom = (frame.bottom() - RADIUS - 1.0).max(top);
    let wanted: Vec<f32> = ends.iter().map(|(_, y, _)| y.clamp(top, bottom)).collect();
    for ((pane, y, value), place) in ends.into_iter().zip(spread(&wanted, (top, bottom), APART)) {
        let (at, colour) = (pos2(x + LETTER / 2.0, place), painter.look().of_pane(session.letter(pane)));
        let is_outside = y < frame.top() || y > frame.bottom();
        if !is_outside && (y - place).abs() > 2.0 {
            painter.line_segment([pos2(x, y), at - vec2(RADIUS, 0.0)], Stroke::new(1.0, colour.gamma_multiply(0.6)));
        }
        icons::badge(painter, session.letter(pane), at, RADIUS);
        if is_outside {
            // An arrow points in the direction in which the line has left the plot.
            let tip = if y < frame.top() { -4.0 } else { 4.0 };
            let foot = at + vec2(RADIUS + 6.0, 0.0);
            let points = vec![foot + vec2(0.0, tip), foot + vec2(3.5, -tip * 0.5), foot + vec2(-3.5, -tip * 0.5)];
            painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
            painter.text(foot + vec2(6.0, 0.0), Align2::LEFT_CENTER, axis(value), FontId::monospace(11.0), colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::front::ui::instruments::plots::frame::*;

    #[test]
    fn letters_stand_apart_in_their_order_and_inside_of_the_plot() {
        for wanted in [&[50.0; 6][..], &[10.0, 10.0, 11.0, 95.0, 99.0, 99.0], &[99.0; 5], &[10.0; 5], &[50.0], &[]] {
            let places = spread(wanted, (10.0, 100.0), 16.0);
            assert_eq!(places.len(), wanted.len());
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 16.0 - 1e-3), "{places:?}");
            assert!(places.iter().all(|y| (9.99..=100.01).contains(y)), "{places:?}");
        }
        assert_eq!(spread(&[20.0, 60.0], (10.0, 100.0), 16.0), [20.0, 60.0], "where there is room they stay");
        let crowded = spread(&[10.0, 10.0, 10.0], (10.0, 30.0), 16.0);
        assert_eq!(crowded, [10.0, 20.0, 30.0], "a low plot has them nearer to each other");
    }
}
