//! The panes: where they stand, and what each shows around its world.

mod header;
mod over_world;
mod pane;
pub mod pane_layout;
pub mod presentation_choice;
pub mod pulse;
mod readouts;
mod scrub;
mod strategy_list;
pub mod wall;
pub mod work_block;
mod world_marks;

use crate::front::ui::style::icons;
use crate::front::ui::style::look::Look;
use crate::studio::session::{Action, Request, Session, ViewAction, WindowAction};
use egui::{Align, CornerRadius, Label, Layout, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, UiBuilder, vec2};
pub use header::loop_list;
use over_world::Surroundings;
use pane::move_camera;
use pane_layout::{PaneLayout, UiOutput, lay_out, visible};
use pulse::PulseScale;

pub fn area(room: Rect) -> Rect {
    room.shrink(4.0)
}

pub fn show(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let room = area(ui.available_rect_before_wrap());
    let layout = work_block::below(ui, session, room, |room| lay_out(ui, session, room, &visible(session)));
    show_laid_out(ui, look, session, &layout, shown);
}

pub fn show_selected(ui: &mut Ui, look: Look, session: &Session, shown: &mut UiOutput) {
    let room = area(ui.available_rect_before_wrap());
    let layout = work_block::below(ui, session, room, |room| lay_out(ui, session, room, &[session.run.selection.selected()]));
    each(ui, look, session, &layout, shown);
}

pub fn show_laid_out(ui: &mut Ui, look: Look, session: &Session, layout: &[PaneLayout], shown: &mut UiOutput) {
    if session.shows_one_stage() {
        return one_stage(ui, look, session, area(ui.available_rect_before_wrap()), shown);
    }
    each(ui, look, session, layout, shown);
}

fn each(ui: &mut Ui, look: Look, session: &Session, layout: &[PaneLayout], shown: &mut UiOutput) {
    let Some(first) = layout.first() else { return };
    work_block::show(ui, look, session, area(ui.available_rect_before_wrap()), layout);
    let panes: Vec<usize> = layout.iter().map(|pane| pane.index).collect();
    let around = Surroundings::of(ui, look, session, &panes, first.world.size());
    let scale = PulseScale::of(session);
    for pane in layout {
        pane::show(ui, look, session, (pane, around, &scale), shown);
    }
}

const LEGEND: f32 = 36.0;
const BADGE: f32 = 22.0;

/// Shows all panes over each other on one canvas, each in its own colour, under a legend of their letters.
fn one_stage(ui: &mut Ui, look: Look, session: &Session, area: Rect, shown: &mut UiOutput) {
    let (legend, stage) = area.split_top_bottom_at_y(area.min.y + LEGEND.min(area.height() / 2.0));
    let embedded = session.window.host.embedded;
    let sense = if embedded { Sense::click() } else { Sense::click_and_drag() };
    let pointed = ui.interact(stage, ui.scope_id().with("one stage"), sense);
    pointed.widget_info(|| egui::WidgetInfo::labeled(egui::Role::GraphicsDocument, true, "All panes over each other"));
    if embedded {
        shown.actions.extend(pointed.clicked().then_some(Action::Window(WindowAction::Ask(Request::OpenWhole))));
    } else {
        move_camera(ui, session, session.run.selection.selected(), (stage, &pointed), &mut shown.actions);
    }

    let painter = ui.painter_at(area);
    painter.rect_filled(legend, CornerRadius { nw: 6, ne: 6, sw: 0, se: 0 }, look.panel());
    let seen = visible(session);
    let width = (legend.width() - 16.0) / seen.len() as f32;
    for (place, index) in seen.iter().enumerate() {
        let corner = legend.min + vec2(8.0 + place as f32 * width, 0.0);
        let room = Rect::from_min_size(corner, vec2(width - 8.0, legend.height()));
        let row = UiBuilder::new().max_rect(room).id_salt(("legend", *index)).layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(row, |ui| entry(ui, look, session, *index, &mut shown.actions));
        shown.canvases.push((*index, stage));
    }
    painter.rect_stroke(area, CornerRadius::same(6), Stroke::new(1.0, look.panel()), StrokeKind::Inside);
}

fn entry(ui: &mut Ui, look: Look, session: &Session, index: usize, actions: &mut Vec<Action>) {
    let letter = session.letter(index);
    let name = &session.run.seen(index).strategy().name;
    let (badge, response) = ui.allocate_exact_size(vec2(BADGE, BADGE), Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(
            egui::Role::RadioButton,
            true,
            index == session.run.selection.selected(),
            format!("Pane {letter}: {name}"),
        )
    });
    if response.clicked() {
        actions.push(Action::View(ViewAction::Select(index)));
    }
    icons::badge(ui.painter(), look, letter, badge.center(), BADGE / 2.0);
    // A part of another page may be too small for the names; the letters are enough to tell the colours.
    let width =
        |ui: &Ui| ui.painter().layout_no_wrap(name.to_string(), TextStyle::Body.resolve(ui.style()), look.text()).size().x;
    if !session.window.host.embedded || width(ui) <= ui.available_width() {
        ui.add(Label::new(RichText::new(&**name).color(look.text())).truncate());
    }
}
