//! The positions of labels next to marks, none over another, with a leader line from each to its mark.

use egui::{Pos2, Rect, Vec2, pos2};

const GAP: f32 = 5.0;
const STEP: f32 = 10.0;
const MARK: f32 = 9.0;
/// The preferred least distance between two labelled marks, in points.
const APART: f32 = 150.0;
/// The cost of two lines that cross, in points of their length.
const CROSSING: f32 = 250.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    pub rect: Rect,
    /// The ends of the leader line, the first at the label, the second at the mark.
    pub line: [Pos2; 2],
}

/// Returns for every kind the mark that gets the label, which is far from the marks that were chosen before; `None` if no mark of
/// the kind is in `room`.
pub fn choose(room: Rect, kinds: &[Vec<Rect>]) -> Vec<Option<Rect>> {
    let mut chosen: Vec<Option<Rect>> = Vec::new();
    for marks in kinds {
        let near = |mark: Rect| chosen.iter().flatten().map(|other| other.center().distance(mark.center())).fold(APART, f32::min);
        let inside = marks.iter().copied().filter(|mark| room.contains(mark.center()));
        // Of marks with equal distances the first is chosen.
        let best = inside.reduce(|best, mark| if near(mark) > near(best) { mark } else { best });
        chosen.push(best);
    }
    chosen
}

/// Places each label next to its mark, in `room` and outside of `taken`; `None` for a label without room. `labels` has the area
/// of the mark and the size of the label.
pub fn place(room: Rect, taken: &[Rect], labels: &[(Rect, Vec2)]) -> Vec<Option<Label>> {
    let mut placed: Vec<Option<Label>> = Vec::new();
    for (mark, size) in labels {
        let is_free = |rect: &Rect| {
            let others = placed.iter().flatten();
            taken.iter().all(|other| !other.intersects(*rect))
                && labels.iter().all(|(mark, _)| !rect.expand(MARK).intersects(*mark))
                && others.clone().all(|other| !other.rect.expand(GAP).intersects(*rect))
                && others.clone().all(|other| !crosses(other.line, rect.expand(GAP)))
        };
        let mut best: Option<(f32, Label)> = None;
        for rect in rects(room, *size) {
            let at = mark.clamp(rect.center());
            let line = [rect.clamp(at), at];
            let length = line[0].distance(line[1]);
            if best.is_some_and(|(cost, _)| length >= cost) || !is_free(&rect) {
                continue;
            }
            let others = || placed.iter().flatten();
            if others().any(|other| crosses(line, other.rect)) || taken.iter().any(|other| crosses(line, *other)) {
                continue;
            }
            let crossings = others().filter(|other| meet(line, other.line)).count();
            let cost = length + CROSSING * crossings as f32;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, Label { rect, line }));
            }
        }
        placed.push(best.map(|(_, label)| label));
    }
    placed
}

/// Returns the rectangles of this size in `room`, row by row; empty if `room` is too small for one.
fn rects(room: Rect, size: Vec2) -> impl Iterator<Item = Rect> {
    let steps = |room: f32| 0..if room < 0.0 { 0 } else { (room / STEP) as usize + 1 };
    let (columns, rows) = (steps(room.width() - size.x), steps(room.height() - size.y));
    let at = move |row: usize, column: usize| room.min + Vec2::new(column as f32, row as f32) * STEP;
    rows.flat_map(move |row| columns.clone().map(move |column| Rect::from_min_size(at(row, column), size)))
}

fn meet([a, b]: [Pos2; 2], [c, d]: [Pos2; 2]) -> bool {
    let side = |from: Pos2, to: Pos2, point: Pos2| {
        let (way, off) = (to - from, point - from);
        way.x * off.y - way.y * off.x
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

fn crosses(line: [Pos2; 2], rect: Rect) -> bool {
    let diagonals = [[rect.min, rect.max], [pos2(rect.max.x, rect.min.y), pos2(rect.min.x, rect.max.y)]];
    line.iter().any(|end| rect.contains(*end)) || diagonals.into_iter().any(|diagonal| meet(line, diagonal))
}

#[cfg(test)]
mod tests {
    use crate::front::ui::dialogs::mark_labels::*;
    use egui::vec2;

    #[test]
    fn labels_of_crowded_marks_are_beside_each_other_and_off_the_marks() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
        let bar = Rect::from_min_size(pos2(0.0, 360.0), vec2(600.0, 40.0));
        let mark = |number: usize| Rect::from_center_size(pos2(280.0 + 7.0 * number as f32, 180.0), vec2(4.0, 10.0));
        let marks: Vec<(Rect, Vec2)> = (0..8).map(|number| (mark(number), vec2(120.0, 30.0))).collect();
        let placed: Vec<Label> = place(room, &[bar], &marks).into_iter().flatten().collect();
        assert_eq!(placed.len(), marks.len());
        for (number, label) in placed.iter().enumerate() {
            assert!(room.contains_rect(label.rect) && !label.rect.intersects(bar), "{label:?}");
            assert!(marks.iter().all(|(mark, _)| !label.rect.intersects(*mark)), "{label:?}");
            assert!(placed[..number].iter().all(|other| !other.rect.intersects(label.rect)), "{label:?}");
            assert!(placed.iter().all(|other| other == label || !crosses(other.line, label.rect)), "{label:?}");
        }
    }

    #[test]
    fn a_label_that_has_no_room_is_left_out() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 40.0));
        assert_eq!(place(room, &[], &[(Rect::from_pos(pos2(50.0, 20.0)), vec2(90.0, 35.0))]), [None]);
    }

    #[test]
    fn a_kind_is_labelled_where_the_others_are_not() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 100.0));
        let [left, right, outside] = [20.0, 400.0, 900.0].map(|x| Rect::from_pos(pos2(x, 50.0)));
        assert_eq!(choose(room, &[vec![left, right], vec![left, right], vec![outside]]), [Some(left), Some(right), None]);
    }
}
