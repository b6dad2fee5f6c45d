//! The row of a pane as triangles: the time of its computer, and below it the frames of its display.
//!
//! A column of pixels that holds several blocks is divided in height by the share of each kind, so that the area of a colour is
//! the share of time at every zoom. The cost depends on the number of columns, not of events.

use super::lanes::Lanes;
use super::scroll::TimeAxis;
use crate::front::ui::style::look::Look;
use egui::{Color32, Mesh, Rangef, Rect, pos2};
use tickscope_core::base::time::Time;
use tickscope_core::lab::instruments::cpu_blocks::{BlockKind, CpuBlocks, between};
use tickscope_core::lab::instruments::frame_timeline::FrameTimelines;
use tickscope_core::lab::recording::pane_recording::Recording;
use tickscope_core::lab::recording::ring::{Ring, Timed};
use tickscope_core::model::machine::refresh::Refresh;

pub struct RowPicture {
    pub mesh: Mesh,
    pub axis: TimeAxis,
    pub columns: usize,
    /// The present: nothing is drawn after it.
    pub now: Time,
    pub look: Look,
    pub pane: Color32,
}

/// The order of the kinds of time in a column, from the bottom, where work is.
const STACK: [BlockKind; BlockKind::COUNT] =
    [BlockKind::Update, BlockKind::Render, BlockKind::Spin, BlockKind::Late, BlockKind::Sleep, BlockKind::Wait];

impl RowPicture {
    pub fn fill(&mut self, x: Rangef, y: Rangef, colour: Color32) {
        self.mesh.add_colored_rect(Rect::from_x_y_ranges(x, y), colour);
    }

    pub fn gap(&self) -> Color32 {
        self.look.panel().gamma_multiply(0.75)
    }

    pub fn draw(&mut self, recording: &Recording, lanes: Lanes) {
        let Lanes { blocks: y, frames, .. } = lanes;
        let (axis, columns, now) = (self.axis, self.columns, self.now);
        self.ticks(recording, Rangef::new(y.min, frames.max));
        // If there are more blocks than pixels, columns of two pixels show as much with half the triangles.
        let blocks = recording.read::<CpuBlocks>();
        let ends = [axis.left, axis.right().min(now)].map(|at| blocks.number_at(at).unwrap_or(0));
        let wide = if ends[1].saturating_sub(ends[0]) > columns { columns.div_ceil(2) } else { columns };
        self.blocks(&blocks, wide, y);
        self.seams(&blocks, y);

        let pixel = axis.x.span() / columns.max(1) as f32;
        let coarse = (columns / 2).max(1);
        self.notches(recording, &blocks, coarse, Rangef::new(y.min - 2.0, y.min + y.span() * 0.4));
        for (_, stall) in marked(&blocks.stalls, axis, columns, now) {
            let x = Rangef::new(axis.at(stall.from), axis.at(stall.to.min(now)).max(axis.at(stall.from) + 2.0));
            self.fill(Rangef::new(x.min, x.max.min(axis.x.max)), Rangef::new(y.min, y.min + 3.0), self.look.alarm());
        }
        self.stays(recording, frames);
        for (_, dropped) in marked(&recording.read::<FrameTimelines>().dropped, axis, coarse, now) {
            let x = axis.at(*dropped);
            self.fill(Rangef::new(x - pixel, x + pixel), Rangef::new(frames.max - 3.0, frames.max), self.look.alarm());
        }
    }

    fn blocks(&mut self, blocks: &CpuBlocks, columns: usize, y: Rangef) {
        let Some(first) = blocks.first() else { return };
        let (axis, now, look) = (self.axis, self.now, self.look);
        let width = axis.x.span() / columns.max(1) as f32;
        let x = |column: usize| axis.x.min + width * column as f32;
        let mut column = axis.column(first.max(axis.left), columns);
        let mut sums = None;
        while column < columns {
            let (from, to) = (axis.edge(column, columns), axis.edge(column + 1, columns));
            if from >= now {
                return;
            }
            // A block that fills columns is one rectangle.
            let number = blocks.number_at(from);
            let block = number.and_then(|number| blocks.get(number));
            let end = number.and_then(|number| blocks.end_of(number)).map_or(now, |end| end.min(now));
            if let Some(block) = block.filter(|_| end >= to) {
                let last = if end >= axis.right() { columns } else { axis.column(end, columns) };
                self.fill(Rangef::new(x(column), x(last)), y, look.time(block.kind));
                column = last;
                continue;
            }
            // Two blocks in a column are drawn side by side, more on top of each other.
            if let (Some(block), Some(next)) = (block, number.and_then(|number| blocks.get(number + 1)))
                && to <= now
                && blocks.end_of(number.unwrap_or(0) + 1).is_none_or(|end| end >= to)
            {
                let seam = x(column) + width * (end - from).ratio(to - from) as f32;
                self.fill(Rangef::new(x(column), seam), y, look.time(block.kind));
                self.fill(Rangef::new(seam, x(column + 1)), y, look.time(next.kind));
                column += 1;
                continue;
            }
            // The next column begins where this one ends.
            let begun = sums.filter(|(at, _)| *at == from).map_or_else(|| blocks.sums(from.max(first)), |(_, sums)| sums);
            let ended = blocks.sums(to.min(now));
            sums = Some((to, ended));
            let spent = between(&begun, &ended);
            let mut floor = y.max;
            for kind in STACK {
                let share = spent[kind as usize].ratio(to - from) as f32;
                if share > 0.0 {
                    let top = floor - share * y.span();
                    self.fill(Rangef::new(x(column), x(column + 1)), Rangef::new(top, floor), look.time(kind));
                    floor = top;
                }
            }
            column += 1;
        }
    }

