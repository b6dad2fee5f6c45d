//! What a pane's computer did at a moment, and which lines of the loop's file it ran.

use super::entries::Entry;
use super::recording::History;
use super::records::HistoryPoint;
use crate::base::time::{Span, Time};
use crate::model::machine::{Event, Watched, WatchedName};

/// An operation as the recording tells it.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The update, the sleep or the render.
    pub event: Event,
    /// When its wait is over, but for waking late.
    pub due: Option<Time>,
    /// How much of it is a stall.
    pub stall: Span,
    /// What the loop had shown by then.
    pub watched: Vec<(WatchedName, Watched)>,
}

impl History {
    /// Returns the operation in hand at `moment`; `None` if the recording does not reach back to it.
    pub fn operation(&self, moment: Time) -> Option<Operation> {
        let end = self.entries.first_since(moment + Span::from_flicks(1));
        let (number, event) = self.entries.operation_before(end)?;
        let (mut due, mut stall) = (None, Span::ZERO);
        for (_, entry) in self.entries.between(number, end) {
            match *entry {
                Entry::Due { due: over, .. } => due = Some(over),
                Entry::Stalled { by, .. } => stall = by,
                _ => {}
            }
        }
        Some(Operation { event, due, stall, watched: self.entries.watched(end) })
    }

    /// Returns the lines of its file that the loop has run in the `span` before `now`, the latest last, and when each one last
    /// did.
    pub fn lines(&self, point: HistoryPoint, now: Time, span: Span) -> Vec<(u32, Time)> {
        let mut lines: Vec<(u32, Time)> = Vec::new();
        let first = self.entries.first_since(now - span);
        let begins = self.entries.operation_before(first).map_or(first, |(number, _)| number);
        let mut last = None;
        for (_, entry) in self.entries.between(begins, self.end_of(point)) {
            let Some(event) = entry.operation() else { continue };
            if let Some(line) = last {
                move_to_end(&mut lines, line, event.at());
            }
            last = event.line();
        }
        if let Some(line) = last {
            move_to_end(&mut lines, line, now);
        }
        lines.retain(|(_, at)| *at >= now - span);
        lines
    }
}

/// Moves a line to the end of the list.
fn move_to_end(lines: &mut Vec<(u32, Time)>, line: u32, at: Time) {
    lines.retain(|(known, _)| *known != line);
    lines.push((line, at));
}
