//! The panels: functions that show a session and answer with what the person did.

mod bullet;
pub mod canvas;
mod code;
mod computer_panel;
mod controls;
mod help;
mod icons;
mod keys;
pub mod look;
mod loop_panel;
mod pane;
mod rust;
pub mod stage;
mod strategy_list;
pub mod timeline;
mod top_bar;
mod transport_bar;

use crate::params::{Param, Unit};
use crate::scenes::{self, GhostClock};
use crate::session::{Action, Session};
use crate::view::RACE_S;
use egui::{CentralPanel, FontId, Frame, Margin, Panel, Rect, RichText, ScrollArea, Ui, Vec2, vec2};
use look::Look;

/// What a frame of the interface comes to.
#[derive(Debug, Default)]
pub struct Shown {
    /// Which panes are shown, and where each one's world is to be drawn, in points.
    pub canvases: Vec<(usize, Rect)>,
    pub actions: Vec<Action>,
}

/// The whole window.
pub fn show(ui: &mut Ui, session: &Session) -> Shown {
    let look = Look { theme: session.view().theme };
    let mut shown = Shown { actions: keys::pressed(ui.ctx(), session), ..Shown::default() };
    let panel = |margin: i8| Frame::new().fill(look.panel()).inner_margin(Margin::same(margin));

    Panel::top("top").frame(panel(8)).show(ui, |ui| top_bar::show(ui, look, session, &mut shown.actions));
    instruments(ui, look, session, &mut shown.actions);
    let width = (ui.available_width() * 0.3).clamp(236.0, 300.0);
    Panel::right("panel").resizable(false).exact_size(width).frame(panel(12)).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            // The scroll bar floats over the right edge.
            ui.set_max_width(ui.available_width() - 8.0);
            computer_panel::show(ui, look, session, &mut shown.actions);
            ui.separator();
            scene_options(ui, look, session, &mut shown.actions);
            loop_panel::show(ui, look, session, &mut shown.actions);
        });
    });
    CentralPanel::no_frame().show(ui, |ui| {
        let area = ui.available_rect_before_wrap().shrink(6.0);
        let panes = session.lab().panes();
        let frame = panes[0].computer().world().scene().frame();
        let world = (frame.max - frame.min).as_vec2();
        let seen = visible(session);
        let places = grid(area, seen.len(), vec2(world.x, world.y), pane::furniture(session));
        for (index, rect) in seen.into_iter().zip(places) {
            let canvas = pane::show(ui, look, session, index, rect, &mut shown.actions);
            shown.canvases.push((index, canvas));
        }
        if session.is_touring() {
            announce_tour(ui, look, area);
        }
    });
    help::show(ui, look, session, &mut shown.actions);
    shown
}

/// The panes that are shown.
fn visible(session: &Session) -> Vec<usize> {
    session.enlarged().map_or_else(|| (0..session.lab().panes().len()).collect(), |pane| vec![pane])
}

/// In a window lower or narrower than this there is no room for instruments, or for code beside them.
const ROOM: Vec2 = vec2(900.0, 560.0);

/// Whether the timeline is to be seen.
fn shows_timeline(ctx: &egui::Context, session: &Session) -> bool {
    session.view().timeline && ctx.content_rect().height() >= ROOM.y
}

/// The timeline, and the code beside it.
fn instruments(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let (view, window) = (session.view(), ui.ctx().content_rect().size());
    let code = view.code && window.x >= ROOM.x;
    if window.y < ROOM.y || !(view.timeline || code) {
        return;
    }
    let height = (window.y * 0.3).clamp(180.0, 320.0);
    let frame = Frame::new().fill(look.panel()).inner_margin(Margin::symmetric(8, 5));
    let panel = Panel::bottom("instruments").frame(frame).resizable(true).default_size(height);
    panel.size_range(130.0..=window.y * 0.6).show(ui, |ui| {
        let area = ui.available_rect_before_wrap();
        ui.allocate_rect(area, egui::Sense::hover());
        let room = if !code {
            0.0
        } else if view.timeline {
            (area.width() * 0.4).min(500.0)
        } else {
            area.width()
        };
        let (left, right) = area.split_left_right_at_x(area.max.x - room);
        let mut pointed = None;
        if view.timeline {
            ui.scope_builder(egui::UiBuilder::new().max_rect(left).id_salt("timeline"), |ui| {
                ui.shrink_clip_rect(left);
                pointed = timeline::show(ui, look, session, &visible(session), actions);
            });
        }
        if code {
            let right = right.with_min_x(right.min.x + 12.0);
            ui.scope_builder(egui::UiBuilder::new().max_rect(right).id_salt("code"), |ui| {
                ui.shrink_clip_rect(right);
                code::show(ui, look, session, pointed);
            });
        }
    });
}

/// Painted over the panes and not laid out: the first touch ends it, and nothing may move away under the pointer.
fn announce_tour(ui: &Ui, look: Look, area: Rect) {
    let text = "Demonstration: the render load moves by itself. Touch anything to take over.";
    let painter = ui.painter_at(area);
    let words = painter.layout_no_wrap(text.to_owned(), FontId::proportional(14.0), look.good());
    let plate = Rect::from_center_size(area.center_top() + vec2(0.0, 62.0), words.size() + vec2(24.0, 12.0));
    painter.rect_filled(plate, 6.0, look.panel());
    painter.galley(plate.center() - words.size() / 2.0, words, look.good());
}

fn scene_options(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let choice = &session.lab().settings().scene;
    let options: &[Param] = scenes::find(&choice.id).map_or(&[], |kind| kind.options);
    for option in options {
        if let Some(value) = controls::param(ui, look, option, &choice.options) {
            actions.push(Action::SceneOption(option.name.to_owned(), value));
        }
    }
    if keys::can_race(session) {
        let mut view = session.view();
        let row = controls::Row {
            name: "Race",
            about: RACE_S.about,
            unit: Unit::Seconds,
            range: 1.0..=60.0,
            scale: controls::Scale::Logarithmic,
        };
        if row.show(ui, look, &mut view.race_s) {
            actions.push(Action::View(view));
        }
    }
    let legend = match scenes::find(&choice.id).map(|kind| kind.ghost) {
        Ok(GhostClock::Simulated) => "Outlines: where things truly are at the pane's own simulated time.",
        _ => "Outlines: where things truly are at this moment.",
    };
    ui.label(RichText::new(legend).small().color(look.weak()));
    ui.separator();
}

/// The letter that a pane is called by.
pub fn letter(index: usize) -> char {
    char::from(b'A' + index as u8)
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
