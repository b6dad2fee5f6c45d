//! The panes in the room that the panels leave: which are shown, and where.

use crate::front::ui::UiOutput;
use crate::front::ui::panes::places::{self, Header, Places};
use crate::front::ui::panes::{header, one_stage, pane, shown_panes};
use crate::front::ui::style::look::Look;
use crate::studio::session::Session;
use egui::{Rect, Ui, Vec2, vec2};

/// All panes, or the one that is enlarged, in the room that is left.
pub fn show(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let area = ui.available_rect_before_wrap().shrink(4.0);
    let seen = shown_panes::visible(session);
    if session.shows_one_stage() {
        return one_stage::show(ui, look, session, area, shown);
    }
    arrange(ui, look, session, (area, &seen), shown);
}

/// The selected pane alone, in the room that is left.
pub fn show_one(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let area = ui.available_rect_before_wrap().shrink(4.0);
    arrange(ui, look, session, (area, &[session.selected()]), shown);
}

/// These panes, or all on one stage, in the room that is left.
pub fn show_some(ui: &mut Ui, look: Look, session: &Session, seen: &[usize], shown: &mut UiOutput) {
    let area = ui.available_rect_before_wrap().shrink(4.0);
    if session.shows_one_stage() {
        return one_stage::show(ui, look, session, area, shown);
    }
    arrange(ui, look, session, (area, seen), shown);
}

/// Whether each of these panes has room in `area` for its name, its numbers, its world and its sentence.
pub fn can_be_read(ui: &Ui, session: &Session, area: Rect, seen: &[usize]) -> bool {
    let narrowest = header::narrowest(ui, session, seen);
    places(ui, session, area.shrink(4.0), seen)
        .into_iter()
        .all(|(rect, header)| rect.width() >= narrowest && Places::of(session, rect, header).sentence.is_some())
}

fn arrange(ui: &mut Ui, look: Look, session: &Session, (area, seen): (Rect, &[usize]), shown: &mut UiOutput) {
    for (index, place) in seen.iter().zip(places(ui, session, area, seen)) {
        pane::show(ui, look, session, *index, place, shown);
    }
}

/// Where these panes stand in `area`, each with how its header stands.
fn places(ui: &Ui, session: &Session, area: Rect, seen: &[usize]) -> Vec<(Rect, Header)> {
    let computer = session.lab().panes()[0].computer();
    let appearance = computer.world().appearance();
    let frame = appearance.extent();
    // Lanes need no more height than they can be squeezed to.
    let world = ((frame.max - frame.min) * glam::DVec2::new(1.0, appearance.squeeze())).as_vec2();
    drop(computer);
    let canvas = |size: Vec2| {
        let header = header::fitting(ui, session, seen, size.x);
        vec2(size.x, (size.y - places::furniture(session, header, size.x)) * places::world_share(session))
    };
    let places = grid(area, seen.len(), (vec2(world.x, world.y), header::narrowest(ui, session, seen)), canvas);
    places.into_iter().map(|rect| (rect, header::fitting(ui, session, seen, rect.width()))).collect()
}

/// The panes' places in reading order, in rows of which the last may have fewer and wider panes: the arrangement that shows
/// a world of this shape largest, of those in which no pane is narrower than `narrowest`. `canvas` is what a pane of a size
/// has for the world.
fn grid(area: Rect, count: usize, (world, narrowest): (Vec2, f32), canvas: impl Fn(Vec2) -> Vec2) -> Vec<Rect> {
    let is_wide = |columns: usize| columns == 1 || cell(area, columns, 1).x >= narrowest;
    // A pane that is too low has no room for its sentence.
    let is_high = |columns: usize| canvas(cell(area, columns, count.div_ceil(columns))).y >= LOWEST;
    let fits: Vec<usize> = (1..=count).filter(|columns| is_wide(*columns)).collect();
    let high: Vec<usize> = fits.iter().copied().filter(|columns| is_high(*columns)).collect();
    let columns = if high.is_empty() { fits } else { high }.into_iter().max_by(|a, b| {
        let scale = |columns: usize| {
            let canvas = canvas(cell(area, columns, count.div_ceil(columns)));
            // The squarest arrangement is the easiest to compare in: another one must be clearly larger.
            let squarest = (count as f32).sqrt().ceil() as usize;
            (canvas.x / world.x).min(canvas.y / world.y) * if columns == squarest { 1.15 } else { 1.0 }
        };
        scale(*a).total_cmp(&scale(*b))
    });
    let columns = columns.unwrap_or(1);
    let rows = count.div_ceil(columns);
    let place = |index: usize| {
        let row = index / columns;
        let in_row = if row + 1 == rows { count - row * columns } else { columns };
        let size = cell(area, in_row, rows);
        let step = vec2((index % columns) as f32 * (size.x + GAP), row as f32 * (size.y + GAP));
        Rect::from_min_size(area.min + step, size)
    };
    (0..count).map(place).collect()
}

/// Between panes.
const GAP: f32 = 8.0;
/// The height of a world in whose pane everything else has its room.
const LOWEST: f32 = places::LEAST_WORLD + 1.0;

/// The size of a cell in a grid of this many columns and rows.
fn cell(area: Rect, columns: usize, rows: usize) -> Vec2 {
    let share = |length: f32, parts: usize| ((length + GAP) / parts as f32 - GAP).max(1.0);
    vec2(share(area.width(), columns), share(area.height(), rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_fill_their_area_without_overlapping() {
        let area = Rect::from_min_size(egui::pos2(10.0, 20.0), vec2(900.0, 700.0));
        for count in 1..=6 {
            let panes = grid(area, count, (vec2(16.0, 10.0), 0.0), |size| size - vec2(0.0, 66.0));
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
        assert_eq!(grid(area, 4, (vec2(340.0, 395.0), 200.0), |size| size - vec2(0.0, 66.0))[1].min.y, 0.0);
        assert!(grid(area, 4, (vec2(340.0, 395.0), 200.0), |size| size - vec2(0.0, 66.0))[2].min.y > 0.0);
        // In a row they would be too narrow to be read.
        let low = Rect::from_min_size(area.min, vec2(744.0, 600.0));
        assert_eq!(grid(low, 4, (vec2(100.0, 400.0), 200.0), |size| size).iter().filter(|pane| pane.min.y == 0.0).count(), 2);
        assert_eq!(grid(area, 2, (vec2(340.0, 395.0), 200.0), |size| size - vec2(0.0, 66.0))[1].min.y, 0.0);
    }
}
