//! Ribbons under a slider: the behaviour of each pane's loop at every load of the slider, with all other settings unchanged.
//!
//! Each kind of finding has a colour and a form of its own, and a worse kind is higher, so that a cliff is visible without words
//! and without colours.

use super::ribbon_shape;
use crate::front::ui::marks::{self, MarkKind};
use crate::front::ui::style::look::{Look, UiLook};
use crate::front::ui::widgets::rail::Rail;
use crate::studio::session::Session;
use egui::{Align2, Color32, FontId, Mesh, Pos2, Rangef, Rect, Role, Sense, Shape, Ui, WidgetInfo, pos2, vec2};
use std::fmt::Write as _;
use tickscope_core::lab::load_map::conditions::Axis;
use tickscope_core::lab::load_map::probe::Point;
use tickscope_core::lab::load_map::ribbon::Ribbon;
use tickscope_core::lab::panes::lab::Pane;
use tickscope_core::lab::symptoms::kind::Kind;

/// The height of a ribbon, in points.
const HEIGHT: f32 = 7.0;
/// The distance from the top of one ribbon to the top of the next, in points.
const PITCH: f32 = 9.0;
/// The width of a form in the key, in points.
const SWATCH: f32 = 24.0;
/// The height of the numbers under the ribbons, in points.
const NUMBERS: f32 = 13.0;

/// Shows the ribbons of all panes under a slider whose handle moves on `rail`. Returns the pane and the load in ms if the person
/// clicked on a ribbon.
pub fn show(ui: &mut Ui, session: &Session, axis: Axis, rail: &Rail) -> Option<(usize, f64)> {
    let panes = session.run.lab.panes();
    let height = panes.len() as f32 * PITCH + NUMBERS;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    let said = || said_of_all(session, axis);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, said()));
    if ui.is_rect_visible(rect) {
        let mut mesh = Mesh::default();
        for index in 0..panes.len() {
            let row = Rect::from_min_size(pos2(rail.x.min, rect.top() + index as f32 * PITCH), vec2(rail.x.span(), HEIGHT));
            paint_row(&mut mesh, ui.look(), session, axis, index, row, rail);
            let band = row.with_max_y(row.min.y + PITCH);
            marks::report(ui, MarkKind::Ribbon, band, |at| {
                said_here(session, axis, index, rail.value_at(at.x)).unwrap_or_default()
            });
        }
        ui.painter().add(Shape::mesh(mesh));
        numbers(ui, session, axis, rail, rect.bottom() - NUMBERS);
    }
    let pointer = response.hover_pos().filter(|pointer| rail.x.expand(HEIGHT).contains(pointer.x))?;
    let index = (((pointer.y - rect.top()) / PITCH).max(0.0) as usize).min(panes.len() - 1);
    let load = rail.value_at(pointer.x);
    let clicked = response.clicked();
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    if let Some((ribbon, _)) = ribbon(session, axis, index) {
        response.on_hover_ui(|ui| {
            if let Some(said) = said_here(session, axis, index, load) {
                ui.label(said);
            }
            key(ui, ribbon);
        });
    }
    clicked.then_some((index, (load * 10.0).round() / 10.0))
}

