//! One frame that is followed through all lanes: which it is, and what is said of it.

use super::lanes::{Lane, Lanes};
use super::pipeline;
use super::scroll::Axis;
use crate::base::time::{Span, Time};
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::{Look, caption};
use crate::lab::recording::lateness::Cause;
use crate::lab::recording::{BlockKind, Fate, FrameTimeline, Recording};
use crate::model::config::PaneLetter;
use crate::studio::session::Session;
use egui::{Button, Id, Label, Painter, Rangef, Rect, RichText, Stroke, StrokeKind, Ui, pos2};

/// How many frames, counted back from the pointer, a click searches for the one under it.
const NEAR: usize = 64;

/// The frame that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The beginning that it is after: another run has other frames.
    run: u64,
    pane: PaneLetter,
    frame: u64,
}

fn id() -> Id {
    Id::unique("followed frame")
}

/// Follows a frame of the pane in place `index`, or none.
pub fn follow(ui: &Ui, session: &Session, index: usize, frame: Option<u64>) {
    let pane = session.lab().panes()[index].letter();
    let followed = frame.map(|frame| Followed { run: session.runs(), pane, frame });
    ui.data_mut(|data| data.insert_temp(id(), followed));
}

/// The place of the pane whose frame is followed, and the frame.
pub fn followed(ui: &Ui, session: &Session) -> Option<(usize, FrameTimeline)> {
    let Followed { run, pane, frame } = ui.data(|data| data.get_temp::<Option<Followed>>(id())).flatten()?;
    let index = session.lab().index_of(pane).filter(|_| run == session.runs())?;
    let way = session.lab().panes()[index].recording().timelines().get(frame).copied()?;
    Some((index, way))
}

/// The frame that a point of a lane belongs to, `slack` being how long a few points are.
pub fn frame_at(recording: &Recording, lane: Lane, time: Time, slack: Span) -> Option<FrameTimeline> {
    let ways = recording.timelines();
    if lane == Lane::Display {
        return ways.shown_at(time + slack).copied();
    }
    let all = ways.all();
    let after = all.partition_point(|way| way.render <= time);
    if lane == Lane::Cpu {
        let before = after.checked_sub(1).and_then(|number| all.get(number));
        let kind = recording.blocks().number_at(time).and_then(|number| recording.blocks().get(number)).map(|block| block.kind);
        let belongs =
            |way: &&FrameTimeline| time < way.stages.submitted || matches!(kind, Some(BlockKind::Wait | BlockKind::Late));
        // What is not a frame's render, nor the wait after it, is done for the next one.
        return before.filter(belongs).or_else(|| all.get(after)).copied();
    }
    let end = all.partition_point(|way| way.render <= time + slack);
    let within = |slack: Span| {
        let is_there = |way: &&FrameTimeline| {
            let [queued, gpu, done] = pipeline::spans(way);
            let inside = |(from, to): (Time, Time)| from < to && from - slack <= time && time < to + slack;
            if lane == Lane::Gpu { inside(gpu) } else { inside(queued) || inside(done) }
        };
        (end.saturating_sub(NEAR)..end).filter_map(|number| all.get(number)).find(is_there)
    };
    within(Span::ZERO).or_else(|| within(slack)).copied()
}

fn ms(span: Span) -> String {
    format!("{:.1} ms", span.as_millis())
}

/// Describes what became of a frame.
pub fn describe_fate(way: &FrameTimeline) -> String {
    match way.fate {
        Fate::OnItsWay => "on its way to the display".to_owned(),
        Fate::InTime => "in time".to_owned(),
        Fate::Dropped => "dropped: a newer frame overtook it".to_owned(),
        Fate::Late(cause) => format!("{} late, {}: {}", ms(way.shown - way.expected), cause.name(), why(way, cause)),
    }
}

fn why(way: &FrameTimeline, cause: Cause) -> String {
    let (submitted, done) = (way.stages.submitted - way.expected, way.stages.gpu_done - way.expected);
    match cause {
        Cause::Cpu => format!("the CPU submitted it {} after it was expected", ms(submitted)),
        Cause::Gpu => format!("the GPU was done with it {} after it was expected", ms(done)),
        Cause::QueueFull => "the loop had to wait for a frame before it; else it would have been in time".to_owned(),
        Cause::Repeated => {
            let times = if way.repeats_before == 1 { "once".to_owned() } else { format!("{} times", way.repeats_before) };
            let (who, by) = if submitted > Span::ZERO { ("submitted", submitted) } else { ("done on the GPU", done) };
            format!("the display repeated the frame before {times}; this one was {who} {} after that", ms(by))
        }
        Cause::Display => "the display's refresh was changed".to_owned(),
    }
}

