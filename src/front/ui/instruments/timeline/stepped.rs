//! The event that was stepped to: marked in its lane, with its name, so that every step is seen.

use super::lanes::{Lane, Lanes};
use super::scroll::Axis;
use crate::base::time::Time;
use crate::front::ui::style::look::Look;
use crate::model::machine::Event;
use crate::studio::session::Session;
use egui::{Align2, FontId, Painter, Rangef, Rect, Stroke, StrokeKind, pos2, vec2};

/// A mark is at least so wide.
const LEAST: f32 = 3.0;

/// The place of the pane whose event the playhead is at, and the event.
pub fn event(session: &Session) -> Option<(usize, Event)> {
    let (pane, number) = session.playhead()?.event?;
    let place = session.lab().index_of(pane)?;
    let event = session.lab().panes()[place].recording().entries().event(number)?;
    Some((place, event))
}

/// Returns the name of an event, its end, and its lane.
fn place(event: &Event) -> (&'static str, Time, Lane) {
    match *event {
        Event::Frame { at } => ("turn begins", at, Lane::Cpu),
        Event::Update { end, .. } => ("update", end, Lane::Cpu),
        Event::Thought { end, .. } => ("thought", end, Lane::Cpu),
        Event::Sleep { end, .. } => ("sleep", end, Lane::Cpu),
        Event::Render { end, .. } => ("render", end, Lane::Cpu),
        Event::Gpu { end, .. } => ("GPU", end, Lane::Gpu),
        Event::Display { at, .. } => ("flip", at, Lane::Display),
        Event::Repeat { at } => ("repeat", at, Lane::Display),
    }
}

/// Marks `event` in its lane, and writes its name beside it.
pub fn mark(painter: &Painter, look: Look, event: &Event, (row, lanes): (Rangef, Lanes), axis: Axis) {
    let (name, end, lane) = place(event);
    if event.at() >= axis.right() || end < axis.left {
        return;
    }
    let y = lanes.each().find(|(other, _)| *other == lane).map_or(lanes.blocks, |(_, y)| y);
    let x = Rangef::new(axis.at(event.at()).max(axis.x.min), axis.at(end).min(axis.x.max));
    let x = Rangef::new(x.min, x.max.max(x.min + LEAST));
    let rect = Rect::from_x_y_ranges(x, y);
    painter.rect_filled(rect, 0.0, look.text().gamma_multiply(0.3));
    painter.rect_stroke(rect, 0.0, Stroke::new(1.5, look.text()), StrokeKind::Inside);
    // The name stands to the right of the mark where there is room, on a ground of its own.
    let words = painter.layout_no_wrap(name.to_owned(), FontId::proportional(11.0), look.canvas());
    let size = words.size() + vec2(6.0, 0.0);
    let right = x.max + 4.0 + size.x < axis.x.max;
    let left = if right { x.max + 4.0 } else { x.min - 4.0 - size.x };
    let plate = Align2::LEFT_CENTER.anchor_size(pos2(left, row.center()), size);
    painter.rect_filled(plate, 3.0, look.text());
    painter.galley(plate.min + vec2(3.0, 0.0), words, look.canvas());
}