/// Shows the key of one ribbon: the form and the name of each kind in it, the gravest first, of kinds with the same words only one.
fn key(ui: &mut Ui, ribbon: &Ribbon) {
    let look = ui.look();
    let mut kinds: Vec<Kind> = ribbon.parts().into_iter().map(|(_, _, kind)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup_by_key(|kind| kind.row().short);
    for kind in kinds {
        ui.horizontal(|ui| {
            let (area, _) = ui.allocate_exact_size(vec2(SWATCH, HEIGHT), Sense::hover());
            ribbon_shape::paint(kind, 1.0, (area, area.left()), &mut |block, strength| {
                ui.painter().rect_filled(block, 0.0, look.kind(kind).gamma_multiply(strength));
            });
            ui.label(kind.row().short);
        });
    }
}

fn ribbon(session: &Session, axis: Axis, index: usize) -> Option<(&Ribbon, bool)> {
    if session.hides_forecasts() {
        return None;
    }
    let shown = session.window.results.load_map.ribbon(session.run.lab.panes()[index].letter(), axis)?;
    Some((shown.ribbon, shown.is_now))
}

/// Draws the pane's mark, its ribbon, and a mark at its present load.
fn paint_row(mesh: &mut Mesh, look: Look, session: &Session, axis: Axis, index: usize, row: Rect, rail: &Rail) {
    let colour = look.of_pane(session.letter(index));
    let mark = Rect::from_center_size(pos2(row.left() - 6.0, row.center().y), vec2(4.0, 4.0));
    mesh.add_colored_rect(mark, colour);
    mesh.add_colored_rect(Rect::from_x_y_ranges(row.x_range(), row.bottom() - 1.0..=row.bottom()), look.rail());
    if let Some((ribbon, is_now)) = ribbon(session, axis, index) {
        let strength = if is_now { 1.0 } else { 0.35 };
        paint(mesh, row, rail, ribbon, &|kind| look.kind(kind).gamma_multiply(strength));
    }
    let now = rail.x_of(axis.load_ms(session.run.lab.settings().computer_of(index)));
    let marker = Rangef::new(now - 1.0, now + 1.0);
    mesh.add_colored_rect(Rect::from_x_y_ranges(marker.expand(1.0), row.y_range().expand(1.0)), look.panel());
    mesh.add_colored_rect(Rect::from_x_y_ranges(marker, row.y_range().expand(1.0)), colour);
}

fn paint(mesh: &mut Mesh, row: Rect, rail: &Rail, ribbon: &Ribbon, colour: &dyn Fn(Kind) -> Color32) {
    for (from, to, kind) in ribbon.parts() {
        let (left, right) = (rail.x_of(from), rail.x_of(to));
        let within = |point: &&Point| point.kind() == Some(kind) && (from..=to).contains(&point.load_ms);
        let mut fill = |from: f32, to: f32, severity: f64| {
            let area = Rect::from_x_y_ranges(from..=to, row.y_range());
            ribbon_shape::paint(kind, severity, (area, row.left()), &mut |block, strength| {
                mesh.add_colored_rect(block, colour(kind).gamma_multiply(strength));
            });
        };
        let mut x = left;
        // Each part of the ribbon reaches from one known point to the next, and shows the severity there.
        for pair in ribbon.points.windows(2) {
            let Some(point) = pair.first().filter(within) else { continue };
            let end = rail.x_of(pair[1].load_ms).min(right);
            if end > x {
                fill(x, end, point.severity());
                x = end;
            }
        }
    }
}

/// Shows the loads at which the behaviour of any pane changes, as far as there is room for the numbers.
fn numbers(ui: &Ui, session: &Session, axis: Axis, rail: &Rail, top: f32) {
    if session.hides_forecasts() {
        return;
    }
    let ids = session.run.lab.panes().iter().map(Pane::letter);
    let mut cliffs: Vec<_> = ids.flat_map(|id| session.window.results.load_map.cliffs(id, axis)).collect();
    // The gravest change comes first, so that it has its number even if there is no room for all.
    cliffs.sort_by(|a, b| a.from.min(a.to).cmp(&b.from.min(b.to)).then(a.at_ms.total_cmp(&b.at_ms)));
    let mut taken: Vec<Rangef> = Vec::new();
    for cliff in cliffs {
        let text = in_ms(cliff.at_ms);
        let galley = ui.painter().layout_no_wrap(text, FontId::proportional(10.5), ui.look().weak());
        let half = galley.size().x / 2.0;
        let x = rail.x_of(cliff.at_ms);
        let room = Rangef::new(x - half - 3.0, x + half + 3.0);
        let fits = room.min >= rail.x.min - 8.0 && room.max <= rail.x.max + 8.0;
        if fits && taken.iter().all(|other| !other.intersects(room)) {
            taken.push(room);
            let at: Pos2 = Align2::CENTER_TOP.anchor_size(pos2(x, top + 1.0), galley.size()).min;
            ui.painter().galley(at, galley, ui.look().weak());
        }
    }
}

/// Describes a pane's behaviour at one load in a sentence; `None` while it is not known.
fn said_here(session: &Session, axis: Axis, index: usize, load_ms: f64) -> Option<String> {
    let (ribbon, is_now) = ribbon(session, axis, index)?;
    let part = ribbon.parts().into_iter().find(|(from, to, _)| (*from..=*to).contains(&load_ms)).filter(|_| is_now)?;
    Some(format!("{} {}.", session.letter(index), predicate(part, axis)))
}

/// Describes all ribbons, for a screen reader.
fn said_of_all(session: &Session, axis: Axis) -> String {
    let mut said = format!("Map of the {}", axis.in_words());
    for index in 0..session.run.lab.panes().len() {
        let Some((ribbon, _)) = ribbon(session, axis, index).filter(|(_, is_now)| *is_now) else { continue };
        let parts: Vec<String> = ribbon.parts().into_iter().map(|part| predicate(part, axis)).collect();
        if !parts.is_empty() {
            let _ = write!(said, ". {} {}", session.letter(index), parts.join(", "));
        }
    }
    said
}

/// Describes `kind`, found at the loads between `from` and `to`: `runs slow from 16.7 ms on`.
fn predicate((from, to, kind): (f64, f64, Kind), axis: Axis) -> String {
    let does = kind.row().predicate;
    let (begins, ends) = (from <= axis.load_at(0.0), to >= Axis::MOST_MS);
    match (begins, ends) {
        (true, true) => format!("{does} at every {}", axis.in_words()),
        (true, false) => format!("{does} up to {} ms", in_ms(to)),
        (false, true) => format!("{does} from {} ms on", in_ms(from)),
        (false, false) => format!("{does} from {} to {} ms", in_ms(from), in_ms(to)),
    }
}

fn in_ms(load: f64) -> String {
    format!("{load:.1}").trim_end_matches(".0").to_owned()
}
