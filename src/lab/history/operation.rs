//! What a pane's computer did at a moment, and which lines of the loop's file it ran.

use super::event_log::LogEntry;
use super::reading::{note_watched, read_until};
use super::recording::History;
use super::records::HistoryPoint;
use crate::base::time::{Span, Time};
use crate::model::machine::{Event, Watched, WatchedName};

/// An operation as the log tells it.
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
    /// The operation in hand at `moment`; nothing where the log does not reach back to it.
    pub fn operation(&self, moment: Time) -> Option<Operation> {
        // It may have begun on the piece before.
        let begun = self.blocks.number_at(moment).and_then(|number| self.blocks.get(number)).map_or(moment, |block| block.at);
        let reader = self.log.read_before(begun - Span::from_flicks(1));
        let mut watched = reader.watched();
        let (mut found, mut due, mut stall) = (None, None, Span::ZERO);
        read_until(reader, HistoryPoint::At(moment + Span::from_flicks(1)), |entry| match entry {
            LogEntry::Event(event) => {
                if event.line().is_some() {
                    (found, due, stall) = (Some(event), None, Span::ZERO);
                }
            }
            LogEntry::Due(at) => due = Some(at),
            LogEntry::Stalled(by) => stall = by,
            other => note_watched(&mut watched, &other),
        });
        found.map(|event| Operation { event, due, stall, watched })
    }

    /// Which lines of its file the loop has run in the `span` before `now`, the latest last, and when each one last did.
    pub fn lines(&self, point: HistoryPoint, now: Time, span: Span) -> Vec<(u32, Time)> {
        let mut lines: Vec<(u32, Time)> = Vec::new();
        let mut last = None;
        read_until(self.log.read_before(now - span), point, |entry| {
            if let LogEntry::Event(event) = entry {
                if let (Some(line), Some(ended)) = (last, event.line().map(|_| event.at())) {
                    move_to_end(&mut lines, line, ended);
                }
                last = event.line().or(last);
            }
        });
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
