//! The lanes of a frame after the CPU: its waits, the GPU's work on it, and its flip.
//!
//! If there are more frames than pixels, a column shows the share of each colour, so that the area of a colour stays right.

use super::row::RowPicture;
use super::scroll::TimeAxis;
use egui::{Color32, Mesh, Rangef, pos2};
use tickscope_core::base::time::{Span, Time};
use tickscope_core::lab::instruments::cpu_blocks::BlockKind;
use tickscope_core::lab::instruments::frame_timeline::{Fate, FrameTimeline, FrameTimelines};
use tickscope_core::lab::recording::pane_recording::Recording;

/// The number of frames before the visible ones that are searched for frames that were still waiting for the display.
const FRAMES_BEFORE: usize = 16;

/// Returns the frames whose timelines lie in the visible range of time, at least in part.
fn visible(frames: &FrameTimelines, axis: TimeAxis) -> impl Iterator<Item = &FrameTimeline> {
    let all = &frames.all;
    let first = all.partition_point(|frame| frame.render < axis.left).saturating_sub(FRAMES_BEFORE);
    let end = all.partition_point(|frame| frame.render < axis.right());
    (first.max(all.range().start)..end).filter_map(|number| all.get(number))
}

/// Returns the largest number of frames that may wait at one time in the visible range.
pub fn depth(recording: &Recording, axis: TimeAxis) -> usize {
    let configs = recording.contexts.iter().filter(|config| config.at < axis.right());
    configs.map(|config| config.computer.queue as usize).max().unwrap_or(0) + 1
}

/// Returns the part of the queue's lane for a frame. Frames that wait at the same time are drawn under each other if there is
/// room.
pub fn slot(y: Rangef, depth: usize, number: u64) -> Rangef {
    let depth = depth.min((y.span() / 1.5) as usize).max(1);
    let height = y.span() / depth as f32;
    let top = y.min + height * (number % depth as u64) as f32;
    Rangef::new(top, top + height)
}

pub fn draw(picture: &mut RowPicture, recording: &Recording, (queue, gpu): (Rangef, Rangef)) {
    let RowPicture { axis, columns, now, look, .. } = *picture;
    let colours = [look.queued(), look.gpu(), look.time(BlockKind::Wait)];
    let depth = depth(recording, axis);
    let timelines = recording.read::<FrameTimelines>();
    let frames = || visible(&timelines, axis);
    if frames().count() > columns / 2 {
        // The GPU works on one frame at a time; up to `depth` frames wait.
        let mut shares = [vec![0.0; columns], vec![0.0; columns], vec![0.0; columns]];
        for frame in frames() {
            for ((from, to), (shares, of)) in spans(frame).into_iter().zip(shares.iter_mut().zip([depth, 1, depth])) {
                add(shares, axis, (from, to.min(now)), 1.0 / of as f32);
            }
        }
        let [queued, working, done] = &shares;
        let none = vec![0.0; columns];
        stack(picture, gpu, (working, colours[1]), (&none, colours[1]));
        stack(picture, queue, (done, colours[2]), (queued, colours[0]));
        return;
    }
    for frame in frames() {
        let slot = slot(queue, depth, frame.number);
        for (((from, to), y), colour) in spans(frame).into_iter().zip([slot, gpu, slot]).zip(colours) {
            let Some(x) = stretch(axis, from, to.min(now)) else { continue };
            picture.fill(x, y, colour);
            if x.span() > 4.0 && from >= axis.left {
                picture.fill(Rangef::new(x.min, x.min + 1.0), y, picture.gap());
            }
        }
    }
}

pub fn spans(frame: &FrameTimeline) -> [(Time, Time); 3] {
    let stages = frame.stages;
    let flip = frame.waited_for_flip().unwrap_or((stages.gpu_done, stages.gpu_done));
    [(stages.submitted, stages.gpu_begins), (stages.gpu_begins, stages.gpu_done), flip]
}

/// Returns the visible part of a range of time, in points; `None` if no part is visible.
pub fn stretch(axis: TimeAxis, from: Time, to: Time) -> Option<Rangef> {
    let (from, to) = (from.max(axis.left), to.min(axis.right()));
    (from < to).then(|| Rangef::new(axis.at(from), axis.at(to)))
}

fn add(shares: &mut [f32], axis: TimeAxis, (from, to): (Time, Time), weight: f32) {
    let (from, to) = (from.max(axis.left), to.min(axis.right()));
    if from >= to {
        return;
    }
    let columns = shares.len();
    let (first, last) = (axis.column(from, columns), axis.column(to - Span::from_flicks(1), columns));
    for (column, share) in shares.iter_mut().enumerate().take(last + 1).skip(first) {
        let (left, right) = (axis.edge(column, columns), axis.edge(column + 1, columns));
        *share += (to.min(right) - from.max(left)).ratio(right - left) as f32 * weight;
    }
}