/// Describes the way of a frame in lengths of time.
pub fn describe_way(way: &FrameTimeline) -> Vec<(&'static str, String)> {
    let stages = way.stages;
    let seconds = |at: Time| format!("{:.6} s", at.as_secs());
    let mut rows = vec![("render begins", seconds(way.render)), ("render takes", ms(stages.submitted - way.render))];
    if stages.gpu_begins > stages.submitted {
        rows.push(("waits for the GPU", ms(way.waited_for_gpu())));
    }
    if stages.gpu_done > stages.gpu_begins {
        rows.push(("on the GPU", ms(stages.gpu_done - stages.gpu_begins)));
    }
    if way.shown != Time::NEVER {
        rows.push(("waits for its flip", ms(way.shown - stages.gpu_done)));
        if way.expected != Time::NEVER {
            rows.push(("expected", seconds(way.expected)));
        }
        rows.push(("flip", seconds(way.shown)));
        if way.replaced != Time::NEVER {
            rows.push(("shown for", ms(way.replaced - way.shown)));
        }
    }
    if way.repeats > 0 {
        rows.push(("repeated", format!("{} ×", way.repeats)));
    }
    rows
}

/// Shows, in place of the legend, what became of the followed frame, and buttons for its neighbours. True if a frame is followed.
pub fn show(ui: &mut Ui, look: Look, session: &Session) -> bool {
    let Some((index, way)) = followed(ui, session) else { return false };
    let letter = session.letter(index);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let mut to = Some(way.number);
        let has = |frame: u64| session.lab().panes()[index].recording().timelines().get(frame).is_some();
        for (sign, name, frame) in
            [("‹", "Follow the frame before", way.number.saturating_sub(1)), ("›", "Follow the frame after", way.number + 1)]
        {
            let button = ui.add_enabled(has(frame), Button::new(sign).small());
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, has(frame), name));
            if button.on_hover_text(name).clicked() {
                to = Some(frame);
            }
        }
        if icons::button(ui, look, Icon::Close, "Follow no frame", "Shows the legend again.") {
            to = None;
        }
        if to != Some(way.number) {
            follow(ui, session, index, to);
        }
        let colour = if matches!(way.fate, Fate::Late(_) | Fate::Dropped) { look.alarm() } else { look.text() };
        let said = format!("{letter}, frame {}: {}", way.number, describe_fate(&way));
        let stages = describe_way(&way).into_iter().filter(|(name, _)| !["render begins", "expected", "flip"].contains(name));
        let stages = stages.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" · ");
        ui.label(RichText::new(&said).small().color(colour));
        ui.add(Label::new(caption(&stages, look.weak())).truncate());
    });
    true
}

/// Shows a button that follows a frame without a pointer.
pub fn offer(ui: &mut Ui, session: &Session) {
    let index = session.selected();
    let shown = session.lab().panes()[index].recording().timelines().shown_at(session.now()).map(|way| way.number);
    let about = "Lights the frame that the selected pane shows in all of its lanes, and says why it was late. A click on a frame \
                 in a lane does the same.";
    let button = ui.add_enabled(shown.is_some(), Button::new(RichText::new("Follow frame").small()).small());
    if button.on_hover_text(about).clicked() {
        follow(ui, session, index, shown);
    }
}

/// Lights a frame in all lanes, up to `now`.
pub fn light(painter: &Painter, look: Look, way: &FrameTimeline, depth: usize, lanes: Lanes, axis: Axis, now: Time) {
    let stages = way.stages;
    let stroke = Stroke::new(1.5, look.text());
    let part = |(from, to): (Time, Time), y: Rangef| {
        if let Some(x) = pipeline::stretch(axis, from, to.min(now)) {
            let rect = Rect::from_x_y_ranges(Rangef::new(x.min, x.max.max(x.min + 1.5)), y);
            painter.rect_filled(rect, 0.0, look.text().gamma_multiply(0.35));
            painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Inside);
        }
    };
    part((way.render, stages.submitted), lanes.blocks);
    if let Some((queue, gpu)) = lanes.pipeline {
        let slot = pipeline::slot(queue, depth, way.number);
        for (span, y) in pipeline::spans(way).into_iter().zip([slot, gpu, slot]) {
            part(span, y);
        }
        let down = |at: Time, y: Rangef| {
            if at <= now && axis.contains(at) {
                painter.vline(axis.at(at), y, Stroke::new(1.0, look.text()));
            }
        };
        down(stages.submitted, Rangef::new(lanes.blocks.max, gpu.max));
        down(stages.gpu_done, Rangef::new(slot.min, gpu.max));
        down(way.shown, Rangef::new(slot.min, lanes.frames.max));
        if way.fate == Fate::Dropped && stages.gpu_done <= now && axis.contains(stages.gpu_done) {
            let (x, y) = (axis.at(stages.gpu_done), lanes.frames.center());
            for slant in [-3.0, 3.0] {
                painter.line_segment([pos2(x - 3.0, y - slant), pos2(x + 3.0, y + slant)], Stroke::new(1.5, look.alarm()));
            }
        }
    }
    part((way.shown, way.replaced), lanes.frames);
}
