//! The timeline: the operations of every visible pane's computer on one axis of time. A click moves the playhead to the moment
//! under the pointer.
//!
//! Its rows are painted, because egui has no widget with blocks on one axis of time that share a pixel and can be followed from
//! lane to lane.

mod event;
mod frame;
mod lanes;
mod legend;
mod pipeline;
mod row;
pub mod scroll;
mod transport;

use crate::front::ui::code::listing::Pointed;
use crate::front::ui::pass::UiPass;
use crate::front::ui::style::icons;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use crate::studio::session::action::{Action, ViewAction};
use crate::studio::session::playhead::{self, Move};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, CursorIcon, FontId, Mesh, Pos2, Rangef, Rect, Response, Sense, Stroke, Ui, pos2, vec2};
use lanes::{Lane, Lanes};
use row::RowPicture;
use scroll::{Scroll, TimeAxis};
use tickscope_core::base::time::{Span, Time};

const NAMES: f32 = 118.0;
const RULER: f32 = 17.0;
/// The least height, in points, of a lane that shows its name. The name of a lower lane is only in its tooltip.
const LANE_NAME: f32 = 6.9;
const LANE_TYPE: Rangef = Rangef { min: 7.0, max: 10.0 };

struct Rows<'a> {
    seen: &'a [usize],
    piped: &'a [bool],
    room: Rect,
}

impl Rows<'_> {
    fn each(&self) -> impl Iterator<Item = (usize, Rangef, Lanes)> {
        let any = self.piped.contains(&true);
        self.seen.iter().zip(self.piped).enumerate().map(move |(place, (index, piped))| {
            let y = lanes::row(self.room, self.seen.len(), place, any);
            (*index, y, Lanes::of(y, *piped))
        })
    }

    /// Returns the index of the pane and the lane at the height of `pointer`; `None` outside of all rows.
    fn at(&self, pointer: Pos2) -> Option<(usize, Lane)> {
        let row = self.each().find(|(_, y, _)| y.expand(2.0).contains(pointer.y));
        row.map(|(index, _, lanes)| (index, lanes.at(pointer.y)))
    }
}

pub fn controls(ui: &mut Ui, pass: &mut UiPass) {
    let session = pass.session;
    let mut scroll = scroll::load(ui.ctx(), session);
    transport::show(ui, pass, &mut scroll);
    if frame::followed(ui, session).is_none() {
        frame::offer(ui, session);
    }
    scroll::save(ui.ctx(), session, scroll);
}

/// Shows the timeline of the visible panes. Returns the pane and the line under the pointer; `None` if it is over no pane.
pub fn show(ui: &mut Ui, pass: &mut UiPass) -> Option<Pointed> {
    let session = pass.session;
    let seen = pass.visible_panes();
    let mut scroll = scroll::load(ui.ctx(), session);
    let now = session.run.now();
    // The width decides how far apart moments are drawn, and not which range of time is shown.
    let stretch = (scroll.left(now), scroll.left(now) + scroll.span);
    let all_lanes = |index: &usize| lanes::has_pipeline(&session.run.lab.panes()[*index].recording(), stretch.0, stretch.1);
    let piped: Vec<bool> = seen.iter().map(all_lanes).collect();
    if !frame::show(ui, session) {
        legend::show(ui, session, &seen, stretch, piped.contains(&true));
    }

    let area = ui.available_rect_before_wrap();
    ui.allocate_rect(area, Sense::hover());
    let (room, ruler) = area.split_top_bottom_at_y(area.max.y - RULER);
    let x = Rangef::new(area.min.x + NAMES.min(area.width() * 0.3), area.max.x - 2.0);
    let axis = TimeAxis { left: scroll.left(now), span: scroll.span, x };

    let rows = Rows { seen: &seen, piped: &piped, room };
    names(ui, pass, &rows, x.min);
    draw(ui, session, &rows, axis);
    rulings(ui, session, axis, room, ruler);
    let pointed = touch(ui, pass, &rows, ruler, axis, &mut scroll);
    scroll::save(ui.ctx(), session, scroll);
    pointed
}

