//! Frames in the timeline: the frame under the pointer, the frame that is followed through all lanes, and their descriptions.

use super::event::table;
use super::lanes::{Lane, Lanes};
use super::pipeline;
use super::scroll::TimeAxis;
use crate::front::ui::style::icons::{self, Icon};
use crate::front::ui::style::look::{UiLook, caption};
use crate::studio::session::Session;
use egui::{Button, Id, Label, Painter, PopupAnchor, Rangef, Rect, Response, RichText, Stroke, StrokeKind, Tooltip, Ui, pos2};
use tickscope_core::base::numbers::milliseconds;
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::cpu_blocks::{BlockKind, CpuBlocks};
use tickscope_core::lab::instruments::frame_timeline::{Fate, FrameTimeline, FrameTimelines};
use tickscope_core::lab::instruments::late_frame::LateCause;
use tickscope_core::lab::recording::pane_recording::Recording;
use tickscope_core::model::config::pane_letter::PaneLetter;

/// The number of frames before the pointer's moment that are searched for the clicked one.
const NEAR: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedFrame {
    /// The number of the frame's run, because another run has other frames.
    run: u64,
    pane: PaneLetter,
    frame: u64,
}

fn id() -> Id {
    Id::unique("followed frame")
}

pub fn follow(ui: &Ui, session: &Session, index: usize, frame: Option<u64>) {
    let pane = session.run.lab.panes()[index].letter();
    let followed = frame.map(|frame| FollowedFrame { run: session.runs, pane, frame });
    ui.data_mut(|data| data.insert_temp(id(), followed));
}

/// Returns the frame that is followed, and the index of its pane; `None` if none is followed, or it is not recorded any more.
pub fn followed(ui: &Ui, session: &Session) -> Option<(usize, FrameTimeline)> {
    let FollowedFrame { run, pane, frame } = ui.data(|data| data.get_temp::<Option<FollowedFrame>>(id())).flatten()?;
    let index = session.run.lab.index_of(pane).filter(|_| run == session.runs)?;
    let frame = session.run.lab.panes()[index].recording().read::<FrameTimelines>().get(frame).copied()?;
    Some((index, frame))
}

/// Returns the frame at a moment in a lane, or a frame within `slack` of that moment; `None` if there is none.
pub fn frame_at(recording: &Recording, lane: Lane, time: Time, slack: Span) -> Option<FrameTimeline> {
    let frames = recording.read::<FrameTimelines>();
    if lane == Lane::Display {
        return frames.shown_at(time + slack).copied();
    }
    let all = &frames.all;
    let after = all.partition_point(|frame| frame.render <= time);
    if lane == Lane::Cpu {
        let before = after.checked_sub(1).and_then(|number| all.get(number));
        let kind = recording.read::<CpuBlocks>().kind_at(time);
        let belongs =
            |frame: &&FrameTimeline| time < frame.stages.submitted || matches!(kind, Some(BlockKind::Wait | BlockKind::Late));
        // An operation that is neither a frame's render nor the wait after it belongs to the next frame.
        return before.filter(belongs).or_else(|| all.get(after)).copied();
    }
    let end = all.partition_point(|frame| frame.render <= time + slack);
    let within = |slack: Span| {
        let is_there = |frame: &&FrameTimeline| {
            let [queued, gpu, done] = pipeline::spans(frame);
            let inside = |(from, to): (Time, Time)| from < to && from - slack <= time && time < to + slack;
            if lane == Lane::Gpu { inside(gpu) } else { inside(queued) || inside(done) }
        };
        (end.saturating_sub(NEAR)..end).filter_map(|number| all.get(number)).find(is_there)
    };
    within(Span::ZERO).or_else(|| within(slack)).copied()
}

fn ms(span: Span) -> String {
    milliseconds(Some(span.as_millis()))
}

fn describe_fate(frame: &FrameTimeline) -> String {
    match frame.fate {
        Fate::OnItsWay => "on its frame to the display".to_owned(),
        Fate::InTime => "in time".to_owned(),
        Fate::Dropped => "dropped: a newer frame overtook it".to_owned(),
        Fate::Late(cause) => format!("{} late, {}: {}", ms(frame.shown - frame.expected), cause.name(), why(frame, cause)),
    }
}

fn why(frame: &FrameTimeline, cause: LateCause) -> String {
    let (submitted, done) = (frame.stages.submitted - frame.expected, frame.stages.gpu_done - frame.expected);
    match cause {
        LateCause::Cpu => format!("the CPU submitted it {} after it was expected", ms(submitted)),
        LateCause::Gpu => format!("the GPU was done with it {} after it was expected", ms(done)),
        LateCause::QueueFull => "the loop had to wait for a frame before it; else it would have been in time".to_owned(),
        LateCause::Repeated => {
            let times = if frame.repeats_before == 1 { "once".to_owned() } else { format!("{} times", frame.repeats_before) };
            let (who, by) = if submitted > Span::ZERO { ("submitted", submitted) } else { ("done on the GPU", done) };
            format!("the display repeated the frame before {times}; this one was {who} {} after that", ms(by))
        }
        LateCause::Display => "the display's refresh was changed".to_owned(),
    }
}