    /// Marks updates that cost nothing and so have no area. Crowded marks are fainter, so that they don't look like an area.
    fn notches(&mut self, recording: &Recording, blocks: &CpuBlocks, columns: usize, y: Rangef) {
        let axis = self.axis;
        let width = axis.x.span() / columns as f32;
        let is_free = |at: Time| blocks.kind_at(at) != Some(BlockKind::Update);
        let free = marked(&recording.steps, axis, columns, self.now).filter(|(_, step)| is_free(step.at));
        let marks: Vec<usize> = free.map(|(_, step)| axis.column(step.at, columns)).collect();
        let coverage = marks.len() as f32 / columns as f32;
        let colour = self.look.time(BlockKind::Update).gamma_multiply((0.12 / coverage.max(1e-6)).clamp(0.15, 1.0));
        for column in marks {
            let x = axis.x.min + width * column as f32;
            self.fill(Rangef::new(x, x + width), y, colour);
        }
    }

    fn stays(&mut self, recording: &Recording, y: Rangef) {
        let (axis, now) = (self.axis, self.now);
        let shown = &recording.flips;
        let bar = Rangef::new(y.min + 2.0, y.max - 4.0);
        // The frame on the display at the left edge.
        let before = shown.partition_point(|flip| flip.at < axis.left).checked_sub(1);
        let first = before.filter(|number| shown.get(*number).is_some()).into_iter();
        let coarse = (self.columns / 3).max(1);
        let all = first.chain(marked(shown, axis, coarse, now).map(|(number, _)| number));
        let mut numbers = all.peekable();
        // The colours of several frames in one column blend; neighbouring columns of one colour are one rectangle.
        let mut crowd: Option<Rangef> = None;
        let colours = [self.pane.gamma_multiply(0.55), self.pane.gamma_multiply(0.28)];
        let blend = colours[0].lerp_to_gamma(colours[1], 0.5);
        while let Some(number) = numbers.next() {
            let Some(from) = shown.get(number).map(|flip| flip.at) else { continue };
            let next = numbers.peek().copied();
            let to = next.and_then(|next| shown.get(next)).map_or(now, |next| next.at).min(axis.right());
            let x = Rangef::new(axis.at(from.max(axis.left)), axis.at(to));
            if next.is_some_and(|next| next != number + 1) {
                crowd = Some(Rangef::new(crowd.map_or(x.min, |crowd| crowd.min), x.max));
                continue;
            }
            if let Some(crowd) = crowd.take() {
                self.fill(crowd, bar, blend);
            }
            self.fill(x, bar, colours[number % 2]);
            if from >= axis.left {
                self.arrow(axis.at(from), y, if x.span() > 5.0 { 3.0 } else { 0.75 });
            }
        }
        if let Some(crowd) = crowd {
            self.fill(crowd, bar, blend);
        }
    }

