//! The panes: their positions, and the parts of each around its world.

mod capture_strip;
pub mod header;
mod over_world;
mod pane;
pub mod pane_layout;
pub mod pane_title;
pub mod pulse;
mod readouts;
mod scrub;
mod strategy_list;
pub mod wall;
pub mod work_block;

use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::action::{Action, Request, ViewAction, WindowAction};
use egui::{Align, CornerRadius, Label, Layout, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, UiBuilder, vec2};
use over_world::Surroundings;
use pane::move_camera;
use pane_layout::{PaneLayout, free_cell, lay_out};
use pulse::PulseScale;

pub fn area(room: Rect) -> Rect {
    room.shrink(4.0)
}

/// Shows the visible panes, and returns the cell that they leave free.
pub fn show(ui: &mut Ui, pass: &mut UiPass) -> Option<Rect> {
    let room = area(ui.available_rect_before_wrap());
    let layout = lay_out(ui, pass.session, room, &pass.visible_panes());
    show_laid_out(ui, pass, &layout);
    free_cell(&layout)
}

/// Shows the panes of a film, below the work on a frame.
pub fn show_filmed(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let room = area(ui.available_rect_before_wrap());
    let panes = pass.visible_panes();
    let layout = work_block::below(ui, session, room, |room| lay_out(ui, session, room, &panes));
    show_laid_out(ui, pass, &layout);
}

pub fn show_selected(ui: &mut Ui, pass: &mut UiPass) {
    let room = area(ui.available_rect_before_wrap());
    let layout = lay_out(ui, pass.session, room, &[pass.session.selected()]);
    each(ui, pass, &layout);
}

pub fn show_laid_out(ui: &mut Ui, pass: &mut UiPass, layout: &[PaneLayout]) {
    if pass.session.shows_one_stage() {
        return one_stage(ui, pass, area(ui.available_rect_before_wrap()));
    }
    each(ui, pass, layout);
}

fn each(ui: &mut Ui, pass: &mut UiPass, layout: &[PaneLayout]) {
    let session = pass.session;
    let Some(first) = layout.first() else { return };
    work_block::show(ui, session, area(ui.available_rect_before_wrap()), layout);
    let panes: Vec<usize> = layout.iter().map(|pane| pane.index).collect();
    let around = Surroundings::of(ui, session, &panes, (first.world.size(), first.spare()));
    let scale = PulseScale::of(session);
    for pane in layout {
        pane::show(ui, pass, pane, around, &scale);
    }
}

const LEGEND: f32 = 36.0;
const BADGE: f32 = 22.0;

/// Shows all panes over each other on one canvas, each in its own colour, under a legend of their letters.
fn one_stage(ui: &mut Ui, pass: &mut UiPass, area: Rect) {
    let (legend, stage) = area.split_top_bottom_at_y(area.min.y + LEGEND.min(area.height() / 2.0));
    let embedded = pass.session.window.host.embedded;
    let sense = if embedded { Sense::click() } else { Sense::click_and_drag() };
    let pointed = ui.interact(stage, ui.scope_id().with("one stage"), sense);
    pointed.widget_info(|| egui::WidgetInfo::labeled(egui::Role::GraphicsDocument, true, "All panes over each other"));
    if embedded {
        pass.actions.extend(pointed.clicked().then_some(Action::Window(WindowAction::Ask(Request::OpenWhole))));
    } else {
        move_camera(ui, pass, pass.session.selected(), stage, &pointed);
    }

    let painter = ui.painter_at(area);
    painter.rect_filled(legend, CornerRadius { nw: 6, ne: 6, sw: 0, se: 0 }, ui.look().panel());
    let seen = pass.visible_panes();
    let width = (legend.width() - 16.0) / seen.len() as f32;
    for (place, index) in seen.iter().enumerate() {
        let corner = legend.min + vec2(8.0 + place as f32 * width, 0.0);
        let room = Rect::from_min_size(corner, vec2(width - 8.0, legend.height()));
        let row = UiBuilder::new().max_rect(room).id_salt(("legend", *index)).layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(row, |ui| entry(ui, pass, *index));
        pass.canvases.push((*index, stage));
    }
    painter.rect_stroke(area, CornerRadius::same(6), Stroke::new(1.0, ui.look().panel()), StrokeKind::Inside);
}

fn entry(ui: &mut Ui, pass: &mut UiPass, index: usize) {
    let session = pass.session;
    let letter = session.letter(index);
    let name = &session.run.seen(index).strategy().name;
    let (badge, response) = ui.allocate_exact_size(vec2(BADGE, BADGE), Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::RadioButton, true, index == session.selected(), format!("Pane {letter}: {name}"))
    });
    if response.clicked() {
        pass.actions.push(Action::View(ViewAction::Select(index)));
    }
    icons::badge(ui.painter(), letter, badge.center(), BADGE / 2.0);
    // A part of another page may be too small for the names; the letters are enough to distinguish the colours.
    let width =
        |ui: &Ui| ui.painter().layout_no_wrap(name.to_string(), TextStyle::Body.resolve(ui.style()), ui.look().text()).size().x;
    if !session.window.host.embedded || width(ui) <= ui.available_width() {
        ui.add(Label::new(RichText::new(&**name).color(ui.look().text())).truncate());
    }
}
