//! The panes in the room that the panels leave: which are shown, and where.

use crate::front::ui::UiOutput;
use crate::front::ui::panes::{one_stage, pane};
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{FontId, Rect, Ui, Vec2, vec2};

/// The panes that are shown.
pub fn visible(session: &Session) -> Vec<usize> {
    session.enlarged().map_or_else(|| (0..session.lab().panes().len()).collect(), |pane| vec![pane])
}

/// All panes, or the one that is enlarged, in the room that is left.
pub fn show(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let area = ui.available_rect_before_wrap().shrink(6.0);
    if session.shows_one_stage() {
        return one_stage::show(ui, look, session, area, shown);
    }
    let panes = session.lab().panes();
    let computer = panes[0].computer();
    let appearance = computer.world().appearance();
    let frame = appearance.extent();
    // Lanes need no more height than they can be squeezed to.
    let world = (frame.max - frame.min) * glam::DVec2::new(1.0, appearance.squeeze());
    let seen = visible(session);
    let places = grid(area, seen.len(), vec2(world.x as f32, world.y as f32), pane::furniture(session));
    for (index, rect) in seen.into_iter().zip(places) {
        let canvas = pane::show(ui, look, session, index, rect, &mut shown.actions);
        shown.canvases.push((index, canvas));
    }
    if session.is_demonstrating() {
        announce_demonstration(ui, look, area);
    }
}

/// Painted over the panes and not laid out: the first touch ends it, and nothing may move away under the pointer.
fn announce_demonstration(ui: &Ui, look: Look, area: Rect) {
    let text = "Demonstration: the render load moves by itself. Touch anything to take over.";
    let painter = ui.painter_at(area);
    let words = painter.layout_no_wrap(text.to_owned(), FontId::proportional(14.0), look.good());
    let plate = Rect::from_center_size(area.center_top() + vec2(0.0, 62.0), words.size() + vec2(24.0, 12.0));
    painter.rect_filled(plate, 6.0, look.panel());
    painter.galley(plate.center() - words.size() / 2.0, words, look.good());
}

/// The panes' places in reading order, in a grid that shows a world of this shape large.
fn grid(area: Rect, count: usize, world: Vec2, furniture: f32) -> Vec<Rect> {
    const GAP: f32 = 6.0;
    let size = |columns: usize| {
        let rows = count.div_ceil(columns);
        let share = |length: f32, parts: usize| ((length + GAP) / parts as f32 - GAP).max(1.0);
        vec2(share(area.width(), columns), share(area.height(), rows))
    };
    let scale = |columns: usize| {
        let canvas = size(columns) - vec2(0.0, furniture);
        // The squarest arrangement is the easiest to compare in: another one must be clearly larger.
        let squarest = (count as f32).sqrt().ceil() as usize;
        (canvas.x / world.x).min(canvas.y / world.y) * if columns == squarest { 1.4 } else { 1.0 }
    };
    let columns = (1..=count).max_by(|a, b| scale(*a).total_cmp(&scale(*b))).unwrap_or(1);
    let size = size(columns);
    let place = |index: usize| {
        let step = vec2((index % columns) as f32 * (size.x + GAP), (index / columns) as f32 * (size.y + GAP));
        Rect::from_min_size(area.min + step, size)
    };
    (0..count).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_fill_their_area_without_overlapping() {
        let area = Rect::from_min_size(egui::pos2(10.0, 20.0), vec2(900.0, 700.0));
        for count in 1..=6 {
            let panes = grid(area, count, vec2(16.0, 10.0), 66.0);
            assert_eq!(panes.len(), count);
            for (index, pane) in panes.iter().enumerate() {
                assert!(area.expand(0.1).contains_rect(*pane), "{count} panes");
                assert!(panes[..index].iter().all(|other| !other.shrink(0.1).intersects(*pane)), "{count} panes");
            }
        }
    }

    #[test]
    fn four_panes_stand_two_by_two_and_two_stand_side_by_side() {
        let area = Rect::from_min_size(egui::pos2(0.0, 0.0), vec2(1300.0, 850.0));
        assert_eq!(grid(area, 4, vec2(340.0, 395.0), 66.0)[1].min.y, 0.0);
        assert!(grid(area, 4, vec2(340.0, 395.0), 66.0)[2].min.y > 0.0);
        assert_eq!(grid(area, 2, vec2(340.0, 395.0), 66.0)[1].min.y, 0.0);
    }
}