fn describe_stages(frame: &FrameTimeline) -> Vec<(&'static str, String)> {
    let stages = frame.stages;
    let seconds = |at: Time| format!("{:.6} s", at.as_secs());
    let mut rows = vec![("render begins", seconds(frame.render)), ("render takes", ms(stages.submitted - frame.render))];
    if stages.gpu_begins > stages.submitted {
        rows.push(("waits for the GPU", ms(frame.waited_for_gpu())));
    }
    if stages.gpu_done > stages.gpu_begins {
        rows.push(("on the GPU", ms(stages.gpu_done - stages.gpu_begins)));
    }
    if frame.shown != Time::NEVER {
        rows.push(("waits for its flip", ms(frame.shown - stages.gpu_done)));
        if frame.expected != Time::NEVER {
            rows.push(("expected", seconds(frame.expected)));
        }
        rows.push(("flip", seconds(frame.shown)));
        if frame.replaced != Time::NEVER {
            rows.push(("shown for", ms(frame.replaced - frame.shown)));
        }
    }
    if frame.repeats > 0 {
        rows.push(("repeated", format!("{} ×", frame.repeats)));
    }
    rows
}

pub fn tooltip(field: &Response, lane: Lane, frame: &FrameTimeline) {
    let look = field.ctx.look();
    let tip = Tooltip::always_open(field.ctx.clone(), field.layer_id, field.id, PopupAnchor::Pointer);
    tip.gap(14.0).show(|ui| {
        table(ui, &format!("{}: frame {}", lane.short(), frame.number), &describe_stages(frame));
        let colour = if matches!(frame.fate, Fate::Late(_) | Fate::Dropped) { look.alarm() } else { look.text() };
        ui.set_max_width(300.0);
        ui.add(Label::new(RichText::new(describe_fate(frame)).small().color(colour)).wrap());
    });
}

/// Shows the fate of the followed frame and buttons for its neighbours in place of the legend. Returns whether a frame is
/// followed.
pub fn show(ui: &mut Ui, session: &Session) -> bool {
    let look = ui.look();
    let Some((index, frame)) = followed(ui, session) else { return false };
    let letter = session.letter(index);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let mut to = Some(frame.number);
        let frames = session.run.lab.panes()[index].recording().read::<FrameTimelines>();
        let has = |frame: u64| frames.get(frame).is_some();
        for (sign, name, frame) in
            [("‹", "Follow the frame before", frame.number.saturating_sub(1)), ("›", "Follow the frame after", frame.number + 1)]
        {
            let button = ui.add_enabled(has(frame), Button::new(sign).small());
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, has(frame), name));
            if button.on_hover_text(name).clicked() {
                to = Some(frame);
            }
        }
        if icons::button(ui, Icon::Close, "Follow no frame", "Shows the legend again.") {
            to = None;
        }
        if to != Some(frame.number) {
            follow(ui, session, index, to);
        }
        let colour = if matches!(frame.fate, Fate::Late(_) | Fate::Dropped) { look.alarm() } else { look.text() };
        let said = format!("{letter}, frame {}: {}", frame.number, describe_fate(&frame));
        let stages =
            describe_stages(&frame).into_iter().filter(|(name, _)| !["render begins", "expected", "flip"].contains(name));
        let stages = stages.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" · ");
        ui.label(RichText::new(&said).small().color(colour));
        ui.add(Label::new(caption(&stages, look.weak())).truncate());
    });
    true
}

pub fn offer(ui: &mut Ui, session: &Session) {
    let index = session.selected();
    let frames = session.run.lab.panes()[index].recording().read::<FrameTimelines>();
    let shown = frames.shown_at(session.run.now()).map(|frame| frame.number);
    let about = "Lights the frame that the selected pane shows in all of its lanes, and says why it was late. A click on a frame \
                 in a lane does the same.";
    let button = ui.add_enabled(shown.is_some(), Button::new(RichText::new("Follow frame").small()).small());
    if button.on_hover_text(about).clicked() {
        follow(ui, session, index, shown);
    }
}

pub fn light(painter: &Painter, frame: &FrameTimeline, depth: usize, lanes: Lanes, axis: TimeAxis, now: Time) {
    let look = painter.look();
    let stages = frame.stages;
    let stroke = Stroke::new(1.5, look.text());
    let part = |(from, to): (Time, Time), y: Rangef| {
        if let Some(x) = pipeline::stretch(axis, from, to.min(now)) {
            let rect = Rect::from_x_y_ranges(Rangef::new(x.min, x.max.max(x.min + 1.5)), y);
            painter.rect_filled(rect, 0.0, look.text().gamma_multiply(0.35));
            painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Inside);
        }
    };
    part((frame.render, stages.submitted), lanes.blocks);
    if let Some((queue, gpu)) = lanes.pipeline {
        let slot = pipeline::slot(queue, depth, frame.number);
        for (span, y) in pipeline::spans(frame).into_iter().zip([slot, gpu, slot]) {
            part(span, y);
        }
        let down = |at: Time, y: Rangef| {
            if at <= now && axis.contains(at) {
                painter.vline(axis.at(at), y, Stroke::new(1.0, look.text()));
            }
        };
        down(stages.submitted, Rangef::new(lanes.blocks.max, gpu.max));
        down(stages.gpu_done, Rangef::new(slot.min, gpu.max));
        down(frame.shown, Rangef::new(slot.min, lanes.frames.max));
        if frame.fate == Fate::Dropped && stages.gpu_done <= now && axis.contains(stages.gpu_done) {
            let (x, y) = (axis.at(stages.gpu_done), lanes.frames.center());
            for slant in [-3.0, 3.0] {
                painter.line_segment([pos2(x - 3.0, y - slant), pos2(x + 3.0, y + slant)], Stroke::new(1.5, look.alarm()));
            }
        }
    }
    part((frame.shown, frame.replaced), lanes.frames);
}