    fn arrow(&mut self, x: f32, y: Rangef, half: f32) {
        let first = self.mesh.vertices.len() as u32;
        for corner in [pos2(x, y.min), pos2(x + half, y.max - 3.0), pos2(x - half, y.max - 3.0)] {
            self.mesh.colored_vertex(corner, self.pane);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
    }

    fn seams(&mut self, blocks: &CpuBlocks, y: Rangef) {
        let axis = self.axis;
        let first = blocks.number_at(axis.left.max(blocks.first().unwrap_or(axis.left)));
        let last = blocks.number_at(axis.right().min(self.now));
        let (Some(first), Some(last)) = (first, last) else { return };
        if last - first > self.columns / 4 {
            return;
        }
        for number in first + 1..=last {
            if let (Some(before), Some(block)) = (blocks.get(number - 1), blocks.get(number))
                && before.kind == block.kind
            {
                let x = axis.at(block.at);
                self.fill(Rangef::new(x - 0.5, x + 0.5), y, self.gap());
            }
        }
    }

    fn ticks(&mut self, recording: &Recording, y: Rangef) {
        let axis = self.axis;
        let colour = self.look.weak().gamma_multiply(0.35);
        let mut contexts = recording.contexts.iter().peekable();
        while let Some(context) = contexts.next() {
            let end = contexts.peek().map_or(axis.right(), |next| next.at.min(axis.right()));
            let refresh = Refresh::new(context.computer.refresh_hz);
            let spacing = axis.x.span() / (axis.span.as_secs() * context.computer.refresh_hz) as f32;
            // A display with a variable refresh has no ticks, and of a captured game's display nobody knows when they are.
            let has_no_ticks = context.computer.variable_hz().is_some() || context.strategy.is_captured();
            if spacing < 4.0 || end <= axis.left || has_no_ticks {
                continue;
            }
            let mut tick = refresh.first_at_or_after(axis.left.max(context.at));
            while refresh.tick(tick) < end {
                let x = axis.at(refresh.tick(tick));
                self.fill(Rangef::new(x - 0.5, x + 0.5), y, colour);
                tick += 1;
            }
        }
    }
}

/// Returns the visible elements of `ring` until `until`, each with its number. Of elements that share a column only the first is
/// returned.
fn marked<T: Timed>(ring: &Ring<T>, axis: TimeAxis, columns: usize, until: Time) -> impl Iterator<Item = (usize, &T)> {
    let mut number = ring.partition_point(|element| element.at() < axis.left);
    std::iter::from_fn(move || {
        let here = number;
        let element = ring.get(here).filter(|element| element.at() < until && axis.contains(element.at()))?;
        let end = axis.edge(axis.column(element.at(), columns) + 1, columns);
        number = if ring.get(here + 1).is_some_and(|next| next.at() >= end) {
            here + 1
        } else {
            ring.partition_point(|element| element.at() < end)
        };
        Some((here, element))
    })
}

#[cfg(test)]
mod tests {
    use crate::front::ui::instruments::timeline::row::*;
    use crate::studio::view::Theme;
    use tickscope_core::base::time::Span;

    const LOOK: Look = Look { theme: Theme::Dark };

    fn areas(mesh: &Mesh) -> [f64; 6] {
        let mut areas = [0.0; 6];
        for [a, b, c] in mesh.triangles() {
            let [a, b, c] = [a, b, c].map(|index| mesh.vertices[index as usize]);
            let (u, v) = (b.pos - a.pos, c.pos - a.pos);
            let area = f64::from((u.x * v.y - u.y * v.x).abs()) / 2.0;
            areas[BlockKind::ALL.iter().position(|kind| LOOK.time(*kind) == a.color).expect("a known colour")] += area;
        }
        areas
    }

    #[test]
    fn at_every_zoom_the_area_of_a_colour_is_the_share_of_time() {
        let mut all = CpuBlocks::default();
        let mut at = 0;
        for number in 0..20_000_i64 {
            all.push(Time::from_flicks(at), BlockKind::ALL[(number * number % 11 % 6) as usize]);
            at += number * 7919 % 10_000 + if number % 500 == 0 { 5_000_000 } else { 1 };
        }
        let now = Time::from_flicks(at - 12_345);
        for (left, span) in
            [(0, at), (1000, at / 3), (at / 2, 4_000_000), (at / 2, 20_000), (at - 1_000_000, 2_000_000), (7, 70_560)]
        {
            let axis = TimeAxis { left: Time::from_flicks(left), span: Span::from_flicks(span), x: Rangef::new(50.0, 690.0) };
            let (columns, y) = (640, Rangef::new(10.0, 40.0));
            let mut picture = RowPicture { mesh: Mesh::default(), axis, columns, now, look: LOOK, pane: Color32::WHITE };
            picture.blocks(&all, columns, y);
            let spent = between(&all.sums(axis.left), &all.sums(axis.right().min(now)));
            let areas = areas(&picture.mesh);
            for kind in BlockKind::ALL {
                let share = spent[kind as usize].ratio(axis.span);
                let drawn = areas[kind as usize] / (640.0 * 30.0);
                assert!((share - drawn).abs() < 2e-3, "{kind:?} takes {share} and has {drawn} of {span} flicks from {left}");
            }
            assert!(picture.mesh.vertices.len() <= columns * 6 * 4, "the work goes with the columns");
        }
    }

    #[test]
    fn each_column_is_marked_once_however_much_falls_into_it() {
        let mut ring = Ring::default();
        (0..100_000).for_each(|at| ring.push(Time::from_flicks(at * 3)));
        let axis = TimeAxis { left: Time::from_flicks(100), span: Span::from_flicks(200_000), x: Rangef::new(0.0, 300.0) };
        let marks: Vec<usize> = marked(&ring, axis, 300, Time::NEVER).map(|(number, _)| number).collect();
        assert_eq!(marks.len(), 300);
        let axis = TimeAxis { span: Span::from_flicks(300), ..axis };
        assert_eq!(marked(&ring, axis, 300, Time::NEVER).count(), 100, "all of them where there is room");
    }
}
