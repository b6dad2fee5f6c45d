//! The panels: functions that show a session and answer with what the person did.

pub mod canvas;
mod computer_panel;
mod controls;
mod keys;
pub mod look;
mod loop_panel;
mod pane;
mod top_bar;

use crate::session::{Action, Session};
use crate::{params::Param, scenes};
use egui::{CentralPanel, Frame, Margin, Panel, Rect, ScrollArea, Ui, vec2};
use look::Look;

/// What a frame of the interface comes to.
#[derive(Debug, Default)]
pub struct Shown {
    /// Where each pane's world is to be drawn, in points.
    pub canvases: Vec<Rect>,
    pub actions: Vec<Action>,
}

/// The whole window.
pub fn show(ui: &mut Ui, session: &Session) -> Shown {
    let look = Look { theme: session.theme() };
    let mut shown = Shown { actions: keys::pressed(ui.ctx(), session), ..Shown::default() };
    let panel = |margin: i8| Frame::new().fill(look.panel()).inner_margin(Margin::same(margin));

    Panel::top("top").frame(panel(8)).show(ui, |ui| top_bar::show(ui, look, session, &mut shown.actions));
    let width = (ui.available_width() * 0.3).clamp(200.0, 300.0);
    Panel::right("panel").resizable(false).exact_size(width).frame(panel(12)).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            computer_panel::show(ui, look, session, &mut shown.actions);
            ui.separator();
            scene_options(ui, look, session, &mut shown.actions);
            loop_panel::show(ui, look, session, &mut shown.actions);
        });
    });
    CentralPanel::no_frame().show(ui, |ui| {
        let area = ui.available_rect_before_wrap().shrink(6.0);
        for (index, rect) in grid(area, session.lab().panes().len()).into_iter().enumerate() {
            let canvas = pane::show(ui, look, session, index, rect, &mut shown.actions);
            shown.canvases.push(canvas);
        }
    });
    shown
}

fn scene_options(ui: &mut Ui, look: Look, session: &Session, actions: &mut Vec<Action>) {
    let choice = &session.lab().settings().scene;
    let options: &[Param] = scenes::find(&choice.id).map_or(&[], |kind| kind.options);
    for option in options {
        if let Some(value) = controls::param(ui, look, option, &choice.options) {
            actions.push(Action::SceneOption(option.name.to_owned(), value));
        }
    }
    if !options.is_empty() {
        ui.separator();
    }
}

/// The letter that a pane is called by.
pub fn letter(index: usize) -> char {
    char::from(b'A' + index as u8)
}

/// One to six panes in one to three columns, in reading order.
fn grid(area: Rect, count: usize) -> Vec<Rect> {
    const GAP: f32 = 6.0;
    let columns = match count {
        1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let rows = count.div_ceil(columns);
    let size = vec2(
        ((area.width() + GAP) / columns as f32 - GAP).max(1.0),
        ((area.height() + GAP) / rows as f32 - GAP).max(1.0),
    );
    let place = |index: usize| {
        let step = vec2((index % columns) as f32 * (size.x + GAP), (index / columns) as f32 * (size.y + GAP));
        Rect::from_min_size(area.min + step, size)
    };
    (0..count).map(place).collect()
}