/// Draws the shares of `upper` on top of those of `lower`, each in its colour; equal columns side by side are drawn as one.
fn stack(picture: &mut RowPicture, y: Rangef, lower: (&[f32], Color32), upper: (&[f32], Color32)) {
    let axis = picture.axis;
    let columns = lower.0.len();
    let width = axis.x.span() / columns.max(1) as f32;
    let of = |column: usize| (lower.0[column].min(1.0), (lower.0[column] + upper.0[column]).min(1.0));
    let mut from = 0;
    while from < columns {
        let shares = of(from);
        let to = (from + 1..columns).find(|column| of(*column) != shares).unwrap_or(columns);
        let x = Rangef::new(axis.x.min + width * from as f32, axis.x.min + width * to as f32);
        let edges = (y.max - shares.0 * y.span(), y.max - shares.1 * y.span());
        if shares.0 > 0.0 {
            picture.fill(x, Rangef::new(edges.0, y.max), lower.1);
        }
        if shares.1 > shares.0 {
            picture.fill(x, Rangef::new(edges.1, edges.0), upper.1);
        }
        from = to;
    }
}

/// Marks in the display's lane: a hollow mark where a late frame was expected, a line from there to where it appeared, and a line
/// where a frame was repeated.
pub fn flips(picture: &mut RowPicture, recording: &Recording, y: Rangef) {
    let RowPicture { axis, columns, now, look, .. } = *picture;
    let timelines = recording.read::<FrameTimelines>();
    let repeats = &timelines.repeats;
    let first = repeats.partition_point(|at| *at < axis.left);
    let end = repeats.partition_point(|at| *at < axis.right().min(now));
    if end - first <= columns / 2 {
        for x in (first..end).filter_map(|number| repeats.get(number)).map(|at| axis.at(*at)) {
            picture.fill(Rangef::new(x - 0.75, x + 0.75), Rangef::new(y.min, y.max - 3.0), look.text());
        }
    }
    let late = |frame: &&FrameTimeline| matches!(frame.fate, Fate::Late(_)) && frame.shown <= now;
    if visible(&timelines, axis).filter(late).count() > columns / 8 {
        return;
    }
    for frame in visible(&timelines, axis).filter(late) {
        if let Some(x) = stretch(axis, frame.expected, frame.shown) {
            picture.fill(x, Rangef::new(y.max - 2.0, y.max - 1.0), look.alarm());
        }
        if axis.contains(frame.expected) {
            hollow(&mut picture.mesh, axis.at(frame.expected), y, look.alarm());
        }
    }
}

fn hollow(mesh: &mut Mesh, x: f32, y: Rangef, colour: Color32) {
    let (top, floor, half) = (y.min, y.max - 1.0, 3.5);
    let mut line = |a: egui::Pos2, b: egui::Pos2| {
        let across = (b - a).normalized().rot90() * 0.6;
        let first = mesh.vertices.len() as u32;
        for corner in [a + across, b + across, b - across, a - across] {
            mesh.colored_vertex(corner, colour);
        }
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first, first + 2, first + 3);
    };
    let (tip, left, right) = (pos2(x, top), pos2(x - half, floor), pos2(x + half, floor));
    line(tip, left);
    line(left, right);
    line(right, tip);
}

#[cfg(test)]
mod tests {
    use crate::front::ui::instruments::timeline::pipeline::*;

    #[test]
    fn shares_of_the_columns_add_up_to_the_time_that_is_shown() {
        let axis = TimeAxis { left: Time::from_flicks(1000), span: Span::from_flicks(7_000), x: Rangef::new(0.0, 70.0) };
        let mut shares = vec![0.0; 70];
        for (from, to) in [(0, 1250), (1300, 1301), (2000, 4567), (7900, 9000), (10_000, 20_000)] {
            add(&mut shares, axis, (Time::from_flicks(from), Time::from_flicks(to)), 1.0);
        }
        assert_eq!((shares[0], shares[2], shares[3]), (1.0, 0.5, 0.01));
        let all: f32 = shares.iter().sum();
        assert!((all * 100.0 - (250.0 + 1.0 + 2567.0 + 100.0)).abs() < 0.1, "{all} columns");
    }

    #[test]
    fn frames_that_wait_at_once_lie_under_each_other_where_there_is_room() {
        let y = Rangef::new(10.0, 16.0);
        let slots: Vec<Rangef> = (0..3).map(|number| slot(y, 3, number)).collect();
        assert!(slots.windows(2).all(|pair| pair[0].max <= pair[1].min) && slots[2].max == y.max);
        assert_eq!(slot(Rangef::new(10.0, 12.0), 4, 7), Rangef::new(10.0, 12.0));
    }
}
