//! Frames of more than 2000 a second, which no usual frame is. They are read where a clock and the units of the names say so.

use super::{Chosen, Confirmed, Rows};
use crate::lab::captures::column_name::ColumnRole;
use crate::lab::captures::columns::{Column, OFF, POSSIBLE_MS, Reading, Readings, passed};

impl Rows {
    /// Returns the frame times of unusual lengths that are the steps of a clock, in the units of their names; `None` if there are none.
    pub(super) fn fast(&self, readings: &[Readings]) -> Option<Chosen> {
        let with_unit = |role: ColumnRole, is_clock: bool| {
            (0..self.columns.len()).filter_map(move |at| {
                let Column { facts, .. } = &self.columns[at];
                let reading = Reading { is_clock, unit: facts.unit.filter(|_| facts.role == Some(role))? };
                POSSIBLE_MS.contains(&readings[at].frame_ms(reading)).then_some((at, reading))
            })
        };
        let confirmed = |at: usize, reading: Reading| {
            let sum = self.sum(at, reading);
            with_unit(ColumnRole::Clock, true).find_map(|(clock, of_clock)| {
                let [moments, lengths] = [clock, at].map(|at| &self.columns[at]);
                let passed = passed(&moments.values) * of_clock.unit.millis();
                let is_one = readings[clock].rises() && (sum - passed).abs() <= OFF * passed;
                let by = Confirmed { clock, reading: of_clock, passed };
                (is_one && moments.has_steps(of_clock, lengths, reading)).then_some(by)
            })
        };
        let mut lengths = with_unit(ColumnRole::Lengths, false).filter(|(at, _)| readings[*at].left.is_empty());
        lengths.find_map(|(at, reading)| Some(self.chosen(at, reading, &readings[at], Some(confirmed(at, reading)?))))
    }
}
