//! Events in the timeline: the tooltip of the event under the pointer, and the mark of the event at the playhead.

use super::lanes::{Lane, Lanes};
use super::scroll::TimeAxis;
use crate::front::ui::code::describe_watched;
use crate::front::ui::code::reading::CodeReading;
use crate::front::ui::style::look::UiLook;
use crate::studio::session::Session;
use egui::{
    Align2, FontId, Grid, Painter, PopupAnchor, Rangef, Rect, Response, RichText, Stroke, StrokeKind, Tooltip, Ui, pos2, vec2,
};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::cpu_blocks::{BlockKind, CpuBlocks, between};
use tickscope_core::lab::recording::pane_recording::Recording;
use tickscope_core::model::machine::event::Event;

type Row = (String, String);

/// Shows a tooltip of the event of pane `index` at `time`, and returns the line of the loop that made it; `None` if no line did.
/// A pixel stands for `column` of time. Frames are named with their numbers if `has_pipeline`.
pub fn tooltip(field: &Response, session: &Session, index: usize, time: Time, column: Span, has_pipeline: bool) -> Option<u32> {
    let recording = session.run.lab.panes()[index].recording();
    let crowd = crowd(&recording, time, column);
    let (title, line, rows) =
        if crowd.is_empty() { single(&recording, time, has_pipeline)? } else { ("several".to_owned(), None, crowd) };
    let strategy = &recording.contexts.at(time).strategy;
    let tip = Tooltip::always_open(field.ctx.clone(), field.layer_id, field.id, PopupAnchor::Pointer);
    tip.gap(14.0).show(|ui| {
        table(ui, &title, &rows);
        if let Some(line) = line {
            let line = CodeReading::chosen(ui.ctx()).line_in_words(strategy, line);
            ui.label(RichText::new(line).small().color(field.ctx.look().time(BlockKind::Render)));
        }
    });
    line
}

pub fn table(ui: &mut Ui, title: &str, rows: &[(impl AsRef<str>, String)]) {
    ui.label(RichText::new(title).strong());
    Grid::new("block").num_columns(2).spacing([14.0, 2.0]).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(RichText::new(name.as_ref()).small().color(ui.look().weak()));
            ui.label(RichText::new(value).monospace().size(12.0));
            ui.end_row();
        }
    });
}

fn crowd(recording: &Recording, time: Time, column: Span) -> Vec<Row> {
    let blocks = recording.read::<CpuBlocks>();
    let (from, to) = (time, time + column);
    let count = blocks.number_at(to).zip(blocks.number_at(from)).map_or(0, |(last, first)| last - first);
    if count < 3 {
        return Vec::new();
    }
    let spent = between(&blocks.sums(from), &blocks.sums(to));
    let share = |kind: BlockKind| (kind.name().to_owned(), format!("{:5.1} %", 100.0 * spent[kind as usize].ratio(column)));
    let mut rows: Vec<Row> = vec![("blocks in this pixel".to_owned(), format!("{}", count + 1))];
    rows.extend(BlockKind::ALL.into_iter().filter(|kind| spent[*kind as usize] > Span::ZERO).map(share));
    rows
}

