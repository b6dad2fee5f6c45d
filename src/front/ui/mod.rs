//! The panels: functions that show a session and answer with what the person did.

pub mod canvas;
mod code;
mod computer_panel;
mod controls;
mod dialogs;
mod drive_panel;
mod file_menu;
pub mod film;
mod film_dialog;
mod help;
mod icons;
mod instruments;
mod keys;
mod lamp;
pub mod look;
mod loop_panel;
mod measure_dialog;
mod notices;
mod old_clocks;
mod pane;
mod plots;
mod presentation;
mod readouts;
mod rust;
mod scenario_panel;
mod sheets;
pub mod stage;
mod strategy_list;
mod table;
pub mod timeline;
mod top_bar;
mod transport_bar;
mod wall_replay;

pub use keys::pasted;

use crate::base::params::{Param, Unit};
use crate::model::config::PaneLetter;
use crate::model::config::view::RACE_S;
use crate::model::world::GhostClock;
use crate::model::worlds;
use crate::studio::session::{Action, Session};
use egui::{CentralPanel, FontId, Frame, Margin, Panel, Rect, RichText, ScrollArea, Ui, Vec2, vec2};
use look::Look;

/// What a frame of the interface comes to.
#[derive(Debug, Default)]
pub struct UiOutput {
    /// Which panes are shown, and where each one's world is to be drawn, in points.
    pub canvases: Vec<(usize, Rect)>,
    pub actions: Vec<Action>,
}

/// The whole window.
pub fn show(ui: &mut Ui, session: &Session) -> UiOutput {
    let look = Look { theme: session.theme() };
    let mut shown = UiOutput { actions: keys::pressed(ui.ctx(), session), ..UiOutput::default() };
    if session.is_presenting() {
        presentation::show(ui, look, session, &mut shown);
        windows(ui, look, session, &mut shown.actions);
        return shown;
    }
    let panel = |margin: i8| Frame::new().fill(look.panel()).inner_margin(Margin::same(margin));

    Panel::top("top").frame(panel(8)).show(ui, |ui| top_bar::show(ui, look, session, &mut shown.actions));
    instruments::show(ui, look, session, &mut shown.actions);
    let width = (ui.available_width() * 0.3).clamp(236.0, 300.0);
    Panel::right("panel").resizable(false).exact_size(width).frame(panel(12)).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            // The scroll bar floats over the right edge.
            ui.set_max_width(ui.available_width() - 8.0);
            scenario_panel::show(ui, look, session);
            scene_options(ui, look, session, &mut shown.actions);
            computer_panel::show(ui, look, session, &mut shown.actions);
            ui.separator();
            loop_panel::show(ui, look, session, &mut shown.actions);
        });
    });
    CentralPanel::no_frame().show(ui, |ui| panes(ui, look, session, &mut shown));
    windows(ui, look, session, &mut shown.actions);
    shown
}

/// What lies over everything.
fn windows(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    help::show(ui, look, session, actions);
    sheets::show(ui, look, session, actions);
    dialogs::show(ui, look, session, actions);
    notices::show(ui, look, session, actions);
}

/// The panes that are shown.
fn visible(session: &Session) -> Vec<usize> {
    session.enlarged().map_or_else(|| (0..session.lab().panes().len()).collect(), |pane| vec![pane])
}

/// All panes, or the one that is enlarged, in the room that is left.
fn panes(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
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

fn scene_options(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let choice = &session.lab().settings().scene;
    let options: &[Param] = worlds::find(&choice.id).map_or(&[], |kind| kind.options);
    for option in options {
        if let Some(value) = controls::param(ui, look, option, &choice.options) {
            actions.push(Action::SceneOption(option.name.to_owned(), value));
        }
    }
    drive_panel::show(ui, look, session, actions);
    if worlds::find(&choice.id).is_ok_and(|kind| kind.sheets.is_some())
        && ui.button("Tables …").on_hover_text("What can be computed without running anything.").clicked()
    {
        actions.push(Action::Sheets(true));
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
    let legend = match worlds::find(&choice.id).map(|kind| kind.ghost) {
        Ok(GhostClock::Simulated) => "Outlines: where things truly are at the pane's own simulated time.",
        _ => "Outlines: where things truly are at this moment.",
    };
    ui.label(RichText::new(legend).small().color(look.weak()));
    ui.separator();
}

/// The letter that a pane is called by.
pub fn letter(index: usize) -> char {
    PaneLetter(index).letter()
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
