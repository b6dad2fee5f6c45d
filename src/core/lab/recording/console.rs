//! The console of a pane's loop.

use super::entries::Moment;
use crate::base::time::Time;
use std::collections::VecDeque;

/// The number of lines of a console that are stored.
const LINES: usize = 1000;
/// The number of lines of a console that are shown.
const SHOWN_LINES: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleLine {
    pub at: Time,
    /// The line of the loop's text that wrote this, counted from 1.
    pub line: u32,
    pub text: String,
}

#[derive(Debug, Default)]
pub struct Console(VecDeque<ConsoleLine>);

impl Console {
    pub(super) fn write(&mut self, line: ConsoleLine) {
        if self.0.len() == LINES {
            self.0.pop_front();
        }
        self.0.push_back(line);
    }

    /// Returns the newest lines at `moment`, the oldest first.
    pub fn newest(&self, moment: Moment) -> Vec<ConsoleLine> {
        let end = self.0.partition_point(|line| line.at <= moment.at);
        self.0.range(end.saturating_sub(SHOWN_LINES)..end).cloned().collect()
    }
}