fn single(recording: &Recording, time: Time, has_pipeline: bool) -> Option<(String, Option<u32>, Vec<Row>)> {
    let operation = recording.entries.operation(time)?;
    let kind = recording.read::<CpuBlocks>().kind_at(time);
    let mut rows: Vec<Row> = Vec::new();
    let mut say = |name: &str, value: String| rows.push((name.to_owned(), value));
    let ms = |span: Span| format!("{:.3} ms", span.as_millis());
    let seconds = |at: Time| format!("{:.6} s", at.as_secs());
    let title = match operation.event {
        Event::Update { at, end, dt, sim, .. } => {
            say("start", seconds(at));
            say("takes", ms(end - at));
            say("dt", ms(dt));
            say("simulated time after it", seconds(sim));
            BlockKind::Update.name()
        }
        Event::Thought { at, end, .. } => {
            say("start", seconds(at));
            say("takes", ms(end - at));
            "thought"
        }
        Event::Sleep { at, end, spun, .. } => {
            say("start", seconds(at));
            say("takes", ms(end - at));
            if spun > Span::ZERO {
                say("of it busy", ms(spun));
            }
            if let Some(due) = operation.due.filter(|due| *due < end) {
                say("of it late", ms(end - due));
            }
            kind.filter(|kind| matches!(kind, BlockKind::Late | BlockKind::Spin)).unwrap_or(BlockKind::Sleep).name()
        }
        Event::Render { at, end, alpha, drawn, frame, .. } => {
            if has_pipeline {
                say("frame", frame.to_string());
            }
            say("start", seconds(at));
            say("takes", ms(end - at));
            if operation.stall > Span::ZERO {
                say("of it a stall", ms(operation.stall));
            }
            say("shows simulated time", seconds(drawn));
            say("alpha", alpha.map_or("–".to_owned(), |alpha| format!("{alpha:.4}")));
            if let Some(due) = operation.due {
                say("then waits", ms(due - end));
            }
            match kind {
                Some(BlockKind::Wait) => BlockKind::Wait.name(),
                Some(BlockKind::Late) => BlockKind::Late.name(),
                _ => BlockKind::Render.name(),
            }
        }
        Event::Present { at, frame, .. } => {
            say("frame", frame.to_string());
            say("start", seconds(at));
            if let Some(due) = operation.due {
                say("then waits", ms(due - at));
            }
            kind.filter(|kind| matches!(kind, BlockKind::Late | BlockKind::Wait)).map_or("present", BlockKind::name)
        }
        Event::Frame { .. }
        | Event::Gpu { .. }
        | Event::Display { .. }
        | Event::Repeat { .. }
        | Event::Press { .. }
        | Event::Taken { .. } => return None,
    };
    rows.extend(operation.watched.iter().map(|(name, value)| (name.to_string(), describe_watched(*value).trim().to_owned())));
    Some((title.to_owned(), operation.event.line(), rows))
}

const LEAST: f32 = 3.0;

/// Returns the event at the playhead, and the index of its pane; `None` unless the playhead has stepped to an event.
pub fn stepped_to(session: &Session) -> Option<(usize, Event)> {
    let (pane, number) = session.run.transport.playhead?.event?;
    let index = session.run.lab.index_of(pane)?;
    let event = session.run.lab.panes()[index].recording().entries.event(number)?;
    Some((index, event))
}

fn describe(event: &Event) -> (&'static str, Time, Lane) {
    match *event {
        Event::Frame { at } => ("turn begins", at, Lane::Cpu),
        Event::Update { end, .. } => ("update", end, Lane::Cpu),
        Event::Thought { end, .. } => ("thought", end, Lane::Cpu),
        Event::Sleep { end, .. } => ("sleep", end, Lane::Cpu),
        Event::Render { end, .. } => ("render", end, Lane::Cpu),
        Event::Present { at, .. } => ("present", at, Lane::Cpu),
        Event::Gpu { end, .. } => ("GPU", end, Lane::Gpu),
        Event::Display { at, .. } => ("flip", at, Lane::Display),
        Event::Repeat { at } => ("repeat", at, Lane::Display),
        Event::Press { at, .. } => ("press", at, Lane::Cpu),
        Event::Taken { at, .. } => ("press taken", at, Lane::Cpu),
    }
}

pub fn mark(painter: &Painter, event: &Event, row: Rangef, lanes: Lanes, axis: TimeAxis) {
    let look = painter.look();
    let (name, end, lane) = describe(event);
    if event.at() >= axis.right() || end < axis.left {
        return;
    }
    let y = lanes.each().find(|(other, _)| *other == lane).map_or(lanes.blocks, |(_, y)| y);
    let x = Rangef::new(axis.at(event.at()).max(axis.x.min), axis.at(end).min(axis.x.max));
    let x = Rangef::new(x.min, x.max.max(x.min + LEAST));
    let rect = Rect::from_x_y_ranges(x, y);
    painter.rect_filled(rect, 0.0, look.text().gamma_multiply(0.3));
    painter.rect_stroke(rect, 0.0, Stroke::new(1.5, look.text()), StrokeKind::Inside);
    // The name is to the right of the mark if there is room, on a background of its own.
    let words = painter.layout_no_wrap(name.to_owned(), FontId::proportional(11.0), look.canvas());
    let size = words.size() + vec2(6.0, 0.0);
    let right = x.max + 4.0 + size.x < axis.x.max;
    let left = if right { x.max + 4.0 } else { x.min - 4.0 - size.x };
    let plate = Align2::LEFT_CENTER.anchor_size(pos2(left, row.center()), size);
    painter.rect_filled(plate, 3.0, look.text());
    painter.galley(plate.min + vec2(3.0, 0.0), words, look.canvas());
}