fn names(ui: &mut Ui, pass: &mut UiPass, rows: &Rows, right: f32) {
    let look = ui.look();
    let session = pass.session;
    for (index, y, lanes) in rows.each() {
        let rect = Rect::from_x_y_ranges(Rangef::new(rows.room.min.x, right - 4.0), y);
        // Lanes show their names if they are high enough to read them.
        let lowest = lanes.each().map(|(_, y)| y.span()).fold(f32::INFINITY, f32::min);
        let named = lanes.pipeline.is_some() && lowest >= LANE_NAME;
        let room = if named { 34.0 } else { 0.0 };
        let response = ui.interact(rect, ui.scope_id().with(("row", index)), Sense::click());
        let strategy = session.run.seen(index).strategy();
        let label = format!("Timeline of pane {}: {}", session.letter(index), strategy.name);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        let painter = ui.painter_at(rect);
        let selected = index == session.selected();
        let middle = rect.left_center() + vec2(9.0, 0.0);
        icons::badge(&painter, session.letter(index), middle, 8.0);
        let colour = if selected || response.hovered() { look.text() } else { look.weak() };
        let mut job = LayoutJob::simple_singleline(strategy.name.to_string(), FontId::proportional(12.0), colour);
        job.wrap = TextWrapping::truncate_at_width(rect.width() - 22.0 - room);
        let galley = painter.layout_job(job);
        painter.galley(rect.left_center() + vec2(21.0, -galley.size().y / 2.0), galley, colour);
        for (lane, y) in lanes.each().filter(|_| named) {
            let font = FontId::proportional(y.span().clamp(LANE_TYPE.min, LANE_TYPE.max));
            painter.text(pos2(rect.max.x, y.center()), Align2::RIGHT_CENTER, lane.short(), font, look.weak());
        }
        let names: Vec<&str> = lanes.each().map(|(lane, _)| lane.short()).collect();
        let about = format!("{}. Lanes from the top: {}. A click selects the pane.", strategy.name, names.join(", "));
        if response.on_hover_text(about).clicked() {
            pass.actions.push(Action::View(ViewAction::Select(index)));
        }
    }
}

fn draw(ui: &Ui, session: &Session, rows: &Rows, axis: TimeAxis) {
    let look = ui.look();
    let painter = ui.painter_at(Rect::from_x_y_ranges(axis.x, rows.room.y_range().expand(2.0)));
    let columns = (axis.x.span() * ui.ctx().pixels_per_point()).round().max(1.0) as usize;
    let now = session.run.lab.now();
    let followed = frame::followed(ui, session);
    let stepped = event::stepped_to(session);
    for (index, row, lanes) in rows.each() {
        let backs = [Some(lanes.blocks), lanes.pipeline.map(|(queue, _)| queue), lanes.pipeline.map(|(_, gpu)| gpu)];
        for back in backs.into_iter().flatten() {
            painter.rect_filled(Rect::from_x_y_ranges(axis.x, back), 0.0, look.canvas());
        }
        let pane = look.of_pane(session.letter(index));
        let mut picture = RowPicture { mesh: Mesh::default(), axis, columns, now, look, pane };
        let recording = session.run.lab.panes()[index].recording();
        picture.draw(&recording, lanes);
        if let Some(between) = lanes.pipeline {
            pipeline::draw(&mut picture, &recording, between);
            pipeline::flips(&mut picture, &recording, lanes.frames);
        }
        painter.add(picture.mesh);
        if let Some((_, frame)) = followed.filter(|(pane, _)| *pane == index) {
            frame::light(&painter, &frame, pipeline::depth(&recording, axis), lanes, axis, now);
        }
        if let Some((_, event)) = stepped.filter(|(pane, _)| *pane == index) {
            event::mark(&painter, &event, row, lanes, axis);
        }
    }
    let line = |at: Time, colour: Color32, width: f32| {
        if axis.contains(at) {
            painter.vline(axis.at(at), rows.room.y_range(), Stroke::new(width, colour));
        }
    };
    line(now, look.weak(), 1.0);
    line(session.run.now(), look.text(), 1.5);
    let comparison = session.window.original_comparison.as_ref();
    if let Some(at) = comparison.and_then(|comparison| Some(comparison.difference.as_ref()?.at()))
        && axis.contains(at)
    {
        line(at, look.accent(), 2.0);
        let place = pos2(axis.at(at) + 4.0, rows.room.min.y);
        painter.text(place, Align2::LEFT_TOP, "first difference", FontId::proportional(11.0), look.text());
    }
}

