//! A pane that does again what another pane has done, piece by piece, to go on from there as a pane of its own.

use super::cursor::ScriptCursor;
use super::fold::Fold;
use super::pane_run::PaneRun;
use super::setup::PaneSetup;
use crate::base::params::Invalid;
use crate::base::time::Time;
use crate::model::config::{Command, PaneLetter, Settings, TimedCommand};
use std::collections::VecDeque;

/// A pane that repeats what another pane of its run has done.
pub struct RelivedPane<F> {
    pub pane: PaneRun<F>,
    /// The commands of the run. It numbers the panes itself, because the run gives a reopened pane a new number.
    cursor: ScriptCursor,
    number: usize,
    /// The numbers of the panes that it becomes, the next one first, since its past may have a past of its own.
    line: VecDeque<usize>,
    /// How far the past has been made again.
    pub now: Time,
    /// When its past ends.
    pub until: Time,
}

impl<F: Fold> RelivedPane<F> {
    /// Begins the past that the pane called `past` has after all commands of `log`, at `until`.
    pub(super) fn new(
        (initial, log): (&Settings, &[TimedCommand]),
        (past, until): (PaneLetter, Time),
        begin: impl FnOnce(usize, &PaneSetup) -> Result<PaneRun<F>, Invalid>,
    ) -> Result<RelivedPane<F>, Invalid> {
        let start = || ScriptCursor::new(initial.clone(), log.to_vec());
        let mut line = line_of(start(), past)?;
        let mut cursor = start();
        let refused = || Invalid::new("past", past, "a pane of the run");
        let number = line.pop_front().ok_or_else(refused)?;
        let (at, _) = cursor.go_to_beginning(number)?;
        let pane = begin(number, &cursor.setup(number, at).ok_or_else(refused)?)?;
        Ok(RelivedPane { pane, cursor, number, line, now: at, until })
    }

    /// Makes the past again up to `moment`, or up to its end if that is earlier.
    pub fn advance_to(&mut self, moment: Time) -> Result<(), Invalid> {
        let moment = moment.min(self.until);
        while let Some(at) = self.cursor.next_at().filter(|at| *at <= moment)
            && let Some(command) = self.cursor.take_next()
        {
            self.pane.advance(at);
            self.cursor.apply(&command)?;
            self.obey(&command, at)?;
        }
        self.now = self.now.max(moment);
        self.pane.advance(self.now);
        Ok(())
    }

    fn obey(&mut self, command: &Command, at: Time) -> Result<(), Invalid> {
        let becomes = self.line.front().copied().filter(|next| self.cursor.index_of(*next).is_some());
        if let Some(next) = becomes
            && let Some(index) = self.cursor.index_of(self.number)
            && let Some(setup) = self.cursor.setup(next, at)
        {
            self.pane.go_on_as(next, index, &setup)?;
            self.number = next;
            self.line.pop_front();
            return Ok(());
        }
        self.cursor.setup(self.number, at).map_or(Ok(()), |setup| self.pane.obey(command, &setup))
    }

    /// Makes the rest of the past again, and returns the pane, which goes on as `setup` says under another number.
    pub(super) fn go_on_as(mut self, number: usize, past: PaneLetter, setup: &PaneSetup) -> Result<PaneRun<F>, Invalid> {
        self.advance_to(self.until)?;
        self.pane.go_on_as(number, setup.settings.find_pane(past)?, setup)?;
        Ok(self.pane)
    }
}

/// Returns the numbers of the panes that the pane called `pane` was, from the first one to its own.
fn line_of(mut cursor: ScriptCursor, pane: PaneLetter) -> Result<VecDeque<usize>, Invalid> {
    let mut pasts: Vec<Option<usize>> = vec![None; cursor.numbers().len()];
    while let Some(command) = cursor.take_next() {
        if matches!(command, Command::AddPane(_)) {
            pasts.push(cursor.past_of(&command));
        }
        cursor.apply(&command)?;
    }
    let number = cursor.numbers()[cursor.settings().find_pane(pane)?];
    let mut line = VecDeque::from([number]);
    while let Some(past) = pasts[line[0]] {
        line.push_front(past);
    }
    Ok(line)
}
