//! The last twenty seconds of a pane as lines for the plots.
//!
//! A line has cells of an eight-hundredth of a second. While values come less often than that, each has a cell of its own;
//! otherwise a cell stores the least, the greatest and the last. So twenty seconds are never more than 16 000 cells a line, and
//! no peak is lost.

use crate::base::time::{FLICKS_PER_SECOND, Span, Time};
use crate::lab::metrics::reach::RECORDED;
use crate::lab::recording::entries::Entry;
use crate::lab::recording::kept::Reader;
use crate::lab::recording::pane_recording::Recording;
use crate::model::machine::event::Event;
use std::collections::VecDeque;

/// The length of a cell: 1.25 ms.
const CELL: Span = Span::from_flicks(FLICKS_PER_SECOND / 800);

/// A quantity that a plot shows over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The time from each displayed frame to the next, in ms.
    FrameTime,
    /// The length of each update, in ms.
    StepSize,
    UpdatesPerTurn,
    /// The sample time of each displayed frame minus the moment at which it appeared, in ms; negative is late.
    Lead,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The moment of the cell's first value.
    pub at: Time,
    /// The least value, like the other two in the unit of the [`Quantity`].
    pub least: f64,
    pub greatest: f64,
    pub last: f64,
}

#[derive(Clone, Debug, Default)]
struct Line(VecDeque<Cell>);

impl Line {
    fn add(&mut self, at: Time, value: f64) {
        match self.0.back_mut() {
            // The cells' borders do not depend on when the plots were opened.
            Some(cell) if at.floor_to(CELL) == cell.at.floor_to(CELL) => {
                cell.least = cell.least.min(value);
                cell.greatest = cell.greatest.max(value);
                cell.last = value;
            }
            _ => self.0.push_back(Cell { at, least: value, greatest: value, last: value }),
        }
        // The last cell from before the reach is kept: it has the value at the left edge.
        while self.0.len() > 2 && self.0[1].at < at - RECORDED {
            self.0.pop_front();
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Plots {
    lines: [Line; 4],
    shown: Option<Time>,
    /// The beginning of the running turn, and the number of its updates so far; `None` before the first turn.
    turn: Option<(Time, u32)>,
}

impl Reader<Recording> for Plots {
    fn add(&mut self, recording: &Recording, number: usize) {
        if let Some(Entry::Event(event)) = recording.entries.ring.get(number) {
            self.add_event(event);
        }
    }

    fn bytes(&self) -> usize {
        self.lines.iter().map(|line| line.0.capacity() * size_of::<Cell>()).sum()
    }
}

impl Plots {
    /// Returns, in order, the cells from `from` on and the one before them, as far as they were known at `until`.
    pub fn between(&self, quantity: Quantity, from: Time, until: Time) -> impl Iterator<Item = &Cell> {
        let cells = &self.lines[quantity as usize].0;
        let first = cells.partition_point(|cell| cell.at < from).saturating_sub(1);
        let mut end = cells.partition_point(|cell| cell.at <= until);
        // The updates of a turn are known only when the next turn begins.
        let over = cells.get(end).map(|next| next.at).or(self.turn.map(|(began, _)| began));
        if quantity == Quantity::UpdatesPerTurn && over.is_none_or(|over| over > until) {
            end = end.saturating_sub(1);
        }
        cells.range(first.min(end)..end)
    }

    fn add_value(&mut self, quantity: Quantity, at: Time, value: f64) {
        self.lines[quantity as usize].add(at, value);
    }

    fn add_event(&mut self, event: &Event) {
        match *event {
            Event::Frame { at } => {
                if let Some((began, updates)) = self.turn.replace((at, 0)) {
                    self.add_value(Quantity::UpdatesPerTurn, began, f64::from(updates));
                }
            }
            Event::Update { at, dt, .. } => {
                self.add_value(Quantity::StepSize, at, dt.as_millis());
                if let Some((_, updates)) = &mut self.turn {
                    *updates = updates.saturating_add(1);
                }
            }
            Event::Display { at, drawn, .. } => {
                if let Some(before) = self.shown.replace(at) {
                    self.add_value(Quantity::FrameTime, at, (at - before).as_millis());
                }
                self.add_value(Quantity::Lead, at, (drawn - at).as_millis());
            }
            Event::Thought { .. }
            | Event::Sleep { .. }
            | Event::Render { .. }
            | Event::Present { .. }
            | Event::Gpu { .. }
            | Event::Repeat { .. }
            | Event::Press { .. }
            | Event::Taken { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::instruments::plots::*;

    fn at(ms: f64) -> Time {
        Time::ZERO + Span::from_millis(ms)
    }

    #[test]
    fn every_value_is_kept_as_it_is_until_they_come_too_fast_and_then_no_peak_is_lost() {
        let mut plots = Plots::default();
        for frame in 0..100 {
            let shown = at(f64::from(frame) * 5.0);
            plots.add_event(&Event::Display { at: shown, drawn: shown, frame: 1 });
        }
        assert_eq!(plots.between(Quantity::FrameTime, Time::ZERO, Time::NEVER).count(), 99);
        for update in 0..10_000 {
            let dt = Span::from_millis(if update == 5_000 { 70.0 } else { 1.0 });
            let begun = at(f64::from(update) * 0.05);
            plots.add_event(&Event::Update { at: begun, end: begun, dt, sim: begun, line: 0 });
        }
        let cells: Vec<&Cell> = plots.between(Quantity::StepSize, Time::ZERO, Time::NEVER).collect();
        assert!((395..=400).contains(&cells.len()), "500 ms in cells of 1.25 ms: {}", cells.len());
        assert_eq!(cells.iter().map(|cell| cell.greatest).fold(0.0, f64::max), 70.0);
    }

    #[test]
    fn twenty_seconds_are_kept_and_no_more_cells_than_fit() {
        let mut plots = Plots::default();
        for frame in 0..600_000 {
            plots.add_event(&Event::Frame { at: at(f64::from(frame) * 0.1) });
        }
        let count = plots.between(Quantity::UpdatesPerTurn, Time::ZERO, Time::NEVER).count();
        assert!((14_000..=16_002).contains(&count), "{count}");
        let recent = plots.between(Quantity::UpdatesPerTurn, at(58_000.0), Time::NEVER).count();
        assert!((1400..=1602).contains(&recent), "{recent}");
    }

    #[test]
    fn a_turn_counts_where_it_began_with_all_of_its_updates() {
        let mut plots = Plots::default();
        for (turn, updates) in [(0.0, 2), (100.0, 0), (200.0, 5), (300.0, 0)] {
            plots.add_event(&Event::Frame { at: at(turn) });
            for _ in 0..updates {
                plots.add_event(&Event::Update { at: at(turn), end: at(turn), dt: Span::ZERO, sim: at(0.0), line: 0 });
            }
        }
        let counts: Vec<f64> = plots.between(Quantity::UpdatesPerTurn, Time::ZERO, Time::NEVER).map(|cell| cell.last).collect();
        assert_eq!(counts, [2.0, 0.0, 5.0]);
    }
}