fn rulings(ui: &Ui, session: &Session, axis: TimeAxis, room: Rect, ruler: Rect) {
    let look = ui.look();
    let painter = ui.painter_at(Rect::from_x_y_ranges(axis.x, Rangef::new(room.min.y, ruler.max.y)));
    let step = axis.ruling(76.0);
    let digits = match step.as_millis() {
        ms if ms >= 1000.0 => 0,
        ms if ms >= 100.0 => 1,
        ms if ms >= 10.0 => 2,
        ms if ms >= 1.0 => 3,
        ms if ms >= 0.1 => 4,
        _ => 5,
    };
    let mut at = axis.left.max(Time::ZERO).ceil_to(step);
    while at < axis.right() {
        let x = axis.at(at);
        painter.vline(x, Rangef::new(ruler.min.y, ruler.min.y + 4.0), Stroke::new(1.0, look.weak()));
        let text = format!("{:.digits$} s", at.as_secs());
        painter.text(pos2(x + 3.0, ruler.min.y + 1.0), Align2::LEFT_TOP, text, FontId::monospace(10.5), look.weak());
        at += step;
    }
    // The recordings begin here.
    let oldest = playhead::oldest(&session.run.lab);
    if axis.left < oldest {
        let x = Rangef::new(axis.x.min, axis.at(oldest).min(axis.x.max));
        painter.rect_filled(Rect::from_x_y_ranges(x, room.y_range()), 0.0, look.weak().gamma_multiply(0.08));
    }
}

/// Handles the pointer on the ruler and on the rows. Returns the pane and the line under it; `None` if it is over no pane.
fn touch(ui: &Ui, pass: &mut UiPass, rows: &Rows, ruler: Rect, axis: TimeAxis, scroll: &mut Scroll) -> Option<Pointed> {
    let session = pass.session;
    let (oldest, present) = (playhead::oldest(&session.run.lab), session.run.lab.now());
    let scrub = |x: f32| Action::View(ViewAction::Transport(Move::Scrub(axis.time(x).max(oldest))));

    let ruler = ui.interact(Rect::from_x_y_ranges(axis.x, ruler.y_range()), ui.scope_id().with("ruler"), Sense::click_and_drag());
    ruler.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Unknown, true, "Time: drag to scrub"));
    if (ruler.dragged() || ruler.clicked())
        && let Some(pointer) = ruler.interact_pointer_pos()
    {
        scroll.stands = Some(axis.left);
        pass.actions.push(scrub(pointer.x));
    }
    ruler.on_hover_cursor(CursorIcon::ResizeHorizontal).on_hover_text("Drag to look at any of the last twenty seconds.");

    let rect = Rect::from_x_y_ranges(axis.x, rows.room.y_range());
    let field = ui.interact(rect, ui.scope_id().with("rows"), Sense::click_and_drag());
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Unknown, true, "Timeline of all panes"));
    if field.dragged() && field.drag_delta().x != 0.0 {
        scroll.pan(axis, field.drag_delta().x, (oldest, present));
    }
    if field.double_clicked() {
        (scroll.stands, scroll.held) = (None, false);
    } else if field.clicked()
        && let Some(pointer) = field.interact_pointer_pos()
    {
        scroll.stands = Some(axis.left);
        pass.actions.push(scrub(pointer.x));
        if let Some((index, lane)) = rows.at(pointer) {
            let recording = session.run.lab.panes()[index].recording();
            let frame = frame::frame_at(&recording, lane, axis.time(pointer.x), slack(axis)).map(|frame| frame.number);
            frame::follow(ui, session, index, frame);
        }
    }
    let pointer = field.hover_pos()?;
    let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
    if wheel.x != 0.0 {
        scroll.pan(axis, wheel.x, (oldest, present));
    }
    let factor = libm::exp(f64::from(-wheel.y) / 200.0) / f64::from(pinch);
    if (factor - 1.0).abs() > 1e-6 {
        scroll.zoom(axis, axis.time(pointer.x), factor);
    }
    let (index, lane) = rows.at(pointer)?;
    let time = axis.time(pointer.x);
    let is_recorded = time >= oldest && time < present && !field.dragged();
    let line = if is_recorded { tooltip(&field, session, rows, axis, (index, lane), time) } else { None };
    Some(Pointed { pane: index, line })
}

/// Returns how far from a narrow block the pointer may be and still point at it, as a length of time.
fn slack(axis: TimeAxis) -> Span {
    axis.span.scaled(f64::from(2.0 / axis.x.span().max(1.0)))
}

/// Shows a tooltip about `time` in `lane` of pane `index`. Returns the line of the loop that it is about; `None` without one.
fn tooltip(
    field: &Response,
    session: &Session,
    rows: &Rows,
    axis: TimeAxis,
    (index, lane): (usize, Lane),
    time: Time,
) -> Option<u32> {
    let is_piped = rows.seen.iter().zip(rows.piped).any(|(seen, piped)| *seen == index && *piped);
    if is_piped && lane != Lane::Cpu {
        let recording = session.run.lab.panes()[index].recording();
        if let Some(frame) = frame::frame_at(&recording, lane, time, slack(axis)) {
            frame::tooltip(field, lane, &frame);
        }
        return None;
    }
    let column = Span::from_flicks(axis.span.flicks() / axis.x.span().max(1.0) as i64);
    event::tooltip(field, session, index, time, column, is_piped)
}
